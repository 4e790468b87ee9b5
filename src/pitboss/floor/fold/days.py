"""Applies events of the gambling day to the floor."""

from __future__ import annotations

from pitboss.floor.facts import days, rounds
from pitboss.floor.fold.cover import judge_cover
from pitboss.floor.money.ledger import trial_balance
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state import gambling_day
from pitboss.floor.state.calendar import BoxState, DayState, ShiftState
from pitboss.floor.state.closed_months import months_after, months_before
from pitboss.floor.state.floor import State, box_name, changed

LATE_MOST = 62  # closed days whose drop may still be counted


def shift_ended(state: State, event: days.ShiftEnded) -> None:
    """The boxes must hold what was taken; the next shift begins with nothing."""
    assert event.readings == list_readings(state), "the meters are not what the shift's end says"
    assert event.bets == gambling_day.shift_bets(state), (
        "the bets are not what the shift's end says"
    )
    day = state.calendar.days[-1]
    assert (day.day, state.calendar.shift) == (event.day, event.shift)
    boxes = tuple(BoxState(each.table, each.jackpot, each.bets) for each in event.bets)
    since_seq = state.calendar.since_seq
    ended = ShiftState(
        event.shift, event.at_ms, since_seq, state.seq, gambling_day.ledger_signs(state), boxes
    )
    _put_day(state, changed(day, shifts=(*day.shifts, ended)))
    state.calendar = changed(state.calendar, since_seq=state.seq)
    for name, _ in state.bets.items():
        state.bets[name] = 0


def day_ended(state: State, event: days.DayEnded) -> None:
    assert event.readings == list_readings(state), "the meters are not what the day's end says"
    assert event.balances == trial_balance(state), "the books are not what the day's end says"
    day = state.calendar.days[-1]
    assert day.day == event.day
    _put_day(state, changed(day, ended_ms=event.at_ms, ended_seq=state.seq))
    over = months_after(state.calendar, event, seq=state.seq)
    state.calendar = changed(state.calendar, months=over)


def shift_began(state: State, event: days.ShiftBegan) -> None:
    calendar = state.calendar
    assert event.day > calendar.closed, "a day that is closed does not begin"
    before = tuple(day for day in calendar.days if day.day < event.day)
    on = DayState(event.day, gambling_day.shifts_before(calendar, event.day))
    state.calendar = changed(
        calendar,
        days=(*before, on),
        months=months_before(calendar, event.day),
        shift=event.shift,
        begins_ms=event.at_ms,
        ends_ms=event.ends_ms,
    )
    judge_cover(state)


def reading_recorded(state: State, event: days.ReadingRecorded) -> None:
    _put_shift(state, event.day, changed(_shift(state, event.day, event.shift), is_read=True))


def counts_recorded(state: State, event: days.CountsRecorded) -> None:
    for each in event.counts:
        news = {"chips": each.chips, "sensor": each.sensor, "counted_by": event.badges}
        _put_box(state, event.day, event.shift, (each.table, each.jackpot), **news)


def variance_opened(state: State, event: days.VarianceOpened) -> None:
    _put_box(state, event.day, event.shift, (event.table, event.jackpot), is_open=True)


def variance_closed(state: State, event: days.VarianceClosed) -> None:
    _put_box(state, event.day, event.shift, (event.table, event.jackpot), is_open=False)


def day_closed(state: State, event: days.DayClosed) -> None:
    oldest, *others = state.calendar.days
    assert (oldest.day, oldest.ended_seq) == (event.day, event.ended_seq)
    assert others, "a day that is on does not close"
    late = tuple(day for day in (*state.calendar.late, oldest) if day.is_left)[-LATE_MOST:]
    state.calendar = changed(state.calendar, days=tuple(others), closed=event.day, late=late)


def bets_returned(state: State, event: rounds.RoundVoided) -> None:
    """Take a voided round's bets off the box of the shift that took them; if its day is closed,
    only if that box is still to be counted."""
    found = gambling_day.shift_played(state.calendar, event.reverses)
    for taking in event.takings:
        if event.reverses > state.calendar.since_seq:
            name = box_name(event.table, taking.jackpot)
            left = (state.bets.get(name) or 0) - taking.bets
            state.bets[name] = left
        elif found is not None and gambling_day.is_for_money(state, taking.jackpot):
            day, shift = found
            box = gambling_day.box_of(state, shift, event.table, taking.jackpot)
            assert box is not None, f"no drop box of {event.table} {taking.jackpot}"
            left = box.bets - taking.bets
            place = (event.table, taking.jackpot)
            _put_box(state, day, shift.shift, place, bets=left)
        else:
            left = 0
        assert left >= 0, f"{left} bets in the box of {event.table} {taking.jackpot}"


# ---- inside -------------------------------------------------------------------------------------


def _put_day(state: State, new: DayState) -> None:
    kept, late = (
        tuple(new if day.day == new.day else day for day in part)
        for part in (state.calendar.days, state.calendar.late)
    )
    state.calendar = changed(state.calendar, days=kept, late=late)


def _day(state: State, day: str) -> DayState:
    found = state.calendar.day_of(day)
    assert found is not None, f"{day} is closed"
    return found


def _shift(state: State, day: str, number: int) -> ShiftState:
    return next(each for each in _day(state, day).shifts if each.shift == number)


def _put_shift(state: State, day: str, new: ShiftState) -> None:
    found = _day(state, day)
    shifts = tuple(new if each.shift == new.shift else each for each in found.shifts)
    _put_day(state, changed(found, shifts=shifts))


def _put_box(
    state: State, day: str, number: int, place: tuple[str, str], **changes: object
) -> None:
    """Change a box of a shift; one that took no bets is added when it is first counted."""
    shift = _shift(state, day, number)
    box = gambling_day.box_of(state, shift, *place)
    assert box is not None, f"no drop box {place}"
    others = [each for each in shift.boxes if (each.table, each.jackpot) != place]
    boxes = (*others, changed(box, **changes))
    put = sorted(boxes, key=lambda each: (each.table, each.jackpot))
    _put_shift(state, day, changed(shift, boxes=tuple(put)))
