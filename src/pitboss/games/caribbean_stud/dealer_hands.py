"""Compares every player's hand and every up card of Caribbean Stud with all dealer hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.avoiding import Sized, avoid
from pitboss.maths.kernels.card_sets import set_classes
from pitboss.maths.kernels.containing import running_sums
from pitboss.maths.kernels.fives import Strengths, evaluate5
from pitboss.maths.kernels.suits import every_set, suit_classes

CHUNKS = 16


@dataclass(frozen=True, slots=True)
class DealerTable:
    """One row per suit class of the player's hand, weakest first; one column per up card.

    Of the C(46, 4) hands that the dealer can have: `below` the player's own strength, `up_to` it,
    and `unqualified`. Columns of the player's own cards are zero.
    """

    cards: Ints
    members: Ints
    strengths: Ints
    below: Ints32
    up_to: Ints32
    unqualified: Ints32


def all_hands(qualifying: int, report: Callable[[float], None]) -> DealerTable:
    """Every player's hand; the dealer qualifies from a strength on."""
    levels, places = np.unique(evaluate5(every_set(5)), return_inverse=True)
    five = Sized(5, set_classes().of_set, _counts_below(levels), places.astype(np.int16))
    report(0.4)
    classes = suit_classes(5)
    strengths = evaluate5(classes.firsts)
    order = np.argsort(strengths, kind="stable")
    cards, strengths = classes.firsts[order].astype(np.int64), strengths[order]
    own, lowest = np.searchsorted(levels, strengths), int(np.searchsorted(levels, qualifying))
    table = np.empty((3, len(cards), 52), np.int64)
    for chunk in range(CHUNKS):
        part = slice(chunk * len(cards) // CHUNKS, (chunk + 1) * len(cards) // CHUNKS)
        _compare_all(cards[part], own[part], lowest, five, table[:, part])
        report(0.4 + 0.6 * (chunk + 1) / CHUNKS)
    np.put_along_axis(table, cards[None], 0, axis=2)
    members, found = classes.sizes[order], table.astype(np.int32)
    return DealerTable(cards, members, strengths.astype(np.int64), *found)


def _counts_below(levels: Strengths) -> Ints32:
    """How many hands that contain given cards are weaker, by a strength's place in the levels."""
    held = suit_classes(4).firsts
    others = [card for four in held.tolist() for card in range(52) if card not in four]
    hands = np.column_stack((np.repeat(held, 48, axis=0), np.array(others, np.uint8)))
    completions: NDArray[np.int16] = np.searchsorted(levels, evaluate5(hands)).astype(np.int16)
    return running_sums(5, completions.reshape(-1, 48), len(levels))


@njit(cache=True, parallel=True, nogil=True)
def _compare_all(cards: Ints, own: Ints, lowest: int, five: Sized, table: Ints) -> None:
    """Fill weaker, not better and unqualified hands, the dealer qualifying from `lowest` on."""
    for row in prange(len(cards)):
        unused = np.empty(52, np.int64)
        avoid(cards[row], own[row], -1, five, 0, 52, table[0, row], table[1, row])
        avoid(cards[row], lowest, -1, five, 0, 52, table[2, row], unused)
