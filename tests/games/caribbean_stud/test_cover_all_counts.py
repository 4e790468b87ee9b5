"""The highest of several hands: against pairs counted one by one, small decks and dealt hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb, prod
from typing import cast

import numpy as np
import pytest

from pitboss.games.caribbean_stud.cover_all import (
    CLASSES,
    FLUSHES,
    STRAIGHT_FLUSHES,
    STRAIGHTS_AND_FLUSHES,
    highest_hands,
    sets_by_shape,
)
from pitboss.games.caribbean_stud.cover_all_board import Deck, Kinds
from pitboss.maths.counting import branch, read_stored
from pitboss.rules.cards import DECK
from pitboss.rules.hands import best_five, is_royal

# Place in CLASSES of each rules.hands.Five.
OF_FIVE = (0, 0, 0, 1, 2, 3, 4, 5, 6)
Hand = tuple[int, ...]
COVER_ALL = branch(read_stored("caribbean_stud"), "cover_all")


def unheard(_share: float) -> None:
    """These counts are small."""


def by_class(hands: int) -> dict[str, int]:
    return cast("dict[str, int]", COVER_ALL[str(hands)])


@pytest.mark.parametrize("hands", range(2, 9))
def test_CS_2_every_dealing_has_one_highest_class(hands: int) -> None:
    assert tuple(sorted(by_class(hands))) == tuple(sorted(CLASSES))
    assert sum(by_class(hands).values()) == prod(comb(52 - 5 * n, 5) for n in range(hands))


def test_CS_2_two_to_eight_hands_are_stored() -> None:
    assert list(COVER_ALL) == ["2", "3", "4", "5", "6", "7", "8"]


@pytest.mark.proof
@pytest.mark.parametrize("most", [2, 4])
def test_CS_2_hands_counted_again_are_as_stored(most: int) -> None:
    shares: list[float] = []
    counts = highest_hands(Deck(), hands_most=most, report=shares.append)
    assert counts == {str(hands): by_class(hands) for hands in range(2, most + 1)}
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.proof
@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.proof)])
def test_CS_2_the_two_halves_may_meet_at_another_rank(most: int) -> None:
    one, other = (
        sets_by_shape(deck, STRAIGHTS_AND_FLUSHES, hands_most=most, report=unheard)
        for deck in (Deck(), Deck(low_ranks=6, high_ranks=6))
    )
    assert one == other
    # 10,200 straights, 5,108 flushes, 40 straight flushes.
    assert one[0, 0, 0, 5, 8] == 15_348


def high_hands() -> Iterator[tuple[str, Iterator[Hand]]]:
    """All hands from three of a kind on, class by class from the best, built and not recognized."""
    straights = [[12, 0, 1, 2, 3], *([low + n for n in range(5)] for low in range(9))]
    royal = straights[-1]

    def suited(ranks: list[int]) -> Iterator[Hand]:
        return (tuple(4 * rank + suit for rank in ranks) for suit in range(4))

    def of_rank(rank: int, size: int) -> Iterator[Hand]:
        return combinations(range(4 * rank, 4 * rank + 4), size)

    yield "royal_flush", suited(royal)
    yield "straight_flush", (hand for ranks in straights[:-1] for hand in suited(ranks))
    yield (
        "four_of_a_kind",
        (
            (*four, card)
            for rank in range(13)
            for four in of_rank(rank, 4)
            for card in DECK
            if card // 4 != rank
        ),
    )
    yield (
        "full_house",
        (
            three + two
            for rank in range(13)
            for other in range(13)
            if rank != other
            for three in of_rank(rank, 3)
            for two in of_rank(other, 2)
        ),
    )
    runs = {tuple(sorted(ranks)) for ranks in straights}
    yield (
        "flush",
        (
            hand
            for ranks in combinations(range(13), 5)
            if ranks not in runs
            for hand in suited(list(ranks))
        ),
    )
    yield (
        "straight",
        (
            tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in straights
            for suits in product(range(4), repeat=5)
            if len(set(suits)) > 1
        ),
    )
    yield (
        "three_of_a_kind",
        (
            (*three, 4 * low + suit, 4 * high + other)
            for rank in range(13)
            for three in of_rank(rank, 3)
            for low, high in combinations([r for r in range(13) if r != rank], 2)
            for suit, other in product(range(4), repeat=2)
        ),
    )


@pytest.mark.proof
def test_CS_2_two_hands_agree_with_pairs_of_high_hands() -> None:
    """Pairs of disjoint hands: the alternating sum over all sets of the squared number of hands
    that hold the set, kept up while the hands come in from the best down."""
    holding: Counter[int] = Counter()
    hands, disjoint_pairs = 0, 0
    reached: dict[str, int] = {}
    for name, group in high_hands():
        for hand in group:
            hands += 1
            bits = [1 << card for card in hand]
            for size in range(6):
                for part in combinations(bits, size):
                    held = sum(part)
                    disjoint_pairs += (-1) ** size * (2 * holding[held] + 1)
                    holding[held] += 1
        reached[name] = 2 * hands * comb(47, 5) - disjoint_pairs
    at_least = 0
    for name in reversed(CLASSES[1:]):
        at_least += by_class(2)[name]
        assert at_least == reached[name], name
    assert hands == 74_628


def small_hand_class(hand: Hand, deck: Deck) -> int:
    """Place in CLASSES of a hand of a small deck; ranks run from the ace, 0, and round to it."""
    ranks = sorted(card // deck.suits for card in hand)
    sizes = sorted(Counter(ranks).values())
    runs = [sorted((low + n) % deck.ranks for n in range(5)) for low in range(deck.ranks - 3)]
    flush = len({card % deck.suits for card in hand}) == 1
    if flush and ranks in runs:
        return 7 if ranks == runs[-1] else 6
    if sizes[-1] == 4:
        return 5
    if sizes == [2, 3]:
        return 4
    if flush:
        return 3
    if ranks in runs:
        return 2
    return 1 if sizes[-1] == 3 else 0


def shape_after(mask: int, deck: Deck) -> tuple[int, ...]:
    whole = (1 << deck.suits) - 1
    left = Counter(
        deck.suits - (mask >> deck.suits * rank & whole).bit_count() for rank in range(deck.ranks)
    )
    return tuple(left[cards] for cards in range(deck.suits + 1))


def sets_one_by_one(
    deck: Deck, is_wanted: Callable[[int], bool], hands_most: int
) -> dict[tuple[int, ...], int]:
    masks = [
        sum(1 << card for card in hand)
        for hand in combinations(range(deck.cards), 5)
        if is_wanted(small_hand_class(hand, deck))
    ]
    found: Counter[tuple[int, ...]] = Counter()

    def extend(mask: int, first: int, hands: int) -> None:
        found[shape_after(mask, deck)] += 1
        if hands < hands_most:
            for place in range(first, len(masks)):
                if not masks[place] & mask:
                    extend(mask | masks[place], place + 1, hands + 1)

    extend(0, 0, 0)
    return dict(found)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("deck", "hands_most"),
    [
        (Deck(low_ranks=4, high_ranks=4, suits=2), 3),
        (Deck(low_ranks=6, high_ranks=6, suits=1), 2),
        (Deck(low_ranks=1, high_ranks=4, suits=3), 2),
        pytest.param(Deck(low_ranks=1, high_ranks=4, suits=3), 3, marks=pytest.mark.proof),
    ],
)
@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [(STRAIGHTS_AND_FLUSHES, (2, 3, 6, 7)), (FLUSHES, (3, 6, 7)), (STRAIGHT_FLUSHES, (6, 7))],
)
def test_CS_2_sets_of_straights_and_flushes_on_small_decks(
    deck: Deck, hands_most: int, kinds: Kinds, wanted: tuple[int, ...]
) -> None:
    assert sets_by_shape(deck, kinds, hands_most=hands_most, report=unheard) == sets_one_by_one(
        deck, wanted.__contains__, hands_most
    )


@pytest.mark.proof
@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.proof)])
def test_CS_2_sets_of_flushes_in_four_suits(most: int) -> None:
    deck = Deck(low_ranks=2, high_ranks=4)
    sets = sets_by_shape(deck, FLUSHES, hands_most=most, report=unheard)
    assert sets == sets_one_by_one(deck, (3, 6, 7).__contains__, most)


@pytest.mark.proof
def test_CS_2_sets_in_four_suits_as_found_one_by_one_in_a_long_run() -> None:
    """Six ranks in four suits; straights of ace to five, deuce to six and three to ace."""
    deck = Deck(low_ranks=1, high_ranks=4)
    assert sets_by_shape(deck, STRAIGHTS_AND_FLUSHES, hands_most=4, report=unheard) == {
        (0, 0, 0, 0, 6): 1,
        (0, 0, 0, 5, 1): 3_084,
        (0, 0, 5, 0, 1): 373_266,
        (0, 0, 4, 2, 0): 1_007_028,
        (0, 5, 0, 0, 1): 3_981_324,
        (0, 4, 1, 1, 0): 48_059_208,
        (0, 3, 3, 0, 0): 24_735_480,
        (5, 0, 0, 0, 1): 995_331,
        (4, 1, 0, 1, 0): 32_037_288,
        (4, 0, 2, 0, 0): 35_837_010,
        (3, 2, 1, 0, 0): 146_724_084,
        (2, 4, 0, 0, 0): 2_302_272,
    }


@pytest.mark.proof
def test_CS_2_three_hands_of_eighteen_cards_dealt_one_by_one() -> None:
    deck = Deck(low_ranks=1, high_ranks=4, suits=3)
    hands = list(combinations(range(deck.cards), 5))
    classes = np.array([small_hand_class(hand, deck) for hand in hands])
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    # Third hands by the ten cards that two others use, and by class.
    thirds = np.zeros((8, 1 << deck.cards), np.int64)
    tens = np.array(list(combinations(range(13), 10)))
    for hand, place in zip(hands, classes.tolist(), strict=True):
        others = np.array([1 << card for card in range(deck.cards) if card not in hand])
        thirds[place, others[tens].sum(axis=1)] += 1
    thirds_up_to = thirds.cumsum(axis=0)
    two_up_to, three_up_to = np.zeros(8, np.int64), np.zeros(8, np.int64)
    for mask, place in zip(masks.tolist(), classes.tolist(), strict=True):
        apart = masks & mask == 0
        for highest in range(place, 8):
            used = masks[apart & (classes <= highest)] | mask
            two_up_to[highest] += len(used)
            three_up_to[highest] += thirds_up_to[highest, used].sum()
    two, three = (np.diff(up_to, prepend=0) for up_to in (two_up_to, three_up_to))
    counts = highest_hands(deck, hands_most=3, report=unheard)
    assert counts["2"] == dict(zip(CLASSES, two.tolist(), strict=True))
    assert counts["3"] == dict(zip(CLASSES, three.tolist(), strict=True))


@pytest.mark.parametrize("rounds", [10_000, pytest.param(40_000, marks=pytest.mark.proof)])
def test_CS_2_dealt_hands_lie_within_four_standard_errors(rounds: int) -> None:
    generator = np.random.default_rng(20_240_611)
    seen = np.zeros((9, len(CLASSES)), np.int64)
    for _ in range(rounds):
        dealt = generator.permutation(52)[:40].tolist()
        highest = 0
        for hands in range(1, 9):
            strength = best_five([DECK[card] for card in dealt[5 * hands - 5 : 5 * hands]])
            highest = max(highest, OF_FIVE[strength[0]] + is_royal(strength))
            seen[hands, highest] += 1
    for hands in range(2, 9):
        total = sum(by_class(hands).values())
        for place, name in enumerate(CLASSES):
            chance = by_class(hands)[name] / total
            error = (chance * (1 - chance) / rounds) ** 0.5
            assert abs(seen[hands, place] / rounds - chance) <= 4 * error, (hands, name)
