"""R10: the exposure of WAC 230-15-455(2)(b), from limits and paytables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.books import Period
from pitboss.floor.state import State, TableState
from pitboss.money import Cents
from pitboss.reports.r10_exposure import cover_cents, make
from pitboss.reports.source import ReportSource, SiteFacts, TableFacts, WagerLimits
from pitboss.rules.catalog import profile

HIGH = """
title = "House Queens Up"
games = ["crazy4"]
[source]
name = "written for this test"
[pays]
nothing = "loses"
queens_or_better = "1 to 1"
two_pair = "2 to 1"
straight = "4 to 1"
flush = "5 to 1"
three_of_a_kind = "8 to 1"
straight_flush = "40 to 1"
four_of_a_kind = "300 to 1"
four_aces = "1,000 to 1"
"""


class StandingBooks:
    """Books that know one floor, whatever the time."""

    def __init__(self, state: State) -> None:
        self._state = state

    def state_at(self, at_ms: int) -> State:
        return self._state


def source(folder: Path, most_cents: int) -> ReportSource:
    """One table with Queens Up of the house's own, up to so much."""
    own = folder / "crazy4" / "queens_up"
    own.mkdir(parents=True)
    labels = "".join(
        f'{name} = {{ short = "{name}", long = "{name}" }}\n'
        for name in (line.split(" = ")[0] for line in HIGH.split("[pays]\n")[1].splitlines())
    )
    (own / "house.toml").write_text(f"{HIGH}[labels]\n{labels}", "utf-8")
    state = State()
    state.tables["C1"] = TableState("C1", "crazy4", 6, (), "atlas", ())
    limits = (WagerLimits("queens_up", "Queens Up", "queens_up", Cents(100), Cents(most_cents)),)
    site = SiteFacts(
        house="The Card Room",
        time_zone="America/Los_Angeles",
        profile=profile("washington"),
        tables={"C1": TableFacts("Crazy 4", limits, {"queens_up": "crazy4/queens_up/house"})},
        jackpots={},
        notices={},
        removal="",
        own_paytables=str(folder),
    )
    return ReportSource(StandingBooks(state), Period(0, 1), site)  # type: ignore[arg-type]


def test_prizes_of_400_000_and_120_000_take_a_cover_of_120_000(tmp_path: Path) -> None:
    cover, prizes = make(source(tmp_path, 40_000))
    assert cover.rows == ((2_500_000, 2, 40_000_000, 12_000_000, 12_000_000, 0),)
    assert [(row[2], row[4], row[5]) for row in prizes.rows] == [
        ("four_aces", "1,000 to 1", 40_000_000),
        ("four_of_a_kind", "300 to 1", 12_000_000),
    ]


@pytest.mark.parametrize(
    ("prizes", "cover"),
    [([], 0), ([40_000_000], 0), ([12_000_000, 40_000_000], 12_000_000), ([3, 3], 3)],
)
def test_the_second_highest_is_covered_where_there_are_two(prizes: list[int], cover: int) -> None:
    assert cover_cents([Cents(each) for each in prizes]) == cover


def test_one_prize_above_25_000_takes_no_cover(tmp_path: Path) -> None:
    """At $50: $50,000 and $15,000."""
    cover, prizes = make(source(tmp_path, 5_000))
    assert cover.rows == ((2_500_000, 1, 5_000_000, None, 0, 0),)
    assert len(prizes.rows) == 1
