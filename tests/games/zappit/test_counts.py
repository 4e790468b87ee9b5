"""Zappit Blackjack: exact values against a slow table, seeded play, published words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.blackjack.twin import Cards, SlowTable, small_shoe
from pitboss.games.zappit.odds import BASE, USUAL
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, branch, read_stored
from pitboss.maths.kernels.best_play import solve
from pitboss.maths.linking import may_link, members_of
from pitboss.maths.simulation import simulate
from pitboss.maths.strategy_tables import plays_of, tables_of
from pitboss.rules.catalog import Paytables

PAYTABLE = Paytables().get("zappit/base/standard")


def silent(share: float) -> None:
    assert 0 < share <= 1


def edge(**options: Any) -> Fraction:
    found = analyze(PAYTABLE, {name: str(value) for name, value in options.items()}).house_edge
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (USUAL, small_shoe(p6=4, p8=6, p10=8)),
        (replace(USUAL, surrender="none"), small_shoe(p1=3, p7=5, p8=4, p10=8)),
        (replace(USUAL, zap="15-18", zapped_blackjack="21"), small_shoe(p1=4, p5=4, p9=4, p10=7)),
    ],
)
def test_small_shoes_agree_with_a_slow_table(rules: Any, shoe: Cards) -> None:
    solution = solve(rules, shoe=shoe, report=silent)
    assert solution.first_actions["zap"] > 0
    slow = SlowTable(solution.tables, rules).game(shoe)
    assert solution.return_without_naturals == slow["win"]
    assert solution.average_stake == slow["stake"]
    assert solution.naturals_paid == slow["naturals"]


def test_the_letters_say_the_play() -> None:
    tables = BASE.solution({"decks": 6}, read_stored("zappit")).tables
    assert tables_of(plays_of(tables)) == tables


def test_the_edge_by_reading() -> None:
    """onlineblackjacksites.org.uk estimates 1.15 to 1.25 % without naming the rules."""
    assert edge(zapped_blackjack="21") > edge() > edge(zap="15-18")


def test_tables_share_the_jackpots_of_blackjack_by_proof() -> None:
    for name in ("blackjack/blazing_7s/1", "blackjack/trilux/6"):
        assert may_link(members_of(Paytables().get(name), {})).allowed


@pytest.mark.proof
def test_recounted() -> None:
    solution = solve(USUAL, shoe=(24,) * 9 + (96,), report=silent)
    kept = branch(read_stored("zappit"), "base", "6", "hit")
    assert as_text(solution.as_counts()) == as_text(kept)


def test_played_by_chance() -> None:
    for options in ({}, {"decks": "8", "soft_17": "stand"}):
        played = simulate(PAYTABLE, options, rounds=400_000, rng_seed=23, report=lambda _: None)
        assert played.agrees
