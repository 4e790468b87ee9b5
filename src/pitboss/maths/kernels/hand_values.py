"""Exact values of blackjack hands against one up card, as whole numbers on a common scale.

`kernels` says how it stores a value; here it comes back as a plain int.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.blackjack_kernels import (
    BITS,
    DEEPEST,
    DRAWS,
    LIMBS,
    MASK,
    Draws,
    HandTable,
    Lines,
    Terms,
    Values,
    double_all,
    fold_all,
    gains_all,
    mark_all,
    stand_all,
)
from pitboss.maths.point_hands import (
    CELLS,
    KINDS,
    KindCounts,
    all_hands,
    blackjack_kind,
    dealer_ends,
    full_shoe,
)

# The hands a shoe starts from, unless from one card: all hands of two or more, or those of two.
EVERYWHERE, DEALT = -1, -2

# A free bet wins like the player's own money and loses nothing.
OWN_LOSES, FREE_LOSES = 1, 0


@dataclass(frozen=True, slots=True)
class Gains:
    """What each line of a strategy would gain, over all hands that reach it.

    `hit` is the gain of hitting over standing, `double` of doubling over not doubling, each the
    exact change of the value of the whole game (against this up card) if that line alone changes;
    a hand passes a line once at most, for its total with aces as ones only grows.
    """

    hit: list[int]
    double: list[int]
    seen: list[bool]

    def __add__(self, other: Gains) -> Gains:
        return Gains(
            hit=[a + b for a, b in zip(self.hit, other.hit, strict=True)],
            double=[a + b for a, b in zip(self.double, other.double, strict=True)],
            seen=[a or b for a, b in zip(self.seen, other.seen, strict=True)],
        )


class HandValues:
    """Hands against one up card in several shoes; each shoe lacks only cards seen elsewhere. A unit
    that wins nothing against a dealer's 22 pushes then, and one that loses nothing is free."""

    def __init__(
        self,
        *,
        shoes: Sequence[KindCounts],
        firsts: Sequence[int],
        up: int,
        soft_17: str,
        cards: int,
        push_22: bool = False,
        loses: int = OWN_LOSES,
    ) -> None:
        self.shoes = tuple(shoes)
        self.scale = scale_of(cards)
        self._shoes = np.array(shoes, dtype=np.int64).reshape(len(shoes), KINDS)
        self._firsts = np.array(firsts, dtype=np.int64)
        self._hole = blackjack_kind(up)
        self._draws = _draws(up=up, soft_17=soft_17)
        self._limbs = _scale_limbs(cards)
        self._terms = Terms(win=1, lose=loses, at_22=0 if push_22 else 1)
        shape = (len(shoes), len(all_hands().counts))
        self._values = Values(*(np.empty((*shape, LIMBS), dtype=np.int64) for _ in Values._fields))
        self._marks = np.zeros(shape, dtype=np.int64)
        self._stood = np.zeros(shape, dtype=np.bool_)
        self._hit: tuple[bool, ...] = ()
        self._deep: tuple[bool, ...] = ()

    def follow(self, hits: Sequence[bool], *, deep: Sequence[bool]) -> bool:
        """From now on, hit hands on these lines; returns whether that is new.

        Where the play stands, the value of hitting is known only in shoes that are `deep`.
        """
        if (tuple(hits), tuple(deep)) == (self._hit, self._deep):
            return False
        self._hit, self._deep = tuple(hits), tuple(deep)
        hit, table = _flags(hits), _table()
        flags = _flags(deep)
        mark_all(self._marks, self._shoes, self._firsts, flags, table, hit)
        self.stand_on(self._marks > 0)
        fold_all(
            self._values,
            self._marks,
            self._shoes,
            flags,
            table,
            hit,
            self._hole,
            self._limbs,
            self._terms.lose,
        )
        return True

    def stand_on(self, wanted: NDArray[np.bool_]) -> None:
        """Work out the values of standing on these hands, by shoe."""
        jobs = np.argwhere(wanted & ~self._stood)
        stand_all(self._values, jobs, self._shoes, _table(), self._draws, self._limbs, self._terms)
        self._stood[jobs[:, 0], jobs[:, 1]] = True

    def double_with(self, other: HandValues, lines: Sequence[bool]) -> None:
        """Double from now on with another's unit on these lines, elsewhere with one of its own."""
        others = other._values.singles
        double_all(self._values, self._marks, _table(), others, _flags(lines))

    def count_left(self, hand: int, *, shoe: int = 0) -> list[int]:
        """How many of each kind are left besides this hand."""
        return [a - b for a, b in zip(self.shoes[shoe], all_hands().counts[hand], strict=True)]

    def sum_played(self, hand: int, *, shoe: int = 0) -> int:
        """The value of one unit that always wins: the weight of all rounds played."""
        left = self.count_left(hand, shoe=shoe)
        blackjacks = left[self._hole] if self._hole >= 0 else 0
        return (sum(left) - blackjacks) * self.scale[sum(left) - 1]

    def stand(self, hand: int, *, shoe: int = 0) -> int:
        """The value of standing."""
        return number_of(self._values.stands[shoe, hand].tolist())

    def hit(self, hand: int, *, shoe: int = 0) -> int:
        """The value of one more card, and play by the strategy from there."""
        return number_of(self._values.hits[shoe, hand].tolist())

    def double(self, hand: int, *, shoe: int = 0) -> int:
        """The value of a doubled wager and just one more card (see `double_with`)."""
        return number_of(self._values.doubles[shoe, hand].tolist())

    def by_total(self, hand: int, *, shoe: int = 0) -> int:
        """The value of hitting or standing as the strategy says."""
        is_hit = self._hit[all_hands().cells[hand]]
        return self.hit(hand, shoe=shoe) if is_hit else self.stand(hand, shoe=shoe)

    def gains(
        self,
        starts: Iterable[tuple[int, int, int]],
        *,
        doubles: Sequence[bool],
        may_double: Sequence[bool],
    ) -> Gains:
        """Follow two-card hands (shoe, hand, weight) through the play; each line's gain."""
        ordered = sorted(starts)
        bounds = np.searchsorted([shoe for shoe, _, _ in ordered], range(len(self.shoes) + 1))
        weights = [limbs_of(weight) for _, _, weight in ordered]
        gains = np.zeros((len(self.shoes), 2, CELLS, LIMBS), dtype=np.int64)
        seen = np.zeros((len(self.shoes), CELLS), dtype=np.int64)
        gains_all(
            gains,
            seen,
            self._values,
            self._shoes,
            bounds.astype(np.int64),
            np.array([hand for _, hand, _ in ordered], dtype=np.int64),
            np.array(weights, dtype=np.int64).reshape(len(ordered), LIMBS),
            _table(),
            Lines(_flags(self._hit), _flags(may_double), _flags(doubles)),
        )
        # Limbs of all shoes can be added before carrying: there are only a few dozen shoes.
        hit, double = gains.sum(axis=0).tolist()
        return Gains(
            hit=[number_of(limbs) for limbs in hit],
            double=[number_of(limbs) for limbs in double],
            seen=[number > 0 for number in seen.sum(axis=0).tolist()],
        )


def limbs_of(number: int) -> list[int]:
    """A number in the kernels' form."""
    return [(number >> (BITS * limb)) & MASK for limb in range(LIMBS)]


def number_of(limbs: Sequence[int]) -> int:
    """A number from the kernels' form."""
    whole = 0
    for limb in reversed(limbs):
        whole = (whole << BITS) + limb
    top = 1 << (BITS * LIMBS)
    whole %= top
    return whole - top if whole >= top // 2 else whole


@cache
def scale_of(cards: int) -> tuple[int, ...]:
    """The scale for each number of cards left, from none to the whole shoe."""
    floor = max(0, cards - DEEPEST)
    scale = [1] * (cards + 1)
    for left in range(floor + 1, cards + 1):
        scale[left] = scale[left - 1] * left
    return tuple(scale)


@cache
def _scale_limbs(cards: int) -> Ints:
    return np.array([limbs_of(number) for number in scale_of(cards)], dtype=np.int64)


@cache
def _table() -> HandTable:
    hands = all_hands()
    columns = (hands.counts, hands.sizes, hands.totals, hands.cells, hands.children)
    return HandTable(*(np.array(column, dtype=np.int64) for column in columns))


def _flags(lines: Sequence[bool]) -> NDArray[np.int64]:
    return np.array(lines, dtype=np.int64)


@cache
def _draws(*, up: int, soft_17: str) -> Draws:
    """The dealer's draws as a tree, each multiset of cards once, tens first."""
    nodes: dict[tuple[int, ...], tuple[int, int]] = {}
    ways_by_depth = [0] * DRAWS
    for drawn, (total, orders) in dealer_ends(up=up, soft_17=soft_17).items():
        path = tuple(kind for kind in reversed(range(KINDS)) for _ in range(drawn[kind]))
        for depth in range(1, len(path)):
            nodes.setdefault(path[:depth], (0, 0))
        nodes[path] = (total, orders)
        ways_by_depth[len(path)] += orders * _ordered_ways(path, full_shoe(8))
    # The kernel adds these in 64 bits; the largest shoe with nothing removed is the upper bound.
    assert max(ways_by_depth) < 1 << 62
    paths = sorted(nodes)
    columns = (
        [len(path) for path in paths],
        [path[-1] for path in paths],
        [path.count(path[-1]) - 1 for path in paths],
        [nodes[path][1] for path in paths],
        [max(nodes[path][0] - 17, 0) for path in paths],
    )
    return Draws(*(np.array(column, dtype=np.int32) for column in columns))


def _ordered_ways(path: Sequence[int], shoe: KindCounts) -> int:
    ways, left = 1, list(shoe)
    for kind in path:
        ways *= left[kind]
        left[kind] -= 1
    return ways
