"""Hands added from the weakest up, and how many of those so far avoid given cards.

`containing` has a place for each set of cards, as `card_sets.set_number` numbers them: how many of
the hands added contain the set. Those that avoid some cards are the alternating sum over the sets
of these cards. So a sweep through two sorted lists compares all hands of one with all of the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.card_sets import set_number


@njit(cache=True)
def _collect(cards: Any, chosen: int, held: Ints) -> int:
    """Collect the chosen ones of ascending cards; how many they are."""
    size = 0
    for place in range(len(cards)):
        if chosen >> place & 1:
            held[size] = cards[place]
            size += 1
    return size


@njit(cache=True)
def add_hand(cards: Any, containing: Ints32) -> None:
    """Count a hand of up to five ascending cards at every set of its cards."""
    held = np.empty(5, np.int64)
    for chosen in range(1 << len(cards)):
        size = _collect(cards, chosen, held)
        containing[set_number(held, size)] += 1


@njit(cache=True)
def count_avoiding(cards: Any, containing: Ints32) -> int:
    """How many of the hands added have none of up to five ascending cards."""
    held = np.empty(5, np.int64)
    total = 0
    for chosen in range(1 << len(cards)):
        size = _collect(cards, chosen, held)
        number = containing[set_number(held, size)]
        total += -number if size & 1 else number
    return int(total)
