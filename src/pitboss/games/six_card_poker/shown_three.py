"""A hand of six cards against a dealer who shows three: results by ranks, then by suits.

The dealer's other three cards are counted by their ranks first, as if no flush existed. If two or
three of his cards up are of one suit, the combinations that give him a flush are corrected one by
one: they depend on which cards of that suit the player holds, by ranks, and on nothing else.

Results are counted in fields of twenty bits, one number for three results: see `place_of`. A field
never exceeds C(43, 3), and what a correction takes away another field had.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import FLUSH, KIND_SHIFT, flush_strength, strength_of_ranks
from pitboss.rules.cards import ACE, KING

HIDDEN: Final = comb(43, 3)
ACE_KING: Final = ACE << 16 | KING << 12
RESULTS: Final = (
    "unqualified_win", "unqualified_tie", "unqualified_loss", "win", "tie", "loss",
)  # fmt: skip
FIELD: Final = 20
_LOW_FIELD: Final = (1 << FIELD) - 1
# What a result adds, by its place; all that is left has the last place.
_UNITS: Final = np.array([1, 1 << FIELD, 1 << 2 * FIELD, 0])
# The results of the places, for a player below ace-king and for the others.
NAMED: Final = np.array([[0, 1, 2, 5], [0, 3, 4, 5]])

# Three cards by ranks: first those of different ranks, then pairs with another card, then threes.
_THREES: Final = (
    *combinations(range(13), 3),
    *((rank, rank, other) for rank in range(13) for other in range(13) if other != rank),
    *((rank, rank, rank) for rank in range(13)),
)
THREES: Final = np.array(_THREES)
DIFFERENT: Final = comb(13, 3)
_PAIRED: Final = DIFFERENT + 13 * 12
_ORDER: Final = {tuple(sorted(ranks)): place for place, ranks in enumerate(_THREES)}
THREE_AT: Final = np.array(
    [[[_ORDER[tuple(sorted((a, b, c)))] for c in range(13)] for b in range(13)] for a in range(13)]
)
SUITED_MOST: Final = comb(10, 3) + comb(10, 2) * 13
FLUSHES_MOST: Final = comb(11, 3)  # as many as C(10, 3) and C(10, 2) together


@njit(cache=True)
def strength_by_ranks(held: Ints) -> int:
    """The strength of so many cards of each rank, no five of one suit."""
    ones = twos = threes = fours = 0
    for rank in range(13):
        ones |= int(held[rank] > 0) << rank
        twos |= int(held[rank] > 1) << rank
        threes |= int(held[rank] > 2) << rank
        fours |= int(held[rank] > 3) << rank
    return int(strength_of_ranks(ones, twos, threes, fours))


@njit(cache=True)
def dealer_strengths() -> Any:
    """By the ranks of the cards up and of the others: what the dealer has without a flush."""
    table = np.empty((len(THREES), len(THREES)), np.int32)
    held = np.zeros(13, np.int64)
    for up in range(len(THREES)):
        for other in range(len(THREES)):
            held[:] = 0
            for place in range(3):
                held[THREES[up, place]] += 1
                held[THREES[other, place]] += 1
            table[up, other] = strength_by_ranks(held)
    return table


@njit(cache=True, inline="always")
def place_of(other: int, own: int) -> int:
    """The place of a result: below ace-king the player wins, ties or loses to a dealer who does not
    qualify; from ace-king up, the dealer does not qualify, or the player wins or ties. The last
    place is a loss to a dealer who qualifies."""
    if own < ACE_KING:
        return 3 if other >= ACE_KING else 0 if other < own else 1 if other == own else 2
    return 0 if other < ACE_KING else 1 if other < own else 2 if other == own else 3


@njit(cache=True)
def list_units(strengths: Any, own: int, units: Ints) -> None:
    """What each of the dealer's other three cards adds to the results, without flushes."""
    for other in range(len(THREES)):
        units[other] = _UNITS[place_of(strengths[other], own)]


@njit(cache=True)
def compare_ranks(units: Ints, left: Ints) -> int:
    """The results over the dealer's other cards, for the cards left by rank."""
    total, at = np.int64(0), 0
    for first in range(11):
        for second in range(first + 1, 12):
            part = np.int64(0)
            for third in range(second + 1, 13):
                part += left[third] * units[at + third - second - 1]
            total += left[first] * left[second] * part
            at += 12 - second
    for first in range(13):
        part, twice = np.int64(0), left[first] * (left[first] - 1) // 2
        for third in range(13):
            if third != first:
                part += left[third] * units[at]
                at += 1
        total += twice * part + twice * (left[first] - 2) // 3 * units[_PAIRED + first]
    return int(total)


@njit(cache=True)
def list_suited(suited: int, found: Ints) -> int:
    """The dealer's other cards that make a flush with the suited cards up, given by their ranks:
    two or three ranks of that suit (13 if two), the rank of a card of another suit (13 if none),
    the place among all threes, the strength of the flush. Returns how many."""
    size, shared = 0, 0
    for rank in range(13):
        shared += suited >> rank & 1
    for first in range(13):
        for second in range(first):
            if (suited >> first | suited >> second) & 1:
                continue
            both = suited | 1 << first | 1 << second
            for third in range(second):
                if suited >> third & 1 == 0:
                    found[size] = first, second, third, 13, THREE_AT[first, second, third], 0
                    found[size, 5] = flush_strength(both | 1 << third)
                    size += 1
            for other in range(13 if shared == 3 else 0):
                found[size] = first, second, 13, other, THREE_AT[first, second, other], 0
                found[size, 5] = flush_strength(both)
                size += 1
    return size


@njit(cache=True)
def correct_one(flushes: Ints, units: Ints, suited: int, left: Ints, own: int, held: int) -> int:
    """The correction for flushes, with the ranks held by the player in the suit of the cards up."""
    total = np.int64(0)
    for row in range(len(flushes)):
        first, second, third, other, place, flush = flushes[row]
        if (held >> first | held >> second | held >> third) & 1 == 0:
            ways = 1 if other == 13 else left[other] - (1 - ((suited | held) >> other & 1))
            total += ways * (_UNITS[place_of(flush, own)] - units[place])
    return int(total)


@njit(cache=True)
def correct_all(
    flushes: Ints, units: Ints, suited: int, left: Ints, own: int, bits: Ints, found: Ints
) -> None:
    """The same for every set of ranks held: `bits` is a rank's bit in the number of a set, 0 for
    ranks that the player can't hold in that suit. First what becomes possible when just these ranks
    are not held, then the sum over all that the held ranks leave."""
    found[:] = 0
    beaten = own < FLUSH << KIND_SHIFT
    row = 0
    while row < len(flushes):
        place = bits[flushes[row, 0]] | bits[flushes[row, 1]] | bits[flushes[row, 2]]
        gain = 0 if beaten else _UNITS[place_of(flushes[row, 5], own)]
        if flushes[row, 3] == 13:
            found[place] += gain - units[flushes[row, 4]]
            row += 1
            continue
        # A card of each rank besides: one of them is in the suit, unless it is up or the player's.
        total = np.int64(0)
        for other in range(13):
            change = gain - units[flushes[row + other, 4]]
            total += left[other] * change
            if suited >> other & 1 == 0:
                found[place | bits[other]] -= change
        found[place] += total
        row += 13
    step = 1
    while step < len(found):
        for high in range(step, len(found), 2 * step):
            for place in range(high, high + step):
                found[place] += found[place - step]
        step <<= 1


@njit(cache=True)
def list_flushes(suited: int, found: Ints) -> int:
    """The flushes that the dealer makes with the suited cards up: the ranks of his other cards of
    that suit, the strength, and 1 if one card of another suit is left."""
    size, shared = 0, 0
    for rank in range(13):
        shared += suited >> rank & 1
    for ranks in range(1 << 13):
        cards = 0
        for rank in range(13):
            cards += ranks >> rank & 1
        if ranks & suited == 0 and 5 - shared <= cards <= 3:
            found[size] = ranks, flush_strength(suited | ranks), int(cards == 2)
            size += 1
    return size


@njit(cache=True)
def compare_flushes(found: Ints, own: int, held: int, others: int) -> int:
    """The results of a player's flush against the dealer's, each with so many other cards."""
    total = np.int64(0)
    for row in range(len(found)):
        if found[row, 0] & held == 0:
            total += (others if found[row, 2] else 1) * _UNITS[place_of(found[row, 1], own)]
    return int(total)


@njit(cache=True)
def is_raised(packed: int, own: int) -> bool:
    """Whether a raise is worth more than a fold."""
    first, second, third = unpack(packed)
    last = HIDDEN - first - second - third
    if own < ACE_KING:
        return first - third - 2 * last > -HIDDEN
    return first + 2 * second - 2 * last > -HIDDEN


@njit(cache=True, inline="always")
def unpack(packed: int) -> tuple[int, int, int]:
    """The three fields."""
    return packed & _LOW_FIELD, packed >> FIELD & _LOW_FIELD, packed >> 2 * FIELD


@njit(cache=True)
def is_best_raised(cards: Ints, own: int, strengths: Any) -> bool:
    """Whether the best play raises the first six cards of this strength against the next three."""
    left, held, up = np.full(13, 4), np.zeros(4, np.int64), np.zeros(4, np.int64)
    for place in range(9):
        rank, suit = cards[place] >> 2, cards[place] & 3
        left[rank] -= 1
        if place < 6:
            held[suit] |= 1 << rank
        else:
            up[suit] |= 1 << rank
    units = np.empty(len(THREES), np.int64)
    shown = THREE_AT[cards[6] >> 2, cards[7] >> 2, cards[8] >> 2]
    list_units(strengths[shown], own, units)
    packed = compare_ranks(units, left)
    for suit in range(4):
        if up[suit] & (up[suit] - 1):
            flushes = np.empty((SUITED_MOST, 6), np.int64)
            rows = list_suited(up[suit], flushes)
            packed += correct_one(flushes[:rows], units, up[suit], left, own, held[suit])
    return is_raised(packed, own)


def hands_of_six() -> Ints:
    """Every way to have six cards of thirteen ranks, at most four of each."""
    rows = [
        [ranks.count(rank) for rank in range(13)]
        for ranks in combinations_with_replacement(range(13), 6)
    ]
    return np.array([row for row in rows if max(row) <= 4])
