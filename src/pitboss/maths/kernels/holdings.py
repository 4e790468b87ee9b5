"""The 1,326 holdings of two cards in hold'em games: classes, starting hands, and lists in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.suits import RENAMED_CARDS, Bytes, sort_few
from pitboss.maths.starting_hands import STARTING_HANDS, by_rank
from pitboss.rules.cards import Card, cards_text

Indices: TypeAlias = NDArray[np.uint16]

HOLDINGS = comb(52, 2)
HOLDING_BYTES = -(-HOLDINGS // 8)  # a bit for each


def _holding_cards() -> Bytes:
    pairs = [(low, high) for high in range(52) for low in range(high)]
    return np.array(pairs, dtype=np.uint8)


def _renamed_holdings() -> Indices:
    """Each holding after each of the 24 ways to rename the suits."""
    cards = RENAMED_CARDS[:, _holding_cards()].astype(np.int64)
    low, high = cards.min(axis=2), cards.max(axis=2)
    return np.asarray(high * (high - 1) // 2 + low, dtype=np.uint16)


# Globals of this file, not arguments: numba then folds their addresses into the kernels.
HOLDING_CARDS = _holding_cards()
RENAMED_HOLDINGS = _renamed_holdings()


@njit(cache=True)
def starting_hand(low: int, high: int) -> int:
    """Which of 169: 13 * higher rank + lower rank if suited or paired, the other way if not."""
    small, big = low >> 2, high >> 2
    if low & 3 == high & 3:
        return 13 * big + small
    return 13 * small + big


@njit(cache=True)
def ranks_of(mask: int) -> int:
    """The set of ranks in a mask."""
    return (mask | mask >> 16 | mask >> 32 | mask >> 48) & 8191


@njit(cache=True)
def own_pairs(own: int, board: int) -> int:
    """The ranks of the player's two cards that lie twice or more among all he sees."""
    ranks = ranks_of(own)
    if ranks & ranks - 1 == 0:
        return ranks
    return ranks & ranks_of(board)


@njit(cache=True)
def first_holdings(flop: Any, first_of: Ints, firsts: Ints, sizes: Ints) -> int:
    """The first holding of each holding's class under the renamings that leave the flop; those
    off the flop once each, with the class's size, and how many they are."""
    image = np.empty(3, np.int64)
    leaves = np.zeros(24, np.bool_)
    for way in range(24):
        for k in range(3):
            image[k] = RENAMED_CARDS[way, flop[k]]
        sort_few(image)
        leaves[way] = image[0] == flop[0] and image[1] == flop[1] and image[2] == flop[2]
    class_size = np.zeros(HOLDINGS, np.int64)
    for holding in range(HOLDINGS):
        first = holding
        for way in range(24):
            if leaves[way]:
                first = min(first, int(RENAMED_HOLDINGS[way, holding]))
        first_of[holding] = first
        class_size[first] += 1
    count = 0
    for holding in range(HOLDINGS):
        low, high = HOLDING_CARDS[holding, 0], HOLDING_CARDS[holding, 1]
        free = True
        for k in range(3):
            free = free and flop[k] != low and flop[k] != high
        if free and class_size[holding]:
            firsts[count] = holding
            sizes[count] = class_size[holding]
            count += 1
    return count


def _members() -> dict[str, list[int]]:
    members: dict[str, list[int]] = {name: [] for name in by_rank(STARTING_HANDS)}
    for holding, (low, high) in enumerate(HOLDING_CARDS.tolist()):
        members[STARTING_HANDS[starting_hand(low, high)]].append(holding)
    return members


_MEMBERS = _members()
_HOLDING_TEXTS = [
    cards_text([Card(high), Card(low)]).replace(" ", "") for low, high in HOLDING_CARDS.tolist()
]


@cache
def holding_bits(stored: StoredDecisions) -> Bytes:
    """Stored decisions of a bit for each holding, with a byte for each."""
    return np.unpackbits(stored.table(), axis=1, count=HOLDINGS)


def list_holdings(seen: Sequence[int], chosen: NDArray[np.bool_]) -> str:
    """Chosen holdings off the cards seen, whole starting hands by name: "AK" for every ace-king,
    "AKs" and "AKo" for all suited or all unsuited ones, "AhKd" for the one."""
    held = set(np.flatnonzero(chosen).tolist())
    blocked = set(np.flatnonzero(np.isin(HOLDING_CARDS, seen).any(axis=1)).tolist())
    words: list[str] = []
    for name, members in _MEMBERS.items():
        among = [holding for holding in members if holding in held]
        if among and len(among) == sum(holding not in blocked for holding in members):
            words.append(name)
        else:
            words += [_HOLDING_TEXTS[holding] for holding in among]
    return " ".join(_joined(words))


def _joined(words: list[str]) -> Iterator[str]:
    """Suited and unsuited together become just the two ranks."""
    whole = set(words)
    for word in words:
        ranks = word[:2]
        both = {ranks + "s", ranks + "o"} <= whole
        if not (both and word in (ranks + "s", ranks + "o")):
            yield word
        elif word.endswith("s"):
            yield ranks
