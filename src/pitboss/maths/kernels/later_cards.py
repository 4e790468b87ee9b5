"""Cards that come one by one: what every further card adds to suit classes of fewer cards.

Decisions are solved backward, from the last card to the first, with `sum_over_next`; the deals that
reach each class go forward with `deal_next`. Both only add, so sums stay below the number of deals
times the largest value: no game here comes near 63 bits.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import evaluate5
from pitboss.maths.kernels.suits import CLASSES, one_more_card, suit_classes


def sum_over_next(values: Ints, size: int) -> Ints:
    """For each class of so many cards, the values of all classes that one more card makes of it,
    added up. `values` has a row for each class of one card more."""
    following = one_more_card(size)
    total = np.zeros((len(following), *values.shape[1:]), np.int64)
    for rows in following.T:
        possible = rows >= 0
        total[possible] += values[rows[possible]]
    return total


def deal_next(deals: Ints, size: int) -> Ints:
    """The deals of each class of one card more, from those of the classes of so many cards."""
    dealt = np.zeros(CLASSES[size + 1], np.int64)
    for rows in one_more_card(size).T:
        possible = rows >= 0
        np.add.at(dealt, rows[possible], deals[possible])
    return dealt


@cache
def endings(firsts: tuple[int, ...], size: int) -> Ints:
    """For each class of two to four cards, how many orders of the cards to come, up to five, end in
    each class of hands, given the first strength of each, ascending."""
    if size < 4:
        return sum_over_next(endings(firsts, size + 1), size)
    strengths = evaluate5(suit_classes(5).firsts)
    outcomes = np.searchsorted(firsts, strengths, side="right") - 1
    return sum_over_next(np.eye(len(firsts), dtype=np.int64)[outcomes], 4)
