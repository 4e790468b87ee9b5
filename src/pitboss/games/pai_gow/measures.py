"""The settings of every hand of seven, grouped by ranks, and of hands with a flush apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.pai_gow.disjoint_pairs import LOW_BITS, RANK_KINDS, SetGroups, gather
from pitboss.games.pai_gow.rules import house_rule
from pitboss.games.pai_gow.setting import (
    FIRST_PAIR,
    NO_LOW,
    WAYS,
    choose_way,
    low_place,
    set_every_way,
)
from pitboss.rules.cards import ACE

_SUITS = np.array([1, 4, 6, 4, 1])  # ways to have so many cards of a rank


@njit(cache=True)
def _list_hands(counts: Any, fill: int) -> int:
    """Every way to have seven cards of thirteen ranks and a joker, with at most four of a rank."""
    size = 0
    held = np.zeros(RANK_KINDS, np.int64)
    for joker in range(2):
        rank, left = 0, 7 - joker
        held[:] = 0
        going = True
        while going:
            if left == 0:
                if fill:
                    counts[size] = held
                    counts[size, RANK_KINDS - 1] = joker
                size += 1
            if left and rank < RANK_KINDS - 1:
                held[rank] = min(4, left)
                left -= held[rank]
                rank += 1
                continue
            # Step back to a rank that can have one card fewer.
            going = False
            while rank > 0:
                rank -= 1
                if held[rank]:
                    held[rank] -= 1
                    left += 1
                    rank += 1
                    going = True
                    break
    return size


def hands_by_ranks() -> Any:
    """All 67,600 hands by how many cards they have of each rank, and of jokers."""
    counts = np.zeros((_list_hands(np.zeros((0, RANK_KINDS), np.int8), 0), RANK_KINDS), np.int8)
    _list_hands(counts, 1)
    return counts


@njit(cache=True)
def _set_all(all_ranks: Any, all_bits: Any, flushes: int, rules: Any, codes: Any) -> None:
    highs, lows = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
    for hand in range(len(all_ranks)):
        set_every_way(all_ranks[hand], all_bits[hand], flushes, highs, lows)
        way = choose_way(highs, lows, rules[hand, 0], rules[hand, 1])
        codes[hand] = highs[way] << LOW_BITS | lows[way]


def house_rules(hands: Any) -> Any:
    """The house way of each hand by its ranks: the low hand, and the least one with which a
    straight or better behind goes before it."""
    rules = np.empty((len(hands), 2), np.int64)
    for hand, (*held, joker) in enumerate(hands.tolist()):
        held[ACE] += joker
        front, least = house_rule({rank: count for rank, count in enumerate(held) if count})
        first = NO_LOW if least is None else FIRST_PAIR if least[0] else 0
        pair = (front[1], front[1]) if front[0] else front[1:]
        rules[hand] = low_place(*pair), first
    return rules


def cards_of(counts: Any) -> tuple[Any, Any]:
    """The ranks of each hand's cards, and their bits where each copy has a suit of its own."""
    ranks = np.zeros((len(counts), 7), np.int64)
    bits = np.zeros((len(counts), 7), np.int64)
    for hand, held in enumerate(counts.tolist()):
        place = 0
        for rank, count in enumerate(held[:-1]):
            for copy in range(count):
                ranks[hand, place], bits[hand, place] = rank, 1 << 16 * copy + rank
                place += 1
        if held[-1]:
            ranks[hand, place] = ACE
    return ranks, bits


@dataclass(frozen=True, slots=True)
class Flushes:
    """Types of hands that a flush is possible with: the ranks of its suit, the ranks of the other
    cards, whose suits make no difference, and the joker."""

    ranks: Any
    bits: Any
    keys: Any  # the number of each type's ranks, as `key_of`
    ways: Any  # how many hands are of each type
    hands: Any  # one hand for all that differ in suit names only
    types: Any  # the type of each of them


def flush_types() -> Flushes:
    """All of them."""
    ranks: list[Any] = []
    bits: list[Any] = []
    ways, hands, types = [], [], []
    for joker in (0, 1):
        for size in range(5 - joker, 8 - joker):
            for suited in combinations(range(13), size):
                for others in combinations_with_replacement(range(13), 7 - joker - size):
                    twice = len(set(others)) < len(others)
                    suits = (1, 2) if twice else (1, 1)
                    placed = [suits] if twice or len(others) < 2 else [suits, (1, 2)]
                    for each in placed:
                        cards = sum(1 << rank for rank in suited) | joker << 52
                        for rank, suit in zip(others, each, strict=False):
                            cards |= 1 << 13 * suit + rank
                        hands.append(cards)
                        types.append(len(ranks))
                    own = [1 << rank for rank in suited]
                    own += [
                        1 << 16 * suit + rank for rank, suit in zip(others, suits, strict=False)
                    ]
                    ranks.append((*suited, *others, *[ACE] * joker))
                    bits.append((*own, *[0] * joker))
                    ways.append(4 * (3 if twice else 3 ** len(others)))
    held = np.array(ranks, np.int64), np.array(bits, np.int64)
    keys = key_of(*held)
    return Flushes(*held, keys, np.array(ways), np.array(hands), np.array(types))


def key_of(ranks: Any, bits: Any) -> Any:
    """One number for the ranks of each hand."""
    five_to = 5 ** np.arange(RANK_KINDS, dtype=np.int64)
    return np.where(bits == 0, five_to[-1], five_to[ranks]).sum(axis=1)


class Measures:
    """Hands the house way in the groups that `disjoint_pairs` compares. A group of ranks has the
    setting that ranks give it (`by_ranks`), the true settings of its hands (`true`), and what the
    flushes among them change (`find_changes`); a type of flush hands has its correction."""

    def __init__(self) -> None:
        """Set every hand."""
        self.hands = hands_by_ranks()
        self.held = cards_of(self.hands)
        self.flushes = types = flush_types()
        keys = key_of(*self.held)
        order = np.argsort(keys)
        self.group = order[np.searchsorted(keys[order], types.keys)]  # of each type
        rules = house_rules(self.hands)
        self.codes = np.empty(len(keys), np.int64)  # without flushes
        _set_all(*self.held, 0, rules, self.codes)
        self.flush_codes = np.empty(len(types.keys), np.int64)
        _set_all(types.ranks, types.bits, 1, rules[self.group], self.flush_codes)
        self.ways = _SUITS[self.hands[:, :-1]].prod(axis=1)  # how many hands are in each group
        self.flush_ways = np.zeros(len(keys), np.int64)
        np.add.at(self.flush_ways, self.group, types.ways)

    def by_ranks(self) -> SetGroups:
        """The setting of each group, as if no suits mattered."""
        count = len(self.codes)
        return gather(np.arange(count), self.codes, np.ones(count, np.int64), count)

    def true(self) -> SetGroups:
        """The settings of each group's hands."""
        return self._with_flushes(self.ways - self.flush_ways)

    def find_changes(self) -> SetGroups:
        """The true settings of each group's flush hands, less those by ranks."""
        return self._with_flushes(-self.flush_ways)

    def _with_flushes(self, plain_ways: Any) -> SetGroups:
        return gather(
            np.r_[np.arange(len(self.codes)), self.group],
            np.r_[self.codes, self.flush_codes],
            np.r_[plain_ways, self.flushes.ways],
            len(self.codes),
        )

    def corrections(self) -> SetGroups:
        """Of each type of flush hands, its setting less that by ranks."""
        count = len(self.flush_codes)
        signs = np.repeat(np.array([1, -1]), count)
        codes = np.r_[self.flush_codes, self.codes[self.group]]
        return gather(np.tile(np.arange(count), 2), codes, signs, count)
