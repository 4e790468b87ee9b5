"""Every board of Ultimate Texas Hold'em: how each holding does against all of the dealer's.

One board of each suit class stands for all, its holdings sorted once (`holdem_boards`). A row holds
one packed word for each holding: wins and ties (at most 990 each, ten bits), the dealer's holdings
that don't qualify, and the class of the hand. The dealer fails to qualify only without a pair, so
only on boards of five ranks, with two of the other eight: at most 448 holdings, nine bits. Every
hand with a pair beats them all; a hand without one beats or ties only such hands.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.games.ultimate_holdem.one_hand import FOLDED, OUTS, worth_once
from pitboss.maths.kernels.arrays import Choices, Ints
from pitboss.maths.kernels.fives import (
    CARD_BITS,
    KIND_SHIFT,
    PAIR,
    five_card_outcome,
    mask5,
    strength_of_mask,
)
from pitboss.maths.kernels.holdem_boards import HOLDING_BITS, ON_BOARD, STRENGTH_SHIFT, sort_board
from pitboss.maths.kernels.holdings import HOLDING_CARDS, HOLDINGS, own_pairs
from pitboss.maths.kernels.suits import Bytes
from pitboss.progress import TellProgress

BoardRows: TypeAlias = NDArray[np.uint32]

TIES_SHIFT, UNQUALIFIED_SHIFT, CLASS_SHIFT = 10, 20, 29
TEN_BITS, NINE_BITS = 1023, 511
# A holding that shares a card with the board: more wins than a word ever has.
ABSENT = 0xFFFFFFFF


@njit(cache=True)
def _count_cards(keys: Ints, first: int, last: int, with_card: Any) -> None:
    """How many of some sorted holdings have each card."""
    for place in range(first, last):
        holding = keys[place] & HOLDING_BITS
        with_card[HOLDING_CARDS[holding, 0]] += 1
        with_card[HOLDING_CARDS[holding, 1]] += 1


@njit(cache=True)
def _read_results(keys: Ints, row: Any) -> None:
    """The word of each holding, group by group of equal strength, from the worst up."""
    unqualified = 0
    while unqualified < len(keys) and keys[unqualified] >> STRENGTH_SHIFT < PAIR << KIND_SHIFT:
        unqualified += 1
    high, below, equal = np.zeros(52, np.int64), np.zeros(52, np.int64), np.zeros(52, np.int64)
    _count_cards(keys, 0, unqualified, high)
    first = 0
    while first < len(keys):
        strength = keys[first] >> STRENGTH_SHIFT
        last = first
        while last < len(keys) and keys[last] >> STRENGTH_SHIFT == strength:
            last += 1
        equal[:] = 0
        _count_cards(keys, first, last, equal)
        kind = five_card_outcome(strength) << CLASS_SHIFT
        for place in range(first, last):
            holding = keys[place] & HOLDING_BITS
            one, other = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
            wins = first - below[one] - below[other]
            # The holding itself was counted under both of its cards, so once too often.
            ties = last - first - equal[one] - equal[other] + 1
            free = unqualified - high[one] - high[other] + int(first < unqualified)
            row[holding] = kind | free << UNQUALIFIED_SHIFT | ties << TIES_SHIFT | wins
        below += equal
        first = last


@njit(cache=True)
def _read_thumb(board: int, keys: Ints, bets: Any) -> None:
    """A bit for each holding with which the rule of thumb plays on: `bets_river`, but each card's
    hand with the board made once, and compared with the sorted holdings from the best down."""
    alone = np.zeros(52, np.int64)
    for card in range(52):
        if CARD_BITS[card] & board == 0:
            alone[card] = strength_of_mask(board | CARD_BITS[card])
    ascending = np.sort(alone)
    above = 0
    for place in range(len(keys) - 1, -1, -1):
        strength, holding = keys[place] >> STRENGTH_SHIFT, keys[place] & HOLDING_BITS
        while above < 52 and ascending[51 - above] > strength:
            above += 1
        one, other = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
        outs = above - int(alone[one] > strength) - int(alone[other] > strength)
        if outs < OUTS or own_pairs(CARD_BITS[one] | CARD_BITS[other], board):
            bets[holding >> 3] |= 1 << (holding & 7)


@njit(cache=True, parallel=True, nogil=True)
def _fill(boards: Bytes, rows: BoardRows, thumb: Bytes, workers: int) -> None:
    for worker in prange(workers):
        keys = np.empty(ON_BOARD, np.int64)
        for i in range(worker, len(boards), workers):
            cards = boards[i]
            board = mask5(cards[0], cards[1], cards[2], cards[3], cards[4])
            sort_board(board, keys)
            _read_results(keys, rows[i])
            _read_thumb(board, keys, thumb[i])


def board_rows(
    boards: Bytes, report: TellProgress, *, chunk: int = 4096
) -> tuple[BoardRows, Bytes]:
    """A row of packed words for each board, and a bit for each holding that the rule of thumb
    plays on it."""
    rows = np.full((len(boards), HOLDINGS), ABSENT, dtype=np.uint32)
    thumb = np.zeros((len(boards), -(-HOLDINGS // 8)), dtype=np.uint8)
    for first in range(0, len(boards), chunk):
        some = slice(first, first + chunk)
        _fill(boards[some], rows[some], thumb[some], get_num_threads())
        report(min(1.0, (first + chunk) / len(boards)))
    return rows, thumb


@njit(cache=True, inline="always")
def unpack(word: Any, results: Any) -> int:
    """The results of a word, in the order of RESULTS, and its class."""
    wins = word & TEN_BITS
    ties = word >> TIES_SHIFT & TEN_BITS
    unqualified = word >> UNQUALIFIED_SHIFT & NINE_BITS
    results[1] = min(wins, unqualified)
    results[0] = wins - results[1]
    results[2] = ties
    results[3] = max(0, unqualified - wins - ties)
    results[4] = 990 - wins - ties - results[3]
    return int(word >> CLASS_SHIFT)


@njit(cache=True)
def folded_holdings(row: BoardRows) -> Choices:
    """The holdings that the best play folds on a board after two checks."""
    folded, results = np.zeros(HOLDINGS, np.bool_), np.empty(5, np.int64)
    for holding in range(HOLDINGS):
        word = np.int64(row[holding])
        if word != ABSENT:
            kind = unpack(word, results)
            folded[holding] = worth_once(results, kind) <= FOLDED
    return folded
