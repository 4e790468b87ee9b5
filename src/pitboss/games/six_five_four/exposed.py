"""Compares a five-card hand with a dealer whose turned cards are seen, for every hand and turn.

The kernels of 6-5-4 Poker. Low cards, up to the nine, are numbered 0 to 31, high ones 32 to 51.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numba import get_num_threads, njit

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.avoiding import Sixes, Sized, avoid, avoid_six, sixes
from pitboss.maths.kernels.card_sets import hands_by_strength, set_classes
from pitboss.maths.kernels.containing import below
from pitboss.maths.kernels.fours import TEN_OF_CLUBS, strengths_of
from pitboss.maths.kernels.suits import every_set

HIGH: Final = TEN_OF_CLUBS
SIX, FIVE, FOUR = range(3)
WIN, TIE, LOSS = range(3)

# Hands that the dealer can complete from unseen cards.
_HANDS_SIX: Final = comb(46, 5)
_HANDS: Final = comb(45, 4)
# A six-card hand counts for five orders: any of its cards can be turned next.
_SIX_WEIGHT: Final = 5

# One word of decisions for the kept first card, then one for each discarded first card.
WORDS: Final = 41
FIVE_WORD: Final = 1
FOUR_WORD: Final = 21

_CHUNKS: Final = 32


@dataclass(frozen=True, slots=True)
class Exposed:
    """One entry per suit class of the player's five cards, weakest hands first.

    `sums[row, case, action, result]` counts, for one member of the class, the dealer's orders of
    cards under optimal play: first card, next card, the other four. `plays[row]` holds the
    decisions as bits: word 0 by the kept first card; word 1 + (first - 32) by the kept second
    card; word 21 + (first - 32) by the discarded second card less 32.
    """

    cards: Ints
    members: Ints
    strengths: Ints
    sums: Ints
    plays: Ints


@njit(cache=True)
def _decide(under: int, up_to: int, hands: int, times: int, sums: Ints) -> int:
    """The right action, given the numbers of weaker and not better hands; adds its results this
    often.

    Playing is worth twice wins less losses, folding minus one: integers, times the hands. Equal
    values fold. A hand's sums together stay below 47 x 46 x C(45, 4), 29 bits.
    """
    action = int(2 * (under + up_to - hands) > -hands)
    sums[action, WIN] += times * under
    sums[action, TIE] += times * (up_to - under)
    sums[action, LOSS] += times * (hands - up_to)
    return action


@njit(cache=True)
def _solve_six(cards: Ints, free: int, own: int, six: Sixes, sums: Ints, plays: Ints) -> None:
    under, up_to = np.empty((2, 52), dtype=np.int64)
    avoid_six(cards, own, six, HIGH, under, up_to)
    for card in range(HIGH):
        if free >> card & 1:
            action = _decide(under[card], up_to[card], _HANDS_SIX, _SIX_WEIGHT, sums)
            plays[0] |= action << card


@njit(cache=True)
def _solve_five(cards: Ints, free: int, own: int, five: Sized, sums: Ints, plays: Ints) -> None:
    """Hands with the kept card, less those that also have the discarded one."""
    under, up_to, both_under, both_up_to = np.empty((4, 52), dtype=np.int64)
    avoid(cards, own, -1, five, 0, HIGH, under, up_to)
    for gone in range(HIGH, 52):
        if not free >> gone & 1:
            continue
        avoid(cards, own, gone, five, 0, HIGH, both_under, both_up_to)
        for kept in range(HIGH):
            if free >> kept & 1:
                weaker, not_better = under[kept] - both_under[kept], up_to[kept] - both_up_to[kept]
                action = _decide(weaker, not_better, _HANDS, 1, sums)
                plays[FIVE_WORD + gone - HIGH] |= action << kept


@njit(cache=True)
def _solve_four(cards: Ints, free: int, own: int, four: Sized, sums: Ints, plays: Ints) -> None:
    """All hands, less those with either discarded card, plus those with both. The order of the two
    doesn't matter: each pair is solved once and counts twice."""
    under, up_to, both_under, both_up_to = np.empty((4, 52), dtype=np.int64)
    avoid(cards, own, -1, four, 0, 52, under, up_to)
    all_under, all_up_to = 0, 0
    for card in range(52):
        if free >> card & 1:
            all_under += under[card]
            all_up_to += up_to[card]
    all_under //= 4  # each hand counted once for each of its cards
    all_up_to //= 4
    for first in range(HIGH, 52):
        if not free >> first & 1:
            continue
        avoid(cards, own, first, four, first + 1, 52, both_under, both_up_to)
        for second in range(first + 1, 52):
            if free >> second & 1:
                weaker = all_under - under[first] - under[second] + both_under[second]
                not_better = all_up_to - up_to[first] - up_to[second] + both_up_to[second]
                action = _decide(weaker, not_better, _HANDS, 2, sums)
                plays[FOUR_WORD + first - HIGH] |= action << (second - HIGH)
                plays[FOUR_WORD + second - HIGH] |= action << (first - HIGH)


@njit(cache=True, nogil=True)
def _solve(
    cards: Ints, own: Ints, six: Sixes, five: Sized, four: Sized, sums: Ints, plays: Ints
) -> None:
    for row in range(len(cards)):
        free = (1 << 52) - 1
        for place in range(5):
            free ^= 1 << cards[row, place]
        _solve_six(cards[row], free, own[row], six, sums[row, SIX], plays[row])
        _solve_five(cards[row], free, own[row], five, sums[row, FIVE], plays[row])
        _solve_four(cards[row], free, own[row], four, sums[row, FOUR], plays[row])


def make_tables() -> tuple[Sixes, Sized, Sized]:
    """All lookup tables, for hands of six, five and four cards."""
    return sixes(), _sized(5), _sized(4)


def _sized(size: int) -> Sized:
    strengths = strengths_of(every_set(size)).astype(np.int16)
    return Sized(size, set_classes().of_set, below(size).counts, strengths)


def solve_hands(
    tables: tuple[Sixes, Sized, Sized], cards: Ints, strengths: Ints
) -> tuple[Ints, Ints]:
    """The sums and decisions, as in Exposed, of some hands of five ascending cards."""
    sums = np.zeros((len(cards), 3, 2, 3), dtype=np.int64)
    plays = np.zeros((len(cards), WORDS), dtype=np.int64)
    _solve(cards, strengths, *tables, sums, plays)
    return sums, plays


def solve(report: Callable[[float], None]) -> Exposed:
    """Every hand of the player, every card the dealer can turn."""
    tables = make_tables()
    cards, members, strengths = hands_by_strength()
    parts = []
    # Threads, not a parallel kernel: that takes twice as long to compile.
    with ThreadPoolExecutor(get_num_threads()) as pool:
        chunks = zip(
            np.array_split(cards, _CHUNKS), np.array_split(strengths, _CHUNKS), strict=True
        )
        for part in pool.map(lambda chunk: solve_hands(tables, *chunk), chunks):
            parts.append(part)
            report(len(parts) / _CHUNKS)
    return Exposed(
        cards=cards,
        members=members,
        strengths=strengths,
        sums=np.concatenate([sums for sums, _ in parts]),
        plays=np.concatenate([plays for _, plays in parts]),
    )
