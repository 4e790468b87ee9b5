"""Suit classes: sets of cards that differ only in the names of the suits.

Renaming suits doesn't change who wins, so 134,459 hands of five cards represent all 2,598,960, and
1,755 flops all 22,100.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]

# How many classes there are, by number of cards.
CLASSES: Final = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459}


def _renamed_cards() -> Bytes:
    """Each card after each of the 24 ways to rename the suits."""
    ways = list(permutations(range(4)))
    return np.array([[card - card % 4 + way[card % 4] for card in range(52)] for way in ways], "u1")


def _undone_renamings() -> Bytes:
    """Which of the 24 ways undoes each of them."""
    ways = list(permutations(range(4)))
    return np.array([ways.index(tuple(int(i) for i in np.argsort(way))) for way in ways], "u1")


# Globals of this file, not arguments: numba then folds their addresses into the kernels.
BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(53)], dtype=np.int64)
RENAMED_CARDS = _renamed_cards()
UNDONE_RENAMINGS = _undone_renamings()


@dataclass(frozen=True, slots=True)
class SuitClasses:
    """Sets of cards that differ only in the names of the suits, for one size of set.

    `class_of` and `renaming_of` are indexed by the place of a set among all (see `place`): its
    class, and the renaming that turns the set into the class's first member.
    """

    class_of: NDArray[np.int32]
    renaming_of: Bytes
    firsts: Bytes
    sizes: NDArray[np.int64]


@njit(cache=True)
def place(cards: Any) -> int:
    """The place of an ascending set of cards among all sets of its size."""
    total = 0
    for k in range(len(cards)):
        total += BINOMIALS[cards[k], k + 1]
    return total


@njit(cache=True)
def sort_few(cards: Any) -> None:
    """Sort a handful of cards in place."""
    for i in range(1, len(cards)):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@njit(cache=True)
def next_set(cards: Any) -> None:
    """Step to the next ascending set, in the order of `place`."""
    k = 0
    while k + 1 < len(cards) and cards[k] + 1 == cards[k + 1]:
        cards[k] = k
        k += 1
    cards[k] += 1


@njit(cache=True)
def every_set(size: int) -> Bytes:
    """All ascending sets of so many cards, in the order of `place`."""
    sets = np.empty((BINOMIALS[52, size], size), np.uint8)
    cards = np.arange(size)
    for index in range(len(sets)):
        sets[index] = cards
        next_set(cards)
    return sets


@njit(cache=True)
def _find_classes(
    size: int, class_of: NDArray[np.int32], renaming_of: Bytes, firsts: Bytes
) -> None:
    cards = np.arange(size)
    image = np.empty(size, np.int64)
    found = 0
    for index in range(len(class_of)):
        if class_of[index] < 0:
            for way in range(24):
                for k in range(size):
                    image[k] = RENAMED_CARDS[way, cards[k]]
                sort_few(image)
                there = place(image)
                class_of[there] = found
                renaming_of[there] = UNDONE_RENAMINGS[way]
            firsts[found] = cards
            found += 1
        next_set(cards)


@cache
def suit_classes(size: int) -> SuitClasses:
    """All classes of sets of one to five cards, computed once."""
    class_of = np.full(comb(52, size), -1, dtype=np.int32)
    renaming_of = np.zeros(len(class_of), dtype=np.uint8)
    firsts = np.zeros((CLASSES[size], size), dtype=np.uint8)
    _find_classes(size, class_of, renaming_of, firsts)
    found = int(class_of.max()) + 1
    assert found == CLASSES[size], f"{size} cards have {found} classes"
    return SuitClasses(class_of, renaming_of, firsts, np.bincount(class_of).astype(np.int64))


@njit(cache=True)
def _find_following(firsts: Bytes, class_of: NDArray[np.int32], following: Any) -> None:
    size = firsts.shape[1]
    cards = np.empty(size + 1, np.int64)
    for row in range(len(firsts)):
        for card in range(52):
            cards[:size] = firsts[row]
            cards[size] = card
            sort_few(cards)
            if (cards[1:] != cards[:-1]).all():
                following[row, card] = class_of[place(cards)]


@cache
def one_more_card(size: int) -> NDArray[np.int32]:
    """The class that each class of this many cards becomes with each further card, -1 for a card it
    holds. With it, decisions on more and more cards are solved from the last to the first."""
    following = np.full((CLASSES[size], 52), -1, np.int32)
    _find_following(suit_classes(size).firsts, suit_classes(size + 1).class_of, following)
    return following


def rows_and_renamings(hands: NDArray[Any]) -> tuple[NDArray[np.int64], Bytes]:
    """For each hand of five ascending cards, the number of its class and its renaming."""
    found = suit_classes(5)
    places = np.array([place(hand) for hand in hands.astype(np.int64)])
    return found.class_of[places].astype(np.int64), found.renaming_of[places]


def renamed_words(words: NDArray[np.uint64], renamings: Bytes) -> NDArray[np.uint64]:
    """Words with a bit for each card, after each row's renaming of the suits."""
    one = np.uint64(1)
    result = np.zeros_like(words)
    for card in range(52):
        there = RENAMED_CARDS[renamings, card].astype(np.uint64)
        result |= (words >> np.uint64(card) & one) << there
    return result


def own_bits(hands: NDArray[Any]) -> NDArray[np.uint64]:
    """A bit for each card of each hand."""
    bits: NDArray[np.uint64] = (np.uint64(1) << hands.astype(np.uint64)).sum(
        axis=1, dtype=np.uint64
    )
    return bits


def up_card_words(
    hands: NDArray[Any], chosen: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """For hands of five ascending cards, the number of each one's class, and a word as in stored
    decisions: bit u, after the renaming, is set if the up card u is chosen."""
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    words = np.where(chosen, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    rows, renamings = rows_and_renamings(hands)
    return rows, renamed_words(fill_blanks(words, own_bits(hands)), renamings)


def fill_blanks(words: NDArray[np.uint64], blank: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Set the bits that no deal reaches to the majority of a word's other bits: packs better."""
    return np.where(words == 0, words, words | blank)
