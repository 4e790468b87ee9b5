"""Ultimate Texas Hold'em played out: every flop, holding, turn and river over the boards' rows.

All decisions compare whole numbers without the odds on BLIND, except those for four of a kind. They
hold for every paytable of BLIND with these odds that pays or pushes from a straight up: the other
hands it pays are never folded, so what they win is won with every action alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.games.ultimate_holdem.every_board import ABSENT, BoardRows, unpack
from pitboss.games.ultimate_holdem.one_hand import FOLDED, LEAD, RESULTS, bets_flop, worth_once
from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.fives import CARD_BITS, five_card_outcome, strength_of_mask
from pitboss.maths.kernels.holdem_boards import DEALER_HOLDINGS
from pitboss.maths.kernels.holdings import (
    HOLDING_CARDS,
    HOLDINGS,
    RENAMED_HOLDINGS,
    first_holdings,
    starting_hand,
)
from pitboss.maths.kernels.suits import Bytes, SuitClasses, place, sort_few
from pitboss.maths.starting_hands import STARTING_HANDS
from pitboss.progress import TellProgress
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

CLASSES = len(FIVE_CARD_OUTCOMES)
# Of two cards: the flops, the two cards after it, and the dealer's holdings.
DEALS_EACH = 19600 * 1081 * DEALER_HOLDINGS
# Groups of deals: all, those in which the best play bets on the flop, folds after its check, would
# fold after two checks whatever the flop; the rule of thumb's first two; and none.
GROUPS = 7
ALL, BEST_FLOP, BEST_FOLD, RIVER_FOLD, THUMB_FLOP, THUMB_FOLD, NONE = range(GROUPS)
# The parts of one holding's sums: all boards, those the best play folds, those the thumb folds.
_ALL, _FOLD, _THUMB = range(3)


@njit(cache=True)
def _add_board(row: Any, bets: Any, where: Any, sums: Any) -> None:
    """Add the results of one board to the sums of each holding."""
    results = np.empty(5, np.int64)
    for k in range(len(where)):
        word = np.int64(row[where[k]])
        if word == ABSENT:
            continue
        kind = unpack(word, results)
        folds = worth_once(results, kind) <= FOLDED
        thumb_folds = bets[where[k] >> 3] >> (where[k] & 7) & 1 == 0
        for result in range(5):
            sums[k, _ALL, kind, result] += results[result]
            if folds:
                sums[k, _FOLD, kind, result] += results[result]
            if thumb_folds:
                sums[k, _THUMB, kind, result] += results[result]


@njit(cache=True)
def _sum_boards(
    flop: Any, holdings: Any, rows: BoardRows, thumb: Bytes, class_of: Any, renaming_of: Any,
    sums: Any,
) -> None:  # fmt: skip
    """For each holding: part -> class -> result, over every turn and river. A cell holds at most
    1,081 boards of 990 results, far inside 31 bits."""
    where = np.empty((24, len(holdings)), np.uint16)
    for way in range(24):
        for k in range(len(holdings)):
            where[way, k] = RENAMED_HOLDINGS[way, holdings[k]]
    sums[:] = 0
    board = np.empty(5, np.int64)
    for one in range(52):
        if (flop == one).any():
            continue
        for other in range(one + 1, 52):
            if (flop == other).any():
                continue
            board[:3] = flop
            board[3] = one
            board[4] = other
            sort_few(board)
            index = place(board)
            row = class_of[index]
            _add_board(rows[row], thumb[row], where[renaming_of[index]], sums)


@njit(cache=True)
def _play_holding(own: int, flop: int, sums: Any, weight: int, tally: Any, five: Any) -> bool:
    """Add one holding on one flop to its groups; whether the best play bets there.

    All deals together are below 3e13, so that 63 bits are ample.
    """
    lead = kept = folded = 0
    for kind in range(CLASSES):
        for result in range(5):
            lead += LEAD[result] * sums[_ALL, kind, result]
            folded += sums[_FOLD, kind, result]
        kept += worth_once(sums[_FOLD, kind], kind)
    # Betting is worth `once + lead`; checking `once` less what the folded boards would lose more.
    best, thumb = lead > -2 * folded - kept, bets_flop(own, flop)
    for kind in range(CLASSES):
        for result in range(5):
            everything = weight * sums[_ALL, kind, result]
            folds = weight * sums[_FOLD, kind, result]
            tally[ALL, kind, result] += everything
            tally[RIVER_FOLD, kind, result] += folds
            if best:
                tally[BEST_FLOP, kind, result] += everything
            else:
                tally[BEST_FOLD, kind, result] += folds
            if thumb:
                tally[THUMB_FLOP, kind, result] += everything
            else:
                tally[THUMB_FOLD, kind, result] += weight * sums[_THUMB, kind, result]
    outcome = five_card_outcome(strength_of_mask(own | flop))
    five[0, outcome] += weight * 1081
    if not best:
        five[1, outcome] += weight * folded // 990
    return best


@njit(cache=True, parallel=True, nogil=True)
def _play_flops(
    flops: Bytes, weights: Ints, rows: BoardRows, thumb: Bytes, class_of: Ints32,
    renaming_of: Bytes, tallies: Any, fives: Any, bets: Any,
) -> None:  # fmt: skip
    workers = len(tallies)
    for worker in prange(workers):
        sums = np.empty((HOLDINGS, 3, CLASSES, 5), np.int32)
        first_of = np.empty(HOLDINGS, np.int64)
        firsts, sizes = np.empty(HOLDINGS, np.int64), np.empty(HOLDINGS, np.int64)
        for i in range(worker, len(flops), workers):
            flop = flops[i].astype(np.int64)
            count = first_holdings(flop, first_of, firsts, sizes)
            _sum_boards(flop, firsts[:count], rows, thumb, class_of, renaming_of, sums[:count])
            seen = CARD_BITS[flop[0]] | CARD_BITS[flop[1]] | CARD_BITS[flop[2]]
            for k in range(count):
                low, high = HOLDING_CARDS[firsts[k], 0], HOLDING_CARDS[firsts[k], 1]
                hand, weight = starting_hand(low, high), weights[i] * sizes[k]
                bets[i, firsts[k]] = _play_holding(
                    CARD_BITS[low] | CARD_BITS[high], seen, sums[k], weight,
                    tallies[worker, hand], fives[worker, hand],
                )  # fmt: skip
            for holding in range(HOLDINGS):
                bets[i, holding] = bets[i, first_of[holding]]


def play_flops(
    flops: SuitClasses,
    boards: SuitClasses,
    rows: BoardRows,
    thumb: Bytes,
    report: TellProgress,
    *,
    chunk: int = 45,
) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """[starting hand][group][class][result] over all deals; [starting hand][all, folded][class of
    the flop's five cards] over the board's orders; and which holdings bet on each flop."""
    shape = (get_num_threads(), len(STARTING_HANDS))
    tallies = np.zeros((*shape, GROUPS, CLASSES, len(RESULTS)), np.int64)
    fives = np.zeros((*shape, 2, CLASSES), np.int64)
    bets = np.zeros((len(flops.firsts), HOLDINGS), np.bool_)
    for first in range(0, len(flops.firsts), chunk):
        some = slice(first, first + chunk)
        _play_flops(
            flops.firsts[some], flops.sizes[some], rows, thumb, boards.class_of,
            boards.renaming_of, tallies, fives, bets[some],
        )  # fmt: skip
        report(min(1.0, (first + chunk) / len(flops.firsts)))
    return tallies.sum(axis=0), fives.sum(axis=0), bets
