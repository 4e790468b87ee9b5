"""The 169 starting hands of hold'em games, by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pitboss.rules.cards import RANK_OF, RANKS, SUIT_OF, Card


def _name(first: int, second: int) -> str:
    """The starting hand in one cell of a 13 by 13 square: suited below the diagonal."""
    high, low = RANKS[max(first, second)], RANKS[min(first, second)]
    if first == second:
        return high + low
    return high + low + ("s" if first > second else "o")


# In the order of the kernels' square, row after row.
STARTING_HANDS = tuple(_name(first, second) for first in range(13) for second in range(13))


def starting_hand_name(hole: Sequence[Card]) -> str:
    """'AA', 'AKs' or 'AKo': two cards without the names of their suits."""
    high, low = sorted((RANK_OF[card] for card in hole), reverse=True)
    suited = SUIT_OF[hole[0]] == SUIT_OF[hole[1]]
    return _name(high, low) if suited else _name(low, high)


def combinations(name: str) -> int:
    """How many holdings a starting hand has."""
    return {"": 6, "s": 4, "o": 12}[name[2:]]


def by_rank(names: Collection[str]) -> list[str]:
    """Starting hands from the aces down, suited before unsuited."""

    def order(name: str) -> tuple[int, int, int]:
        return (-RANKS.index(name[0]), -RANKS.index(name[1]), -ord(name[-1]))

    return sorted(names, key=order)
