"""Flush Rush: the closed form beside a slow twin, published figures and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from games.dealt import assert_same, deals, simulate
from pitboss.games.flush_rush.rules import flush_rush, longest_suit
from pitboss.games.flush_rush.solve import NEEDS, count, rows, suited_sets, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import parse_cards
from pitboss.rules.catalog import Paytables

USUAL = Paytables().get("flush_rush/base/1000-500-300")
DEALS = comb(52, 4) * comb(48, 2) * 46
SPLITS = comb(7, 4) * 3  # of seven cards into four, two and one


def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("flush_rush")


def test_the_permutations_that_the_wizard_of_odds_prints() -> None:
    base: Any = read_stored("flush_rush")["base"]
    assert base["play_play"]["straight_flush_7"] == 3_360
    assert base["play_play"]["straight_flush_6"] == 167_160
    assert base["play_play"]["straight_flush_5"] == 4_127_760
    assert sum(sum(outcomes.values()) for outcomes in base.values()) == DEALS


def test_straight_flushes_by_hand() -> None:
    """Eight runs of seven, an ace at both ends. Of six ranks, nine runs and one rank of the others:
    not the next one up or down, which would make it seven."""
    assert suited_sets(7)["straight_flush_7"] == 8
    assert suited_sets(6)["straight_flush_6"] == 9
    sevens = [set(ranks) for ranks in combinations(range(13), 7)]
    low = [{(top - step) % 13 for step in range(6)} for top in range(4, 13)]
    twin = sum(any(run <= ranks for run in low) for ranks in sevens) - 8
    assert suited_sets(7)["straight_flush_6"] == twin
    wide = 4 * (suited_sets(7)["straight_flush_6"] + 39 * suited_sets(6)["straight_flush_6"])
    assert wide * SPLITS == 167_160


def test_the_folds_by_hand() -> None:
    """Four suits of 13 cards each; of their 1,128 pairs of further cards nobody sees any."""
    base: Any = read_stored("flush_rush")["base"]
    assert base["fold"] == {"nothing": 13**4 * 1_128 * 46}
    # Six cards with two of a suit at most are 2-2-2-0 or 2-2-1-1, of which the first four may be
    # all different: four ways to pick one of each pair in the second shape only.
    two = comb(13, 2)
    shapes = 4 * two**3 * comb(6, 4) + 6 * two**2 * 13**2 * (comb(6, 4) - 4)
    assert base["play_fold"] == {"nothing": shapes * 46}


def test_the_published_edge() -> None:
    assert analyze(USUAL).house_edge == Fraction(3_134_981, 83_615_350)  # printed as 3.75 %


@pytest.mark.proof
@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("7c 7d 7h 7s", "fold"),  # the different suits with the most straight flushes
        ("2c Kc 2d Kh", "play"),  # the fewest that two of a suit can have
        ("2c Kc 2d Kd", "play"),
        ("2c 4c 6d 8d Th Qh", "fold"),
        ("2c 7c Kc 2d 7h Ks", "play"),
    ],
)
def test_each_decision_by_dealing_all_the_rest(cards: str, action: str) -> None:
    found = values(parse_cards(cards), USUAL, {})
    assert max(found, key=lambda name: found[name]) == action


def test_the_value_of_six_cards_by_hand() -> None:
    """Ten of 46 cards make four hearts, none of them in sequence: +7, otherwise -3."""
    found = values(parse_cards("2h 7h Kh 2d 7c Ks"), USUAL, {})
    assert found == {"fold": Fraction(-2), "play": Fraction(10 * 7 - 36 * 3, 46)}


def test_the_table_of_the_best_play_adds_up() -> None:
    table = list(rows({}, lambda _share: None))[1:]
    for cards in (4, 6):
        assert sum(int(row[2]) for row in table if row[0] == cards) == comb(52, cards)


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks", "As As Ks Qs"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


@pytest.mark.proof
@pytest.mark.parametrize("rule", NEEDS)
def test_dealt_rounds_end_as_the_rules_say(rule: str) -> None:
    first, second = NEEDS[rule]
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(7):
        if longest_suit(cards[:4]) < first:
            seen["fold", "nothing"] += 1
        elif longest_suit(cards[:6]) < second:
            seen["play_fold", "nothing"] += 1
        else:
            seen["play_play", flush_rush(cards)] += 1
    played = simulate("flush_rush", strategy=rule)
    assert_same(played["base"] if rule == "best" else played["strategies"][rule], seen)
