"""Joins the two halves of a deck: straights and suits that reach the middle must meet.

The numbers grow beyond 64 bits, so they are summed as residues, modulo 2^64 (plain wrapping) and
modulo two primes, and put together by the Chinese remainder theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb, factorial, prod

import numpy as np
from numba import njit, prange

from pitboss.games.caribbean_stud.cover_all_board import (
    HAND_SIZE,
    SUITS_MOST,
    Deck,
    Half,
    Kinds,
    joins,
    shapes,
    together,
)
from pitboss.games.caribbean_stud.cover_all_laying import (
    RUN_BITS,
    RUN_MASK,
    RUNS_MASK,
    RUNS_SHIFT,
    SUIT_BITS,
    SUIT_MASK,
    SUITS_SHIFT,
    USED_BITS,
    USED_MASK,
    Laid,
    sorted_suits,
)
from pitboss.maths.kernels.arrays import Ints

# The two greatest primes below 2^31: a product of residues stays below 2^62.
PRIME_A = 2_147_483_647
PRIME_B = 2_147_483_629
MODULI = (1 << 64, PRIME_A, PRIME_B)
MODULUS = prod(MODULI)

LANES = 16
CHUNKS = 20


def join_halves(
    *,
    low: Laid,
    low_half: Half,
    high: Laid,
    high_half: Half,
    deck: Deck,
    kinds: Kinds,
    hands_most: int,
    report: Callable[[float], None],
) -> dict[tuple[int, ...], int]:
    """Sets of disjoint hands by the shape that they leave of the whole deck."""
    whole = shapes(deck.ranks, deck.suits)
    matches = joins(low_half, high_half, kinds)
    tables = (
        np.array([suit for row in matches for suit, _ in row], np.int64),
        np.array([weight for row in matches for _, weight in row], np.int64),
        np.concatenate(([0], np.cumsum([len(row) for row in matches]))),
        np.array(together(low.shapes, high.shapes, whole), np.int64),
    )
    blocks_low, blocks_high = _blocks(low.keys), _blocks(high.keys)
    suits_high = high.keys[blocks_high[:-1]] >> SUITS_SHIFT
    lower = (low.keys, low.starts, low.values, np.array(low.shapes.first, np.int64))
    upper = (
        high.keys, high.starts, _of_one_order(high, high_half, blocks_high),
        np.array(high.shapes.first, np.int64), suits_high, blocks_high,
    )  # fmt: skip
    sums = np.zeros((LANES, 3, len(whole.rows)), np.int64)
    for chunk in range(CHUNKS):
        begin, end = (blocks_low.size * (chunk + step) // CHUNKS for step in (0, 1))
        _join_blocks(begin, min(end, blocks_low.size - 1), blocks_low, lower, upper, tables,
                     HAND_SIZE * hands_most, sums)  # fmt: skip
        report((chunk + 1) / CHUNKS)
    _refuse_if_too_many(deck, hands_most)
    ways = {row: _whole_number(sums[:, :, index]) for index, row in enumerate(whole.rows)}
    return {row: number for row, number in ways.items() if number}


def _refuse_if_too_many(deck: Deck, hands_most: int) -> None:
    """A result is a number of sets of hands of one kind; any deck has fewer straights and flushes
    than this, and fewer sets of them than the modulus."""
    starts = deck.ranks - 3
    hands = starts * deck.suits**HAND_SIZE + deck.suits * comb(deck.ranks, HAND_SIZE)
    if comb(hands, hands_most) >= MODULUS:
        raise OverflowError("sets of hands are too many for the residues")


def _whole_number(residues: Ints) -> int:
    """The number below the modulus that has these residues, summed over the lanes."""
    number = 0
    for place, modulus in enumerate(MODULI):
        residue = sum(residues[:, place].tolist()) % modulus
        others = MODULUS // modulus
        number += residue * others * pow(others, -1, modulus)
    return number % MODULUS


def _blocks(keys: Ints) -> Ints:
    """Where the keys of other suits begin, and the end."""
    edges = np.flatnonzero(np.diff(keys >> SUITS_SHIFT)) + 1
    return np.concatenate(([0], edges, [keys.size]))


def _of_one_order(high: Laid, half: Half, blocks: Ints) -> Ints:
    """Values of one order of the suits instead of all orders together, which are equally many."""
    suits = (high.keys[blocks[:-1]] >> SUITS_SHIFT).tolist()
    orders = np.array([_orders(key, absent=len(half.suits) - 1) for key in suits])
    of_values = np.repeat(np.repeat(orders, np.diff(blocks)), np.diff(high.starts))
    values: Ints = high.values // of_values
    return values


def _orders(suits: int, *, absent: int) -> int:
    codes = Counter(suits >> SUIT_BITS * place & SUIT_MASK for place in range(SUITS_MOST))
    present = SUITS_MOST - codes.pop(absent, 0)
    return factorial(present) // prod(factorial(times) for times in codes.values())


@njit(cache=True)
def _partners(suits: int, tables: tuple[Ints, ...], known: Ints, out: Ints) -> int:
    """Fills `out` with (block, weight) of all high suits that complete four low ones."""
    matching, weights, first = tables[0], tables[1], tables[2]
    a, b = suits >> 3 * SUIT_BITS, suits >> 2 * SUIT_BITS & SUIT_MASK
    c, d = suits >> SUIT_BITS & SUIT_MASK, suits & SUIT_MASK
    count = 0
    for i in range(first[a], first[a + 1]):
        for j in range(first[b], first[b + 1]):
            for k in range(first[c], first[c + 1]):
                for m in range(first[d], first[d + 1]):
                    key = sorted_suits(matching[i], matching[j], matching[k], matching[m])
                    block = np.searchsorted(known, key)
                    if block < known.size and known[block] == key:
                        out[count, 0] = block
                        out[count, 1] = weights[i] * weights[j] * weights[k] * weights[m]
                        count += 1
    return count


@njit(cache=True)
def _mirrored(runs: int) -> int:
    """If the low half has n ranks of a straight, the high half has the other 5 - n."""
    one, two = runs >> 3 * RUN_BITS, runs >> 2 * RUN_BITS & RUN_MASK
    three, four = runs >> RUN_BITS & RUN_MASK, runs & RUN_MASK
    return ((four << RUN_BITS | three) << RUN_BITS | two) << RUN_BITS | one


@njit(cache=True)
def _ways_to_meet(runs: int) -> int:
    """Straights of equal length meet their upper parts in any order."""
    ways = 1
    for place in range(4):
        for number in range(2, (runs >> RUN_BITS * place & RUN_MASK) + 1):
            ways *= number
    return ways


@njit(cache=True)
def _first_at_least(keys: Ints, begin: int, end: int, wanted: int) -> int:
    while begin < end:
        middle = (begin + end) // 2
        if keys[middle] & (1 << SUITS_SHIFT) - 1 < wanted:
            begin = middle + 1
        else:
            end = middle
    return begin


@njit(cache=True)
def _add_values(values: Ints, begin: int, first: int, size: int, weight: int, sums: Ints) -> None:
    for shape in range(size):
        value = values[begin + shape]
        if value:
            place = first + shape
            sums[0, place] += value * weight
            sums[1, place] = (sums[1, place] + value % PRIME_A * (weight % PRIME_A)) % PRIME_A
            sums[2, place] = (sums[2, place] + value % PRIME_B * (weight % PRIME_B)) % PRIME_B


@njit(cache=True)
def _gather(
    key: int, upper: tuple[Ints, ...], partners: Ints, count: int, sums: Ints, uses: Ints
) -> bool:
    """Sums the high halves that complete a low one, by shape, and notes the cards they use."""
    keys, starts, values, first, blocks = upper[0], upper[1], upper[2], upper[3], upper[5]
    runs = key >> RUNS_SHIFT & RUNS_MASK
    wanted = _mirrored(runs) << RUNS_SHIFT | key & RUN_MASK << USED_BITS
    ways = _ways_to_meet(runs)
    sums[:] = 0
    uses[:] = 0
    found = False
    for partner in range(count):
        end = blocks[partners[partner, 0] + 1]
        index = _first_at_least(keys, blocks[partners[partner, 0]], end, wanted)
        while index < end and keys[index] & (1 << SUITS_SHIFT) - 1 <= wanted | USED_MASK:
            found = True
            used = keys[index] & USED_MASK
            uses[used] = 1
            size = first[used + 1] - first[used]
            _add_values(values, starts[index], first[used], size, partners[partner, 1] * ways, sums)
            index += 1
    return found


@njit(cache=True)
def _meet(
    lower: tuple[Ints, ...], index: int, first_high: Ints, onto: Ints, sums: Ints, uses: Ints,
    cards_most: int, result: Ints,
) -> None:  # fmt: skip
    """Adds the products of one low half with the sums of high halves."""
    keys, starts, values, first = lower
    used_low = keys[index] & USED_MASK
    for used in range(cards_most - used_low + 1):
        if used >= uses.size or uses[used] == 0:
            continue
        for shape in range(first[used_low], first[used_low + 1]):
            value = values[starts[index] + shape - first[used_low]]
            residue_a, residue_b = value % PRIME_A, value % PRIME_B
            for other in range(first_high[used], first_high[used + 1]):
                place = onto[shape, other]
                result[0, place] += value * sums[0, other]
                result[1, place] = (result[1, place] + residue_a * sums[1, other]) % PRIME_A
                result[2, place] = (result[2, place] + residue_b * sums[2, other]) % PRIME_B


@njit(cache=True)
def _join_block(
    begin: int, end: int, lower: tuple[Ints, ...], upper: tuple[Ints, ...],
    tables: tuple[Ints, ...], cards_most: int, result: Ints,
) -> None:  # fmt: skip
    """All low halves of the same four suits."""
    keys = lower[0]
    matches = np.diff(tables[2]).max()
    partners = np.empty((matches**4, 2), np.int64)
    count = _partners(keys[begin] >> SUITS_SHIFT, tables, upper[4], partners)
    if count == 0:
        return
    sums = np.zeros((3, upper[3][-1]), np.int64)
    uses = np.zeros(USED_MASK + 1, np.int64)
    found = False
    for index in range(begin, end):
        if index == begin or keys[index] >> USED_BITS != keys[index - 1] >> USED_BITS:
            found = _gather(keys[index], upper, partners, count, sums, uses)
        if found:
            _meet(lower, index, upper[3], tables[3], sums, uses, cards_most, result)


@njit(cache=True, parallel=True, nogil=True)
def _join_blocks(
    begin: int, end: int, blocks: Ints, lower: tuple[Ints, ...], upper: tuple[Ints, ...],
    tables: tuple[Ints, ...], cards_most: int, results: Ints,
) -> None:  # fmt: skip
    lanes = results.shape[0]
    for lane in prange(lanes):
        for block in range(begin + lane, end, lanes):
            _join_block(blocks[block], blocks[block + 1], lower, upper, tables, cards_most,
                        results[lane])  # fmt: skip
