"""Solves the games again whose best plays are kept for simulations (see `best_play`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels import holdem_ahead
from pitboss.maths.kernels.fours_exposed import FIVE_WORD, FOUR_WORD, HIGH, WORDS, solve
from pitboss.maths.kernels.holdem_play import FLOP_RESULTS, TURN_RESULTS
from pitboss.maths.kernels.holdem_showdown import RENAMED_CARDS, place, showdowns
from pitboss.maths.simulators.best_play import CLASSES, classes
from pitboss.maths.solvers import caribbean_stud, crazy4

if TYPE_CHECKING:
    from pitboss.maths.counting import Report

Words: TypeAlias = NDArray[np.uint64]
Tables: TypeAlias = dict[str, NDArray[Any]]

_ONE = np.uint64(1)


def solve_crazy4(report: Report) -> Tables:
    """The action with each hand."""
    hands = crazy4.solve(report)
    table = np.empty((CLASSES[5], 1), np.uint8)
    rows, _ = _rows_and_renamings(hands.cards)
    table[rows, 0] = hands.actions
    return {"crazy4": table}


def solve_caribbean_stud(report: Report) -> Tables:
    """The up cards against which each hand raises."""
    hands = caribbean_stud.solve(report)
    raised = np.zeros(len(hands.raised), np.uint64)
    for up in range(52):
        raised |= hands.raised[:, up].astype(np.uint64) << np.uint64(up)
    rows, renamings = _rows_and_renamings(hands.table.cards)
    table = np.empty((CLASSES[5], 1), np.uint64)
    table[rows, 0] = _renamed(_filled(raised, _own(hands.table.cards)), renamings)
    return {"caribbean_stud": table}


def solve_six_five_four(report: Report) -> Tables:
    """The turned cards against which each hand plays."""
    exposed = solve(report)
    own = _own(exposed.cards)
    rows, renamings = _rows_and_renamings(exposed.cards)
    plays = exposed.plays.astype(np.uint64)
    table = np.zeros((CLASSES[5], WORDS), np.uint32)
    table[rows, 0] = _renamed(_filled(plays[:, 0], own), renamings) & np.uint64(0xFFFFFFFF)
    high = np.uint64(HIGH)
    for gone in range(HIGH, 52):
        # The word of a discarded card moves to the card that it is renamed to.
        there = RENAMED_CARDS[renamings, gone].astype(np.int64) - HIGH
        five = _renamed(_filled(plays[:, FIVE_WORD + gone - HIGH], own), renamings)
        table[rows, FIVE_WORD + there] = five & np.uint64(0xFFFFFFFF)
        seconds = plays[:, FOUR_WORD + gone - HIGH] << high
        four = _renamed(_filled(seconds, own | _ONE << np.uint64(gone)), renamings)
        table[rows, FOUR_WORD + there] = four >> high
    return {"six_five_four": table}


def solve_holdem_bonus(report: Report) -> Tables:
    """The holdings that bet after each flop, and after each flop and turn."""
    boards, flops, turns = classes(5), classes(3), classes(4)
    rows = showdowns(boards.firsts, lambda share: report(0.5 * share))
    # Each order of turn and river was one board: half of all results is the middle.
    turn_bets = holdem_ahead.bets(flops, boards, rows, results=FLOP_RESULTS // 2)
    report(0.8)
    river_bets = holdem_ahead.bets(turns, boards, rows, results=TURN_RESULTS)
    report(1.0)
    return {
        "holdem_turn": np.packbits(turn_bets, axis=1),
        "holdem_river": np.packbits(river_bets, axis=1),
    }


SOLVERS: dict[str, Callable[[Report], Tables]] = {
    "crazy4": solve_crazy4,
    "caribbean_stud": solve_caribbean_stud,
    "six_five_four": solve_six_five_four,
    "holdem_bonus": solve_holdem_bonus,
}


def _rows_and_renamings(hands: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """For each hand of ascending cards the row of its class, and its renaming."""
    found = classes(5)
    places = np.array([place(hand) for hand in hands.astype(np.int64)])
    return found.class_of[places].astype(np.int64), found.renaming_of[places]


def _own(hands: NDArray[Any]) -> Words:
    """A bit for each card of each hand."""
    bits: Words = (_ONE << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits


def _filled(words: Words, blank: Words) -> Words:
    """Words with the bits that no deal comes to set as most of their others are: packs better."""
    return np.where(words == 0, words, words | blank)


def _renamed(words: Words, renamings: NDArray[np.uint8]) -> Words:
    """Words with a bit for each card, after each row's renaming of the suits."""
    result = np.zeros_like(words)
    for card, there in _cards_and_renamed(renamings):
        result |= (words >> np.uint64(card) & _ONE) << there
    return result


def _cards_and_renamed(renamings: NDArray[np.uint8]) -> Iterator[tuple[int, Words]]:
    for card in range(52):
        yield card, RENAMED_CARDS[renamings, card].astype(np.uint64)
