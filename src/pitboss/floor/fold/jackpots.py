"""Applies events of jackpots to the floor."""

from __future__ import annotations

from pitboss.floor.facts import jackpots
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.bank import money_put_up
from pitboss.floor.fold.settling import owe
from pitboss.floor.fold.shared import (
    change_jackpot,
    correct_level,
    forget_final,
    note_win,
    pay_award,
)
from pitboss.floor.money.meter import micros, open_level
from pitboss.floor.state.floor import AwardState, JackpotState, State, changed
from pitboss.floor.state.shortfalls import LIABILITY, RELEASED, level_name
from pitboss.money import Cents


def jackpot_opened(state: State, event: jackpots.JackpotOpened) -> None:
    assert state.jackpots.get(event.jackpot) is None
    opening = {reading.level: reading for reading in event.opening}
    state.jackpots[event.jackpot] = JackpotState(
        jackpot=event.jackpot,
        terms=event.terms,
        levels={
            setting.level: open_level(setting, opening[setting.level])
            for setting in event.terms.levels
        },
    )
    if not event.terms.training:
        money_put_up(state, sum(reading.meter_micros for reading in event.opening))


def meter_adjusted(state: State, event: jackpots.MeterAdjusted) -> None:
    if not event.award:
        correct_level(state, event.movement, recovers=event.adjustment == "seed_recovery")
        _cite(state, event)
    else:
        _record_prize(state, event)
    forget_final(state, event.jackpot, event.level)


def _record_prize(state: State, event: jackpots.MeterAdjusted) -> None:
    """A prize that no table recorded still belongs to its round."""
    assert event.won_at is not None
    award, at = award_of(event), event.won_at
    pay_award(state, event.movement, award, beyond_micros=micros(event.beyond_cents))
    state.awards[event.award] = AwardState(
        award, at.table, at.round, state.seq, "moved", event.movement,
        by_hand=True, confirmed_by=event.badges, dealt_by=event.dealt_by,
    )  # fmt: skip
    owe(state, award)
    note_win(state, at.table, at.round, (event.award,))


def _cite(state: State, event: jackpots.MeterAdjusted) -> None:
    """Use up this much of its evidence."""
    cents = Cents(-event.cents)
    if event.evidence and event.adjustment == RELEASED:
        name = level_name(event.jackpot, event.level)
        state.unshown[name] = (state.unshown.get(name) or 0) - cents
        assert event.evidence == f"{LIABILITY} {state.reports.get(LIABILITY)}"
        assert (state.unshown.get(name) or 0) >= 0
    elif event.evidence:
        found = state.paper(event.evidence)
        taken = Cents(found.taken_cents + cents)
        assert taken <= found.cents
        state.papers[event.evidence] = changed(found, taken_cents=taken)


def award_of(event: jackpots.MeterAdjusted) -> Award:
    """The prize someone took off a meter by hand."""
    cents, at = Cents(-event.cents), event.won_at
    assert at is not None
    return Award(
        event.award, at.spot.seat, at.spot.sensor, event.jackpot, at.outcome, event.level, cents,
        event.house_cents, Cents(0), event.restarts,
    )  # fmt: skip


def jackpot_suspended(state: State, event: jackpots.JackpotSuspended) -> None:
    _let_go(state, event.jackpot)
    change_jackpot(state, event.jackpot, status="suspended", suspended_for=event.reason)


def jackpot_resumed(state: State, event: jackpots.JackpotResumed) -> None:
    _let_go(state, event.jackpot)
    change_jackpot(state, event.jackpot, status="open", suspended_for="", opened_seq=state.seq)


def _let_go(state: State, jackpot: str) -> None:
    """Release it from a change that is over, or because someone has suspended it."""
    for name, asked in list(state.changes.items()):
        if jackpot in asked.held:
            held = tuple(each for each in asked.held if each != jackpot)
            state.changes[name] = changed(asked, held=held)
