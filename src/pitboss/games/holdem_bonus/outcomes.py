"""Kernels that count the progressive outcomes of Texas Hold'em Bonus, by starting hand.

Every count is per starting hand, to tell folded hands from played ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.holdem_bonus.rules import PROGRESSIVE_HANDS
from pitboss.games.holdem_bonus.showdown import HAND_SHIFT, HANDS, Rows
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import (
    CARD_BITS,
    KIND_SHIFT,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    strength_of_mask,
)
from pitboss.maths.kernels.holdings import HOLDING_CARDS, HOLDINGS, starting_hand
from pitboss.maths.kernels.suits import Bytes, SuitClasses
from pitboss.maths.starting_hands import STARTING_HANDS
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

# Three cards of a board are the flop, one the turn, one the river: twenty ways to come.
ORDERS = 20
_ROYAL = HANDS.index("royal_flush")
_FULL_HOUSE = HANDS.index("full_house")
_ROYAL_RANKS = 0b1111100000000


@njit(cache=True)
def _royal_cards(board: Any, suit: int) -> int:
    """How many cards of one suit's royal flush are on the board."""
    count = 0
    for k in range(len(board)):
        count += int(board[k] & 3 == suit and _ROYAL_RANKS >> (board[k] >> 2) & 1)
    return count


@njit(cache=True)
def _add_royal(board: Any, weight: int, tally: Any) -> None:
    """In how many of the twenty orders a royal flush is complete after five, six, seven cards."""
    # The only suit with three or more cards of ten or higher on a board of five.
    suit = 0
    for other in range(4):
        if _royal_cards(board, other) >= 3:
            suit = other
    on_board = _royal_cards(board, suit)
    if on_board == 5:
        tally[4] += ORDERS * weight
    elif on_board == 4:
        # One own card. The river must be the card that does not belong: any of four turns.
        tally[5] += 16 * weight
        tally[6] += 4 * weight
    else:
        # Two own cards. Complete on the flop: two orders of the other two cards. Complete before
        # the river: it is one of those two, in 2 * 4 orders, of which 2 are the former.
        tally[5] += 12 * weight
        tally[6] += 6 * weight
        tally[7] += 2 * weight


@njit(cache=True)
def _seven_card_tally(boards: Bytes, weights: NDArray[np.int64], rows: Rows, tally: Any) -> None:
    for i in range(len(boards)):
        for holding in range(HOLDINGS):
            hand = rows[i, holding] >> HAND_SHIFT
            if hand < _FULL_HOUSE:
                continue
            low, high = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
            target = tally[starting_hand(low, high)]
            if hand == _ROYAL:
                _add_royal(boards[i], weights[i], target)
            else:
                target[hand - _FULL_HOUSE + 1] += ORDERS * weights[i]


@njit(cache=True)
def _five_card_tally(flops: Bytes, weights: NDArray[np.int64], tally: Any) -> None:
    for i in range(len(flops)):
        flop = CARD_BITS[flops[i, 0]] | CARD_BITS[flops[i, 1]] | CARD_BITS[flops[i, 2]]
        for holding in range(HOLDINGS):
            low, high = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
            own = CARD_BITS[low] | CARD_BITS[high]
            if own & flop:
                continue
            strength = strength_of_mask(own | flop)
            kind = STRAIGHT_FLUSH + 1 if strength == ROYAL_FLUSH else strength >> KIND_SHIFT
            # Below three of a kind there are three kinds, all of them nothing.
            tally[starting_hand(low, high), max(0, kind - 2)] += weights[i]


def _combinations() -> NDArray[np.int64]:
    """How many holdings each starting hand has."""
    hands = [starting_hand(int(low), int(high)) for low, high in HOLDING_CARDS]
    return np.bincount(hands, minlength=len(STARTING_HANDS))


def seven_card_counts(boards: SuitClasses, rows: Rows) -> Ints:
    """[starting hand][seven-card outcome] over all boards in all orders (PS-41)."""
    tally = np.zeros((len(STARTING_HANDS), len(PROGRESSIVE_HANDS)), dtype=np.int64)
    _seven_card_tally(boards.firsts, boards.sizes, rows, tally)
    tally[:, 0] = _combinations() * (19600 * 47 * 46) - tally.sum(axis=1)
    return tally


def five_card_counts(flops: SuitClasses) -> Ints:
    """[starting hand][five-card outcome] of the two cards and the flop (PS-42)."""
    tally = np.zeros((len(STARTING_HANDS), len(FIVE_CARD_OUTCOMES)), dtype=np.int64)
    _five_card_tally(flops.firsts, flops.sizes, tally)
    return tally
