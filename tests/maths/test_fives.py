"""Five- and seven-card evaluation: against the plain rules, published counts, other evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.kernels import fives
from pitboss.rules.cards import DECK, card_text, parse_cards
from pitboss.rules.hands import Strength, best_five

# Published frequencies, high card to straight flush (royal flushes included).
FIVE_CARD_KINDS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
SEVEN_CARD_KINDS = [
    23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584,
]  # fmt: skip


def packed(strength: Strength) -> int:
    """A strength of the rules in the form of the kernels."""
    kind, *ranks = strength
    return kind << 20 | sum(rank << 16 - 4 * place for place, rank in enumerate(ranks))


def random_hands(size: int, count: int, rng_seed: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(rng_seed)
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return np.ascontiguousarray(decks[:, :size])


@pytest.fixture(scope="module")
def all_five_card_hands() -> NDArray[np.uint8]:
    flat = np.fromiter(
        (card for hand in combinations(range(52), 5) for card in hand),
        dtype=np.uint8,
        count=5 * comb(52, 5),
    )
    return flat.reshape(-1, 5)


def test_kinds_of_five_card_hands_are_as_published(all_five_card_hands: NDArray[np.uint8]) -> None:
    strengths = fives.evaluate5(all_five_card_hands)
    assert np.bincount(strengths >> fives.KIND_SHIFT).tolist() == FIVE_CARD_KINDS
    assert len(np.unique(strengths)) == 7462
    assert int((strengths == fives.ROYAL_FLUSH).sum()) == 4
    assert int(strengths.max()) == fives.ROYAL_FLUSH


def test_kernel_and_batch_agree_on_every_five_cards(all_five_card_hands: NDArray[np.uint8]) -> None:
    kernel = np.empty(len(all_five_card_hands), dtype=np.int32)
    each_five(all_five_card_hands, kernel)
    assert np.array_equal(kernel, fives.evaluate5(all_five_card_hands))


@njit(nogil=True)
def each_five(hands: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    for i in range(len(hands)):
        hand = hands[i]
        strengths[i] = fives.strength5(hand[0], hand[1], hand[2], hand[3], hand[4])


@njit(nogil=True)
def each_seven(bits: NDArray[np.int64], kinds: NDArray[np.int64], seen: NDArray[np.bool_]) -> None:
    """Visit all sets of seven cards, as masks."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                three = bits[a] | bits[b] | bits[c]
                for d in range(c):
                    for e in range(d):
                        five = three | bits[d] | bits[e]
                        for f in range(e):
                            for g in range(f):
                                strength = fives.strength_of_mask(five | bits[f] | bits[g])
                                kinds[strength >> 20] += 1
                                seen[strength] = True


def test_kinds_of_all_seven_card_hands_are_the_published_ones() -> None:
    kinds = np.zeros(9, dtype=np.int64)
    seen = np.zeros(9 << 20, dtype=np.bool_)
    each_seven(fives.CARD_BITS, kinds, seen)
    assert kinds.tolist() == SEVEN_CARD_KINDS
    assert int(kinds.sum()) == comb(52, 7)
    assert int(seen.sum()) == 4824


@pytest.mark.parametrize(("size", "count"), [(5, 15_000), (7, 30_000)])
def test_random_hands_have_the_strength_of_the_rules(size: int, count: int) -> None:
    hands = random_hands(size, count, rng_seed=size)
    evaluate = fives.evaluate5 if size == 5 else fives.evaluate7
    expected = [packed(best_five([DECK[card] for card in hand])) for hand in hands.tolist()]
    assert evaluate(hands).tolist() == expected


def mask_of(hand: Sequence[int]) -> int:
    return sum(int(fives.CARD_BITS[card]) for card in hand)


def test_six_cards_have_the_strength_of_the_rules() -> None:
    for hand in random_hands(6, 4_000, rng_seed=6).tolist():
        assert fives.strength_of_mask(mask_of(hand)) == packed(
            best_five([DECK[card] for card in hand])
        )


@pytest.mark.parametrize(
    "text",
    [
        "As Ks Qs Js Ts 9s 8s",
        "As 2s 3s 4s 5s Kd Kh",
        "5c 5d 5h 5s Ac Ad Ah",
        "Ac Ad Ah Kc Kd Kh 2s",
        "Ac Ad Kc Kd Qc Qd 2s",
        "2c 3d 4h 5s Ac Ad Ah",
        "2c 4c 6c 8c Tc Qc Ac",
        "6s 7s 8s 9s Ts Td Th",
        "2c 2d 3c 3d 4c 4d 5s",
        "Ac 2d 3h 4s 5c 6d 6h",
    ],
)
def test_edges_have_the_strength_of_the_rules(text: str) -> None:
    hand = parse_cards(text)
    assert fives.strength_of_mask(mask_of(hand)) == packed(best_five(hand))
    assert fives.evaluate7(np.array([hand])).tolist() == [packed(best_five(hand))]


@settings(max_examples=100, deadline=None)
@given(st.permutations(range(52)), st.permutations(range(7)))
def test_the_order_of_the_cards_does_not_matter(deck: list[int], order: list[int]) -> None:
    hand = deck[:7]
    again = np.array([[hand[place] for place in order]])
    assert fives.evaluate7(np.array([hand])) == fives.evaluate7(again)


def rises_alike(ours: NDArray[np.int32], theirs: NDArray[np.int64]) -> bool:
    order = np.argsort(ours, kind="stable")
    return bool(np.array_equal(np.sign(np.diff(ours[order])), np.sign(np.diff(theirs[order]))))


def oracle_eval7(hands: list[list[int]]) -> list[int]:
    module: Any = pytest.importorskip("eval7")
    cards = [module.Card(card_text(card)) for card in DECK]
    return [module.evaluate([cards[card] for card in hand]) for hand in hands]


def oracle_phevaluator(hands: list[list[int]]) -> list[int]:
    module: Any = pytest.importorskip("phevaluator.evaluator")
    return [-module.evaluate_cards(*(card_text(DECK[card]) for card in hand)) for hand in hands]


def oracle_treys(hands: list[list[int]]) -> list[int]:
    module: Any = pytest.importorskip("treys")
    cards = [module.Card.new(card_text(card)) for card in DECK]
    evaluate = module.Evaluator().evaluate
    return [-evaluate([], [cards[card] for card in hand]) for hand in hands]


@pytest.mark.parametrize("oracle", [oracle_eval7, oracle_phevaluator, oracle_treys])
@pytest.mark.parametrize("size", [5, 7])
def test_other_evaluators_order_hands_the_same_way(oracle: Any, size: int) -> None:
    hands = random_hands(size, 6_000, rng_seed=60 + size)
    evaluate = fives.evaluate5 if size == 5 else fives.evaluate7
    theirs = np.array(oracle(hands.tolist()), dtype=np.int64)
    assert rises_alike(evaluate(hands), theirs)


def test_any_integer_array_will_do() -> None:
    hands = random_hands(7, 100, rng_seed=1)
    expected = fives.evaluate7(hands).tolist()
    for kind in (np.int8, np.int32, np.int64, np.uint64):
        assert fives.evaluate7(hands.astype(kind)).tolist() == expected
    wide = np.zeros((100, 14), dtype=np.uint8)
    wide[:, ::2] = hands
    assert fives.evaluate7(wide[:, ::2]).tolist() == expected
    assert fives.evaluate7(hands[:0]).tolist() == []


@pytest.mark.parametrize(
    "hands",
    [
        np.zeros((3, 6), dtype=np.uint8),
        np.zeros(7, dtype=np.uint8),
        np.zeros((1, 7), dtype=np.float64),
        np.array([[0, 1, 2, 3, 4, 5, 52]]),
        np.array([[0, 1, 2, 3, 4, 5, 255]], dtype=np.uint8),
        np.array([[0, 1, 2, 3, 4, 5, -1]]),
        np.array([[0, 1, 2, 3, 4, 5, 5]]),
        np.array([[8, 8, 8, 8, 8, 8, 8]], dtype=np.uint8),
    ],
)
def test_what_is_no_hand_is_refused(hands: NDArray[Any]) -> None:
    with pytest.raises(ValueError):
        fives.evaluate7(hands)


def test_every_repeated_card_is_refused() -> None:
    for hand in islice(combinations(range(52), 4), 0, None, 97):
        with pytest.raises(ValueError, match="hand 1 has a card twice"):
            fives.evaluate5(np.array([[0, 1, 2, 3, 4], [*hand, hand[0]]], dtype=np.uint8))
