"""Hold'em showdowns of every board at once: how often each holding wins and ties.

One board of each suit class stands for all. For each of them all 1,081 holdings are ranked and
sorted once; what a holding (a, b) beats is then everything sorted below it, less the holdings below
it that contain a or b, which the dealer cannot have. No two of those are the same holding, for the
only one with both is the player's own.
"""

from __future__ import annotations

from math import comb
from typing import Any, TypeAlias

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.maths.kernels.fives import (
    CARD_BITS,
    KIND_SHIFT,
    ROYAL_FLUSH,
    THREE_OF_A_KIND,
    flush_strength,
    mask5,
    strength_of_ranks,
    suit_sizes,
)
from pitboss.maths.kernels.suits import RENAMED_CARDS, Bytes
from pitboss.progress import TellProgress

Indices: TypeAlias = NDArray[np.uint16]
Rows: TypeAlias = NDArray[np.uint32]

HOLDINGS = comb(52, 2)
DEALER_HOLDINGS = comb(45, 2)

# The hands a player can win with, worst to best: the kinds, with three of a kind parted at the
# tens, which are one criterion of the ANTE (TH-4), and the royal flush on its own.
HANDS = (
    "high_card",
    "pair",
    "two_pair",
    "three_nines_or_lower",
    "three_tens_or_higher",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

# A result of a holding on a board, packed: wins, ties (at most 990 each, ten bits), hand.
TIES_SHIFT = 10
HAND_SHIFT = 20
TEN_BITS = 1023

_TEN = 8


def _holding_cards() -> Bytes:
    pairs = [(low, high) for high in range(52) for low in range(high)]
    return np.array(pairs, dtype=np.uint8)


def _renamed_holdings() -> Indices:
    """Each holding after each of the 24 ways to rename the suits."""
    cards = RENAMED_CARDS[:, _holding_cards()].astype(np.int64)
    low, high = cards.min(axis=2), cards.max(axis=2)
    return np.asarray(high * (high - 1) // 2 + low, dtype=np.uint16)


# Globals of this file, not arguments: numba then folds their addresses into the kernels.
HOLDING_CARDS = _holding_cards()
RENAMED_HOLDINGS = _renamed_holdings()


@njit(cache=True)
def hand_of(strength: int) -> int:
    """The index in `HANDS` of a strength."""
    kind = strength >> KIND_SHIFT
    if strength == ROYAL_FLUSH:
        return 10
    if kind < THREE_OF_A_KIND:
        return kind
    if kind == THREE_OF_A_KIND:
        return 3 + int(strength >> 16 & 15 >= _TEN)
    return kind + 1


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
        keys[firsts[numbers[i]]] = strengths[i] << 11 | holdings[i]
        firsts[numbers[i]] += 1


@njit(cache=True)
def _read_results(keys: NDArray[np.int64], row: Rows) -> None:
    """Wins and ties of each holding, group by group of equal strength, from the worst up."""
    below = np.zeros(52, np.int64)
    equal = np.zeros(52, np.int64)
    first = 0
    while first < len(keys):
        strength = keys[first] >> 11
        last = first
        while last < len(keys) and keys[last] >> 11 == strength:
            holding = keys[last] & 2047
            equal[HOLDING_CARDS[holding, 0]] += 1
            equal[HOLDING_CARDS[holding, 1]] += 1
            last += 1
        hand = hand_of(strength) << HAND_SHIFT
        for k in range(first, last):
            holding = keys[k] & 2047
            low, high = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
            wins = first - below[low] - below[high]
            # The holding itself was counted under both of its cards, so once too often.
            ties = last - first - equal[low] - equal[high] + 1
            row[holding] = hand | ties << TIES_SHIFT | wins
        for card in range(52):
            below[card] += equal[card]
            equal[card] = 0
        first = last


@njit(cache=True, parallel=True, nogil=True)
def _fill(boards: Bytes, rows: Rows, workers: int) -> None:
    for worker in prange(workers):
        keys = np.empty(1081, np.int64)
        holdings = np.empty(1081, np.int64)
        strengths = np.empty(1081, np.int64)
        by_ranks = np.empty((13, 13), np.int64)
        for i in range(worker, len(boards), workers):
            cards = boards[i]
            board = mask5(cards[0], cards[1], cards[2], cards[3], cards[4])
            _holding_strengths(board, by_ranks, holdings, strengths)
            _sort_holdings(holdings, strengths, keys)
            _read_results(keys, rows[i])


def showdowns(boards: Bytes, report: TellProgress, *, chunk: int = 4096) -> Rows:
    """A row of packed results for each board; zero where the holding and the board share a card."""
    rows = np.zeros((len(boards), HOLDINGS), dtype=np.uint32)
    for first in range(0, len(boards), chunk):
        _fill(boards[first : first + chunk], rows[first : first + chunk], get_num_threads())
        report(min(1.0, (first + chunk) / len(boards)))
    return rows
