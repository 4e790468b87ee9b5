"""R10: the exposure of WAC 230-15-455(2)(b), as the floor has it on record."""

from __future__ import annotations

import pytest

from pitboss.floor.facts.values import TIME_END, CoverGround, OddsPrize
from pitboss.floor.money.exposure import cover_cents, cover_of
from pitboss.floor.state.bank import BankState
from pitboss.floor.state.floor import State, TableState, changed
from pitboss.floor.state.house import SiteState
from pitboss.money import Cents
from pitboss.reports.r10_exposure import make
from pitboss.reports.source import ReportSource
from pitboss.rules.catalog import profile
from pitboss.rules.cited_law import CitedAmount, EnteredFigure

from .standing import standing

LINE = CoverGround("credit_line", Cents(2_000_000), "line 7", "2026-12-31", 5_000)
OWN = CoverGround("account", Cents(9_000_000), "reserve 12", "", TIME_END)


def queens_up(most_cents: int) -> tuple[OddsPrize, ...]:
    """A bet of the house's own that pays 1,000 to 1 and 300 to 1, up to so much."""
    return tuple(
        OddsPrize("Queens Up", hand, Cents(most_cents), f"{odds:,} to 1", Cents(most_cents * odds))
        for hand, odds in (("Four aces", 1_000), ("Four of a kind", 300))
    )


def source(*tables: TableState, grounds: tuple[CoverGround, ...] = ()) -> ReportSource:
    """A floor of these tables, with this cover."""
    state = State()
    state.site = SiteState("Room", "USD", "America/Los_Angeles", "washington", profile().law)
    for table in tables:
        state.tables[table.table] = table
    state.bank = BankState(cover=cover_of(state, grounds))
    return standing(state)


def table(name: str, most_cents: int) -> TableState:
    prizes = queens_up(most_cents)
    return TableState(name, "crazy4", 6, (), "atlas", (), odds_prizes=prizes)


def test_prizes_of_400_000_and_120_000_take_a_cover_of_120_000() -> None:
    cover, grounds, prizes = make(source(table("C1", 40_000)))
    assert cover.rows == ((2_500_000, 2, 40_000_000, 12_000_000, 12_000_000, 0, 12_000_000),)
    assert grounds.rows == ()
    assert [(row[2], row[4], row[5]) for row in prizes.rows] == [
        ("Four aces", "1,000 to 1", 40_000_000),
        ("Four of a kind", "300 to 1", 12_000_000),
    ]


def test_R10_the_cover_is_shown_with_what_is_missing_and_where_it_lies() -> None:
    cover, grounds, _ = make(source(table("C1", 40_000), grounds=(LINE, OWN)))
    assert cover.rows[0][-3:] == (12_000_000, 11_000_000, 1_000_000)
    assert grounds.rows == (
        ("credit_line", "line 7", 2_000_000, "2026-12-31"),
        ("account", "reserve 12", 9_000_000, None),
    )


@pytest.mark.parametrize(
    ("prizes", "cover"),
    [([], 0), ([40_000_000], 0), ([12_000_000, 40_000_000], 12_000_000), ([3, 3], 3)],
)
def test_the_second_highest_is_covered_where_there_are_two(prizes: list[int], cover: int) -> None:
    assert cover_cents([Cents(each) for each in prizes]) == cover


def test_one_prize_above_25_000_takes_no_cover() -> None:
    """At $50: $50,000 and $15,000."""
    cover, _, prizes = make(source(table("C1", 5_000)))
    assert cover.rows == ((2_500_000, 1, 5_000_000, None, 0, 0, 0),)
    assert len(prizes.rows) == 2


def test_what_trains_or_is_closed_needs_no_cover() -> None:
    trains = changed(table("C1", 40_000), training=True)
    tables = trains, changed(table("C2", 40_000), closed=True)
    cover, _, prizes = make(source(*tables))
    assert cover.rows[0][1:5] == (0, None, None, 0)
    assert prizes.rows == ()


@pytest.mark.parametrize(
    ("needed_hands", "grounds", "until_ms"),
    [
        (0, (), TIME_END),
        (1, (), 0),
        (1, (OWN,), 0),
        (1, (CoverGround("account", Cents(12_000_000), "a", "", TIME_END),), TIME_END),
        (1, (OWN, CoverGround("credit_line", Cents(3_000_000), "b", "", 7_000)), 7_000),
        (1, (OWN, LINE, CoverGround("credit_line", Cents(3_000_000), "b", "", 7_000)), 7_000),
        (1, (OWN, LINE, CoverGround("credit_line", Cents(1_000_000), "b", "", 7_000)), 5_000),
    ],
)
def test_cover_is_enough_until_a_part_of_it_runs_out(
    needed_hands: int, grounds: tuple[CoverGround, ...], until_ms: int
) -> None:
    tables = [table("C1", 40_000)] if needed_hands else []
    state = source(*tables, grounds=grounds).closing
    assert state.bank.cover.enough_until_ms == until_ms


def test_a_report_of_last_year_uses_last_years_figure() -> None:
    """The house entered $15,000 for 2027: cash of $12,000 is reported in 2026 and not after."""
    above = CitedAmount(Cents(1_500_000), "31 CFR as amended", "entered")
    entered = EnteredFigure("cash_report_above", "2027-01-01", above, ("ann", "eve"), 0)
    found = source()
    assert found.closing.site is not None
    found.closing.site = changed(found.closing.site, entered=(entered,))
    days = ("2026-12-31", "2027-01-01")
    said = [found.profile_on(day).cash_report_above.cents for day in days]
    assert said == [1_000_000, 1_500_000]
