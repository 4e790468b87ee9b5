"""Hands of DJ Wild as small integers: one table of every hand by what a wild card leaves of it.

How five cards rank depends on their ranks other than deuces and on whether those cards have one
suit. A strength is a place in the ranking without gaps: bigger is better, equal on a tie.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from pitboss.games.dj_wild.rules import WILD, dj_hand
from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.suits import BINOMIALS
from pitboss.rules.cards import Card
from pitboss.rules.hands import Strength

RANKS: Final = 12  # from three to ace
FIRST_HELD, LAST_HELD = 4, 51


class WildHands(NamedTuple):
    """`table[held, one suit, ranks]` is the strength of so many held cards and wild ones; `kinds`
    has the kind of each strength, a place in `HANDS`; `ranking` the strengths of the rules."""

    table: Ints32
    kinds: Ints
    ranking: tuple[Strength, ...]


@cache
def wild_hands() -> WildHands:
    """Rank one hand of each sort by the rules."""
    found: dict[tuple[int, int, int], Strength] = {}
    for held in range(6):
        for ranks in combinations_with_replacement(range(RANKS), held):
            place = sum(comb(rank + index, index + 1) for index, rank in enumerate(ranks))
            for one_suit in (0, 1):
                suits = [0 if one_suit else index % 4 for index in range(held)]
                cards = [Card(4 * rank + 4 + suit) for rank, suit in zip(ranks, suits, strict=True)]
                if len(set(cards)) == held and (one_suit or held > 1):
                    found[held, one_suit, place] = dj_hand((*cards, *WILD[: 5 - held]))
    ranking = tuple(sorted(set(found.values())))
    number = {strength: place for place, strength in enumerate(ranking)}
    table = np.full((6, 2, comb(RANKS + 4, 5)), -1, np.int32)
    for where, strength in found.items():
        table[where] = number[strength]
    return WildHands(table, np.array([strength[0] for strength in ranking]), ranking)


@njit(cache=True)
def strength(cards: Any, table: Ints32) -> int:
    """The strength of ascending cards; five with those that are wild, which may be left out."""
    held = place = suits = 0
    for card in cards:
        if FIRST_HELD <= card <= LAST_HELD:
            place += BINOMIALS[(card >> 2) - 1 + held, held + 1]
            held += 1
            suits |= 1 << (card & 3)
    one_suit = 1 if suits & (suits - 1) == 0 else 0
    return int(table[held, one_suit, place])
