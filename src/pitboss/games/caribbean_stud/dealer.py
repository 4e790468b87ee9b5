"""Every player's hand and every up card of Caribbean Stud against all that the dealer can hold.

The dealer's hands that hold the up card and none of the player's cards are an alternating sum over
the subsets of the player's hand: hands that hold the up card and the subset. Those numbers are kept
for all sets of up to four cards while the hands of the deck are added from the weakest to the best,
so that at each strength they are the numbers of weaker hands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pitboss.maths.kernels.fives import evaluate5, strength5

Ints: TypeAlias = NDArray[np.int64]
Counts32: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]

CHUNKS = 16

# Sets of so many cards are numbered from FIRST_SET on, in colexicographic order.
CHOOSE = np.array([[comb(n, k) for k in range(7)] for n in range(53)], np.int64)
FIRST_SET = np.array([0, 1, 53, 1379, 23479, 0], np.int64)
SETS = 23479 + comb(52, 4)
BELOW, UP_TO, UNQUALIFIED = range(3)


@dataclass(frozen=True, slots=True)
class DealerTable:
    """One row per suit class of the player's hand, weakest first; one column per up card.

    Of the C(46, 4) hands that the dealer can have: `below` the player's own strength, `up_to` it,
    and `unqualified`. Columns of the player's own cards are zero.
    """

    cards: Bytes
    members: Ints
    strengths: Ints
    below: Counts32
    up_to: Counts32
    unqualified: Counts32


def all_hands(qualifying: int, report: Callable[[float], None]) -> DealerTable:
    """Every player's hand; the dealer qualifies from a strength on."""
    cards = _deck_hands()
    strengths = evaluate5(cards)
    order = np.argsort(strengths, kind="stable")
    ascending = strengths[order]
    members = _class_sizes(cards)
    rows = order[members[order] > 0]
    # A chunk begins where a strength begins, so that no strength is cut in two.
    starting = [ascending[len(order) * chunk // CHUNKS] for chunk in range(CHUNKS)]
    edges = np.append(np.searchsorted(ascending, starting), len(order))
    row_edges = np.append(np.searchsorted(strengths[rows], starting), len(rows))
    table = np.zeros((3, len(rows), 52), np.int32)
    held = np.zeros((SETS, 3), np.int32)
    _add_hands(held, cards, order[: np.searchsorted(ascending, qualifying)], UNQUALIFIED)
    starts = np.empty((CHUNKS, SETS, 3), np.int32)
    for chunk in range(CHUNKS):
        held[:, UP_TO] = held[:, BELOW]
        starts[chunk] = held
        _add_hands(held, cards, order[edges[chunk] : edges[chunk + 1]], BELOW)
    report(0.2)
    step = max(4, get_num_threads())
    for begin in range(0, CHUNKS, step):
        end = min(begin + step, CHUNKS)
        _sweep(begin, end, starts, cards, strengths, order, edges, rows, row_edges,
               qualifying, table)  # fmt: skip
        report(0.2 + 0.8 * end / CHUNKS)
    return DealerTable(cards[rows], members[rows], strengths[rows].astype(np.int64), *table)


@njit(cache=True)
def _deck_hands() -> Bytes:
    """All hands, ascending cards, in colexicographic order: a hand's place is its number."""
    hands = np.empty((CHOOSE[52, 5], 5), np.uint8)
    number = 0
    for e in range(52):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        hands[number] = a, b, c, d, e
                        number += 1
    return hands


def _class_sizes(cards: Bytes) -> Ints:
    """How many hands differ from one by the names of suits only; 0 for all but one of them."""
    suits = np.zeros((4, len(cards)), np.int64)
    for suit in range(4):
        for place in range(5):
            card = cards[:, place].astype(np.int64)
            suits[suit] |= np.where(card % 4 == suit, 1 << card // 4, 0)
    same = suits[1:] == suits[:-1]
    chosen = (suits[1:] <= suits[:-1]).all(axis=0)
    # Four suits have 24 orders; suits with the same ranks make them fewer.
    runs = same[0] * 1 + same[1] * 2 + same[2] * 4
    orders = np.array([24, 12, 12, 4, 12, 6, 4, 1])
    return np.where(chosen, orders[runs], 0)


@njit(cache=True)
def _number(cards: Ints, size: int) -> int:
    """The number of a set of ascending cards."""
    number = int(FIRST_SET[size])
    for place in range(size):
        number += CHOOSE[cards[place], place + 1]
    return number


@njit(cache=True, nogil=True)
def _add_hands(held: Counts32, cards: Bytes, hands: Ints, column: int) -> None:
    """Adds hands to all of their subsets of up to four cards."""
    subset = np.empty(5, np.int64)
    for hand in hands:
        for members in range(31):
            size = 0
            for place in range(5):
                if members >> place & 1:
                    subset[size] = cards[hand, place]
                    size += 1
            held[_number(subset, size), column] += 1


@njit(cache=True)
def _partial_numbers(hand: Bytes, plain: Ints, shifted: Ints, sizes: Ints) -> None:
    """For each subset of a hand, its number without the first of its size, as it is and with all
    cards one place further, as they are where a smaller card has joined them."""
    for members in range(32):
        size = 0
        plain[members] = 0
        shifted[members] = 0
        for place in range(5):
            if members >> place & 1:
                plain[members] += CHOOSE[hand[place], size + 1]
                shifted[members] += CHOOSE[hand[place], size + 2]
                size += 1
        sizes[members] = size


@njit(cache=True)
def _query(
    hand: Bytes, own: int, qualifying: int, held: Counts32, strengths: Counts32, row: int,
    table: Counts32,
) -> None:  # fmt: skip
    """One player's hand against all up cards. Sums stay below 31 x C(51, 4), inside 32 bits."""
    plain, shifted = np.empty(32, np.int64), np.empty(32, np.int64)
    sizes = np.empty(32, np.int64)
    _partial_numbers(hand, plain, shifted, sizes)
    lower = 0
    for up in range(52):
        if lower < 5 and hand[lower] == up:
            lower += 1
            continue
        below, up_to, unqualified = 0, 0, 0
        for members in range(31):
            under = members & (1 << lower) - 1
            number = plain[under] + CHOOSE[up, sizes[under] + 1]
            number += shifted[members] - shifted[under]
            if sizes[members] == 4:
                strength = strengths[number]
                below += strength < own
                up_to += strength <= own
                unqualified += strength < qualifying
            else:
                sign = 1 - 2 * (sizes[members] & 1)
                number += FIRST_SET[sizes[members] + 1]
                below += sign * held[number, BELOW]
                up_to += sign * held[number, UP_TO]
                unqualified += sign * held[number, UNQUALIFIED]
        table[BELOW, row, up] = below
        table[UP_TO, row, up] = up_to
        table[UNQUALIFIED, row, up] = unqualified


@njit(cache=True, parallel=True, nogil=True)
def _sweep(
    begin: int, end: int, starts: Counts32, cards: Bytes, strengths: Counts32, order: Ints,
    edges: Ints, rows: Ints, row_edges: Ints, qualifying: int, table: Counts32,
) -> None:  # fmt: skip
    for chunk in prange(begin, end):
        held = starts[chunk]
        row = row_edges[chunk]
        index = edges[chunk]
        while index < edges[chunk + 1]:
            own = strengths[order[index]]
            level = index
            while level < edges[chunk + 1] and strengths[order[level]] == own:
                level += 1
            _add_hands(held, cards, order[index:level], UP_TO)
            while row < row_edges[chunk + 1] and strengths[rows[row]] == own:
                _query(cards[rows[row]], own, qualifying, held, strengths, row, table)
                row += 1
            _add_hands(held, cards, order[index:level], BELOW)
            index = level


@njit(cache=True, nogil=True)
def _compare(rest: Ints, up: int, own: int, qualifying: int) -> tuple[int, int, int, int]:
    unqualified, win, tie, loss = 0, 0, 0, 0
    size = len(rest)
    for i in range(size):
        for j in range(i):
            for k in range(j):
                for m in range(k):
                    strength = strength5(up, rest[i], rest[j], rest[k], rest[m])
                    if strength < qualifying:
                        unqualified += 1
                    elif strength < own:
                        win += 1
                    elif strength == own:
                        tie += 1
                    else:
                        loss += 1
    return unqualified, win, tie, loss


def one_hand(cards: tuple[int, ...], up: int, *, qualifying: int) -> tuple[int, int, int, int]:
    """Unqualified, win, tie, loss among the dealer's hands, by dealing them all."""
    rest = np.array([card for card in range(52) if card != up and card not in cards], np.int64)
    own = int(evaluate5(np.array([cards]))[0])
    unqualified, win, tie, loss = _compare(rest, up, own, qualifying)
    return unqualified, win, tie, loss
