"""From when to when: dates and times on the house's clock."""

from __future__ import annotations

import pytest

from pitboss.books import Period
from pitboss.refusal import Refusal
from pitboss.reports.choosing import chosen_period, instant
from pitboss.reports.making import report_named, reports

ZONE = "America/Los_Angeles"
NOON_MS = 1_794_686_400_000  # 2026-11-14 12:00 at the house, 20:00 UTC
DAY_MS = 86_400_000
LATER_MS = NOON_MS + 100 * DAY_MS


@pytest.mark.parametrize(
    "text",
    ["2026-11-14 12:00", "2026-11-14T12:00:00", "2026-11-14T20:00+00:00", " 2026-11-14 12:00 "],
)
def test_a_time_is_the_houses_unless_it_has_a_zone(text: str) -> None:
    assert instant(text, ZONE) == NOON_MS


def test_a_date_alone_is_a_whole_day() -> None:
    day = chosen_period("2026-11-14", "2026-11-14", ZONE, now_ms=LATER_MS)
    assert day == Period(NOON_MS - DAY_MS // 2, NOON_MS + DAY_MS // 2)


def test_a_day_of_25_hours_is_one_day() -> None:
    day = chosen_period("2026-11-01", "2026-11-01", ZONE, now_ms=LATER_MS)
    assert day.to_ms - day.from_ms == 25 * 3_600_000


def test_nobody_signs_for_days_to_come() -> None:
    assert chosen_period("2026-11-14", "2026-12-31", ZONE, now_ms=NOON_MS).to_ms == NOON_MS
    with pytest.raises(Refusal) as refused:
        chosen_period("2026-11-15", "2026-11-16", ZONE, now_ms=NOON_MS)
    assert refused.value.code == "PERIOD_WRONG"


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "14/11/2026", "0001-01-01"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        instant(text, ZONE)
    assert refused.value.code == "TIME_UNREADABLE"


def test_a_period_ends_after_it_begins() -> None:
    with pytest.raises(Refusal) as refused:
        chosen_period("2026-11-14 12:00", "2026-11-14 12:00", ZONE, now_ms=LATER_MS)
    assert refused.value.code == "PERIOD_WRONG"


def test_reports_are_found_by_name_and_number() -> None:
    assert [each.number for each in reports()] == list(range(1, len(reports()) + 1))
    for name in ("accrual", "R1", "r01", "Accrual"):
        assert report_named(name).number == 1
    assert report_named("closing-liability").label == "R16"
    with pytest.raises(Refusal) as refused:
        report_named("R99")
    assert refused.value.code == "REPORT_UNKNOWN"
