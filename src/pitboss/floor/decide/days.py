"""Decisions about the gambling day: its shifts, readings, counts and close."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_short
from pitboss.floor.facts import days
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.money.ledger import trial_balance
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state import gambling_day
from pitboss.floor.state.calendar import BoxState, DayState, ShiftState
from pitboss.floor.state.floor import RoundState, State, changed
from pitboss.local_time import days_before, local_time
from pitboss.money import dollars
from pitboss.refusal import Refusal, Told, say

CHIPS_MOST = 9_999_999
COUNTED_AGAIN, VOIDED_SINCE = (say("VARIANCE_GONE", case) for case in ("counted", "voided"))


# ---- the clock ----------------------------------------------------------------------------------


def turn_shift(state: State, command: days.TurnShift) -> Sequence[Event]:
    calendar, at_ms = state.calendar, command.at_ms
    if not gambling_day.is_turn_due(calendar, at_ms):
        return []
    now = gambling_day.shift_at(state, at_ms)
    day = max(now.day, days_before(calendar.closed, -1)) if calendar.closed else now.day
    events: list[Event] = []
    began_ms = at_ms
    if calendar.days:
        on = calendar.days[-1]
        ended_ms = min(at_ms, calendar.ends_ms)
        began_ms = max(ended_ms, now.begins_ms)
        ended = days.ShiftEnded(
            day=on.day,
            shift=calendar.shift,
            at_ms=ended_ms,
            readings=list_readings(state),
            bets=gambling_day.shift_bets(state),
        )
        events.append(ended)
        if day > on.day:
            before = days_before(day, 1)
            events.append(
                days.DayEnded(
                    day=on.day,
                    at_ms=min(at_ms, max(ended_ms, gambling_day.day_ends_ms(state, on.day))),
                    readings=ended.readings,
                    balances=trial_balance(state),
                    idle_to=before if before > on.day else "",
                )
            )
    shift = max(now.shift, gambling_day.next_shift(calendar, day))
    events.append(days.ShiftBegan(day=day, shift=shift, at_ms=began_ms, ends_ms=now.ends_ms))
    return events


# ---- readings -----------------------------------------------------------------------------------


def record_reading(state: State, command: days.RecordReading) -> Sequence[Event]:
    shift = _shift(state, command.day, command.shift)
    need_short(command.explanation, where="explanation")
    need_short(command.camera, where="camera")
    ledger = {(each.jackpot, each.level): each.cents for each in shift.ledger}
    signs = {(each.jackpot, each.level): each.cents for each in command.signs}
    unlike = sorted(ledger.keys() ^ signs.keys())
    if unlike or len(signs) != len(command.signs):
        named = [" ".join(each) for each in unlike]
        case = "" if unlike else "twice"
        raise Refusal("READING_INCOMPLETE", case, where=f"shift {shift.shift}", named=named)
    levels = tuple(days.LevelRead(*key, signs[key], cents) for key, cents in ledger.items())
    differing = [each for each in levels if each.sign_cents != each.ledger_cents]
    if differing and not command.explanation.strip():
        read = (f"{each.jackpot} {each.level} {dollars(each.sign_cents)}" for each in differing)
        raise Refusal("READING_UNEXPLAINED", where="; ".join(read))
    return [event_from(days.ReadingRecorded, command, levels=levels)]


# ---- counts and variances -----------------------------------------------------------------------


def record_counts(state: State, command: days.RecordCounts) -> Sequence[Event]:
    shift, is_late = _left_shift(state, command.day, command.shift)
    entered = [count for count in command.counts if count.chips is not None]
    named = {(count.table, count.jackpot) for count in entered}
    if not entered or len(named) != len(entered):
        raise Refusal("COUNT_WRONG", "twice" if entered else "none", where="counts")
    boxes = [_box(state, shift, count.table, count.jackpot) for count in entered]
    if is_late and not all(box in shift.boxes and box.is_left for box in boxes):
        raise _day_closed(state, command.day)
    counts = tuple(map(_count_box, boxes, entered))
    events: list[Event] = [event_from(days.CountsRecorded, command, counts=counts, is_late=is_late)]
    for box, counted in zip(boxes, counts, strict=True):
        now = changed(box, chips=counted.chips, sensor=counted.sensor)
        events += _variance(
            state, command.day, command.shift, now, badge=command.badges[0], gone=COUNTED_AGAIN
        )
    return events


def _variance(
    state: State,
    day: str,
    shift: int,
    box: BoxState,
    *,
    badge: str,
    gone: Told,
    voided_round: int = 0,
) -> list[Event]:
    """The variance that a box's count opens, or the end of the open one, with who explained it and
    how."""
    assert box.chips is not None
    limit = state.law_on(day).variance_percent
    table, jackpot = box.table, box.jackpot
    if any(gambling_day.is_beyond(limit, box.bets, each) for each in (box.chips, box.sensor)):
        return [
            days.VarianceOpened(
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
    closed = days.VarianceClosed(
        day=day, shift=shift, table=table, jackpot=jackpot, told=gone, badge=badge
    )
    return [closed] if box.is_open else []


def count_after_void(state: State, table: str, opened: RoundState, badge: str) -> list[Event]:
    """What a void does to counted boxes of its round's shift: compare the count with the remaining
    bets."""
    found = gambling_day.shift_played(state.calendar, opened.seq)
    if found is None:
        return []
    day, shift = found
    events: list[Event] = []
    for taking in opened.takings:
        box = gambling_day.box_of(state, shift, table, taking.jackpot)
        if box is not None and box.chips is not None:
            left = changed(box, bets=box.bets - taking.bets)
            events += _variance(
                state, day, shift.shift, left,
                badge=badge, gone=VOIDED_SINCE, voided_round=opened.number,
            )  # fmt: skip
    return events


def _box(state: State, shift: ShiftState, table: str, jackpot: str) -> BoxState:
    found = gambling_day.box_of(state, shift, table, jackpot)
    if found is None:
        raise Refusal("COUNT_WRONG", "table_takes_no", where=f"{table} {jackpot}")
    return found


def _count_box(box: BoxState, count: days.BoxCount) -> days.BoxCounted:
    for number in (count.chips, count.sensor):
        if number is not None and not 0 <= number <= CHIPS_MOST:
            raise Refusal(
                "COUNT_WRONG",
                "chips_out_of_range",
                where=f"{box.table} {box.jackpot}",
                number=number,
                chips_most=CHIPS_MOST,
            )
    assert count.chips is not None
    return days.BoxCounted(box.table, box.jackpot, box.bets, count.chips, count.sensor)


def close_variance(state: State, command: days.CloseVariance) -> Sequence[Event]:
    shift, _ = _left_shift(state, command.day, command.shift)
    need_reason(command.reason)
    where = f"{command.table} {command.jackpot}"
    box = gambling_day.box_of(state, shift, command.table, command.jackpot)
    if box is None or not box.is_open:
        raise Refusal("VARIANCE_UNKNOWN", where=where)
    return [event_from(days.VarianceClosed, command)]


# ---- the close ----------------------------------------------------------------------------------


def close_day(state: State, command: days.CloseDay) -> Sequence[Event]:
    day = _ended_day(state, command.day)
    lacking = gambling_day.find_missing(state, day)
    stopping = [each for each in lacking if each.stops]
    if stopping:
        rule = state.law.close_needs.rule
        lines = [each.told for each in stopping]
        raise Refusal("DAY_INCOMPLETE", where=day.day, lines=lines, rule=rule)
    return [
        days.DayClosed(
            day=day.day,
            ended_seq=day.ended_seq,
            left=tuple(each.told for each in lacking),
            badges=command.badges,
            at_ms=command.at_ms,
        )
    ]


def _ended_day(state: State, day: str) -> DayState:
    """Require this to be the oldest day not closed, and over."""
    _need_not_closed(state, day)
    kept = state.calendar.days
    if not kept:
        raise Refusal("DAY_NOT_OVER", where=day)
    oldest, on = kept[0], kept[-1]
    if day >= on.day:
        ends = local_time(state.calendar.ends_ms, state.time_zone)
        case = "on" if day == on.day else "to_come"
        raise Refusal("DAY_NOT_OVER", case, where=day, on=on.day, ends=ends)
    if day != oldest.day:
        raise Refusal("DAY_ORDER", where=day, day=oldest.day)
    return oldest


def _need_not_closed(state: State, day: str) -> None:
    if day <= state.calendar.closed:
        raise _day_closed(state, day)


def _day_closed(state: State, day: str) -> Refusal:
    return Refusal("DAY_CLOSED", where=day, closed=state.calendar.closed)


def _left_shift(state: State, day: str, shift: int) -> tuple[ShiftState, bool]:
    """A finished shift, even of a closed day with something left; and whether its day is closed."""
    is_late = any(each.day == day and each.is_left for each in state.calendar.late)
    if not is_late:
        _need_not_closed(state, day)
    return _ended_shift(state, day, shift), is_late


def _shift(state: State, day: str, shift: int) -> ShiftState:
    """A finished shift of a day that isn't closed."""
    _need_not_closed(state, day)
    return _ended_shift(state, day, shift)


def _ended_shift(state: State, day: str, shift: int) -> ShiftState:
    kept = state.calendar.day_of(day)
    for found in kept.shifts if kept is not None else ():
        if found.shift == shift:
            return found
    raise Refusal("SHIFT_UNKNOWN", where=f"{day}, shift {shift}")
