"""Hold'em showdowns of every board at once: how often each holding wins and ties.

One board of each suit class stands for all, its holdings sorted once (`holdem_boards`).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.maths.kernels.fives import KIND_SHIFT, ROYAL_FLUSH, THREE_OF_A_KIND, mask5
from pitboss.maths.kernels.holdem_boards import HOLDING_BITS, ON_BOARD, STRENGTH_SHIFT, sort_board
from pitboss.maths.kernels.holdings import HOLDING_CARDS, HOLDINGS
from pitboss.maths.kernels.suits import Bytes
from pitboss.progress import TellProgress

Rows: TypeAlias = NDArray[np.uint32]

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
def _read_results(keys: NDArray[np.int64], row: Rows) -> None:
    """Wins and ties of each holding, group by group of equal strength, from the worst up."""
    below = np.zeros(52, np.int64)
    equal = np.zeros(52, np.int64)
    first = 0
    while first < len(keys):
        strength = keys[first] >> STRENGTH_SHIFT
        last = first
        while last < len(keys) and keys[last] >> STRENGTH_SHIFT == strength:
            holding = keys[last] & HOLDING_BITS
            equal[HOLDING_CARDS[holding, 0]] += 1
            equal[HOLDING_CARDS[holding, 1]] += 1
            last += 1
        hand = hand_of(strength) << HAND_SHIFT
        for k in range(first, last):
            holding = keys[k] & HOLDING_BITS
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
        keys = np.empty(ON_BOARD, np.int64)
        for i in range(worker, len(boards), workers):
            cards = boards[i]
            sort_board(mask5(cards[0], cards[1], cards[2], cards[3], cards[4]), keys)
            _read_results(keys, rows[i])


def showdowns(boards: Bytes, report: TellProgress, *, chunk: int = 4096) -> Rows:
    """A row of packed results for each board; zero where the holding and the board share a card."""
    rows = np.zeros((len(boards), HOLDINGS), dtype=np.uint32)
    for first in range(0, len(boards), chunk):
        _fill(boards[first : first + chunk], rows[first : first + chunk], get_num_threads())
        report(min(1.0, (first + chunk) / len(boards)))
    return rows
