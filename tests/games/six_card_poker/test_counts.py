"""Six Card Poker: the count beside dealing everything, published figures and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.six_card_poker.rules import ACE_KING, PAIR
from pitboss.games.six_card_poker.shown_three import (
    THREES,
    dealer_strengths,
    hands_of_six,
    is_best_raised,
    strength_by_ranks,
)
from pitboss.games.six_card_poker.solve import RULES, count, rows, tally_ups, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.fives import mask_of, strength_of_mask
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_OF, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import Five, Strength, best_five

USUAL = Paytables().get("six_card_poker/base/standard")
DEALS = comb(52, 6) * comb(46, 3) * comb(43, 3)


@pytest.mark.proof
def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("six_card_poker")


@pytest.mark.proof
@pytest.mark.parametrize("shown", ["A-A-A", "K-7-7", "9-8-7"])
def test_the_count_of_some_cards_up_is_as_stored(shown: str) -> None:
    ranks = [["23456789TJQKA".index(rank) for rank in shown.split("-")]]
    [up] = [at for at, three in enumerate(THREES.tolist()) if sorted(three) == sorted(*ranks)]
    hands, tally = hands_of_six(), np.zeros((1, 1 + len(RULES), 2, 6), np.int64)
    owns = np.array([strength_by_ranks(hand) for hand in hands])
    tally_ups(np.array([up]), dealer_strengths(), hands, owns, tally)
    stored: Any = read_stored("six_card_poker")["shown"]
    assert (tally[0, 0].sum(axis=1) // comb(43, 3)).tolist() == list(stored[shown].values())


def test_the_combinations_that_the_wizard_of_odds_prints() -> None:
    """Folds, and wins against a dealer who does not qualify."""
    base: Any = read_stored("six_card_poker")["base"]
    assert sum(base["fold"].values()) == 93_119_328_972 * comb(43, 3)
    assert base["raise"]["unqualified_win"] == 755_514_209_224_548


def test_player_and_dealer_win_equally_often() -> None:
    counts: Any = read_stored("six_card_poker")
    for played in (counts["base"], *counts["strategies"].values()):
        total: Counter[str] = Counter()
        for results in played.values():
            for name, hands in results.items():
                total[name.rpartition("_")[2]] += hands
        assert total["win"] == total["loss"]
        assert total.total() == DEALS


def test_the_cards_up_are_dealt_as_often_as_they_should_be() -> None:
    """Four aces give four sets of three; two kings and a seven 24, three different ranks 64."""
    table = {str(row[0]): int(row[1]) + int(row[2]) for row in list(rows({}, print))[1:]}
    sets = {"A-A-A": 4, "K-K-7": 24, "7-7-2": 24, "9-8-7": 64}
    for shown, number in sets.items():
        assert table[shown] == number * comb(49, 6)
    assert sum(table.values()) * comb(43, 3) == DEALS


def test_the_published_edge_and_what_the_rules_of_thumb_cost() -> None:
    best = analyze(USUAL)
    assert best.house_edge is not None
    assert round(100 * best.house_edge, 4) == Fraction(12_717, 10_000)
    costs = [analyze(USUAL, {"strategy": rule}).house_edge for rule in RULES]
    assert best.house_edge < costs[0] < costs[1] < costs[2]  # type: ignore[operator]
    assert round(100 * (costs[0] - best.house_edge), 2) == Fraction("0.40")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("cards", "won", "lost"),
    [
        # Four kings against three twos: the dealer's fourth two is not enough, and he needs two of
        # a kind for a full house, which loses too. Nothing beats or ties four kings but four aces,
        # which he can't make of three cards; he always has three of a kind, and qualifies.
        ("Ks Kh Kd Kc 9s 4h 2s 2h 2d", 2, 0),
        # A hand that can't beat the three aces up: it loses both wagers always.
        ("Ks Qh 9d 7c 4s 3h As Ah Ad", 0, 2),
    ],
)
def test_values_by_hand(cards: str, won: int, lost: int) -> None:
    assert values(parse_cards(cards), USUAL, {}) == {
        "fold": Fraction(-1), "raise": Fraction(won - lost),
    }  # fmt: skip


@pytest.mark.proof
def test_each_decision_by_dealing_all_the_dealer_can_have() -> None:
    """Cards up of one, two and three suits, and hands near the line."""
    random, strengths, near = Random(17), dealer_strengths(), 0
    while near < 60:
        cards = random.sample(DECK, 9)
        own = best_five(cards[:6])
        if own >= (Five.TWO_PAIR,) or own < ACE_KING[:2]:
            continue
        near += 1
        places = np.array(cards, np.int64)
        strength = int(strength_of_mask(mask_of(places, 0, 6)))
        raised = bool(is_best_raised(places, strength, strengths))
        assert raised == (values(cards, USUAL, {})["raise"] > -1)


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks Qs", "As As Kd Kc 9s 4h 2s 2h 2d"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


def least_by_shown(up: list[Card]) -> Strength:
    """What the rule of thumb needs, from its words."""
    [(rank, size)] = Counter(RANK_OF[card] for card in up).most_common(1)
    kinds = {1: ACE_KING, 2: (Five.PAIR, rank), 3: (Five.THREE_OF_A_KIND, rank)}
    return kinds[size]


@pytest.mark.proof
@pytest.mark.parametrize("rule", RULES)
def test_dealt_rounds_end_as_the_rules_say(rule: str) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(12):
        own, other = best_five(cards[:6]), best_five(cards[6:])
        least = {"raise_pairs": PAIR, "raise_everything": (0,)}.get(
            rule, least_by_shown(cards[6:9])
        )
        qualified = "" if other >= ACE_KING else "unqualified_"
        seen["raise" if own >= least else "fold", f"{qualified}{compared(own, other)}"] += 1
    assert_same(simulate("six_card_poker", strategy=rule)["strategies"][rule], seen)
