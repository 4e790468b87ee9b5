"""Set seven cards fast: all 21 ways, the house way, and the ways that beat a dealer you see.

A strength is that of `maths.kernels.fives`, with five aces above the rest, and the top of a
straight raised so that A-2-3-4-5 is second to A-K-Q-J-T. A low hand is a number from 0 (3-2) to 90
(a pair of aces). Ranks count the joker as an ace; its bit is 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from pitboss.games.pai_gow.rules import FORTUNE_OUTCOMES
from pitboss.maths.kernels.fives import (
    HIGH_CARD,
    KIND_SHIFT,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIR,
    flush_strength,
    strength_of_mask,
    strength_of_ranks,
)
from pitboss.rules.cards import ACE, FIVE, KING, QUEEN
from pitboss.rules.hands import FIVE_OF_A_KIND, Five

WAYS = 21  # to leave two of seven cards in front
FIRST_PAIR = 78
NO_LOW = 91  # above every low hand
SEVEN_WITH_JOKER, ROYAL_MATCH, SEVEN_NATURAL = range(10, 13)  # places of FORTUNE_OUTCOMES
ROYAL = FORTUNE_OUTCOMES.index("royal_flush")
# By kind, of hands that are one thing only.
FORTUNE_PLACES = np.array(
    [FORTUNE_OUTCOMES.index(kind.name.lower()) if kind > Five.TWO_PAIR else 0 for kind in Five]
    + [FORTUNE_OUTCOMES.index("five_aces")]
)
FIVE_ACES = FIVE_OF_A_KIND << KIND_SHIFT | ACE << 16


def _raised(top: int) -> int:
    """The place of a straight's top: the wheel is second."""
    return ACE + 1 if top == ACE else ACE if top == FIVE else top


def _completed_tops() -> Any:
    """For each set of four ranks, the raised top of the best straight that a joker completes."""
    table = np.full(1 << 13, -1, np.int8)
    for ranks in range(1 << 13):
        if ranks.bit_count() == 4:
            with_low_ace = ranks << 1 | ranks >> 12
            tops = [
                _raised(top)
                for top in range(FIVE, ACE + 1)
                if (with_low_ace >> (top - FIVE) & 31).bit_count() == 4
            ]
            table[ranks] = max(tops, default=-1)
    return table


COMPLETED_TOPS = _completed_tops()
DISTINCT = np.array([ranks.bit_count() for ranks in range(1 << 13)], np.int8)


@njit(cache=True)
def _with_joker(clubs: int, diamonds: int, hearts: int, spades: int, flushes: int) -> int:
    """The strength of four cards and the joker."""
    ranks = clubs | diamonds | hearts | spades
    if DISTINCT[ranks] == 4:
        top = np.int64(COMPLETED_TOPS[ranks])
        suited = flushes and (ranks in (clubs, diamonds, hearts, spades))
        if suited and top < 0:
            missing = ACE
            while ranks >> missing & 1:
                missing -= 1
            return flush_strength(ranks | 1 << missing)
        if top >= 0:
            return int((STRAIGHT_FLUSH if suited else STRAIGHT) << KIND_SHIFT | top << 16)
    ace = 1 << ACE
    if clubs & diamonds & hearts & spades & ace:
        return FIVE_ACES
    if not clubs & ace:
        return strength_of_ranks(clubs | ace, diamonds, hearts, spades)
    if not diamonds & ace:
        return strength_of_ranks(clubs, diamonds | ace, hearts, spades)
    if not hearts & ace:
        return strength_of_ranks(clubs, diamonds, hearts | ace, spades)
    return strength_of_ranks(clubs, diamonds, hearts, spades | ace)


@njit(cache=True)
def high_strength(mask: int, joker: int, flushes: int) -> int:
    """The strength of five cards: a mask, of four if the joker is the fifth. Without `flushes` only
    ranks count."""
    clubs, diamonds = mask & 8191, mask >> 16 & 8191
    hearts, spades = mask >> 32 & 8191, mask >> 48
    if joker:
        return _with_joker(clubs, diamonds, hearts, spades, flushes)
    if flushes:
        strength = strength_of_mask(mask)
    else:
        strength = strength_of_ranks(clubs, diamonds, hearts, spades)
    kind = strength >> KIND_SHIFT
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        top = strength >> 16 & 15
        top = ACE + 1 if top == ACE else ACE if top == FIVE else top
        return kind << KIND_SHIFT | top << 16
    return strength


@njit(cache=True)
def low_place(first: int, second: int) -> int:
    """The place of a low hand among all, the lowest first."""
    if first == second:
        return FIRST_PAIR + first
    best, other = max(first, second), min(first, second)
    return best * (best - 1) // 2 + other


@njit(cache=True)
def set_every_way(ranks: Any, bits: Any, flushes: int, highs: Any, lows: Any) -> None:
    """Fill in the strengths of all 21 ways; a foul hand has a high hand of -1."""
    everything, jokers = 0, 0
    for bit in bits:
        everything |= bit
        jokers += bit == 0
    way = 0
    for first in range(6):
        for second in range(first + 1, 7):
            one, other = ranks[first], ranks[second]
            left = everything ^ bits[first] ^ bits[second]
            joker = jokers > 0 and bits[first] != 0 and bits[second] != 0
            high = high_strength(left, joker, flushes)
            best, rest = max(one, other), min(one, other)
            if one == other:
                front = PAIR << KIND_SHIFT | one << 16
            else:
                front = HIGH_CARD << KIND_SHIFT | best << 16 | rest << 12
            highs[way] = high if high >= front else -1
            lows[way] = low_place(one, other)
            way += 1


@njit(cache=True)
def choose_way(highs: Any, lows: Any, front: int, least: int) -> int:
    """Which of the 21 ways the house takes: a straight or better behind with the best low hand from
    `least` up; otherwise the low hand `front`, with the best high hand."""
    made = plain = -1
    for way in range(WAYS):
        high, low = highs[way], lows[way]
        if high >= STRAIGHT << KIND_SHIFT and low >= least:
            better = made < 0 or low > lows[made]
            if better or (low == lows[made] and high > highs[made]):
                made = way
        if low == front and (plain < 0 or high > highs[plain]):
            plain = way
    return plain if made < 0 else made


@njit(cache=True)
def fortune_place(ranks: Any, bits: Any, highs: Any) -> int:
    """The place of seven cards among FORTUNE_OUTCOMES; one more for a straight that holds three of
    a kind. `highs` are the strengths of every way to set them."""
    best = highs.max()
    kind = best >> KIND_SHIFT
    if kind == STRAIGHT_FLUSH:
        return _straight_flush_place(bits, best >> 16 & 15)
    counts = np.zeros(13, np.int64)
    for rank in ranks:
        counts[rank] += 1
    if kind == STRAIGHT and counts.max() == 3:
        return len(FORTUNE_OUTCOMES)
    if kind == TWO_PAIR and (counts == 2).sum() == 3:
        return 1
    return int(FORTUNE_PLACES[kind])


@njit(cache=True)
def _straight_flush_place(bits: Any, top: int) -> int:
    everything, suits, cards, match = 0, 0, 0, False
    for bit in bits:
        everything |= bit
        cards += bit != 0
    ranks = 0
    for suit in range(4):
        held = everything >> 16 * suit & 8191
        suits += held != 0
        ranks |= held
        match |= held == 1 << KING | 1 << QUEEN
    if suits == 1:
        with_low_ace = ranks << 1 | ranks >> ACE
        for first in range(8):
            if DISTINCT[with_low_ace >> first & 127] == cards:
                return SEVEN_NATURAL if cards == 7 else SEVEN_WITH_JOKER
    if top == ACE + 1:
        return ROYAL_MATCH if match else ROYAL
    return ROYAL - 1
