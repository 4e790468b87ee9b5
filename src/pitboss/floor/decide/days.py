"""Decisions about the gambling day: its shifts, readings, counts and its close."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.calendar import BoxState, DayState, ShiftState
from pitboss.floor.decide.checks import need_reason, need_short
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.days import (
    CloseDay,
    CloseVariance,
    CountsRecorded,
    DayClosed,
    DayEnded,
    ReadingRecorded,
    RecordCounts,
    RecordReading,
    ShiftBegan,
    ShiftEnded,
    TurnShift,
    VarianceClosed,
    VarianceOpened,
)
from pitboss.floor.facts.values import BoxCount, BoxCounted, LevelRead
from pitboss.floor.gambling_day import (
    box_of,
    day_ends_ms,
    is_beyond,
    is_turn_due,
    missing,
    next_shift,
    shift_at,
    shift_bets,
    shift_played,
)
from pitboss.floor.ledger import trial_balance
from pitboss.floor.meter import readings
from pitboss.floor.state import RoundState, State, changed
from pitboss.local_time import days_before, local_time
from pitboss.money import dollars
from pitboss.refusal import Refusal

CHIPS_MOST = 9_999_999
COUNTED_AGAIN = "counted again, within the limit"
LACKS = {
    "rounds": "open round",
    "marks": "winner not confirmed",
    "readings": "signs not read",
    "counts": "drop not counted",
    "variances": "variance open",
    "prizes": "prizes not paid",
    "bank": "bank deposit due",
}
VOIDED_SINCE = "a round was voided after the count, which is within the limit now"


# ---- the clock ----------------------------------------------------------------------------------


def turn_shift(state: State, command: TurnShift) -> Sequence[Event]:
    calendar, at_ms = state.calendar, command.at_ms
    if not is_turn_due(calendar, at_ms):
        return []
    now = shift_at(state, at_ms)
    day = max(now.day, days_before(calendar.closed, -1)) if calendar.closed else now.day
    events: list[Event] = []
    began_ms = at_ms
    if calendar.days:
        on = calendar.days[-1]
        ended_ms = min(at_ms, calendar.ends_ms)
        began_ms = max(ended_ms, now.begins_ms)
        ended = ShiftEnded(
            day=on.day,
            shift=calendar.shift,
            at_ms=ended_ms,
            readings=readings(state),
            bets=shift_bets(state),
        )
        events.append(ended)
        if day > on.day:
            before = days_before(day, 1)
            events.append(
                DayEnded(
                    day=on.day,
                    at_ms=min(at_ms, max(ended_ms, day_ends_ms(state, on.day))),
                    readings=ended.readings,
                    balances=trial_balance(state),
                    idle_to=before if before > on.day else "",
                )
            )
    shift = max(now.shift, next_shift(calendar, day))
    events.append(ShiftBegan(day=day, shift=shift, at_ms=began_ms, ends_ms=now.ends_ms))
    return events


# ---- readings -----------------------------------------------------------------------------------


def record_reading(state: State, command: RecordReading) -> Sequence[Event]:
    shift = _shift(state, command.day, command.shift)
    need_short(command.explanation, where="explanation")
    need_short(command.camera, where="camera")
    ledger = {(each.jackpot, each.level): each.cents for each in shift.ledger}
    signs = {(each.jackpot, each.level): each.cents for each in command.signs}
    unlike = sorted(ledger.keys() ^ signs.keys())
    if unlike or len(signs) != len(command.signs):
        named = ", ".join(" ".join(each) for each in unlike) or "a level stands there twice"
        reason = f"read every sign of the shift once: {named}"
        raise Refusal("READING_INCOMPLETE", where=f"shift {shift.shift}", reason=reason)
    levels = tuple(LevelRead(*key, signs[key], cents) for key, cents in ledger.items())
    differing = [each for each in levels if each.sign_cents != each.ledger_cents]
    if differing and not command.explanation.strip():
        read = (f"{each.jackpot} {each.level} {dollars(each.sign_cents)}" for each in differing)
        reason = (
            "the ledger has another amount; look at the sign again, or at its picture, then "
            "explain the difference"
        )
        raise Refusal("READING_UNEXPLAINED", where="; ".join(read), reason=reason)
    return [event_from(ReadingRecorded, command, levels=levels)]


# ---- counts and variances -----------------------------------------------------------------------


def record_counts(state: State, command: RecordCounts) -> Sequence[Event]:
    shift, is_late = _left_shift(state, command.day, command.shift)
    entered = [count for count in command.counts if count.chips is not None]
    named = {(count.table, count.jackpot) for count in entered}
    if not entered or len(named) != len(entered):
        reason = "a box stands there twice" if entered else "enter at least one count"
        raise Refusal("COUNT_WRONG", where="counts", reason=reason)
    boxes = [_box(state, shift, count.table, count.jackpot) for count in entered]
    if is_late and not all(box in shift.boxes and box.is_left for box in boxes):
        raise _closed(state, command.day)
    counts = tuple(map(_counted, boxes, entered))
    events: list[Event] = [event_from(CountsRecorded, command, counts=counts, is_late=is_late)]
    for box, counted in zip(boxes, counts, strict=True):
        now = changed(box, chips=counted.chips, sensor=counted.sensor)
        events += _variance(
            state, command.day, command.shift, now, badge=command.badges[0], reason=COUNTED_AGAIN
        )
    return events


def _variance(
    state: State,
    day: str,
    shift: int,
    box: BoxState,
    *,
    badge: str,
    reason: str,
    voided_round: int = 0,
) -> list[Event]:
    """The variance that a box with its count opens; or the end of the one that is open, by whom
    and why."""
    assert box.chips is not None
    limit = state.law_on(day).variance_percent
    table, jackpot = box.table, box.jackpot
    if any(is_beyond(limit, box.bets, each) for each in (box.chips, box.sensor)):
        return [
            VarianceOpened(
                day=day,
                shift=shift,
                table=table,
                jackpot=jackpot,
                bets=box.bets,
                chips=box.chips,
                sensor=box.sensor,
                rule=limit.rule,
                voided_round=voided_round,
            )
        ]
    closed = VarianceClosed(
        day=day, shift=shift, table=table, jackpot=jackpot, reason=reason, badge=badge
    )
    return [closed] if box.is_open else []


def count_after_void(state: State, table: str, opened: RoundState, badge: str) -> list[Event]:
    """What a void means for boxes of its round's shift that are counted already: the count is
    compared with the bets that are left."""
    found = shift_played(state.calendar, opened.seq)
    if found is None:
        return []
    day, shift = found
    events: list[Event] = []
    for taking in opened.takings:
        box = box_of(state, shift, table, taking.jackpot)
        if box is not None and box.chips is not None:
            left = changed(box, bets=box.bets - taking.bets)
            events += _variance(
                state, day, shift.shift, left,
                badge=badge, reason=VOIDED_SINCE, voided_round=opened.number,
            )  # fmt: skip
    return events


def _box(state: State, shift: ShiftState, table: str, jackpot: str) -> BoxState:
    found = box_of(state, shift, table, jackpot)
    if found is None:
        reason = "this table takes no bets for this jackpot, so it has no drop box for it"
        raise Refusal("COUNT_WRONG", where=f"{table} {jackpot}", reason=reason)
    return found


def _counted(box: BoxState, count: BoxCount) -> BoxCounted:
    for number in (count.chips, count.sensor):
        if number is not None and not 0 <= number <= CHIPS_MOST:
            reason = (
                f"{number:,} is not between 0 and {CHIPS_MOST:,}; count chips, one for each bet"
            )
            raise Refusal("COUNT_WRONG", where=f"{box.table} {box.jackpot}", reason=reason)
    assert count.chips is not None
    return BoxCounted(box.table, box.jackpot, box.bets, count.chips, count.sensor)


def close_variance(state: State, command: CloseVariance) -> Sequence[Event]:
    shift, _ = _left_shift(state, command.day, command.shift)
    need_reason(command.reason)
    where = f"{command.table} {command.jackpot}"
    box = box_of(state, shift, command.table, command.jackpot)
    if box is None or not box.is_open:
        raise Refusal("VARIANCE_UNKNOWN", where=where, reason="no variance is open here")
    return [event_from(VarianceClosed, command)]


# ---- the close ----------------------------------------------------------------------------------


def close_day(state: State, command: CloseDay) -> Sequence[Event]:
    day = _ended_day(state, command.day)
    lacking = missing(state, day)
    stopping = [each for each in lacking if each.stops]
    if stopping:
        rule = state.law.close_needs.rule
        lines = "; ".join(f"{LACKS[each.kind]}: {each.where} ({each.done_by})" for each in stopping)
        raise Refusal("DAY_INCOMPLETE", where=day.day, reason=f"still to be done: {lines} ({rule})")
    return [
        DayClosed(
            day=day.day,
            ended_seq=day.ended_seq,
            left=tuple(f"{each.kind}: {each.where}" for each in lacking),
            badges=command.badges,
            at_ms=command.at_ms,
        )
    ]


def _ended_day(state: State, day: str) -> DayState:
    """The oldest day that is not closed, if it is this one and it is over."""
    _need_not_closed(state, day)
    days = state.calendar.days
    if not days:
        raise Refusal("DAY_NOT_OVER", where=day, reason="no gambling day has begun yet")
    oldest, on = days[0], days[-1]
    if day >= on.day:
        detail = "it is on" if day == on.day else f"it is still to come; {on.day} is on"
        ends = local_time(state.calendar.ends_ms, state.time_zone)
        reason = f"{detail}; the shift ends at {ends}. Close a day when it is over"
        raise Refusal("DAY_NOT_OVER", where=day, reason=reason)
    if day != oldest.day:
        reason = f"days are closed in their order; close {oldest.day} first"
        raise Refusal("DAY_ORDER", where=day, reason=reason)
    return oldest


def _need_not_closed(state: State, day: str) -> None:
    if day <= state.calendar.closed:
        raise _closed(state, day)


def _closed(state: State, day: str) -> Refusal:
    reason = (
        f"days up to {state.calendar.closed} are closed; what was entered wrong goes into the next "
        "one"
    )
    return Refusal("DAY_CLOSED", where=day, reason=reason)


def _left_shift(state: State, day: str, shift: int) -> tuple[ShiftState, bool]:
    """A shift that is over, also of a closed day with something left; whether it is such a one."""
    is_late = any(each.day == day and each.is_left for each in state.calendar.late)
    if not is_late:
        _need_not_closed(state, day)
    return _ended_shift(state, day, shift), is_late


def _shift(state: State, day: str, shift: int) -> ShiftState:
    """A shift that is over, of a day that is not closed."""
    _need_not_closed(state, day)
    return _ended_shift(state, day, shift)


def _ended_shift(state: State, day: str, shift: int) -> ShiftState:
    kept = state.calendar.day_of(day)
    for found in kept.shifts if kept is not None else ():
        if found.shift == shift:
            return found
    reason = "no such shift is over; read and count when the shift has ended"
    raise Refusal("SHIFT_UNKNOWN", where=f"{day}, shift {shift}", reason=reason)
