"""From sets of straights and flushes to dealings in which no hand is above a class.

Sets are given by the shape that they leave: how many ranks have 0, 1, 2, 3, 4 cards left. More is
not needed: full houses, four of a kind and three of a kind know ranks only as stacks of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from math import comb, factorial, perm
from typing import TypeAlias

Shape: TypeAlias = tuple[int, ...]
Dealings: TypeAlias = Callable[[Shape, int], int]

HAND_SIZE = 5


def dealings(cards: int, hands: int) -> int:
    """Ways to deal this many hands, in order, from this many cards."""
    return _unfinished(cards, (HAND_SIZE,) * hands)


def none_above(sets: Mapping[Shape, int], *, hands: int, others: Dealings) -> int:
    """Dealings in which no hand is of the laid kind, by inclusion and exclusion over its sets.

    A set of k hands, given to k places, leaves a shape from which `others` deals the rest.
    """
    total = 0
    for shape, ways in sets.items():
        laid = _cards_laid(shape) // HAND_SIZE
        if laid <= hands:
            sign = -1 if laid % 2 else 1
            total += sign * perm(hands, laid) * ways * others(shape, hands - laid)
    return total


@cache
def any_hands(shape: Shape, hands: int) -> int:
    """All dealings from a shape's remaining cards."""
    return dealings(_cards_left(shape), hands)


@cache
def without_three(shape: Shape, hands: int) -> int:
    """Dealings without three or more of a rank in any hand.

    A hand has three cards of a rank in as many ways as there are triples in it: one for three,
    four for four of a kind. So it has none in 1 - triples + 3 x quadruples ways, and the cards
    beside the triple or the quadruple may be any.
    """
    total = 0
    for triples in range(hands + 1):
        for quadruples in range(hands - triples + 1):
            stacks = _triples_and_quadruples(shape, triples, quadruples)
            if stacks:
                missing = (2,) * triples + (1,) * quadruples
                missing += (HAND_SIZE,) * (hands - len(missing))
                cards = _cards_left(shape) - 3 * triples - 4 * quadruples
                weight = (-1) ** triples * 3**quadruples * perm(hands, triples + quadruples)
                total += weight * stacks * _unfinished(cards, missing)
    return total


@cache
def without_full_house_or_four(shape: Shape, hands: int) -> int:
    """Dealings without full house and four of a kind."""
    total = 0
    for (triples, pairs, quadruples), stacks in _stacks(shape, hands).items():
        if triples == pairs and triples + quadruples <= hands:
            complete = triples + quadruples
            missing = (1,) * quadruples + (HAND_SIZE,) * (hands - complete)
            cards = _cards_left(shape) - HAND_SIZE * triples - 4 * quadruples
            # Triples and pairs go together in any order.
            ways = factorial(triples) * stacks * _unfinished(cards, missing)
            total += (-1) ** complete * perm(hands, complete) * ways
    return total


@cache
def without_four(shape: Shape, hands: int) -> int:
    """Dealings without four of a kind."""
    total = 0
    for quadruples in range(hands + 1):
        cards = _cards_left(shape) - 4 * quadruples
        missing = (1,) * quadruples + (HAND_SIZE,) * (hands - quadruples)
        ways = perm(hands, quadruples) * _triples_and_quadruples(shape, 0, quadruples)
        total += (-1) ** quadruples * ways * _unfinished(cards, missing)
    return total


def _cards_left(shape: Shape) -> int:
    return sum(left * ranks for left, ranks in enumerate(shape))


def _cards_laid(shape: Shape) -> int:
    return (len(shape) - 1) * sum(shape) - _cards_left(shape)


def _unfinished(cards: int, missing: tuple[int, ...]) -> int:
    """Ways to deal each hand its missing cards; 0 if they run out."""
    ways = 1
    for size in missing:
        if cards < size:
            return 0
        ways *= comb(cards, size)
        cards -= size
    return ways


def _triples_and_quadruples(shape: Shape, triples: int, quadruples: int) -> int:
    """Ways to take this many sets of three and of four cards, each from another rank."""
    ranks_of_three, ranks_of_four = (*shape, 0, 0, 0)[3:5]
    if quadruples > ranks_of_four:
        return 0
    free = ranks_of_four - quadruples
    ways = 0
    for from_four in range(triples + 1):
        choices: int = 4**from_four
        ways += comb(free, from_four) * choices * comb(ranks_of_three, triples - from_four)
    return comb(ranks_of_four, quadruples) * ways


@cache
def _stacks(shape: Shape, hands: int) -> Counter[tuple[int, int, int]]:
    """(triples, pairs, quadruples) -> ways to take them from a shape, at most `hands` of each."""
    ways = Counter({(0, 0, 0): 1})
    for left, ranks in enumerate(shape):
        for _ in range(ranks):
            after: Counter[tuple[int, int, int]] = Counter()
            for (triples, pairs, quadruples), number in ways.items():
                for more_triples, more_pairs, more_quadruples, choices in _takes(left):
                    stack = triples + more_triples, pairs + more_pairs, quadruples + more_quadruples
                    if choices and max(stack) <= hands:
                        after[stack] += number * choices
            ways = after
    return ways


def _takes(left: int) -> tuple[tuple[int, int, int, int], ...]:
    """(triples, pairs, quadruples, ways) that one rank with this many cards left can give."""
    return (
        (0, 0, 0, 1),
        (1, 0, 0, comb(left, 3)),
        (0, 1, 0, comb(left, 2)),
        (0, 2, 0, comb(left, 2) * comb(left - 2, 2) // 2 if left > 3 else 0),
        (0, 0, 1, comb(left, 4)),
    )
