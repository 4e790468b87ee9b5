"""Texas Hold'em Bonus played out: every flop, holding, turn and river over stored showdowns.

What a bet on the turn or the river adds to a round is won with every win and lost with every loss,
whatever the other bets were and whether the ANTE is paid. So the best play is to make it exactly
when the wins ahead outnumber the losses ahead (equal: check), and it is the same for all criteria
of the ANTE; only folding depends on them. All decisions here compare integers.

Rules of thumb are played beside the best play. `pairs`: bet on turn and river when one of your two
cards is part of a pair or better, or with a straight or a flush. `published`: on the turn bet when
one of your two cards is part of a pair or better, with four or five cards of a suit, or with four
or five ranks in a row; on the river when one of your two cards is part of a pair of sixes or
better, or of any pair if your hand is two pair or better, with a straight or a flush, or with four
cards of a suit in a row, one of them yours. `never_bet`: check on both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.games.holdem_bonus.showdown import HAND_SHIFT, HANDS, TEN_BITS, TIES_SHIFT, Rows
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import (
    CARD_BITS,
    KIND_SHIFT,
    STRAIGHT,
    TWO_PAIR,
    strength_of_mask,
    suit_sizes,
)
from pitboss.maths.kernels.holdem_boards import DEALER_HOLDINGS
from pitboss.maths.kernels.holdings import (
    HOLDING_CARDS,
    HOLDINGS,
    RENAMED_HOLDINGS,
    first_holdings,
    own_pairs,
    ranks_of,
    starting_hand,
)
from pitboss.maths.kernels.suits import Bytes, SuitClasses, place, sort_few
from pitboss.maths.starting_hands import STARTING_HANDS
from pitboss.progress import TellProgress

# Results of a showdown: a win with each of HANDS, a tie, a loss.
RESULTS = len(HANDS) + 2
TIE = len(HANDS)
LOSS = TIE + 1

# Bets on turn and river, in the order of 2 * turn + river.
PATHS = ("check_check", "check_bet", "bet_check", "bet_bet")

# The first three fill the bits of a group in `_play_holding`; the last has none to fill.
PLAYS = ("optimal", "pairs", "published", "never_bet")
TURN_RESULTS = 46 * DEALER_HOLDINGS
FLOP_RESULTS = 47 * TURN_RESULTS

_SIX = 4
_PAIRS, _PUBLISHED = PLAYS.index("pairs"), PLAYS.index("published")

# Wins by hand and ties of one (holding, turn card), summed over its rivers, lie packed in three
# words of four sixteen-bit fields, hand h in field h % 4 of word h // 4 and the ties in the last
# field: no sum exceeds TURN_RESULTS = 45,540 < 2**16.
_WORD_BITS = np.uint64(16)
_TIES_FIELD = np.uint64(48)
_PAIR_OF_FIELDS = np.uint64(0x0000FFFF0000FFFF)


@njit(cache=True)
def _in_a_row(ranks: int) -> bool:
    """Whether four ranks of a set follow each other, the ace low or high."""
    with_low_ace = ranks << 1 | ranks >> 12
    return with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 != 0


@njit(cache=True)
def _four_of_a_suit(mask: int) -> bool:
    return suit_sizes(mask) + 0x000C000C000C000C & 0x0010001000100010 != 0


@njit(cache=True)
def _own_straight_flush_draw(own: int, board: int) -> bool:
    """Whether four cards of a suit follow each other, one of them the player's."""
    for suit in range(0, 64, 16):
        mine, all_of_suit = own >> suit & 8191, (own | board) >> suit & 8191
        with_low_ace = all_of_suit << 1 | all_of_suit >> 12
        mine = mine << 1 | mine >> 12
        for bottom in range(11):
            if with_low_ace >> bottom & 15 == 15 and mine >> bottom & 15:
                return True
    return False


@njit(cache=True)
def turn_bets(own: int, flop: int) -> int:
    """Which rules of thumb make the TURN bet, having seen the flop: bit p for play p."""
    if own_pairs(own, flop) or strength_of_mask(own | flop) >> KIND_SHIFT >= STRAIGHT:
        return 1 << _PAIRS | 1 << _PUBLISHED
    if _four_of_a_suit(own | flop) or _in_a_row(ranks_of(own | flop)):
        return 1 << _PUBLISHED
    return 0


@njit(cache=True)
def river_bets(own: int, board: int) -> int:
    """Which rules of thumb make the RIVER bet, having seen flop and turn: bit p for play p."""
    pairs = own_pairs(own, board)
    kind = strength_of_mask(own | board) >> KIND_SHIFT
    if pairs >> _SIX or kind >= STRAIGHT or (pairs and kind >= TWO_PAIR):
        return 1 << _PAIRS | 1 << _PUBLISHED
    bets = int(pairs != 0) << _PAIRS
    if _own_straight_flush_draw(own, board):
        bets |= 1 << _PUBLISHED
    return bets


@njit(cache=True)
def _add_river(row: Any, where: Any, one: Any, other: Any) -> None:
    """Add the results of one board to both orders in which turn and river can come."""
    # Rows of their own, so that the loop runs over plain contiguous arrays.
    one_low, one_middle, one_high = one[0], one[1], one[2]
    other_low, other_middle, other_high = other[0], other[1], other[2]
    for k in range(len(where)):
        result = np.uint64(row[where[k]])
        wins = result & np.uint64(TEN_BITS)
        ties = result >> np.uint64(TIES_SHIFT) & np.uint64(TEN_BITS)
        hand = result >> np.uint64(HAND_SHIFT)
        word = hand >> np.uint64(2)
        wins <<= (hand & np.uint64(3)) * _WORD_BITS
        zero = np.uint64(0)
        low = wins if word == np.uint64(0) else zero
        middle = wins if word == np.uint64(1) else zero
        high = (wins if word == np.uint64(2) else zero) + (ties << _TIES_FIELD)
        one_low[k] += low
        one_middle[k] += middle
        one_high[k] += high
        other_low[k] += low
        other_middle[k] += middle
        other_high[k] += high


@njit(cache=True)
def _sum_rivers(
    flop: Any,
    holdings: Any,
    rows: Rows,
    class_of: NDArray[np.int32],
    renaming_of: Bytes,
    sums: Any,
) -> None:
    """For each turn card and holding, the packed results summed over all rivers."""
    where = np.empty((24, len(holdings)), np.uint16)
    for way in range(24):
        for k in range(len(holdings)):
            where[way, k] = RENAMED_HOLDINGS[way, holdings[k]]
    sums[:] = np.uint64(0)
    board = np.empty(5, np.int64)
    for one in range(52):
        if one == flop[0] or one == flop[1] or one == flop[2]:
            continue
        for other in range(one + 1, 52):
            if other == flop[0] or other == flop[1] or other == flop[2]:
                continue
            board[:3] = flop
            board[3] = one
            board[4] = other
            sort_few(board)
            index = place(board)
            row = rows[class_of[index]]
            _add_river(row, where[renaming_of[index]], sums[one], sums[other])


@njit(cache=True)
def _unpack(words: Any, fields: Any) -> None:
    """Add four-field words to six two-field words, whose 32 bits hold 47 * 45,540 with ease."""
    for i in range(3):
        fields[2 * i] += words[i] & _PAIR_OF_FIELDS
        fields[2 * i + 1] += words[i] >> _WORD_BITS & _PAIR_OF_FIELDS


@njit(cache=True)
def _field(fields: Any, result: int) -> int:
    """The sum of one result: field 4 i + j lies in word 2 i + (j odd), above bit 32 if j > 1."""
    word = fields[2 * (result >> 2) + (result & 1)]
    return int(np.int64(word >> np.uint64(32 * (result >> 1 & 1)) & np.uint64(0xFFFFFFFF)))


@njit(cache=True)
def _margin(words: Any) -> int:
    """Twice the wins plus the ties of one packed sum; more than all results: wins lead."""
    pairs = np.uint64(0)
    for i in range(3):
        pairs += (words[i] & _PAIR_OF_FIELDS) + (words[i] >> _WORD_BITS & _PAIR_OF_FIELDS)
    wins_and_ties = (pairs & np.uint64(0xFFFFFFFF)) + (pairs >> np.uint64(32))
    return int(2 * np.int64(wins_and_ties) - np.int64(words[2] >> _TIES_FIELD))


@njit(cache=True)
def _play_holding(own: int, flop: int, sums: Any, weight: int, tallies: Any, groups: Any) -> None:
    """Play one holding on one flop with every rule, and add its results to the tallies.

    Turn cards after which the same plays bet the river are summed in one group first; bit p of a
    group's number says whether play p bets.
    """
    groups[:] = np.uint64(0)
    sizes = np.zeros(8, np.int64)
    margin = 0
    for turn in range(52):
        bit = CARD_BITS[turn]
        if bit & (own | flop):
            continue
        here = _margin(sums[turn])
        margin += here
        group = int(here > TURN_RESULTS) | river_bets(own, flop | bit)
        _unpack(sums[turn], groups[group])
        sizes[group] += 1
    bets = int(margin > FLOP_RESULTS) | turn_bets(own, flop)
    for group in range(8):
        if sizes[group] == 0:
            continue
        for play in range(len(PLAYS)):
            path = 2 * (bets >> play & 1) + (group >> play & 1)
            lost = sizes[group] * TURN_RESULTS
            for result in range(LOSS):
                count = _field(groups[group], result)
                lost -= count
                tallies[play, path, result] += weight * count
            tallies[play, path, LOSS] += weight * lost


@njit(cache=True)
def _play_flop(
    flop: Any,
    flop_weight: int,
    rows: Rows,
    class_of: NDArray[np.int32],
    renaming_of: Bytes,
    sums: Any,
    tallies: Any,
) -> None:
    first_of = np.empty(HOLDINGS, np.int64)
    firsts = np.empty(HOLDINGS, np.int64)
    sizes = np.empty(HOLDINGS, np.int64)
    count = first_holdings(flop, first_of, firsts, sizes)
    _sum_rivers(flop, firsts[:count], rows, class_of, renaming_of, sums)
    mask = CARD_BITS[flop[0]] | CARD_BITS[flop[1]] | CARD_BITS[flop[2]]
    groups = np.empty((8, 6), np.uint64)
    for k in range(count):
        low, high = HOLDING_CARDS[firsts[k], 0], HOLDING_CARDS[firsts[k], 1]
        own = CARD_BITS[low] | CARD_BITS[high]
        weight = flop_weight * sizes[k]
        target = tallies[starting_hand(low, high)]
        _play_holding(own, mask, sums[:, :, k], weight, target, groups)


@njit(cache=True, parallel=True, nogil=True)
def _play_flops(
    flops: Bytes,
    weights: NDArray[np.int64],
    rows: Rows,
    class_of: NDArray[np.int32],
    renaming_of: Bytes,
    tallies: Any,
) -> None:
    workers = len(tallies)
    for worker in prange(workers):
        sums = np.empty((52, 3, HOLDINGS), np.uint64)
        for i in range(worker, len(flops), workers):
            flop = flops[i].astype(np.int64)
            _play_flop(flop, weights[i], rows, class_of, renaming_of, sums, tallies[worker])


def play(
    flops: SuitClasses, boards: SuitClasses, rows: Rows, report: TellProgress, *, chunk: int = 45
) -> Ints:
    """Counts [starting hand][play][path][result] over all deals in which nobody folds.

    They add up to 1326 * 19600 * 47 * 46 * 990, about 5.6e13, so that int64 is ample.
    """
    shape = (get_num_threads(), len(STARTING_HANDS), len(PLAYS), len(PATHS), RESULTS)
    tallies = np.zeros(shape, dtype=np.int64)
    for first in range(0, len(flops.firsts), chunk):
        some = slice(first, first + chunk)
        _play_flops(
            flops.firsts[some],
            flops.sizes[some],
            rows,
            boards.class_of,
            boards.renaming_of,
            tallies,
        )
        report(min(1.0, (first + chunk) / len(flops.firsts)))
    return np.asarray(tallies.sum(axis=0), dtype=np.int64)
