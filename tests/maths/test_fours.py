"""Four-card strengths, suit classes and the tables made of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.maths.kernels import fours
from pitboss.maths.kernels.card_sets import set_classes, set_number
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.containing import below
from pitboss.maths.kernels.suits import every_set
from pitboss.refusal import Refusal
from pitboss.rules.cards import parse_cards
from pitboss.rules.hands import best_four

from .fours_twin import all_hands, best_keys, key_of, own_key, without


def test_c4_2_every_four_cards_have_the_place_of_the_ranking() -> None:
    hands = all_hands(range(52), 4)
    pairs = np.unique(np.stack([fours.strengths_of(hands), best_keys(hands)], axis=1), axis=0)
    assert pairs[:, 0].tolist() == list(range(2535))
    assert (np.diff(pairs[:, 1]) > 0).all()


@pytest.mark.parametrize("size", [5, 6])
def test_c4_2_the_best_four_of_more_cards_count(size: int) -> None:
    rng = random.Random(size)
    hands = np.array([sorted(rng.sample(range(52), size)) for _ in range(20_000)])
    keys = best_keys(hands)
    places = {
        int(key): place for place, key in enumerate(np.unique(best_keys(all_hands(range(52), 4))))
    }
    assert fours.strengths_of(hands).tolist() == [places[int(key)] for key in keys]


@pytest.mark.parametrize(
    ("strength", "cards"),
    [
        (fours.HIGH_CARD, "6c 4d 3h 2s"),
        (fours.QUEEN_HIGH, "Qc 4d 3h 2s"),
        (fours.QUEEN_TEN_HIGH, "Qc Td 3h 2s"),
        (fours.KING_HIGH, "Kc 4d 3h 2s"),
        (fours.KING_QUEEN_HIGH, "Kc Qd 3h 2s"),
        (fours.KING_QUEEN_EIGHT_FOUR, "Kc Qd 8h 4s"),
        (fours.PAIR, "2c 2d 4h 3s"),
        (fours.PAIR_OF_THREES, "3c 3d 4h 2s"),
        (fours.PAIR_OF_QUEENS, "Qc Qd 3h 2s"),
        (fours.PAIR_OF_ACES, "Ac Ad 3h 2s"),
        (fours.TWO_PAIR, "3c 3d 2h 2s"),
        (fours.STRAIGHT, "4c 3d 2h As"),
        (fours.FLUSH, "6c 4c 3c 2c"),
        (fours.THREE_OF_A_KIND, "2c 2d 2h 3s"),
        (fours.STRAIGHT_FLUSH, "4c 3c 2c Ac"),
        (fours.FOUR_OF_A_KIND, "2c 2d 2h 2s"),
        (fours.FOUR_ACES, "Ac Ad Ah As"),
    ],
)
def test_the_first_hand_of_each_kind(strength: int, cards: str) -> None:
    assert fours.strength_of(parse_cards(cards)) == strength


@pytest.mark.proof
def test_five_card_deals_fall_into_the_published_classes() -> None:
    places = fours.classify(fours.OUTCOMES, fours.strengths_of(every_set(5)))
    assert fours.tally(tuple(fours.OUTCOMES), places, np.ones_like(places)) == {
        "high_card": 1_150_080,
        "low_pair": 804_636,
        "high_pair": 242_916,
        "two_pair": 123_552,
        "straight": 101_808,
        "flush": 114_616,
        "three_of_a_kind": 58_656,
        "straight_flush": 2_072,
        "four_of_a_kind": 576,
        "four_aces": 48,
    }


def test_suit_classes_are_as_many_as_known_and_hold_every_set() -> None:
    classes = set_classes()
    assert np.diff(classes.start).tolist() == [1, 13, 169, 1_755, 16_432, 134_459]
    for size in range(6):
        part = slice(classes.start[size], classes.start[size + 1])
        assert classes.members[part].sum() == comb(52, size)
        assert (factorial(4) % classes.members[part] == 0).all()


def class_of(cards: Sequence[int]) -> int:
    """The class of at most five different cards, in any order."""
    number = set_number(np.array(sorted(cards), dtype=np.int64), len(cards))
    return int(set_classes().of_set[number])


@given(st.sets(st.integers(0, 51), max_size=5))
@settings(max_examples=100, deadline=None)
def test_renamed_suits_are_of_one_class(cards: set[int]) -> None:
    names = list(permutations(range(4)))
    renamed = [[card // 4 * 4 + name[card % 4] for card in cards] for name in names]
    assert len({class_of(hand) for hand in renamed}) == 1
    different = {frozenset(hand) for hand in renamed}
    assert set_classes().members[class_of(list(cards))] == len(different)


@pytest.mark.proof
@pytest.mark.parametrize("size", [4, 5, 6])
def test_tables_count_every_hand(size: int) -> None:
    counts, start = below(size).counts, set_classes().start
    for held in range(min(size, 5)):
        assert (counts[-1, start[held] : start[held + 1]] == comb(52 - held, size - held)).all()


@pytest.mark.parametrize(
    ("size", "held"),
    [(4, "9h"), (4, "Ac 2c 3c"), (5, "Kd Ks"), (5, "7c 8c 9c Td"), (6, "5d 6d Qs"), (6, "As Kh")],
)
def test_tables_agree_with_plain_counting(size: int, held: str) -> None:
    cards = parse_cards(held)
    group = class_of(cards)
    others = all_hands(without(*cards), size - len(cards))
    hands = np.sort(np.hstack([np.tile(cards, (len(others), 1)), others]), axis=1)
    keys = best_keys(hands)
    counts = below(size).counts[:, group]
    for limit in ("Kc 4d 3h 2s", "7c 7d Kh Qs", "4c 3d 2h As", "Tc 9c 8c 7c", "Ac Ad Ah As"):
        weaker = keys < key_of(best_four(parse_cards(limit)))
        strength = fours.strength_of(parse_cards(limit))
        assert counts[strength] == weaker.sum()


def test_sets_are_numbered_without_gaps() -> None:
    numbers = [
        set_number(np.array(cards, dtype=np.int64), len(cards))
        for size in range(3)
        for cards in combinations(range(52), size)
    ]
    assert sorted(numbers) == list(range(1 + 52 + 1_326))


def test_one_hand_against_what_is_left_of_a_short_deck() -> None:
    own, kept = parse_cards("Kh Qd 8c 4s 2d"), parse_cards("9c")
    rest = without(*own, *kept)
    random.Random(9).shuffle(rest)
    stock, dead = rest[:14], rest[14:]
    hands = [tuple(sorted([*kept, *drawn])) for drawn in combinations(stock, 4)]
    keys = best_keys(np.array(hands))
    qualified = keys >= key_of(best_four(parse_cards("Kc 4d 3h 2s")))
    wins, losses = keys < own_key(own), keys > own_key(own)
    seen = compare(own, kept=kept, dead=dead, drawn=4)
    assert seen.hands == comb(14, 4) == seen.wins + seen.ties + seen.losses
    assert (seen.wins, seen.losses) == (wins.sum(), losses.sum())
    assert seen.unqualified == (~qualified).sum()
    assert seen.qualified_wins == (wins & qualified).sum()
    assert seen.qualified_losses == (losses & qualified).sum()


def test_a_card_cannot_be_dealt_twice() -> None:
    with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
        compare((0, 1, 2, 3, 4), kept=(4,), drawn=4)
