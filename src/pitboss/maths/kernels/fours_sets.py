"""Sets of at most five cards, numbered, and their suit classes.

Two sets are of one class if renaming the suits turns one into the other; whatever is counted about
four-card hands is then the same for both. There are 1, 13, 169, 1755, 16432 and 134459 classes of
sets of zero to five cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numba import njit

from pitboss.maths.kernels.fours import BINOMIAL, CARD_BIT, Ints, Small, Table
from pitboss.maths.kernels.suits import next_set

LARGEST: Final = 5

# The number of a set is the number of smaller sets plus its place in colexicographic order.
SET_START: Final[Ints] = np.array(
    [sum(comb(52, smaller) for smaller in range(size)) for size in range(LARGEST + 2)]
)


@dataclass(frozen=True, slots=True)
class SetClasses:
    """Every class of sets of zero to five cards, the smaller sets first.

    `of_set` gives the class of each set by its number. `cards` is the first set of each class, in
    ascending order, filled up with -1. `members` is how many sets a class has, and the classes of
    sets of `size` cards are those from `start[size]` to `start[size + 1]`.
    """

    of_set: Table
    cards: Ints
    members: Ints
    start: tuple[int, ...]


@njit(cache=True)
def set_number(cards: Ints, size: int) -> int:
    """The number of the set of the first `size` cards, which must ascend."""
    number = SET_START[size]
    for place in range(size):
        number += BINOMIAL[cards[place], place + 1]
    return int(number)


@njit(cache=True)
def _suit_keys(size: int, keys: Ints, sets: Small) -> None:
    """For each set its cards, and a key that the sets of one class share: sorted suits."""
    cards = np.arange(size)
    for number in range(len(keys)):
        hand = 0
        for place in range(size):
            hand += CARD_BIT[cards[place]]
            sets[number, place] = cards[place]
        a, b, c, d = hand & 8191, (hand >> 16) & 8191, (hand >> 32) & 8191, (hand >> 48) & 8191
        a, b = max(a, b), min(a, b)
        c, d = max(c, d), min(c, d)
        a, c = max(a, c), min(a, c)
        b, d = max(b, d), min(b, d)
        b, c = max(b, c), min(b, c)
        keys[number] = (((a << 13) + b << 13) + c << 13) + d
        if size:  # there is one empty set and none after it
            next_set(cards)


@cache
def set_classes() -> SetClasses:
    """All classes; this takes about a second and is kept."""
    of_set, cards, members, start = [], [], [], [0]
    for size in range(LARGEST + 1):
        keys = np.empty(comb(52, size), dtype=np.int64)
        sets = np.full((len(keys), LARGEST), -1, dtype=np.int16)
        _suit_keys(size, keys, sets)
        _, first, inverse, counts = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        of_set.append((inverse.ravel() + start[-1]).astype(np.int32))
        cards.append(sets[first].astype(np.int64))
        members.append(counts.astype(np.int64))
        start.append(start[-1] + len(first))
    return SetClasses(
        of_set=np.concatenate(of_set),
        cards=np.concatenate(cards),
        members=np.concatenate(members),
        start=tuple(start),
    )


def class_of(cards: Sequence[int]) -> int:
    """The class of at most five different cards, in any order."""
    number = set_number(np.array(sorted(cards), dtype=np.int64), len(cards))
    return int(set_classes().of_set[number])
