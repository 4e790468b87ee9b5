"""Kernels for hands of seven cards by suit: a hand is four sets of ranks.

A flush is a number: the number of its cards, and below it the set of its ranks. Bigger is better,
for of two sets as large the one with the highest rank that the other lacks is the larger number.

The dealer's hand is below a flush of n cards exactly if each of its suits has fewer cards, or n
cards below it. So the number of such hands is a coefficient of the product of four polynomials, one
for each suit, whose terms count the sets of each size among the ranks that are still there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.suits import BINOMIALS

HAND = 7
DEALER_HANDS = int(BINOMIALS[45, HAND])
SIZE_SHIFT = 13
ALL_RANKS = 8191
QUALIFYING = 3 << SIZE_SHIFT | 1 << 7 | 0b11  # nine-three-two
PLAYABLE = 3 << SIZE_SHIFT | 1 << 8 | 1 << 6 | 1 << 4  # ten-eight-six
RESULTS = ("win", "unqualified", "tie", "loss")

# How many ranks a set has.
SIZES = np.array([bin(ranks).count("1") for ranks in range(ALL_RANKS + 1)])


@njit(cache=True)
def count_sets(free: int, ranks: int) -> int:
    """How many sets of as many free ranks are below a set."""
    left, total = SIZES[ranks], 0
    for rank in range(12, -1, -1):
        bit = 1 << rank
        if ranks & bit:
            # Alike so far, and without this rank.
            total += BINOMIALS[SIZES[free & bit - 1], left]
            if free & bit == 0:
                break
            left -= 1
    return total


@njit(cache=True)
def hands_below(suits: Any, flush: int, equal: int) -> int:
    """How many of the dealer's hands are below a flush, or with `equal` 1 not above it, given the
    player's."""
    size, ranks = flush >> SIZE_SHIFT, flush & ALL_RANKS
    product = np.zeros(HAND + 1, np.int64)
    product[0] = 1
    for suit in range(4):
        free = ALL_RANKS ^ suits[suit]
        limited = count_sets(free, ranks)
        if free & ranks == ranks:
            limited += equal
        # From the highest term down, so that the product can grow in its place.
        for degree in range(HAND, -1, -1):
            total = 0
            for cards in range(min(size, degree) + 1):
                sets = BINOMIALS[SIZES[free], cards] if cards < size else limited
                total += sets * product[degree - cards]
            product[degree] = total
    return int(product[HAND])


@njit(cache=True)
def longest_of(suits: Any) -> int:
    """The best flush of a hand."""
    best = 0
    for suit in range(4):
        best = max(best, SIZES[suits[suit]] << SIZE_SHIFT | suits[suit])
    return best


@njit(cache=True)
def read_results(suits: Any, flush: int, results: Any) -> None:
    """The dealer's hands by RESULTS, against a hand and its best flush."""
    unqualified = hands_below(suits, QUALIFYING, 0)
    below, not_above = unqualified, unqualified
    if flush >= QUALIFYING:
        below = hands_below(suits, flush, 0)
        not_above = hands_below(suits, flush, 1)
    results[0] = below - unqualified
    results[1] = unqualified
    results[2] = not_above - below
    results[3] = DEALER_HANDS - not_above


@njit(cache=True)
def best_raise(results: Any, size: int) -> int:
    """How many times the ANTE the best play raises; 0 for a fold. A tie goes to less money."""
    lead = results[0] - results[3]
    times = max(1, min(3, size - 3)) if lead > 0 else 1
    return times if results[1] + (1 + times) * lead > -DEALER_HANDS else 0


@njit(cache=True)
def longest_run(suits: Any, ace_low: int) -> int:
    """How many cards of a suit follow each other; with `ace_low` 1 the ace is low too."""
    best = 0
    for suit in range(4):
        held = suits[suit] << 1 | ace_low * (suits[suit] >> 12)
        length = 0
        while held:
            held &= held << 1
            length += 1
        best = max(best, length)
    return best


def suits_of(cards: Any) -> Ints:
    """A hand as four sets of ranks."""
    suits = np.zeros(4, np.int64)
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    return suits
