"""Decisions about the monthly close."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.facts import months
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.closed_months import month_digest, month_of
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal


def close_month(state: State, command: months.CloseMonth) -> Sequence[Event]:
    """Months close in order; the first one to be closed is the house's choice."""
    calendar, month = state.calendar, command.month
    if calendar.month_closed and month <= calendar.month_closed:
        raise Refusal("MONTH_CLOSED", where=month[:10], closed=calendar.month_closed)
    found = next((each for each in calendar.months if each.month == month), None)
    if found is None:
        raise Refusal("MONTH_OPEN", "not_over", where=month[:10])
    if calendar.month_closed and found != calendar.months[0]:
        raise Refusal("MONTH_OPEN", "order", where=month, first=calendar.months[0].month)
    if waiting := [each.day for each in calendar.days if month_of(each.day) <= month]:
        raise Refusal("MONTH_OPEN", "days", where=month, days=waiting)
    if left := [each.day for each in calendar.late if month_of(each.day) <= month]:
        raise Refusal("MONTH_OPEN", "drop", where=month, days=left)
    return [
        event_from(
            months.MonthClosed,
            command,
            ended_seq=found.ended_seq,
            balances=found.balances,
            month_sha256=month_digest(found),
        )
    ]
