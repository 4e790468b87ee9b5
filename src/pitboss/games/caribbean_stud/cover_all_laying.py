"""Lays straights, flushes and straight flushes on one half of a deck, rank by rank.

What later ranks need to know is kept in a *key*, an int64: what each of the four suits is doing
(in ascending order, suits being interchangeable), how many straights are one, two, three and four
ranks long, how many come down from the ace, and the cards used. For each key there is a value for
each shape of the ranks laid: the number of ways, signs included.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import factorial

import numpy as np
from numba import njit

from pitboss.games.caribbean_stud.cover_all_board import (
    ABSENT,
    HAND_SIZE,
    SUITS_MOST,
    Deck,
    Half,
    Kinds,
    Shapes,
    Suit,
    shapes,
    together,
)
from pitboss.maths.kernels.arrays import Ints

# A key from the right: cards used; straights from ace down; straights four, three, two ranks long
# and one rank long; four suits.
USED_BITS, RUN_BITS, SUIT_BITS = 6, 3, 7
USED_MASK, RUN_MASK, SUIT_MASK = (1 << USED_BITS) - 1, (1 << RUN_BITS) - 1, (1 << SUIT_BITS) - 1
RUNS_SHIFT = USED_BITS + RUN_BITS
RUNS_MASK = (1 << 4 * RUN_BITS) - 1
SUITS_SHIFT = RUNS_SHIFT + 4 * RUN_BITS

# Three uses of each suit's card, and none to four new straights.
MOVES_MOST = 3**SUITS_MOST * 5


@dataclass(frozen=True, slots=True)
class Laid:
    """Every way to lay a half: of `keys[i]` the values from `starts[i]` up to `starts[i + 1]`."""

    keys: Ints
    starts: Ints
    values: Ints
    shapes: Shapes


def lay_half(half: Half, deck: Deck, kinds: Kinds, *, hands_most: int) -> Laid:
    """Lay a half with at most this many hands begun."""
    opening = _opening(half, deck, kinds)
    keys = np.array(sorted(opening), np.int64)
    values = np.array([opening[key] for key in keys.tolist()], np.int64)
    ranks_laid = int(half.has_ace)
    laid = Laid(keys, np.arange(keys.size + 1), values, shapes(ranks_laid, deck.suits))
    following = np.array(half.following, np.int64)
    fresh_most = SUITS_MOST if kinds.straights else 0
    for _ in range(half.ranks):
        after = _keys_after(laid.keys, following, deck.suits, fresh_most)
        after = after[hands_begun(after, half) <= hands_most]
        laid = _lay_rank(laid, after, following, deck, fresh_most=fresh_most)
    return laid


def hands_begun(keys: Ints, half: Half) -> Ints:
    """How many hands the used cards belong to, under way or complete."""
    present = [suit if suit != ABSENT else Suit() for suit in half.suits]
    hands_of = np.array([suit.hands(ace_waits=half.has_ace) for suit in present])
    cards_of = np.array([_cards_of(suit, has_ace=half.has_ace) for suit in present])
    hands = np.zeros(keys.size, np.int64)
    cards = np.zeros(keys.size, np.int64)
    for place in range(SUITS_MOST):
        suit = keys >> SUITS_SHIFT + SUIT_BITS * place & SUIT_MASK
        hands += hands_of[suit]
        cards += cards_of[suit]
    for length in range(1, HAND_SIZE):
        runs = keys >> SUITS_SHIFT - RUN_BITS * length & RUN_MASK
        hands += runs
        cards += runs * length
    from_ace = keys >> USED_BITS & RUN_MASK
    # The ace of a straight from the ace down is a low-half card; there the straight waits.
    hands += from_ace * half.has_ace
    cards += from_ace * (1 if half.has_ace else -1)
    return hands + ((keys & USED_MASK) - cards) // HAND_SIZE


def _cards_of(suit: Suit, *, has_ace: bool) -> int:
    ace = int(suit.from_ace) * (1 if has_ace else -1)
    return suit.flush_cards + suit.run_cards + HAND_SIZE * suit.complete + ace


def pack(suits: list[int], *, young_runs: int, from_ace: int, used: int) -> int:
    """The key of a half in which no straight is longer than one rank."""
    key = 0
    for suit in sorted(suits):
        key = key << SUIT_BITS | suit
    key = key << 4 * RUN_BITS | young_runs << 3 * RUN_BITS
    return (key << RUN_BITS | from_ace) << USED_BITS | used


def _opening(half: Half, deck: Deck, kinds: Kinds) -> Counter[int]:
    """Ways by key before the first rank of a half: in the low one the ace has been laid."""
    number = {suit: index for index, suit in enumerate(half.suits)}
    absent = [number[ABSENT]] * (SUITS_MOST - deck.suits)
    ways: Counter[int] = Counter()
    for suits in product(half.entries, repeat=deck.suits):
        codes = [number[suit] for suit in suits] + absent
        taken = sum(suit != Suit() for suit in suits)
        free = deck.suits - taken
        for down in range(free * kinds.straights + 1):
            if not half.has_ace:
                ways[pack(codes, young_runs=down, from_ace=down, used=0)] += 1
                continue
            for up in range((free - down) * kinds.straights + 1):
                key = pack(codes, young_runs=up, from_ace=down, used=taken + up + down)
                ways[key] += factorial(free) // (
                    factorial(up) * factorial(down) * factorial(free - up - down)
                )
    return ways


def _lay_rank(laid: Laid, after: Ints, following: Ints, deck: Deck, *, fresh_most: int) -> Laid:
    ranks = sum(laid.shapes.rows[0]) + 1
    shapes_after = shapes(ranks, deck.suits)
    plus = together(laid.shapes, shapes(1, deck.suits), shapes_after)
    first = np.array(laid.shapes.first, np.int64)
    first_after = np.array(shapes_after.first, np.int64)
    starts = np.zeros(after.size + 1, np.int64)
    np.cumsum(np.diff(first_after)[after & USED_MASK], out=starts[1:])
    values = _sum_moves(
        laid.keys, laid.starts, laid.values, after, starts, following,
        deck.suits, fresh_most, first, first_after, np.array(plus, np.int64),
    )  # fmt: skip
    # No sum has wrapped: that of all values was at most 2^53, and a rank multiplies it by at most
    # 320 < 2^9. With 0, 1, 2, 3, 4 cards used in their own suits (in 1, 8, 24, 32, 16 ways) the
    # straights, old and new, get the others in at most 48, 12, 4, 2, 1 ways.
    if float(np.abs(values.astype(np.float64)).sum()) > 2.0**53:
        raise OverflowError("ways of laying half a deck are too many for 64 bits")
    return Laid(after, starts, values, shapes_after)


@njit(cache=True)
def sorted_suits(a: int, b: int, c: int, d: int) -> int:
    """Four suits in ascending order, as in a key."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return (((a << SUIT_BITS | b) << SUIT_BITS) | c) << SUIT_BITS | d


@njit(cache=True)
def _run_moves(
    suits: int, free: int, cards: int, key: int, fresh_most: int, out: Ints, count: int
) -> int:
    """Every straight under way takes one of the free cards of the rank, and new ones may begin.

    Straights that begin together are told apart by the suit of their first card only: hence the
    division by the number of their orders.
    """
    runs = key >> RUNS_SHIFT & RUNS_MASK
    active = 0
    for place in range(4):
        active += runs >> RUN_BITS * place & RUN_MASK
    if active > free:
        return count
    weight = 1
    for taken in range(active):
        weight *= free - taken
    rest = key & ((1 << RUNS_SHIFT) - 1)
    for fresh in range(min(fresh_most, free - active) + 1):
        if fresh:
            weight = weight * (free - active - fresh + 1) // fresh
        used = cards - free + active + fresh
        longer = fresh << 3 * RUN_BITS | runs >> RUN_BITS
        out[count, 0] = (suits << 4 * RUN_BITS | longer) << RUNS_SHIFT | rest + used
        out[count, 1] = weight
        out[count, 2] = used
        count += 1
    return count


@njit(cache=True)
def _moves(key: int, following: Ints, cards: int, fresh_most: int, out: Ints) -> int:
    """Fills `out` with (key after, weight, cards used) for every use of one rank's cards."""
    suits = key >> SUITS_SHIFT
    a, b = suits >> 3 * SUIT_BITS, suits >> 2 * SUIT_BITS & SUIT_MASK
    c, d = suits >> SUIT_BITS & SUIT_MASK, suits & SUIT_MASK
    count = 0
    for use in range(81):
        use_a, use_b, use_c, use_d = use // 27, use // 9 % 3, use // 3 % 3, use % 3
        next_a, next_b = following[a, use_a], following[b, use_b]
        next_c, next_d = following[c, use_c], following[d, use_d]
        if next_a >= 0 and next_b >= 0 and next_c >= 0 and next_d >= 0:
            free = cards - (use_a > 0) - (use_b > 0) - (use_c > 0) - (use_d > 0)
            after = sorted_suits(next_a, next_b, next_c, next_d)
            count = _run_moves(after, free, cards, key, fresh_most, out, count)
    return count


@njit(cache=True)
def _slot(key: int, table: Ints) -> int:
    """The slot of a key, present or not, in an open hash table of a power-of-two size."""
    mask = table.size - 1
    # The odd multiplier is 2^60 divided by the golden ratio; the product may wrap.
    slot = ((key ^ key >> 29) * 0x9E3779B97F4A7C1) >> 20 & mask
    while table[slot] != -1 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)
def _enlarged(table: Ints) -> Ints:
    bigger = np.full(table.size * 2, -1, np.int64)
    for key in table:
        if key != -1:
            bigger[_slot(key, bigger)] = key
    return bigger


@njit(cache=True, nogil=True)
def _keys_after(keys: Ints, following: Ints, cards: int, fresh_most: int) -> Ints:
    """Every key that one more rank can lead to, in ascending order."""
    out = np.empty((MOVES_MOST, 3), np.int64)
    table = np.full(1 << 12, -1, np.int64)
    held = 0
    for key in keys:
        for move in range(_moves(key, following, cards, fresh_most, out)):
            slot = _slot(out[move, 0], table)
            if table[slot] == -1:
                table[slot] = out[move, 0]
                held += 1
                if held * 2 > table.size:
                    table = _enlarged(table)
    return np.sort(table[table != -1])


@njit(cache=True, nogil=True)
def _sum_moves(
    keys: Ints, starts: Ints, values: Ints, after: Ints, starts_after: Ints, following: Ints,
    cards: int, fresh_most: int, first: Ints, first_after: Ints, plus: Ints,
) -> Ints:  # fmt: skip
    """The values after one more rank, for the keys `after`; moves to other keys are skipped."""
    size = 2
    while size < 2 * after.size:
        size *= 2
    table = np.full(size, -1, np.int64)
    place = np.empty(size, np.int64)
    for index in range(after.size):
        slot = _slot(after[index], table)
        table[slot] = after[index]
        place[slot] = starts_after[index]
    out = np.empty((MOVES_MOST, 3), np.int64)
    summed = np.zeros(starts_after[after.size], np.int64)
    for index in range(keys.size):
        used = keys[index] & USED_MASK
        for move in range(_moves(keys[index], following, cards, fresh_most, out)):
            slot = _slot(out[move, 0], table)
            if table[slot] != -1:
                target = place[slot] - first_after[used + out[move, 2]]
                for shape in range(first[used], first[used + 1]):
                    value = values[starts[index] + shape - first[used]]
                    summed[target + plus[shape, out[move, 2]]] += value * out[move, 1]
    return summed
