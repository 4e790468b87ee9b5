"""Counts dealer hands that avoid the player's cards and contain others, for all cards at once.

For a player's cards P and strength s, write [X, v] for the number of hands of a size, weaker than
s, that contain the cards X and the card v and none of P: an alternating sum over the subsets of P.
One pass over a subset gives [X, v] for every v, the number of the set X + v being a sum that v
enters in one place. Each function adds the hands weaker than the player's to `under` and those not
better than his to `up_to`. No sum exceeds 32 x C(52, 6): far inside 63 bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.card_sets import SET_START, set_classes
from pitboss.maths.kernels.containing import below
from pitboss.maths.kernels.fours import CARD_BIT, Small, strength
from pitboss.maths.kernels.suits import BINOMIALS


class Sixes(NamedTuple):
    """Lookup tables for hands of six cards; see `containing` and `card_sets`."""

    of_set: Ints32
    start_five: int  # the first class of sets of five cards
    counts: Ints32
    completions: Small


def sixes() -> Sixes:
    """All lookup tables for hands of six cards: half a gigabyte."""
    classes, table = set_classes(), below(6)
    return Sixes(classes.of_set, classes.start[5], table.counts, table.completions)


class Sized(NamedTuple):
    """The same for hands of four or five cards, `strengths` in the order of `suits.place`."""

    size: int
    of_set: Ints32
    counts: Ints32
    strengths: Small


@njit(cache=True)
def _hold(cards: Ints, subset: int, extra: int, held: Ints) -> int:
    """Collect a subset of the player's cards, and the extra card if not negative, ascending."""
    size = 0
    waiting = extra >= 0
    for place in range(5):
        card = cards[place]
        if waiting and card > extra:
            held[size] = extra
            size += 1
            waiting = False
        if subset >> place & 1:
            held[size] = card
            size += 1
    if waiting:
        held[size] = extra
        size += 1
    return size


@njit(cache=True)
def _sign(subset: int) -> int:
    sign = 1
    while subset:
        sign = -sign
        subset &= subset - 1
    return sign


@njit(cache=True)
def _base_number(held: Ints, size: int, place: int) -> int:
    """What the held cards add to a set's place in its order if a further one comes at `place`."""
    number = 0
    for index in range(size):
        number += BINOMIALS[held[index], index + (1 if index < place else 2)]
    return int(number)


@njit(cache=True)
def _add_row(
    held: Ints, size: int, own: int, sign: int, counts: Ints32, of_set: Ints32,
    first: int, last: int, under: Ints, up_to: Ints,
) -> None:  # fmt: skip
    """Add, for each further card, the hands that contain the held cards and that one."""
    weaker, not_better = counts[own], counts[own + 1]
    for place in range(size + 1):
        start = first if place == 0 else max(first, held[place - 1] + 1)
        stop = last if place == size else min(last, held[place])
        base = SET_START[size + 1] + _base_number(held, size, place)
        for card in range(start, stop):
            group = of_set[base + BINOMIALS[card, place + 1]]
            under[card] += sign * weaker[group]
            up_to[card] += sign * not_better[group]


@njit(cache=True)
def _add_whole_hands(
    held: Ints, size: int, own: int, sign: int, strengths: Small,
    first: int, last: int, under: Ints, up_to: Ints,
) -> None:  # fmt: skip
    """The same where the held cards and the further one are the whole hand."""
    for place in range(size + 1):
        start = first if place == 0 else max(first, held[place - 1] + 1)
        stop = last if place == size else min(last, held[place])
        base = _base_number(held, size, place)
        for card in range(start, stop):
            other = strengths[base + BINOMIALS[card, place + 1]]
            under[card] += sign if other < own else 0
            up_to[card] += sign if other <= own else 0


@njit(cache=True)
def _add_completions(held: Ints, own: int, six: Sixes, last: int, under: Ints, up_to: Ints) -> None:
    """The same for four held cards of a six-card hand: each completion of the five counts."""
    for place in range(5):
        start = 0 if place == 0 else held[place - 1] + 1
        stop = last if place == 4 else min(last, held[place])
        base = SET_START[5] + _base_number(held, 4, place)
        for card in range(start, stop):
            group = six.of_set[base + BINOMIALS[card, place + 1]]
            for other in six.completions[group - six.start_five]:
                under[card] += 1 if other < own else 0
                up_to[card] += 1 if other <= own else 0


@njit(cache=True)
def avoid(
    cards: Ints, own: int, extra: int, sized: Sized, first: int, last: int, under: Ints, up_to: Ints
) -> None:  # fmt: skip
    """[extra, v] for each card v from first to last, or [v] if extra is negative."""
    held = np.empty(6, dtype=np.int64)
    under[first:last] = 0
    up_to[first:last] = 0
    for subset in range(32):
        size = _hold(cards, subset, extra, held)
        sign = _sign(subset)
        if size + 1 < sized.size:
            _add_row(held, size, own, sign, sized.counts, sized.of_set, first, last, under, up_to)
        elif size + 1 == sized.size:
            _add_whole_hands(held, size, own, sign, sized.strengths, first, last, under, up_to)


@njit(cache=True)
def avoid_six(cards: Ints, own: int, six: Sixes, last: int, under: Ints, up_to: Ints) -> None:
    """[v] for each card v below the last and hands of six cards."""
    held = np.empty(6, dtype=np.int64)
    whole = 0
    for card in cards:
        whole += CARD_BIT[card]
    for card in range(last):
        # All five of the player's cards and v, with the odd sign; nobody asks for v among them.
        other = own if whole & CARD_BIT[card] else strength(whole + CARD_BIT[card])
        under[card] = -1 if other < own else 0
        up_to[card] = -1 if other <= own else 0
    for subset in range(31):
        size = _hold(cards, subset, -1, held)
        if size == 4:
            _add_completions(held, own, six, last, under, up_to)
        else:
            _add_row(held, size, own, _sign(subset), six.counts, six.of_set, 0, last, under, up_to)
