"""Sets of at most five cards, numbered, and their suit classes.

Two sets are in one class if renaming the suits turns one into the other; then all counts of hands
are the same for both. There are 1, 13, 169, 1755, 16432 and 134459 classes of sets of zero to five
cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.fours import strengths_of
from pitboss.maths.kernels.suits import place, suit_classes

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

    of_set: Ints32
    cards: Ints
    members: Ints
    start: tuple[int, ...]


@njit(cache=True)
def set_number(cards: Ints, size: int) -> int:
    """The number of the set of the first `size` cards, which must ascend."""
    return int(SET_START[size]) + place(cards[:size])


@cache
def set_classes() -> SetClasses:
    """All classes; takes about a second, then cached."""
    # There is one empty set.
    of_set, cards, members = (
        [np.zeros(1, np.int32)],
        [np.full((1, LARGEST), -1)],
        [np.ones(1, np.int64)],
    )
    start = [0, 1]
    for size in range(1, LARGEST + 1):
        found = suit_classes(size)
        of_set.append(found.class_of + np.int32(start[-1]))
        padded = np.full((len(found.firsts), LARGEST), -1)
        padded[:, :size] = found.firsts
        cards.append(padded)
        members.append(found.sizes)
        start.append(start[-1] + len(found.firsts))
    return SetClasses(
        of_set=np.concatenate(of_set),
        cards=np.concatenate(cards),
        members=np.concatenate(members),
        start=tuple(start),
    )


def hands_by_strength() -> tuple[Ints, Ints, Ints]:
    """A hand of five ascending cards for each class, weakest first; the members of its class; its
    strength. In this order the table rows in use stay in the caches."""
    classes = set_classes()
    cards, members = classes.cards[classes.start[5] :], classes.members[classes.start[5] :]
    strengths = strengths_of(cards)
    order = np.argsort(strengths, kind="stable")
    return np.ascontiguousarray(cards[order]), members[order], strengths[order]
