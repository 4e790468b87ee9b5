"""What the events of jackpots make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.jackpots import (
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
)
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.shared import change_jackpot, move_levels
from pitboss.floor.state import AwardState, JackpotState, LevelState, State
from pitboss.money import Cents


def jackpot_opened(state: State, event: JackpotOpened) -> None:
    assert state.jackpots.get(event.jackpot) is None
    opening = {reading.level: reading for reading in event.opening}
    state.jackpots.put(
        event.jackpot,
        JackpotState(
            jackpot=event.jackpot,
            kind=event.jackpot_kind,
            paytable=event.paytable,
            wager_cents=event.wager_cents,
            levels={
                setting.level: LevelState(setting, opening[setting.level])
                for setting in event.levels
            },
            house_prizes=dict(event.house_prizes),
            executive_above_cents=event.executive_above_cents,
            lock_at_mark=event.lock_at_mark,
            fixed_from=event.fixed_from,
            training=event.training,
            equipment_least=event.equipment_least,
        ),
    )


def meter_adjusted(state: State, event: MeterAdjusted) -> None:
    move_levels(state, (event.movement,))
    if event.award:
        cents = Cents(-event.cents)
        award = Award(
            event.award, 0, 0, event.jackpot, "", event.level, cents, Cents(0), Cents(0),
            restarts=False,
        )  # fmt: skip
        state.awards.put(event.award, AwardState(award, "", 0, state.seq, "moved", event.movement))


def jackpot_suspended(state: State, event: JackpotSuspended) -> None:
    change_jackpot(state, event.jackpot, status="suspended")


def jackpot_resumed(state: State, event: JackpotResumed) -> None:
    change_jackpot(state, event.jackpot, status="open")
