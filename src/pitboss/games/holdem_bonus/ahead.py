"""Counts on demand what is still ahead of a Texas Hold'em Bonus player after the flop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.games.holdem_bonus.play import FLOP_RESULTS, TURN_RESULTS
from pitboss.games.holdem_bonus.showdown import TEN_BITS, TIES_SHIFT, Rows, hand_of, showdowns
from pitboss.maths.kernels.fives import CARD_BITS, strength_of_mask
from pitboss.maths.kernels.holdings import HOLDING_CARDS, HOLDINGS, RENAMED_HOLDINGS, list_holdings
from pitboss.maths.kernels.suits import Bytes, SuitClasses, place, sort_few, suit_classes
from pitboss.progress import TellProgress
from pitboss.rules.cards import Card, cards_text

Margins: TypeAlias = NDArray[np.int32]

_GRADES = ("win_lower", "win_three_tens", "win_straight", "win_flush", "tie", "loss")
_TIE, _LOSS = 4, 5


@njit(cache=True)
def _tally_rivers(own: int, board: int, tally: NDArray[np.int64]) -> None:
    """All rivers and all dealer's cards after four cards of the board."""
    for river in range(52):
        if CARD_BITS[river] & (own | board):
            continue
        full = board | CARD_BITS[river]
        mine = strength_of_mask(own | full)
        grade = min(max(hand_of(mine) - 3, 0), 3)
        for holding in range(HOLDINGS):
            theirs = CARD_BITS[HOLDING_CARDS[holding, 0]] | CARD_BITS[HOLDING_CARDS[holding, 1]]
            if theirs & (own | full):
                continue
            strength = strength_of_mask(theirs | full)
            if mine > strength:
                tally[grade] += 1
            elif mine == strength:
                tally[_TIE] += 1
            else:
                tally[_LOSS] += 1


def results_ahead(hole: Sequence[Card], board: Sequence[Card]) -> list[dict[str, int]]:
    """The results of all showdowns ahead: one tally for each turn card, or for the one seen."""
    own = sum(int(CARD_BITS[card]) for card in hole)
    seen = sum(int(CARD_BITS[card]) for card in board)
    if len(board) == 4:
        boards = [seen]
    else:
        turns = [int(CARD_BITS[card]) for card in range(52) if card not in {*hole, *board}]
        boards = [seen | turn for turn in turns]
    tallies = np.zeros((len(boards), len(_GRADES)), dtype=np.int64)
    for tally, cards in zip(tallies, boards, strict=True):
        _tally_rivers(own, cards, tally)
    return [dict(zip(_GRADES, tally.tolist(), strict=True)) for tally in tallies]


@njit(cache=True)
def _add_margins(row: Any, where: Any, margins: Any) -> None:
    for holding in range(HOLDINGS):
        result = np.int64(row[where[holding]])
        margins[holding] += 2 * (result & TEN_BITS) + (result >> TIES_SHIFT & TEN_BITS)


@njit(cache=True)
def _margins_of(
    seen: Any, rows: Rows, class_of: NDArray[np.int32], renaming_of: Bytes, margins: Any
) -> None:
    """Twice the wins plus the ties of each holding, over every way to complete the board."""
    size = len(seen)
    cards = np.empty(5, np.int64)
    for one in range(52):
        if (seen == one).any():
            continue
        # With four cards seen only `one` is to come; with three, also each later card.
        for other in range(one + 1, 52 if size == 3 else one + 2):
            if size == 3 and (seen == other).any():
                continue
            cards[:size] = seen
            cards[size] = one
            if size == 3:
                cards[4] = other
            sort_few(cards)
            index = place(cards)
            _add_margins(rows[class_of[index]], RENAMED_HOLDINGS[renaming_of[index]], margins)


@njit(cache=True, parallel=True, nogil=True)
def _all_margins(
    seen: NDArray[np.int64],
    rows: Rows,
    class_of: NDArray[np.int32],
    renaming_of: Bytes,
    margins: Margins,
    workers: int,
) -> None:
    for worker in prange(workers):
        for i in range(worker, len(seen), workers):
            _margins_of(seen[i], rows, class_of, renaming_of, margins[i])


def bets(seen: SuitClasses, boards: SuitClasses, rows: Rows, *, results: int) -> NDArray[np.bool_]:
    """Which holdings bet on each first member of a class; all margins stay below 2**22."""
    margins = np.zeros((len(seen.firsts), HOLDINGS), dtype=np.int32)
    cards = seen.firsts.astype(np.int64)
    _all_margins(cards, rows, boards.class_of, boards.renaming_of, margins, get_num_threads())
    return np.asarray(margins > results, dtype=np.bool_)


def all_bets(report: TellProgress) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The holdings that bet after each flop, and after each flop and turn."""
    boards = suit_classes(5)
    rows = showdowns(boards.firsts, lambda share: report(0.5 * share))
    # Each order of turn and river was one board: half of all results is the middle.
    turn_bets = bets(suit_classes(3), boards, rows, results=FLOP_RESULTS // 2)
    report(0.7)
    river_bets = bets(suit_classes(4), boards, rows, results=TURN_RESULTS)
    report(1.0)
    return turn_bets, river_bets


def bet_lists(report: TellProgress) -> Iterator[tuple[str, ...]]:
    """Rows for `strategy.postflop_rows`: decision, board, how many bet, which."""
    turn_bets, river_bets = all_bets(report)
    flops, turns = suit_classes(3), suit_classes(4)
    for decision, seen, chosen in (("TURN", flops, turn_bets), ("RIVER", turns, river_bets)):
        for cards, row in zip(seen.firsts.tolist(), chosen, strict=True):
            yield (decision, cards_text(cards), str(int(row.sum())), list_holdings(cards, row))
