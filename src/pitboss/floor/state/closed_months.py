"""Months whose gambling days are over: which are complete, and the digest of a close."""

from __future__ import annotations

from hashlib import sha256

from pitboss.floor.facts.days import DayEnded
from pitboss.floor.state.calendar import CalendarState, MonthState
from pitboss.local_time import days_before

MONTHS_MOST = 36  # not closed; older ones never will be


def month_of(day: str) -> str:
    """The month of a gambling day: 2026-11."""
    return day[: len("2026-11")]


def months_after(calendar: CalendarState, ended: DayEnded, *, seq: int) -> tuple[MonthState, ...]:
    """The complete months once a gambling day has ended; a month in which the system was off the
    whole time has the figures of the one before."""
    next_day = days_before(ended.idle_to or ended.day, -1)
    new, month = [], month_of(ended.day)
    while month < month_of(next_day):
        if month > calendar.month_closed:
            new.append(MonthState(month, seq, ended.balances))
        month = _next(month)
    return (*months_before(calendar, ended.day), *new)[-MONTHS_MOST:]


def months_before(calendar: CalendarState, day: str) -> tuple[MonthState, ...]:
    """The complete months, once a day begins or ends: its own is not, even if a clock that was
    ahead has already ended it."""
    return tuple(each for each in calendar.months if each.month < month_of(day))


def _next(month: str) -> str:
    year, number = map(int, month.split("-"))
    return f"{year + 1}-01" if number == 12 else f"{year}-{number + 1:02d}"


def month_digest(month: MonthState) -> str:
    """The SHA-256 of a month's trial balance, as anyone can write it down: the month and its last
    row, then a line for each account with its cents and the micros above them."""
    lines = [f"{month.month} {month.ended_seq}"]
    lines += [f"{each.account} {each.cents} {each.micros}" for each in month.balances]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def last_day_of(month: str) -> str:
    """The last day of a month."""
    return days_before(f"{_next(month)}-01", 1)
