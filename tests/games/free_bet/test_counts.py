"""Free Bet Blackjack: exact values against a slow table, published figures, seeded play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.blackjack.twin import Cards, SlowTable, small_shoe
from pitboss.games.free_bet.odds import USUAL
from pitboss.games.free_bet.solve import PLAY
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, branch, read_stored
from pitboss.maths.kernels.best_play import solve
from pitboss.maths.linking import may_link, members_of
from pitboss.maths.point_hands import split_terms
from pitboss.maths.simulation import simulate
from pitboss.rules.catalog import Paytables

PAYTABLE = Paytables().get("free_bet/base/standard")


def silent(share: float) -> None:
    assert 0 < share <= 1


def edge(**options: Any) -> Fraction:
    found = analyze(PAYTABLE, {name: str(value) for name, value in options.items()}).house_edge
    assert found is not None
    return found


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (USUAL, small_shoe(p4=4, p8=7, p10=9)),
        (USUAL, small_shoe(p1=5, p7=5, p10=8)),
        (replace(USUAL, free_fours="no"), small_shoe(p4=5, p7=5, p10=8)),
        (replace(USUAL, split_hands=3, hit_split_aces="yes"), small_shoe(p1=5, p6=4, p10=9)),
        pytest.param(
            replace(USUAL, soft_17="stand", resplit_aces="no"),
            small_shoe(p1=3, p5=5, p6=5, p10=9),
            marks=pytest.mark.proof,
        ),
        (replace(USUAL, split_hands=2), small_shoe(p2=4, p3=4, p6=4, p10=8)),
    ],
)
def test_small_shoes_agree_with_a_slow_table(rules: Any, shoe: Cards) -> None:
    solution = solve(rules, shoe=shoe, report=silent)
    slow = SlowTable(solution.tables, rules).game(shoe)
    assert solution.return_without_naturals == slow["win"]
    assert solution.average_stake == slow["stake"]
    assert solution.naturals_paid == slow["naturals"]


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_first_hands_terms_are_a_part_of_all(most: int) -> None:
    assert set(range(most - 1)) <= {term.removed for term in split_terms(most)}


def test_the_edge_is_near_the_published_ones() -> None:
    """ukcasinotablegames.info prints 1.01 % for six decks; casinos with other readings near it."""
    assert round(100 * float(edge(decks=6)), 2) == 1.01
    assert edge(decks=6, soft_17="stand") < edge(decks=6) < edge(decks=6, free_fours="no")
    assert edge(decks=6) < edge(decks=6, resplit_aces="no")


def test_tables_share_the_jackpots_of_blackjack_by_proof() -> None:
    for name in ("blackjack/blazing_7s/1", "blackjack/trilux/6"):
        assert may_link(members_of(Paytables().get(name), {})).allowed


@pytest.mark.proof
def test_recounted() -> None:
    """The usual rules of six decks, solved again."""
    solution = solve(USUAL, shoe=(24,) * 9 + (96,), report=silent)
    kept = branch(read_stored("free_bet"), "base", "6", "hit")
    assert as_text(solution.as_counts()) == as_text(kept)


def test_played_by_chance() -> None:
    for options in ({}, {"decks": "8", "soft_17": "stand"}):
        played = simulate(PAYTABLE, options, rounds=400_000, rng_seed=21, report=lambda _: None)
        assert played.agrees


def test_free_hands_play_boldly() -> None:
    """With nothing to lose a free hand hits where own money stands."""
    words = PLAY.in_words({"decks": 6, "soft_17": "hit"})
    assert "Free hard" in words
