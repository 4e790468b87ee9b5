"""Hold'em boards of five: every holding off the board, ranked and sorted once.

What a holding (a, b) beats is then everything sorted below it, less the holdings below it that
contain a or b, which the dealer cannot have. No two of those are the same holding, for the only one
with both is the player's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.kernels.fives import CARD_BITS, flush_strength, strength_of_ranks, suit_sizes
from pitboss.maths.kernels.holdings import HOLDING_CARDS, HOLDINGS

# The holdings off a board, and those that a dealer can have against one of them.
ON_BOARD = 1081
DEALER_HOLDINGS = 990
# A sorted holding, packed: its strength, and below it the holding itself.
STRENGTH_SHIFT = 11
HOLDING_BITS = 2047


@njit(cache=True)
def _live_card(taken: int, rank: int) -> int:
    """The bit of some card of a rank that is not taken; 0 if all are."""
    for suit in range(0, 64, 16):
        bit = 1 << suit + rank
        if taken & bit == 0:
            return bit
    return 0


@njit(cache=True)
def _strengths_by_ranks(board: int, by_ranks: NDArray[np.int64]) -> None:
    """The strength of each pair of ranks (lower, higher) on a board, flushes left out."""
    for high in range(13):
        one = _live_card(board, high)
        for low in range(high + 1):
            all_cards = board | one | _live_card(board | one, low)
            by_ranks[low, high] = strength_of_ranks(
                all_cards & 8191,
                all_cards >> 16 & 8191,
                all_cards >> 32 & 8191,
                all_cards >> 48,
            )


@njit(cache=True)
def _flush_suit(board: int) -> int:
    """The shift of the suit with three or more cards on the board; -1 for none."""
    sizes = suit_sizes(board)
    for suit in range(0, 64, 16):
        if sizes >> suit & 15 >= 3:
            return suit
    return -1


@njit(cache=True)
def _holding_strengths(board: int, by_ranks: Any, holdings: Any, strengths: Any) -> None:
    """All holdings off the board and their strengths."""
    _strengths_by_ranks(board, by_ranks)
    suit = _flush_suit(board)
    # This many own cards of the suit make a flush, which beats everything the ranks make.
    needed = 5 - (suit_sizes(board) >> suit & 15) if suit >= 0 else 3
    count = 0
    for holding in range(HOLDINGS):
        low, high = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
        own = CARD_BITS[low] | CARD_BITS[high]
        if own & board:
            continue
        strength = by_ranks[low >> 2, high >> 2]
        if needed < 3:
            ranks = own >> suit & 8191
            if int(ranks != 0) + int(ranks & ranks - 1 != 0) >= needed:
                strength = flush_strength((own | board) >> suit & 8191)
        holdings[count] = holding
        strengths[count] = strength
        count += 1


@njit(cache=True)
def _number_strengths(strengths: Any, slots: Any, numbers: Any, levels: Any, sizes: Any) -> int:
    """Number the different strengths as they come, by a small hash table; how many there are.

    At most 91 pairs of ranks and 55 sets of one or two cards of a suit: never near the 512 slots.
    """
    slots[:] = -1
    found = 0
    for i in range(len(strengths)):
        slot = strengths[i] * 0x9E3779B1 >> 20 & 511
        while slots[slot] >= 0 and levels[slots[slot]] != strengths[i]:
            slot = slot + 1 & 511
        if slots[slot] < 0:
            slots[slot] = found
            levels[found] = strengths[i]
            sizes[found] = 0
            found += 1
        numbers[i] = slots[slot]
        sizes[slots[slot]] += 1
    return found


@njit(cache=True)
def _sort_holdings(holdings: Any, strengths: Any, keys: NDArray[np.int64]) -> None:
    """Strength above, holding in the low eleven bits, sorted by strength."""
    slots = np.empty(512, np.int64)
    numbers = np.empty(len(strengths), np.int64)
    levels = np.empty(512, np.int64)
    sizes = np.empty(512, np.int64)
    found = _number_strengths(strengths, slots, numbers, levels, sizes)
    firsts = np.empty(found, np.int64)
    first = 0
    for number in np.argsort(levels[:found]):
        firsts[number] = first
        first += sizes[number]
    for i in range(len(strengths)):
        keys[firsts[numbers[i]]] = strengths[i] << STRENGTH_SHIFT | holdings[i]
        firsts[numbers[i]] += 1


@njit(cache=True)
def sort_board(board: int, keys: NDArray[np.int64]) -> None:
    """All holdings off a board, packed and sorted by strength, the worst first."""
    holdings = np.empty(ON_BOARD, np.int64)
    strengths = np.empty(ON_BOARD, np.int64)
    _holding_strengths(board, np.empty((13, 13), np.int64), holdings, strengths)
    _sort_holdings(holdings, strengths, keys)
