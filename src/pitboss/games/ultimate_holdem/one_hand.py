"""Kernels for one hand of Ultimate Texas Hold'em: its results on a board, and the rule of thumb.

The rule of thumb after the flop (`published`): PLAY two times with two pair or better, with a pair
that has one of your two cards but isn't pocket deuces, or with four cards of a suit of which you
hold a ten or better. On the whole board PLAY with a pair that has one of your cards, or if fewer
than 21 of the cards you don't see would each, alone, give the dealer a better hand; otherwise fold.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from pitboss.games.ultimate_holdem.odds import FOUR_ODDS
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import (
    CARD_BITS,
    HIGH_CARD,
    KIND_SHIFT,
    TWO_PAIR,
    five_card_outcome,
    strength_of_mask,
    suit_sizes,
)
from pitboss.maths.kernels.holdem_boards import DEALER_HOLDINGS
from pitboss.maths.kernels.holdings import HOLDING_CARDS, own_pairs
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

RESULTS = ("win", "win_unqualified", "tie", "loss_unqualified", "loss")
# What each result is worth to ANTE, BLIND and PLAY of one ante, without the odds on BLIND; and what
# each further ante of PLAY adds.
ONCE = np.array((2, 1, 0, -2, -3))
LEAD = np.array((1, 1, 0, -1, -1))
# The only hand paid by BLIND that is ever folded: all four lie on the board, and the dealer's fifth
# card is mostly better.
FOUR = FIVE_CARD_OUTCOMES.index("four_of_a_kind")
# ANTE and BLIND are lost with a fold, as if by each of the dealer's holdings.
FOLDED = -2 * DEALER_HOLDINGS
OUTS = 21

HOLDING_MASKS = CARD_BITS[HOLDING_CARDS].sum(axis=1)
_TEN_OR_BETTER = 0b1111100000000


@njit(cache=True)
def result_of(mine: int, other: int) -> int:
    """The place in RESULTS of two strengths."""
    if mine == other:
        return 2
    unqualified = other >> KIND_SHIFT == HIGH_CARD
    return int(unqualified) if mine > other else 4 - int(unqualified)


@njit(cache=True)
def add_results(own: int, board: int, results: Any) -> None:
    """Add the results of a whole board against every holding the dealer can have."""
    mine = strength_of_mask(own | board)
    for theirs in HOLDING_MASKS:
        if theirs & (own | board) == 0:
            results[result_of(mine, strength_of_mask(theirs | board))] += 1


@njit(cache=True)
def worth_once(results: Any, kind: int) -> int:
    """What PLAY of one ante is worth to a class of hands, times the dealer's holdings; of the odds
    on BLIND only those that can keep a hand from folding."""
    worth = FOUR_ODDS * (results[0] + results[1]) if kind == FOUR else 0
    for result in range(5):
        worth += ONCE[result] * results[result]
    return worth


@njit(cache=True)
def folds_river(own: int, board: int) -> bool:
    """Whether the best play folds on a whole board after two checks."""
    results = np.zeros(5, np.int64)
    add_results(own, board, results)
    return worth_once(results, five_card_outcome(strength_of_mask(own | board))) <= FOLDED


@njit(cache=True)
def bets_flop(own: int, flop: int) -> bool:
    """Whether the rule of thumb PLAYs two times the ANTE."""
    seen = own | flop
    if strength_of_mask(seen) >> KIND_SHIFT >= TWO_PAIR:
        return True
    pairs = own_pairs(own, flop)
    if pairs:
        # The kind is a pair: a pair of deuces without one on the flop is in the pocket.
        return pairs > 1 or flop & 0x0001000100010001 != 0
    sizes = suit_sizes(seen)
    for suit in range(0, 64, 16):
        if sizes >> suit & 15 >= 4 and own >> suit & _TEN_OR_BETTER:
            return True
    return False


@njit(cache=True)
def dealer_outs(own: int, board: int) -> int:
    """How many unseen cards would each, alone, give the dealer a better hand."""
    mine = strength_of_mask(own | board)
    outs = 0
    for card in range(52):
        bit = CARD_BITS[card]
        if bit & (own | board) == 0 and strength_of_mask(board | bit) > mine:
            outs += 1
    return outs


@njit(cache=True)
def bets_river(own: int, board: int) -> bool:
    """Whether the rule of thumb PLAYs on the whole board."""
    return own_pairs(own, board) != 0 or dealer_outs(own, board) < OUTS


@njit(cache=True)
def add_flop(own: int, flop: int, unseen: Ints, worth: Any, wins: Any) -> None:
    """On a flop, over the two cards to come and the dealer's holdings: what a check with the best
    play after it is worth, and PLAY of two antes, without the odds on BLIND; and the wins of both
    by class."""
    results = np.empty(5, np.int64)
    for one in range(len(unseen)):
        for other in range(one):
            board = flop | unseen[one] | unseen[other]
            results[:] = 0
            add_results(own, board, results)
            kind = five_card_outcome(strength_of_mask(own | board))
            folds = worth_once(results, kind) <= FOLDED
            for result in range(5):
                worth[0] += (-2 if folds else ONCE[result]) * results[result]
                worth[1] += (ONCE[result] + LEAD[result]) * results[result]
            wins[0, kind] += 0 if folds else results[0] + results[1]
            wins[1, kind] += results[0] + results[1]
