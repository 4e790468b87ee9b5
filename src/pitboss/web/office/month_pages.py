"""Months: which are closed, with their digests, and the close of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Entry
from pitboss.floor.state.calendar import CalendarState
from pitboss.floor.state.closed_months import last_day_of, month_of
from pitboss.floor.state.floor import State
from pitboss.local_time import days_before
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.web.office.desk import Desk, Floor, desk

router = APIRouter(prefix="/office", include_in_schema=False)
MonthsDesk = Annotated[Desk, Depends(desk("months"))]

CLOSED = columns("month seq:count time:time who books_seq:count* month_sha256*")
OPEN = columns("month books_seq:count days_waiting:long? drop_waiting:long?")


@router.get("/months")
async def months(desk: MonthsDesk) -> Response:
    """Months that are over and open, with what they wait for; and the closed ones."""
    calendar: CalendarState = await desk.running_site.look(_calendar)
    entries, floor = await desk.newest("month-closed"), await desk.floor()
    begins = desk.running_site.site.day_begins
    first = calendar.months[0].month if calendar.months else ""
    return desk.page(
        "months",
        [
            desk.sheet(
                "open_months", OPEN, [_open(desk, each, calendar) for each in _months(calendar)]
            ),
            desk.sheet(
                "closed_months", CLOSED, [_closed(desk, floor, each, begins) for each in entries]
            ),
        ],
        first=first,
        waits=any(_waiting(calendar, first)) if first else False,
    )


def _calendar(state: State) -> CalendarState:
    return state.calendar


def _months(calendar: CalendarState) -> list[tuple[str, int]]:
    return [(each.month, each.ended_seq) for each in calendar.months]


def _waiting(calendar: CalendarState, month: str) -> tuple[Sequence[str], Sequence[str]]:
    """The days of a month that aren't closed, and those with something left of the drop."""
    days = [each.day for each in calendar.days if month_of(each.day) <= month]
    return days, [each.day for each in calendar.late if month_of(each.day) <= month]


def _open(desk: Desk, month: tuple[str, int], calendar: CalendarState) -> tuple[Cell, ...]:
    days, drop = _waiting(calendar, month[0])
    address = report_address(month[0], desk.running_site.site.day_begins)
    return Linked(month[0], address), month[1], ", ".join(days), ", ".join(drop)


def _closed(desk: Desk, floor: Floor, entry: Entry, begins: str) -> tuple[Cell, ...]:
    event = entry.event
    return (
        Linked(event.month, report_address(event.month, begins)),
        Linked(entry.seq, f"/office/journal/{entry.seq}"),
        event.at_ms,
        desk.people_cell(floor, event.badges),
        event.ended_seq,
        event.month_sha256,
    )


def report_address(month: str, begins: str) -> str:
    """The month's report."""
    after = days_before(last_day_of(month), -1)
    return f"/office/reports/month?begin={month}-01T{begins}&end={after}T{begins}"
