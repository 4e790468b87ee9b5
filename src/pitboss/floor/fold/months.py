"""Applies the monthly close to the floor."""

from __future__ import annotations

from pitboss.floor.facts import months
from pitboss.floor.state.closed_months import month_digest
from pitboss.floor.state.floor import State, changed


def month_closed(state: State, event: months.MonthClosed) -> None:
    found = next(each for each in state.calendar.months if each.month == event.month)
    assert (event.ended_seq, event.balances) == (found.ended_seq, found.balances), (
        "the books are not what the month's close says"
    )
    assert event.month_sha256 == month_digest(found)
    left = tuple(each for each in state.calendar.months if each.month > event.month)
    state.calendar = changed(state.calendar, months=left, month_closed=event.month)
