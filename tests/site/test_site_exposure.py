"""What can be won by odds at a table: limits and paytables of a site file, and aggregate limits."""

from __future__ import annotations

from itertools import count

import pytest
from site_support import FOURS, HOUSE, PAYTABLES, for_money, table

from pitboss.floor.facts.values import BundleItem
from pitboss.rules import catalog
from pitboss.site.check import check, tables_of
from pitboss.site.first_commands import changed_limits, tables_in_file
from pitboss.site.parse import parse_site
from pitboss.site.table_approval import plays_of
from pitboss.site.table_exposure import odds_prizes_of

QUEENS = '[table.limits]\nante = ["$5", "$100"]\nqueens_up = ["$5", "$50"]'


def crazy4(more: str, *, name: str = "C1") -> str:
    """A table of Crazy 4 with limits; Queens Up pays 50 to 1."""
    text = table(name, "crazy4", '["fours"]')
    text = text.replace("[table.options]", f"{more}\n[table.options]")
    return text.replace(
        "[table.paytables]", '[table.paytables]\nqueens_up = "crazy4/queens_up/c4p-09"'
    )


def prizes(text: str, name: str = "C1") -> list[tuple[str, str, int, int]]:
    """Bet, odds, highest wager and prize in dollars."""
    site = parse_site(text)
    opened = tables_of(site, PAYTABLES)
    (one,) = (each for each in site.tables if each.table == name)
    found = odds_prizes_of(one, opened[name], catalog.profile())
    return [(each.bet, each.odds, each.wager_cents // 100, each.cents // 100) for each in found]


def test_the_highest_wager_counts_and_where_none_is_posted_the_ceiling() -> None:
    """Super Bonus equals the ante; the play may be three times as much, and is paid elsewhere."""
    assert prizes(HOUSE + FOURS + crazy4(QUEENS)) == [
        ("Super Bonus", "200 to 1", 100, 20_000),
        ("Queens Up", "50 to 1", 50, 2_500),
        ("Progressive", "300 for 1", 1, 300),
    ]
    assert prizes(HOUSE + FOURS + crazy4("")) == [
        ("Super Bonus", "200 to 1", 400, 80_000),
        ("Queens Up", "50 to 1", 400, 20_000),
        ("Progressive", "300 for 1", 1, 300),
    ]


def test_a_raise_of_twice_the_ante_counts_twice() -> None:
    """Caribbean Stud: 100 to 1 on a raise of $200."""
    text = (
        '\n[[table]]\nid = "P2"\ngame = "caribbean_stud"\nseats = 6\njackpots = []\n'
        '[table.limits]\nante = ["$5", "$100"]\n'
        '[table.paytables]\nbase = "caribbean_stud/base/standard"\n'
    )
    assert prizes(HOUSE + text, "P2") == [("Raise", "100 to 1", 200, 20_000)]


@pytest.mark.parametrize(
    ("aggregate", "prize"), [('queens_up = "$2,500"', 2_500), ('queens_up = "$2,600"', 2_500)]
)
def test_an_aggregate_limit_caps_a_prize(aggregate: str, prize: int) -> None:
    text = HOUSE + FOURS + crazy4(f"{QUEENS}\n[table.aggregate]\n{aggregate}")
    assert ("Queens Up", "50 to 1", 50, prize) in prizes(text)
    assert aggregate_faults(text) == []


@pytest.mark.parametrize(
    ("aggregate", "told"),
    [
        ('queens_up = "$2,499.99"', "$2,499.99 is less than 50 x the highest wager: $2,500.00"),
        ('ante = "$90,000"', "its best odds are 0 to 1. A limit needs at least 50 to 1"),
        ('luck = "$90,000"', "this table doesn't pay a wager luck"),
    ],
)
def test_an_aggregate_limit_leaves_50_times_the_highest_wager(aggregate: str, told: str) -> None:
    text = HOUSE + FOURS + crazy4(f"{QUEENS}\n[table.aggregate]\n{aggregate}")
    assert aggregate_faults(text) == [told]


def test_an_aggregate_limit_is_part_of_what_an_approval_covers_PS_64() -> None:
    """It lowers the cover that lies ready: a file alone must not change it."""
    text = HOUSE + FOURS + crazy4(f'{QUEENS}\n[table.aggregate]\nqueens_up = "$2,500"')
    site = parse_site(text)
    items = plays_of(site.tables[0], tables_of(site, PAYTABLES)["C1"])
    assert BundleItem("aggregate limit queens_up", "$2,500.00") in items


def aggregate_faults(text: str) -> list[str]:
    """What is wrong with the aggregate limits of a site."""
    return [
        each.reason for each in check(parse_site(text), PAYTABLES) if ".aggregate" in each.where
    ]


def test_a_site_for_money_is_told_of_the_cover_before_anybody_presses_start() -> None:
    """Two tables with $80,000 each: the second of them lies ready."""
    one = for_money(HOUSE + FOURS + crazy4(""))
    both = for_money(one + crazy4("", name="C2"))
    faults = [
        [each.reason for each in check(parse_site(text), PAYTABLES) if each.code == "COVER_SHORT"]
        for text in (one, both)
    ]
    assert faults[0] == []
    assert faults[1] == [
        "2 odds prizes are above $25,000.00, the largest $80,000.00. Have $80,000.00 available: "
        "record the cover in the office, or lower the limits"
    ]


def test_a_start_records_limits_that_are_no_longer_those_on_record() -> None:
    site = parse_site(HOUSE + FOURS + crazy4(QUEENS))
    opened = tables_of(site, PAYTABLES)
    now = odds_prizes_of(site.tables[0], opened["C1"], catalog.profile())
    ids = (f"l{number}" for number in count())
    in_file = tables_in_file(site, PAYTABLES)
    assert changed_limits(in_file, {"C1": now}, at_ms=1, ids=ids) == ()
    (asked,) = changed_limits(in_file, {"C1": now[:1]}, at_ms=1, ids=ids)
    assert (asked.table, asked.odds_prizes, asked.badge) == ("C1", now, "")
