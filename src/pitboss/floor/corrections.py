"""Decisions after the fact: adjustments, back-outs, payments."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.book import Book
from pitboss.floor.checks import (
    need_reason,
    need_reduction_reason,
    need_role,
    need_two_approvers,
)
from pitboss.floor.meter import correct, give_back, micros, pay, reverse_movement, shown, trim
from pitboss.floor.payments import need_payment
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
    if tables := jackpot.awaited_at(command.level):
        reason = f"an award is on its way at {', '.join(tables)}; have it confirmed, or taken back"
        raise Refusal("AWARD_PENDING", where=command.level, reason=reason)
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
        # Both are funds that no meter shows (WAC 230-15-695): the reserve first.
        reserve = min(micros(lowered), reading.reserve_micros)
        overflow = micros(lowered) - reserve
        if overflow > reading.overflow_micros:
            raise Refusal(
                "AMOUNT_WRONG", where="cents", reason="more than reserve and overflow hold"
            )
        return correct(command.jackpot, level, reserve=-reserve, overflow=-overflow)
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
    heir = _heir(state, found)
    return [
        events.AwardBackedOut(
            award=command.award,
            table=found.table,
            round=found.round,
            reverses=found.seq,
            reason=command.reason,
            badges=command.badges,
            movements=_undone(state, found, heir),
            restart_passes_to=heir,
        )
    ]


def _heir(state: State, found: AwardState) -> str:
    """The share that restarts the meter in place of an undone one: the last that still stands. The
    restart belongs to the split as a whole."""
    if not found.award.restarts:
        return ""
    others = [name for name in found.shares if name != found.award.award]
    standing = [name for name in others if state.award(name).status != "backed out"]
    return standing[-1] if standing else ""


def _undone(state: State, found: AwardState, heir: str) -> tuple[Movement, ...]:
    if found.movement is None:
        return ()
    level = state.jackpot(found.award.jackpot).levels[found.award.level]
    if heir:
        return (give_back(found.movement, level, found.award.meter_cents),)
    return (reverse_movement(level, found.movement),)


def print_win_page(
    state: State, command: commands.PrintWinPage, book: Book
) -> Sequence[events.Event]:
    need_role(state, command.badge, "dealer", *APPROVERS)
    found = state.award(command.award)
    if command.table:
        state.table(command.table)
    return [
        events.WinPagePrinted(
            award=command.award,
            copy=found.prints + 1,
            table=command.table,
            badge=command.badge,
        )
    ]


def pay_prize(state: State, command: commands.PayPrize, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, *APPROVERS)
    found = state.award(command.award)
    if found.status == "recorded":
        raise Refusal("AWARD_PENDING", where=command.award, reason="turn the key back to RUN")
    if found.status != "moved":
        raise Refusal("NOT_OWED", where=command.award, reason=f"it is {found.status}")
    cents = found.award.owed_cents
    if not cents:
        paid = "the award is $0.00" if found.award.level else "the tray has paid it at the table"
        raise Refusal("NOT_OWED", where=command.award, reason=f"{paid}; nothing is owed")
    need_payment(state, found, command.payment)
    return [
        events.PrizePaid(
            award=command.award, cents=cents, payment=command.payment, badge=command.badge
        )
    ]
