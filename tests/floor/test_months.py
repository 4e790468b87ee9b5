"""The monthly close: which months are over, what must be closed first, and its trial balance."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from pitboss.floor.facts import days, months
from pitboss.floor.money.ledger import trial_balance
from pitboss.refusal import Told

from .support import Floor
from .test_days import a_floor, bets, turn


def close_day(floor: Floor, day: str) -> None:
    """Read, count and close a day as it was played."""
    kept = floor.state.calendar.day_of(day)
    assert kept is not None
    for shift in kept.shifts:
        named: dict[str, Any] = {"day": day, "shift": shift.shift}
        floor.must(days.RecordReading, signs=shift.ledger, badges=("sam", "ann"), **named)
        counts = tuple(days.BoxCount(box.table, box.jackpot, box.bets) for box in shift.boxes)
        if counts:
            floor.must(days.RecordCounts, counts=counts, badges=("ann", "sam"), **named)
    floor.must(days.CloseDay, day=day, badges=("ann", "oto"))


def close(floor: Floor, month: str, badges: tuple[str, str] = ("ann", "oto")) -> Any:
    return floor.ask(months.CloseMonth, month=month, badges=badges)


def refused(decision: Any) -> tuple[str, str]:
    assert isinstance(decision, Told)
    return decision.code, decision.case


def at_the_end_of_november() -> Floor:
    """Play on 2026-11-14; the system is off until 1 December."""
    floor = a_floor()
    bets(floor, 10)
    turn(floor, "2026-12-01T12:00")
    return floor


def test_a_month_closes_once_each_of_its_days_is_closed() -> None:
    floor = at_the_end_of_november()
    assert refused(close(floor, "2026-11")) == ("MONTH_OPEN", "days")
    close_day(floor, "2026-11-14")
    ended_seq = floor.state.calendar.months[0].ended_seq
    balances = trial_balance(floor.state)
    bets(floor, 3)  # of December, and no part of November
    (event,) = close(floor, "2026-11")
    assert isinstance(event, months.MonthClosed)
    assert (event.ended_seq, event.balances) == (ended_seq, balances)
    assert trial_balance(floor.state) != balances


def test_the_digest_is_written_down_by_hand() -> None:
    floor = at_the_end_of_november()
    close_day(floor, "2026-11-14")
    (event,) = close(floor, "2026-11")
    text = f"2026-11 {event.ended_seq}\n"
    for each in event.balances:
        text += f"{each.account} {each.cents} {each.micros}\n"
    assert event.month_sha256 == sha256(text.encode()).hexdigest()


def test_months_close_in_order_and_once() -> None:
    floor = at_the_end_of_november()
    turn(floor, "2027-02-03T12:00")
    assert [each.month for each in floor.state.calendar.months] == ["2026-11", "2026-12", "2027-01"]
    for day in ("2026-11-14", "2026-12-01"):
        close_day(floor, day)
    close(floor, "2026-11")
    assert refused(close(floor, "2027-01")) == ("MONTH_OPEN", "order")
    assert refused(close(floor, "2026-11")) == ("MONTH_CLOSED", "")
    assert not isinstance(close(floor, "2026-12"), Told)
    assert not isinstance(close(floor, "2027-01"), Told)  # off all of it: the same figures
    assert floor.state.calendar.month_closed == "2027-01"


def test_the_first_month_to_close_is_the_houses_choice() -> None:
    floor = at_the_end_of_november()
    turn(floor, "2027-01-03T12:00")
    for day in ("2026-11-14", "2026-12-01"):
        close_day(floor, day)
    assert not isinstance(close(floor, "2026-12"), Told)
    assert refused(close(floor, "2026-11")) == ("MONTH_CLOSED", "")


@pytest.mark.parametrize("month", ["2026-12", "2026-10", "", "november"])
def test_a_month_that_is_not_over_does_not_close(month: str) -> None:
    assert refused(close(at_the_end_of_november(), month)) == ("MONTH_OPEN", "not_over")


def test_two_people_close_it_one_of_them_the_auditor() -> None:
    floor = at_the_end_of_november()
    close_day(floor, "2026-11-14")
    assert refused(close(floor, "2026-11", ("ann", "eve")))[0] == "ROLE_TOO_LOW"
    assert refused(close(floor, "2026-11", ("oto", "oto")))[0] == "BADGE_TWICE"
    assert refused(close(floor, "2026-11", ("sam", "oto")))[0] == "ROLE_TOO_LOW"


def test_a_clock_that_was_ahead_ends_no_month() -> None:
    floor = a_floor()
    bets(floor, 5)
    turn(floor, "2031-05-05T12:00")
    turn(floor, "2026-11-19T12:00")
    assert not floor.state.calendar.months
    turn(floor, "2026-12-02T12:00")
    (month,) = floor.state.calendar.months
    assert month.month == "2026-11"
