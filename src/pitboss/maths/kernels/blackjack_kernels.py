"""Kernels for the exact values of blackjack hands against one up card, for many shoes at once.

A value is a whole number: with `n` cards left it is stored times n (n-1) ... (floor+1), where
`floor` is below any number of cards that can be left. Drawing a card of a kind with `a` left is
then a plain multiplication by `a`, without any division. Only rounds without a dealer blackjack
count, because only those are played.

Such numbers need more than 64 bits, so the kernels hold each as 13 limbs of 28 bits, modulo 2^364,
negative ones as complements. Sums and products are exact as long as the last result fits, whatever
happens on the way: one unit is below 416^40 < 2^349, a value is at most eight units, and the terms
of a split multiply it by less than a hundred. Within a limb nothing overflows either: a product of
two limbs is below 2^56, and at most 39 of them are added before a carry, below 2^62.

The kernels run on one thread and release the lock: up cards are solved in parallel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints

LIMBS, BITS = 13, 28
MASK = (1 << BITS) - 1

# The up card, five split cards, a hand of 21 aces and twelve draws of the dealer: 39 cards.
DEEPEST = 40

# The dealer draws at most twelve cards to his up card.
DRAWS = 13

# The dealer ends with 17, 18, 19, 20, 21, exactly 22, or more.
ENDS = 7
AT_22 = 5

# How many hands to count side by side: enough for the compiler to use vector instructions.
LANES = 32

KINDS = 10

# Marks of a hand: not needed; reached by one choice off the play; reached by the play.
BESIDE, REACHED = 1, 2


class Draws(NamedTuple):
    """What the dealer may draw, as a tree in preorder: a node is one card more than its parent.

    `taken` counts the cards of its kind among the nodes above, `orders` the orders in which the
    draws up to a node end the dealer's hand, `end` is his total then, less 17: 6 for any above 22.
    """

    depth: NDArray[np.int32]
    kind: NDArray[np.int32]
    taken: NDArray[np.int32]
    orders: NDArray[np.int32]
    end: NDArray[np.int32]


class HandTable(NamedTuple):
    """All hands, as in `blackjack_hands.Hands`."""

    counts: Ints
    sizes: Ints
    totals: Ints
    cells: Ints
    children: Ints


class Values(NamedTuple):
    """Limbs by shoe and hand. Only what a mark requires is written or read. A single is one more
    card and no other: half of a doubled wager."""

    stands: Ints
    hits: Ints
    singles: Ints
    doubles: Ints


class Terms(NamedTuple):
    """What one unit wins and loses, and what it wins if the dealer has 22, as whole numbers."""

    win: int
    lose: int
    at_22: int


class Lines(NamedTuple):
    """A strategy, a line each, as ones and zeros."""

    hit: Ints
    may_double: Ints
    double: Ints


@njit(cache=True, nogil=True)
def _carry(number: Ints) -> None:
    carry = 0
    for limb in range(LIMBS):
        raised = number[limb] + carry
        number[limb] = raised & MASK
        carry = raised >> BITS


@njit(cache=True, nogil=True)
def _add_times(number: Ints, other: Ints, factor: int) -> None:
    """Add `factor` (below 2^32) times another number; the caller carries."""
    for limb in range(LIMBS):
        number[limb] += other[limb] * factor


@njit(cache=True, nogil=True)
def _add_product(number: Ints, one: Ints, other: Ints) -> None:
    for low in range(LIMBS):
        if one[low]:
            for high in range(LIMBS - low):
                number[low + high] += one[low] * other[high]
    _carry(number)


@njit(cache=True, nogil=True)
def _add_net(number: Ints, other: Ints, net: int) -> None:
    """Add a factor of up to 62 bits times another number; the caller carries."""
    low, middle, high = net & MASK, (net >> BITS) & MASK, net >> 2 * BITS
    for limb in range(LIMBS):
        number[limb] += low * other[limb]
        if limb >= 1:
            number[limb] += middle * other[limb - 1]
        if limb >= 2:
            number[limb] += high * other[limb - 2]


@njit(cache=True, nogil=True)
def _dealer_ways(left: Ints, draws: Draws) -> Ints:
    """Ordered draws of the dealer by their number and his final total, for some shoes at once.

    The ways of a node are its parent's times the cards of its kind that are left. One node would
    wait for its parent; the shoes side by side keep the processor busy meanwhile.
    """
    ways = np.ones((DRAWS, LANES), dtype=np.int64)
    ends = np.zeros((DRAWS, ENDS, LANES), dtype=np.int64)
    for node in range(draws.depth.shape[0]):
        depth, kind, taken = draws.depth[node], draws.kind[node], draws.taken[node]
        orders, end = np.int64(draws.orders[node]), draws.end[node]
        for lane in range(LANES):
            here = ways[depth - 1, lane] * (left[kind, lane] - taken)
            ways[depth, lane] = here
            ends[depth, end, lane] += orders * here
    return ends


@njit(cache=True, nogil=True)
def _stand(
    number: Ints, ends: Ints, lane: int, total: int, cards: int, scale: Ints, terms: Terms
) -> None:
    """The value of standing on a total: the dealer's draws that lose less those that win."""
    number[:] = 0
    for depth in range(1, DRAWS):
        net = terms.win * ends[depth, ENDS - 1, lane] + terms.at_22 * ends[depth, AT_22, lane]
        for end in range(AT_22):
            if total > end + 17:
                net += terms.win * ends[depth, end, lane]
            elif total < end + 17:
                net -= terms.lose * ends[depth, end, lane]
        if net:
            _add_net(number, scale[cards - depth], net)
    _carry(number)


@njit(cache=True, nogil=True)
def stand_all(
    values: Values,
    jobs: Ints,
    shoes: Ints,
    table: HandTable,
    draws: Draws,
    scale: Ints,
    terms: Terms,
) -> None:
    """Fill the values of standing for each job, a row (shoe, hand)."""
    for block in range((jobs.shape[0] + LANES - 1) // LANES):
        first = block * LANES
        lanes = min(LANES, jobs.shape[0] - first)
        left = np.zeros((KINDS, LANES), dtype=np.int64)
        for lane in range(lanes):
            left[:, lane] = shoes[jobs[first + lane, 0]] - table.counts[jobs[first + lane, 1]]
        ends = _dealer_ways(left, draws)
        for lane in range(lanes):
            shoe, hand = jobs[first + lane, 0], jobs[first + lane, 1]
            cards = left[:, lane].sum()
            total = table.totals[hand]
            _stand(values.stands[shoe, hand], ends, lane, total, cards, scale, terms)


@njit(cache=True, nogil=True)
def _mark(marks: Ints, first: int, is_deep: int, table: HandTable, hit: Ints) -> None:
    """Mark the values needed for hands that begin with one card.

    Numbers grow with every card, so one upward pass finds them all. The cards that a double can
    draw are always needed; what one choice off the play leads to, only where it is deep.
    """
    for child in table.children[first]:
        if child >= 0:
            marks[child] = REACHED
    for hand in range(first + 1, marks.shape[0]):
        is_hit = hit[table.cells[hand]]
        if marks[hand] == 0 or (marks[hand] == BESIDE and not is_hit):
            continue
        if is_hit or is_deep or table.sizes[hand] == 2:
            mark = marks[hand] if is_hit else BESIDE
            for child in table.children[hand]:
                if child >= 0:
                    marks[child] = max(marks[child], mark)


@njit(cache=True, nogil=True)
def mark_all(
    marks: Ints, shoes: Ints, firsts: Ints, deep: Ints, table: HandTable, hit: Ints
) -> None:
    """Mark each shoe's hands: those from one first card, all of two cards or more (-1), or those
    of two cards and what the play makes of them (-2)."""
    for shoe in range(marks.shape[0]):
        marks[shoe] = 0
        if firsts[shoe] >= 0:
            _mark(marks[shoe], firsts[shoe], deep[shoe], table, hit)
        for hand in range(marks.shape[1]):
            if firsts[shoe] == -1 and table.sizes[hand] >= 2:
                marks[shoe, hand] = REACHED
            if firsts[shoe] == -2 and table.sizes[hand] == 1:
                _mark(marks[shoe], hand, deep[shoe], table, hit)
            if marks[shoe, hand] and (shoes[shoe] < table.counts[hand]).any():
                marks[shoe, hand] = 0


@njit(cache=True, nogil=True)
def _bust_ways(left: Ints, children: Ints, hole: int) -> int:
    """Ordered ways to draw a card that busts and a hole card that makes no blackjack."""
    after = left.sum() - 1
    ways = 0
    for kind in range(KINDS):
        if children[kind] < 0:
            holes = 0
            if hole >= 0:
                holes = left[hole] - (1 if kind == hole else 0)
            ways += left[kind] * (after - holes)
    return ways


@njit(cache=True, nogil=True)
def _fold(
    value: Ints,
    onward: Ints,
    onward_hit: Ints,
    hit: Ints,
    left: Ints,
    hand: int,
    hole: int,
    table: HandTable,
    scale: Ints,
    lose: int,
) -> None:
    """The value of one more card, given a hand's worth `onward` after it.

    Lines that are hit (`hit`) take their worth from `onward_hit` instead.
    """
    value[:] = 0
    for kind in range(KINDS):
        child = table.children[hand, kind]
        if child >= 0 and left[kind] > 0:
            after = onward_hit[child] if hit[table.cells[child]] else onward[child]
            _add_times(value, after, left[kind])
    lost = _bust_ways(left, table.children[hand], hole)
    if lost:
        _add_times(value, scale[left.sum() - 2], -lost * lose)
    _carry(value)


@njit(cache=True, nogil=True)
def fold_all(
    values: Values,
    marks: Ints,
    shoes: Ints,
    deep: Ints,
    table: HandTable,
    hit: Ints,
    hole: int,
    scale: Ints,
    lose: int,
) -> None:
    """From the values of standing to those of hitting, from the highest hand down."""
    never = np.zeros_like(hit)
    for shoe in range(shoes.shape[0]):
        stands, hits = values.stands[shoe], values.hits[shoe]
        for back in range(marks.shape[1]):
            hand = marks.shape[1] - 1 - back
            if marks[shoe, hand] == 0:
                continue
            left = shoes[shoe] - table.counts[hand]
            if hit[table.cells[hand]] or (deep[shoe] and marks[shoe, hand] == REACHED):
                _fold(hits[hand], stands, hits, hit, left, hand, hole, table, scale, lose)
            if table.sizes[hand] == 2:
                single = values.singles[shoe, hand]
                _fold(single, stands, hits, never, left, hand, hole, table, scale, lose)


@njit(cache=True, nogil=True)
def double_all(
    values: Values, marks: Ints, table: HandTable, others: Ints, other_lines: Ints
) -> None:
    """Double the hands of two cards: the added wager is worth another's single on some lines."""
    for shoe in range(marks.shape[0]):
        for hand in range(marks.shape[1]):
            if marks[shoe, hand] and table.sizes[hand] == 2:
                single, double = values.singles[shoe, hand], values.doubles[shoe, hand]
                added = others[shoe, hand] if other_lines[table.cells[hand]] else single
                double[:] = single + added
                _carry(double)


@njit(cache=True, nogil=True)
def _begin(
    gains: Ints,
    reach: Ints,
    values: Values,
    shoe: int,
    hand: int,
    weight: Ints,
    table: HandTable,
    lines: Lines,
) -> None:
    """Note what doubling a two-card hand would gain, and continue if it isn't doubled."""
    cell = table.cells[hand]
    if lines.may_double[cell]:
        gain = values.doubles[shoe, hand].copy()
        other = values.hits[shoe, hand] if lines.hit[cell] else values.stands[shoe, hand]
        _add_times(gain, other, -1)
        _carry(gain)
        _add_product(gains[1, cell], weight, gain)
    if not (lines.may_double[cell] and lines.double[cell]):
        _add_times(reach[hand], weight, 1)
        _carry(reach[hand])


@njit(cache=True, nogil=True)
def _play_on(
    gains: Ints,
    seen: Ints,
    reach: Ints,
    values: Values,
    shoe: int,
    cards: Ints,
    table: HandTable,
    lines: Lines,
) -> None:
    """Follow the hands upwards and note what hitting instead of standing would gain."""
    for hand in range(reach.shape[0]):
        if not reach[hand].any():
            continue
        cell = table.cells[hand]
        seen[cell] = 1
        gain = values.hits[shoe, hand].copy()
        _add_times(gain, values.stands[shoe, hand], -1)
        _carry(gain)
        _add_product(gains[0, cell], reach[hand], gain)
        if lines.hit[cell]:
            for kind in range(KINDS):
                child = table.children[hand, kind]
                left = cards[kind] - table.counts[hand, kind]
                if child >= 0 and left > 0:
                    _add_times(reach[child], reach[hand], left)
                    _carry(reach[child])


@njit(cache=True, nogil=True)
def gains_all(
    gains: Ints,
    seen: Ints,
    values: Values,
    shoes: Ints,
    bounds: Ints,
    starts: Ints,
    weights: Ints,
    table: HandTable,
    lines: Lines,
) -> None:
    """The gains of each shoe; the starts of shoe i are those from bounds[i] to bounds[i + 1]."""
    for shoe in range(shoes.shape[0]):
        if bounds[shoe] == bounds[shoe + 1]:
            continue
        reach = np.zeros((table.sizes.shape[0], LIMBS), dtype=np.int64)
        for start in range(bounds[shoe], bounds[shoe + 1]):
            hand, weight = starts[start], weights[start]
            _begin(gains[shoe], reach, values, shoe, hand, weight, table, lines)
        _play_on(gains[shoe], seen[shoe], reach, values, shoe, shoes[shoe], table, lines)
