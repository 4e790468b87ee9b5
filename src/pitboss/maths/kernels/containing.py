"""How many hands that contain given cards are weaker than a given strength.

Inclusion and exclusion gives hands that *avoid* cards: those that avoid a set are the alternating
sum, over its subsets, of those that contain the subset. So a solver compares a hand with all
opposing hands in a few dozen lookups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numba import njit, prange

from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.card_sets import set_classes, set_number
from pitboss.maths.kernels.fours import CARD_BIT, STRENGTHS, Small, strength


@dataclass(frozen=True, slots=True)
class Below:
    """Hands of one size by the cards they contain.

    `counts[s, c]` is the number of hands that contain a set of class c and are weaker than
    strength s, for the sets of at most four cards that are smaller than a hand. `completions[c]`
    lists, for class c of sets one card short of a hand, the strength with each further card.
    """

    counts: Ints32
    completions: Small


@njit(cache=True)
def _with_card(cards: Ints, size: int, card: int, larger: Ints) -> bool:
    """Put a card into an ascending set; False if the set already has it."""
    place = 0
    while place < size and cards[place] < card:
        larger[place] = cards[place]
        place += 1
    if place < size and cards[place] == card:
        return False
    larger[place] = card
    for rest in range(place, size):
        larger[rest + 1] = cards[rest]
    return True


@njit(cache=True, parallel=True)
def _complete(cards: Ints, size: int, completions: Small) -> None:
    """Each set's strengths with one more card."""
    for row in prange(len(cards)):
        hand = 0
        for place in range(size):
            hand += CARD_BIT[cards[row, place]]
        column = 0
        for card in range(52):
            if not hand & CARD_BIT[card]:
                completions[row, column] = strength(hand + CARD_BIT[card])
                column += 1


@njit(cache=True, parallel=True)
def _tally(completions: Small, tallies: Ints32) -> None:
    for row in prange(len(completions)):
        for place in completions[row]:
            tallies[row, place] += 1


@njit(cache=True, parallel=True)
def _tally_two_short(
    cards: Ints, size: int, of_set: Ints32, start: int, completions: Small, tallies: Ints32
) -> None:
    """Sets two cards short: both orders of the last two cards appear, hence the half."""
    for row in prange(len(cards)):
        larger = np.empty(6, dtype=np.int64)
        for card in range(52):
            if _with_card(cards[row], size, card, larger):
                above = of_set[set_number(larger, size + 1)] - start
                for place in completions[above]:
                    tallies[row, place] += 1
        for place in range(tallies.shape[1]):
            tallies[row, place] //= 2


@njit(cache=True, parallel=True)
def _tally_from_larger(
    cards: Ints, size: int, of_set: Ints32, start: int, larger_tallies: Ints32, tallies: Ints32,
    missing: int,
) -> None:  # fmt: skip
    """A hand appears once for each of its `missing` cards: six times C(52, 6) fits in 31 bits."""
    for row in prange(len(cards)):
        larger = np.empty(6, dtype=np.int64)
        for card in range(52):
            if _with_card(cards[row], size, card, larger):
                above = of_set[set_number(larger, size + 1)] - start
                for place in range(tallies.shape[1]):
                    tallies[row, place] += larger_tallies[above, place]
        for place in range(tallies.shape[1]):
            tallies[row, place] //= missing


@njit(cache=True, parallel=True)
def _add_up(tallies: Ints32, counts: Ints32) -> None:
    """Turn tallies of each class into running sums, by strength first: kernels fix a strength.

    Classes go in blocks so that reading and writing both stay within the caches.
    """
    block = 64
    for first in prange((len(tallies) + block - 1) // block):
        last = min((first + 1) * block, len(tallies))
        for row in range(first * block, last):
            counts[0, row] = 0
        for place in range(tallies.shape[1]):
            for row in range(first * block, last):
                counts[place + 1, row] = counts[place, row] + tallies[row, place]


@cache
def below(size: int) -> Below:
    """The tables of the best four of four, five or six cards, made once: it takes seconds."""
    classes = set_classes()
    first, last = classes.start[size - 1], classes.start[size]
    completions = np.empty((last - first, 53 - size), dtype=np.int16)
    _complete(classes.cards[first:last], size - 1, completions)
    return Below(running_sums(size, completions, STRENGTHS), completions)


def running_sums(size: int, completions: Small, strengths: int) -> Ints32:
    """The counts of `Below`, given its completions and how many strengths there are: from sets one
    card short of a hand down to the empty set, each level from the one above."""
    classes = set_classes()
    start, top = classes.start, size - 1
    # For six-card hands, look up the largest sets in the completions: a table would be too big.
    levels = min(top, 4) + 1
    counts = np.empty((strengths + 1, start[levels]), dtype=np.int32)
    tallies = np.empty((0, 0), dtype=np.int32)
    for level in reversed(range(levels)):
        cards = classes.cards[start[level] : start[level + 1]]
        above = tallies
        tallies = np.zeros((len(cards), strengths), dtype=np.int32)
        if level == top:
            _tally(completions, tallies)
        elif level == top - 1:
            _tally_two_short(cards, level, classes.of_set, start[top], completions, tallies)
        else:
            _tally_from_larger(
                cards, level, classes.of_set, start[level + 1], above, tallies, size - level
            )
        _add_up(tallies, counts[:, start[level] : start[level + 1]])
    return counts
