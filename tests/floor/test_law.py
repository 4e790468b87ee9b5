"""Figures of the law: two people enter one for a day, with its citation, and it holds from then on;
what was decided before stands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from pitboss.floor.facts import changes, law
from pitboss.floor.facts.days import TurnShift
from pitboss.floor.money.exposure import cover_above
from pitboss.floor.money.tax import TaxedWin, is_reported, tax_rules, withheld_from
from pitboss.floor.state.retention import keep_until, kept_up_to, unclaimed_term
from pitboss.floor.view.attention import list_attention
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedAmount, EnteredFigure

from .support import Floor, hired_floor

WEST = "America/Los_Angeles"
TITLE = "WAC 230-15-140"


def at(time: str) -> int:
    """A time of UTC in milliseconds."""
    return int(datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp() * 1000)


NOV_14 = at("2026-11-14T20:00")


def opened(profile: str = "washington") -> Floor:
    """A house on the West Coast, on 14 November 2026 at noon."""
    floor = hired_floor()
    floor.at_ms = NOV_14
    found = catalog.profile(profile)
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone=WEST, profile=profile, law=found.law,
        dated=found.dated, by=("eve", "ann"), reason="the law",
    )  # fmt: skip
    return floor


def enter(floor: Floor, figure: str, value: str, first_day: str, **others: Any) -> Any:
    asked = {"citation": "a rule", "badges": ("ann", "eve"), **others}
    return floor.ask(law.EnterFigure, figure=figure, value=value, first_day=first_day, **asked)


def code(decision: Any) -> str:
    return decision.code if isinstance(decision, Told) else ""


def test_a_figure_holds_from_its_day_on_and_not_a_second_before() -> None:
    """$2,000 in 2026 by the profile; $2,300 was entered for 2027. Midnight is 8:00 of UTC."""
    floor = opened()
    assert code(enter(floor, "tax_threshold", "$2,300", "2027-01-01")) == ""
    win = TaxedWin(Cents(229_999), Cents(100))
    assert is_reported(tax_rules(floor.state, at("2027-01-01T07:59:59")), win)
    assert not is_reported(tax_rules(floor.state, at("2027-01-01T08:00")), win)
    days = ("2025-12-31", "2026-01-01", "2026-12-31", "2027-01-01", "2031-01-01")
    found = [floor.state.law_on(day).tax_threshold.cents for day in days]
    assert found == [60_000, 200_000, 200_000, 230_000, 230_000]


def test_a_tax_of_half_a_percent_more_holds_from_its_day_on() -> None:
    """$10,001.00 on $1: of $10,000.00 24 % are $2,400.00, and 24.5 % are $2,450.00."""
    floor = opened()
    assert code(enter(floor, "withholding_percent", "24.5 %", "2027-01-01")) == ""
    win = TaxedWin(Cents(1_000_100), Cents(100))
    days = ("2026-12-31T20:00", "2027-01-01T20:00")
    found = [withheld_from(tax_rules(floor.state, at(day)), win) for day in days]
    assert found == [240_000, 245_000]


def test_the_record_says_who_entered_what_when_and_by_which_rule() -> None:
    floor = opened()
    (event,) = enter(floor, "wager_most", "$500", "2026-12-01", citation=TITLE)
    said = CitedAmount(Cents(50_000), TITLE, "entered")
    assert event == law.FigureEntered(
        figure="wager_most", first_day="2026-12-01", cited=said, badges=("ann", "eve"),
        at_ms=floor.at_ms,
    )  # fmt: skip
    entered = EnteredFigure("wager_most", "2026-12-01", said, ("ann", "eve"), floor.at_ms)
    assert floor.state.site is not None
    assert floor.state.site.entered == (entered,)


def test_the_cover_of_large_prizes_follows_when_the_shift_begins() -> None:
    floor = opened()
    floor.must(TurnShift)
    enter(floor, "cover_second_prize_above", "$30,000", "2026-11-15")
    assert cover_above(floor.state).cents == 2_500_000
    floor.at_ms = at("2026-11-15T14:00")
    floor.must(TurnShift)
    assert cover_above(floor.state).cents == 3_000_000


@pytest.mark.parametrize(
    ("won", "days"),
    [
        ("2026-11-15", 2_000),  # won under three years, owed when they became 2,000 days
        ("2026-12-01", 2_000),
        ("2027-02-01", 365),
    ],
)
def test_PS_67_a_prize_keeps_the_longest_term_that_held_since_then(won: str, days: int) -> None:
    floor = opened()
    enter(floor, "unclaimed_days", "2000", "2026-12-01")
    enter(floor, "unclaimed_days", "365", "2027-01-01")
    found = unclaimed_term(floor.state, won_ms=at(f"{won}T20:00"), now_ms=at("2027-03-01T20:00"))
    assert found.value == days


# ---- the fiscal year ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first_month", "day", "kept"),
    [
        ("1", "2026-11-15", "2029-12-31"),
        ("7", "2026-11-15", "2030-06-30"),  # the year that ends in June 2027, and three years
        ("7", "2027-06-30", "2030-06-30"),
        ("7", "2027-07-01", "2031-06-30"),
        ("3", "2027-01-15", "2030-02-28"),
        ("3", "2025-03-01", "2029-02-28"),
        ("3", "2028-02-01", "2031-02-28"),
        ("3", "2027-03-01", "2031-02-28"),
        ("12", "2026-12-01", "2030-11-30"),
    ],
)
def test_records_are_kept_three_years_after_the_end_of_the_fiscal_year(
    first_month: str, day: str, kept: str
) -> None:
    """A house whose year ends in June may not purge in January what it must keep until June."""
    floor = opened()
    floor.at_ms = at("2025-01-01T20:00")
    enter(floor, "fiscal_year_first_month", first_month, "2025-01-01", citation="our books")
    assert keep_until(floor.state, at(f"{day}T20:00")) == kept


@pytest.mark.parametrize(
    ("first_month", "kept"),
    [("1", "2029-12-31"), ("7", "2030-06-30"), ("3", "2030-02-28"), ("12", "2030-11-30")],
)
def test_a_fiscal_year_named_late_keeps_what_it_has_to_its_end(first_month: str, kept: str) -> None:
    """What was recorded in September 2026 under a calendar year was to be kept up to 2029-12-31.
    Its year ends in June 2027 by the books of a June house, and three years are over in 2030."""
    floor = opened()
    before = keep_until(floor.state, at("2026-09-15T20:00"))
    enter(floor, "fiscal_year_first_month", first_month, "2026-11-14", citation="our books")
    assert (before, kept_up_to(floor.state, before, floor.at_ms)) == ("2029-12-31", kept)


def test_more_years_do_not_reach_back() -> None:
    floor = opened()
    enter(floor, "retain_years", "5", "2026-11-14")
    assert kept_up_to(floor.state, "2029-12-31", floor.at_ms) == "2029-12-31"


# ---- a table by year ----------------------------------------------------------------------------


def warned(floor: Floor, time: str) -> list[str]:
    found = list_attention(floor.state, at(time))
    return [str(each.about) for each in found if each.what == "figure_missing"]


def test_in_december_a_table_by_year_wants_next_years_figure() -> None:
    floor = opened()
    assert warned(floor, "2026-11-30T20:00") == []
    assert warned(floor, "2026-12-01T20:00") == ["tax_threshold"]
    enter(floor, "tax_threshold", "$2,100", "2027-01-01")
    assert warned(floor, "2026-12-31T20:00") == []
    assert warned(floor, "2027-12-01T20:00") == ["tax_threshold"]


def test_in_january_the_figure_that_nobody_entered_is_still_missing() -> None:
    floor = opened()
    assert warned(floor, "2027-03-01T20:00") == ["tax_threshold"]
    enter(floor, "tax_threshold", "$2,100", "2027-03-01")
    assert warned(floor, "2027-03-01T20:00") == []
