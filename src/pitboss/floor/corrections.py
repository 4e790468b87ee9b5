"""Decisions after the fact: adjustments, back-outs, payments, the close of a day."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.apply import readings, trial_balance
from pitboss.floor.book import Book
from pitboss.floor.checks import (
    need_reason,
    need_reduction_reason,
    need_role,
    need_two_approvers,
)
from pitboss.floor.meter import correct, micros, pay, reverse_movement, shown, trim
from pitboss.floor.state import AwardState, LevelState, State
from pitboss.floor.values import APPROVERS, CENTS_MOST, Movement
from pitboss.money import Cents
from pitboss.refusal import Refusal

# WAC 230-15-695: the only reasons for which a displayed or accrued amount may be reduced.
ADJUSTMENTS = ("won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery")


def adjust_meter(state: State, command: commands.AdjustMeter, book: Book) -> Sequence[events.Event]:
    need_two_approvers(state, command.badges)
    need_reason(command.reason)
    jackpot = state.jackpot(command.jackpot)
    level = jackpot.levels.get(command.level)
    if level is None:
        raise Refusal("LEVEL_UNKNOWN", where=command.level, reason="no such meter")
    if command.level in jackpot.pending:
        raise Refusal("AWARD_PENDING", where=command.level, reason="an award is on its way")
    if command.corrects is not None and not 1 <= command.corrects <= state.seq:
        raise Refusal("ENTRY_UNKNOWN", where="corrects", reason="no such entry")
    movement = _adjustment(command, level)
    if command.cents < 0:
        need_reduction_reason(state, command.kind)
    award = f"adjustment-{state.seq + 1}" if command.kind == "won" else ""
    return [
        events.MeterAdjusted(
            jackpot=command.jackpot,
            level=command.level,
            adjustment=command.kind,
            cents=command.cents,
            award=award,
            corrects=command.corrects,
            reason=command.reason,
            badges=command.badges,
            movement=movement,
        )
    ]


def _adjustment(command: commands.AdjustMeter, level: LevelState) -> Movement:
    """One of the closed list; `cents` is the change, negative where the amount goes down."""
    if command.kind not in ADJUSTMENTS:
        known = ", ".join(ADJUSTMENTS)
        raise Refusal("ADJUSTMENT_UNKNOWN", where=command.kind, reason=f"only {known}")
    if command.cents == 0 or (command.cents > 0 and command.kind != "faulty_display"):
        raise Refusal(
            "AMOUNT_WRONG", where="cents", reason="only a faulty display may be corrected upwards"
        )
    if abs(command.cents) > CENTS_MOST:
        raise Refusal("AMOUNT_WRONG", where="cents", reason="more than any meter shows")
    lowered = Cents(-command.cents)
    reading = level.reading
    if command.kind == "gross_receipts":
        if micros(lowered) > reading.reserve_micros:
            raise Refusal("AMOUNT_WRONG", where="cents", reason="more than the reserve holds")
        return correct(command.jackpot, level, reserve=micros(command.cents))
    if lowered > shown(level):
        raise Refusal("AMOUNT_WRONG", where="cents", reason="more than the meter shows")
    if command.kind == "won":
        return pay("", command.jackpot, level, lowered, restarts=command.restarts)
    if command.kind == "over_limit":
        maximum = level.setting.maximum_cents
        if maximum is None or shown(level) - lowered < maximum:
            raise Refusal("AMOUNT_WRONG", where="cents", reason="only what is above the maximum")
        return trim(command.jackpot, level, lowered)
    return correct(command.jackpot, level, meter=micros(command.cents))


def back_out_award(
    state: State, command: commands.BackOutAward, book: Book
) -> Sequence[events.Event]:
    need_two_approvers(state, command.badges)
    need_reason(command.reason)
    found = state.award(command.award)
    if found.status not in ("recorded", "moved") or not found.table:
        raise Refusal(
            "AWARD_FINAL", where=command.award, reason=f"it is {found.status}; adjust by hand"
        )
    return [
        events.AwardBackedOut(
            award=command.award,
            table=found.table,
            round=found.round,
            reverses=found.seq,
            reason=command.reason,
            badges=command.badges,
            movements=_undone(state, found),
        )
    ]


def _undone(state: State, found: AwardState) -> tuple[Movement, ...]:
    if found.movement is None:
        return ()
    level = state.jackpot(found.award.jackpot).levels[found.award.level]
    return (reverse_movement(level, found.movement),)


def pay_prize(state: State, command: commands.PayPrize, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, *APPROVERS)
    found = state.award(command.award)
    if found.status == "recorded":
        raise Refusal("AWARD_PENDING", where=command.award, reason="turn the key back to RUN")
    if found.status != "moved":
        raise Refusal("NOT_OWED", where=command.award, reason=f"it is {found.status}")
    cents = found.award.owed_cents
    return [events.PrizePaid(award=command.award, cents=cents, badge=command.badge)]


def close_day(state: State, command: commands.CloseDay, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, "accounting", "executive")
    return [
        events.DayClosed(
            day=command.day,
            badge=command.badge,
            readings=readings(state),
            balances=trial_balance(state),
        )
    ]
