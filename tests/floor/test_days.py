"""The gambling day: its boundary on the house's clock, its shifts, counts and reminders."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import changes, days, rounds
from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.floor.state.gambling_day import (
    find_waiting_close,
    measure_variance,
    shift_at,
    times_fault,
)
from pitboss.money import Cents, dollars
from pitboss.refusal import Told
from pitboss.reports.parsheet_text import percent
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedNumber, CitedText, Law

from .support import FOUR_CARD, Floor

HOUR_MS = 3_600_000
WEST, THREE, LATE = "America/Los_Angeles", ("14:00", "22:00"), ("20:00", "01:00")
EASY = replace(catalog.profile("tribal").law, bank_shortfall=CitedText("warn", "a test"))


def at(text: str) -> int:
    """Milliseconds of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


def a_floor(
    *, law: Law = EASY, time_zone: str = "UTC", begins: str = "06:00", shifts: tuple[str, ...] = ()
) -> Floor:
    """One table with one jackpot, on the 14th at 12:00 UTC."""
    floor = Floor()
    floor.at_ms = at("2026-11-14T12:00")
    floor.must(
        changes.OpenSite, name="Cedar Room", currency="USD", time_zone=time_zone,
        profile="tribal", law=law,
        day_begins=begins, shifts=shifts,
    )  # fmt: skip
    floor.hire()
    floor.open_jackpot("four-card", FOUR_CARD)
    papers = ApprovalRecord(tuple((each, "x") for each in PAPERS), "2026-01-01", "the agency")
    items = bundle_items((), [floor.state.jackpot("four-card").terms], "atlas", ())
    floor.open_table("T1", "four-card", approval=papers, bundle=bundle_sha256(items))
    floor.must(days.TurnShift)
    return floor


PAPERS = catalog.profile("tribal").law.approval_needs.value


def bets(floor: Floor, count: int) -> None:
    """So many bets at T1, in rounds of at most five."""
    while count:
        seats = min(count, 5)
        floor.start("T1", *range(1, seats + 1))
        floor.must(rounds.EndRound, table="T1")
        count -= seats


def turn(floor: Floor, time: str) -> None:
    floor.at_ms = at(time)
    floor.must(days.TurnShift)


# ---- the boundary -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "zone", "begins", "shifts", "found"),
    [
        ("2026-11-14T06:00", "UTC", "06:00", (), ("2026-11-14", 1, "2026-11-15T06:00")),
        ("2026-11-14T05:59", "UTC", "06:00", (), ("2026-11-13", 1, "2026-11-14T06:00")),
        ("2026-11-14T13:59", WEST, "06:00", (), ("2026-11-13", 1, "2026-11-14T14:00")),
        ("2026-11-14T14:00", WEST, "06:00", (), ("2026-11-14", 1, "2026-11-15T14:00")),
        # Clocks go forward on 8 March 2026 and back on 1 November: 23 and 25 hours.
        ("2026-03-07T14:00", WEST, "06:00", (), ("2026-03-07", 1, "2026-03-08T13:00")),
        ("2026-10-31T13:00", WEST, "06:00", (), ("2026-10-31", 1, "2026-11-01T14:00")),
        ("2026-11-14T14:30", "UTC", "06:00", THREE, ("2026-11-14", 2, "2026-11-14T22:00")),
        ("2026-11-15T02:00", "UTC", "06:00", THREE, ("2026-11-14", 3, "2026-11-15T06:00")),
        ("2026-11-15T02:00", "UTC", "12:00", LATE, ("2026-11-14", 3, "2026-11-15T12:00")),
        ("2026-11-15T00:30", "UTC", "12:00", LATE, ("2026-11-14", 2, "2026-11-15T01:00")),
        ("2026-11-15T00:00", "UTC", "00:00", (), ("2026-11-15", 1, "2026-11-16T00:00")),
    ],
)  # fmt: skip
def test_a_gambling_day_runs_from_boundary_to_boundary_on_the_houses_clock(
    time: str, zone: str, begins: str, shifts: tuple[str, ...], found: tuple[str, int, str]
) -> None:
    floor = Floor()
    floor.must(
        changes.OpenSite, name="Cedar Room", currency="USD", time_zone=zone, profile="tribal",
        law=EASY,
        day_begins=begins, shifts=shifts,
    )  # fmt: skip
    now = shift_at(floor.state, at(time))
    assert (now.day, now.shift, now.ends_ms) == (found[0], found[1], at(found[2]))


@pytest.mark.parametrize(
    ("begins", "shifts", "says"),
    [
        ("06:00", ("14:00", "22:00"), ""),
        ("6:00", (), "is not a time"),
        ("24:00", (), "is not a time"),
        ("06:00", ("22:00", "14:00"), "each after the one before"),
        ("06:00", ("06:00",), "begin after 06:00"),
        ("06:00", ("14:00", "14:00"), "each after"),
        ("06:00", ("07:00", "08:00", "09:00", "10:00", "11:00", "12:00"), "at most 6 shifts"),
    ],
)
def test_times_of_a_day_fit_or_are_refused(begins: str, shifts: tuple[str, ...], says: str) -> None:
    fault = times_fault(begins, shifts)
    assert bool(fault) == bool(says)
    assert fault is None or says in fault.reason
    if says:
        asked = Floor().ask(
            changes.OpenSite, name="x", currency="USD", time_zone="UTC", profile="tribal", law=EASY,
            day_begins=begins, shifts=shifts,
        )  # fmt: skip
        assert isinstance(asked, Told)
        assert asked.code == "DAY_TIMES_WRONG"


def test_a_day_ends_at_its_hour_whenever_the_server_notices() -> None:
    """The server is down over 06:00 and comes back at 07:30; then for 35 days, in the second shift.
    Washington's 24 hours to the close count from the hour at which the day ended."""
    floor = a_floor(shifts=("14:00", "22:00"))
    turn(floor, "2026-11-14T22:00")
    floor.at_ms = at("2026-11-15T07:30")
    ended, day_ended, began = cast("tuple[Any, Any, Any]", floor.must(days.TurnShift))
    assert {each.at_ms for each in (ended, day_ended, began)} == {at("2026-11-15T06:00")}
    law = replace(EASY, close_hours=CitedNumber(24, "a rule"))
    found = find_waiting_close(floor.state.calendar, law, at("2026-11-16T06:01"))
    assert found is not None
    assert (found.ended_ms, found.is_overdue) == (at("2026-11-15T06:00"), True)
    turn(floor, "2026-11-15T14:00")
    floor.at_ms = at("2026-12-20T14:30")
    ended, day_ended, began = cast("tuple[Any, Any, Any]", floor.must(days.TurnShift))
    assert (ended.at_ms, day_ended.at_ms) == (at("2026-11-15T22:00"), at("2026-11-16T06:00"))
    assert (began.day, began.shift, began.at_ms) == ("2026-12-20", 2, at("2026-12-20T14:00"))
    floor.check_replay()


def test_the_end_of_a_day_names_the_days_on_which_the_system_was_off() -> None:
    """Off over the 15th and 16th; then over one boundary alone."""
    floor = a_floor()
    floor.at_ms = at("2026-11-17T09:00")
    _, ended, began = cast("tuple[Any, Any, Any]", floor.must(days.TurnShift))
    assert (ended.day, ended.idle_to, began.day) == ("2026-11-14", "2026-11-16", "2026-11-17")
    floor.at_ms = at("2026-11-18T09:00")
    _, ended, began = cast("tuple[Any, Any, Any]", floor.must(days.TurnShift))
    assert (ended.day, ended.idle_to, began.day) == ("2026-11-17", "", "2026-11-18")
    floor.check_replay()


# ---- the close and its reminder -----------------------------------------------------------------


def test_a_variance_is_a_part_of_the_bets() -> None:
    found = measure_variance(200, 198)
    assert found is not None
    assert percent(found, 1) == "-1.0 %"


def test_a_close_that_waits_does_not_stop_play() -> None:
    floor = a_floor()
    for day in range(15, 25):
        turn(floor, f"2026-11-{day}T06:00")
        bets(floor, 1)
    assert len(floor.state.calendar.days) == 11


def test_the_record_of_a_close_says_what_was_left() -> None:
    floor = a_floor()
    bets(floor, 1)
    turn(floor, "2026-11-15T06:00")
    named = {"day": "2026-11-14", "shift": 1}
    (shift,) = floor.state.calendar.days[0].shifts
    floor.must(days.RecordReading, signs=shift.ledger, badges=("sam", "eve"), **named)
    counts = (days.BoxCount("T1", "four-card", 1),)
    floor.must(days.RecordCounts, counts=counts, badges=("ann", "sam"), **named)
    (closed,) = floor.must(days.CloseDay, day="2026-11-14", badges=("ann", "oto"))
    assert isinstance(closed, days.DayClosed)
    (left,) = closed.left
    assert left.reason.startswith("bank deposit due: $")


def test_a_wrong_reading_is_refused_without_telling_what_the_ledger_has() -> None:
    """Whoever reads must look at the sign, not be told."""
    floor = a_floor()
    bets(floor, 7)
    turn(floor, "2026-11-15T06:00")
    (sign,) = floor.state.calendar.days[0].shifts[0].ledger
    wrong = (days.SignReading("four-card", "main", Cents(sign.cents - 1)),)
    named = {"day": "2026-11-14", "shift": 1, "badges": ("sam", "ann")}
    answer = floor.ask(days.RecordReading, signs=wrong, **named)
    assert isinstance(answer, Told)
    assert answer.code == "READING_UNEXPLAINED"
    assert dollars(sign.cents) not in str(answer)
