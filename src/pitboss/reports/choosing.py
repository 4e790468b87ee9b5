"""A report's period: what people type, and the default when they type nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from pitboss.books import Books, Period
from pitboss.refusal import Refusal
from pitboss.reports.making import report_named

YEARS = range(1990, 2200)  # a date outside these is a typo


def instant(text: str, time_zone: str, *, ends: bool = False) -> int:
    """A date or time on the house's clock, or with its own zone, in milliseconds. A date alone
    means the start of its day; if a period `ends` with it, that day is included."""
    try:
        if len(text.strip()) == len("2026-11-14"):
            day = date.fromisoformat(text.strip()) + timedelta(days=int(ends))
            moment = datetime(day.year, day.month, day.day)  # noqa: DTZ001 - the zone comes next
        else:
            moment = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise _unreadable(text) from None
    if moment.year not in YEARS:
        raise _unreadable(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(time_zone))
    since = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return since // timedelta(milliseconds=1)


def chosen_period(begin: str, end: str, time_zone: str, *, now_ms: int) -> Period:
    """The typed period, up to now: nobody signs for days to come."""
    period = Period(instant(begin, time_zone), instant(end, time_zone, ends=True))
    where = f"{begin} to {end}"[:80]
    if period.from_ms >= period.to_ms:
        raise Refusal("PERIOD_WRONG", "ends_before_begins", where=where)
    if period.from_ms >= now_ms:
        raise Refusal("PERIOD_WRONG", "not_begun", where=where)
    return Period(period.from_ms, min(period.to_ms, now_ms))


def usual_period(books: Books, name: str, now_ms: int) -> Period:
    """A report's default period: the last closed day, or for a report on the current state, the
    open day up to now."""
    if not report_named(name).is_of_now:
        return last_closed_day(books)
    ended = books.newest("day-ended", most=1)
    return Period(ended[0].at_ms if ended else _first_ms(books), now_ms + 1)


def last_closed_day(books: Books) -> Period:
    """The last closed gambling day, from start to end; before the first close, everything."""
    closed = books.newest("day-closed", most=1)
    if not closed:
        return Period(_first_ms(books), _after_last_ms(books))
    row = closed[0].event.ended_seq
    ends = [entry for entry in books.find_entries("day-ended") if entry.seq <= row]
    begin = ends[-2].at_ms if len(ends) > 1 else _first_ms(books)
    return Period(begin, max(ends[-1].at_ms, begin + 1))


def _first_ms(books: Books) -> int:
    row = books.row(1)
    return row.at_ms if row else 0


def _after_last_ms(books: Books) -> int:
    row = books.row(books.end.seq)
    return row.at_ms + 1 if row else 1


def _unreadable(text: str) -> Refusal:
    return Refusal("TIME_UNREADABLE", "write_day_or_time", where=text[:40])
