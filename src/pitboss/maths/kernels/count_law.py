"""The law of a running count over a shoe, and what a bet is worth at each count.

That the next round uses certain cards, and that the cards seen before it add up to some count,
depend on each other only by the tags of those cards: the order is random, so one may as well deal
the round first. Where G cards have tag t and the round uses k of them, the ways to see m cards of
count r are a coefficient of the product of (1 + x y^t)^(G - k): the one of x^m y^r.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, comb, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Floats

WINDOW = 9  # standard deviations of the count that are followed
TakenTags: TypeAlias = tuple[tuple[int, int], ...]  # a tag, and how many cards of it


class CountLaw:
    """The chance of each count after each number of cards, and a bet's worth there."""

    def __init__(self, groups: Mapping[int, int], worth: Mapping[TakenTags, float]) -> None:
        """Cards of the shoe by tag; what rounds that use such cards are worth, by chance."""
        self.cards = sum(groups.values())
        self.tags = tuple(sorted(groups))
        sizes = [groups[tag] for tag in self.tags]
        self.worth = {
            tuple(dict(taken).get(tag, 0) for tag in self.tags): each
            for taken, each in worth.items()
        }
        most = [max(taken[at] for taken in self.worth) for at in range(len(self.tags))]
        ways = self._follow([size - k for size, k in zip(sizes, most, strict=True)], sizes)
        whole = ways.copy()
        for tag, number in zip(self.tags, most, strict=True):
            for _ in range(number):
                _add_card(whole, tag)
        self.chance = whole / self._all_ways(0)
        self.value = np.zeros_like(ways)
        self._starts = {taken[:at] for taken in self.worth for at in range(len(most) + 1)}
        self._take((), most, ways)

    def find_trigger(
        self, cut: int, true_counts: Sequence[int] | None
    ) -> tuple[int | None, float, float]:
        """The best count to bet at and above, while fewer cards than this are seen: a true count,
        or without those a running count. Then the bets and units, a round starting everywhere."""
        seen = min(cut, len(self.chance))
        chance, value = self.chance[:seen], self.value[:seen]
        counts: Floats = np.broadcast_to(self.counts.astype(float), chance.shape)
        triggers: Sequence[int] = self.counts.tolist()
        if true_counts is not None:
            left = self.cards - np.arange(seen)[:, None]
            counts, triggers = counts * 52 / left, true_counts
        best: tuple[int | None, float, float] = (None, 0.0, 0.0)
        for trigger in triggers:
            bet = counts >= trigger - 1e-9
            units = float(value[bet].sum())
            if units > best[2] + 1e-12:
                best = trigger, float(chance[bet].sum()), units
        return best

    def _follow(self, left: Sequence[int], sizes: Sequence[int]) -> Floats:
        """The ways to see cards of the shoe without those that a round may use."""
        mean = sum(g * t for g, t in zip(sizes, self.tags, strict=True)) / self.cards
        squares = sum(g * (t - mean) ** 2 for g, t in zip(sizes, self.tags, strict=True))
        spread = sqrt(squares / max(1, self.cards - 1) * self.cards / 4)
        slack = 8 * max(map(abs, self.tags))
        reach = ceil(WINDOW * spread + abs(mean) * self.cards) + slack
        self.counts = np.arange(-reach, reach + 1)
        rows = self.cards - max(map(sum, self.worth)) + 1
        ways = np.zeros((rows, len(self.counts)))
        ways[0, reach] = 1.0
        # Tags in turn, as in a shoe: what leaves the window and comes back stays negligible.
        turns = sorted(
            ((at + 0.5) / number, tag)
            for tag, number in zip(self.tags, left, strict=True)
            for at in range(number)
        )
        for _, tag in turns:
            _add_card(ways, tag)
        return ways

    def _take(self, taken: tuple[int, ...], most: Sequence[int], ways: Floats) -> None:
        """Add the worth of all rounds that take so many cards of the first tags."""
        if len(taken) == len(most):
            self.value += self.worth[taken] / self._all_ways(sum(taken)) * ways
            return
        ways = ways.copy()
        for number in range(most[len(taken)], -1, -1):
            if (*taken, number) in self._starts:
                self._take((*taken, number), most, ways)
            _add_card(ways, self.tags[len(taken)])

    def _all_ways(self, dealt: int) -> Floats:
        """The ways to see so many of the cards that a round leaves, row by row."""
        rows = self.cards - max(map(sum, self.worth)) + 1
        return np.array([[float(comb(self.cards - dealt, seen))] for seen in range(rows)])


def _add_card(ways: NDArray[np.float64], tag: int) -> None:
    """One more card in the shoe: it is seen, and counts, or it isn't."""
    width = ways.shape[1]
    to, of = slice(max(0, tag), width + min(0, tag)), slice(max(0, -tag), width - max(0, tag))
    ways[1:, to] += ways[:-1, of].copy()
