"""Compare every two hands of seven that share no card, exactly, without dealing both.

Hands are counted by what they contain: pairs without a shared card are all pairs, less those that
share one card, plus those that share two, and so on, with the sign of the number of shared cards.
For each set of shared cards a sweep says how often one hand beats the other in front and behind.

Cards enter in two steps. Most hands have no flush, and their setting depends on ranks only: for
them, shared *ranks* are enough, of which there are few. A hand with a flush is taken as if it had
none, plus a correction, which is 1 for its true setting and -1 for the other. A correction meets
all hands by ranks too; only where two corrections meet do suits count (`flush_pairs`).

Every sum stays below 154,143,080 squared times 31, less than 2**60.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange

from pitboss.progress import TellProgress

LOW_BITS = 7
LOWS_MOST = 1 << LOW_BITS
KINDS = 14  # of dealer's hands: see `dealer_kind`
_CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0],
                    [1, 4, 6, 4, 1]], np.int64)  # fmt: skip
RANK_KINDS = 14  # thirteen ranks of four cards, and the joker


class SetGroups(NamedTuple):
    """Settings of groups of hands: those of group g are from `starts[g]` to `starts[g + 1]`, each a
    strength and a low hand in one number, with a weight."""

    starts: Any
    codes: Any
    weights: Any


def gather(groups: Any, codes: Any, weights: Any, count: int) -> SetGroups:
    """Add up equal settings of each group."""
    order = np.lexsort((codes, groups))
    groups, codes, weights = groups[order], codes[order], weights[order]
    new = np.ones(len(groups), bool)
    new[1:] = (groups[1:] != groups[:-1]) | (codes[1:] != codes[:-1])
    first = np.flatnonzero(new)
    weights = np.add.reduceat(weights, first) if len(first) else weights
    kept = weights != 0
    groups, codes, weights = groups[first][kept], codes[first][kept], weights[kept]
    return SetGroups(np.searchsorted(groups, np.arange(count + 1)), codes, weights)


@njit(cache=True)
def dealer_kind(code: int) -> int:
    """Twice how high a hand without a pair is (1 for nine high to 6 for ace high, 0 with a pair or
    better), plus 1 if its low hand is nine high."""
    strength, low = code >> LOW_BITS, code & (LOWS_MOST - 1)
    pai_gow = 0 if strength >> 20 else (strength >> 16) - 6
    return int(2 * pai_gow + int(21 <= low < 28))


@njit(cache=True)
def _sweep(
    players: Any, ours: Any, dealers: Any, theirs: Any, sign: int, loses: int, found: Any
) -> None:
    """Add the weight of pairs in which the player's hand is above in both, or, for `loses`, the
    dealer's is not below in either. Both are sorted by code, so by strength."""
    tree = np.zeros(LOWS_MOST, np.int64)
    place = 0 if loses else len(players) - 1
    step = 1 if loses else -1
    at = 0 if loses else len(dealers) - 1
    while 0 <= at < len(dealers):
        strength = dealers[at] >> LOW_BITS
        while 0 <= place < len(players):
            other = players[place] >> LOW_BITS
            if not (other <= strength if loses else other > strength):
                break
            low = players[place] & (LOWS_MOST - 1)
            node = (low if loses else LOWS_MOST - 2 - low) + 1
            while node < LOWS_MOST:
                tree[node] += ours[place]
                node += node & -node
            place += step
        low = dealers[at] & (LOWS_MOST - 1)
        node = low + 1 if loses else LOWS_MOST - 2 - low
        total = np.int64(0)
        while node > 0:
            total += tree[node]
            node -= node & -node
        found[dealer_kind(dealers[at])] += sign * total * theirs[at]
        at += step


@njit(cache=True)
def _expand(members: Any, factors: Any, starts: Any, codes: Any, weights: Any) -> tuple[Any, Any]:
    """All settings of some groups, each weight times its group's factor, sorted by code."""
    size = 0
    for member in members:
        size += starts[member + 1] - starts[member]
    found, weighed = np.empty(size, np.int64), np.empty(size, np.int64)
    place = 0
    for index in range(len(members)):
        member = members[index]
        for at in range(starts[member], starts[member + 1]):
            found[place], weighed[place] = codes[at], weights[at] * factors[index]
            place += 1
    order = np.argsort(found)
    return found[order], weighed[order]


# ---- shared ranks -------------------------------------------------------------------------------


@njit(cache=True)
def _list_subsets(hands: Any, keys: Any, owners: Any, fill: int) -> int:
    """Every way to choose ranks that a hand's ranks contain, as a number and its hand."""
    size = 0
    for hand in range(len(hands)):
        chosen = np.zeros(RANK_KINDS, np.int64)
        going = True
        while going:
            if fill:
                key = np.int64(0)
                for rank in range(RANK_KINDS):
                    key = 5 * key + chosen[rank]
                keys[size], owners[size] = key, hand
            size += 1
            going = False
            for rank in range(RANK_KINDS):
                if chosen[rank] < hands[hand, rank]:
                    chosen[rank] += 1
                    going = True
                    break
                chosen[rank] = 0
    return size


def share_ranks(hands: Any) -> tuple[Any, Any, Any]:
    """For each choice of ranks, its number and the hands that contain it: `starts`, `keys`,
    `owners`. A hand is how many cards it has of each rank, and of jokers."""
    nothing = np.empty(0, np.int64)
    size = _list_subsets(hands, nothing, nothing, 0)
    keys, owners = np.empty(size, np.int64), np.empty(size, np.int64)
    _list_subsets(hands, keys, owners, 1)
    order = np.argsort(keys, kind="stable")
    keys, owners = keys[order], owners[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    return np.r_[first, len(keys)], keys[first], owners


@njit(cache=True, parallel=True, nogil=True)
def rank_pairs(
    hands: Any, starts: Any, keys: Any, owners: Any, player: SetGroups, dealer: SetGroups,
    player_by_ranks: int, loses: int,
) -> Any:  # fmt: skip
    """Pairs by kind of dealer's hand, where one side's settings depend on ranks only: the player's
    for `player_by_ranks`, otherwise the dealer's. Its weights are 1 for each group; those of the
    other side count hands."""
    found = np.zeros((len(keys), KINDS), np.int64)
    for each in prange(len(keys)):
        members = owners[starts[each] : starts[each + 1]]
        left, sign = keys[each], 1
        shared = np.zeros(RANK_KINDS, np.int64)
        for rank in range(RANK_KINDS - 1, -1, -1):
            shared[rank] = left % 5
            left //= 5
            if shared[rank] & 1:
                sign = -sign
        holding = np.ones(len(members), np.int64)
        avoiding = np.ones(len(members), np.int64)
        for index in range(len(members)):
            for rank in range(RANK_KINDS):
                had, gone = np.int64(hands[members[index], rank]), shared[rank]
                suits = 4 if rank < RANK_KINDS - 1 else 1
                holding[index] *= _CHOOSE[had, gone]
                avoiding[index] *= _CHOOSE[suits - gone, had - gone]
        ours, theirs = (avoiding, holding) if player_by_ranks else (holding, avoiding)
        players, player_weights = _expand(members, ours, player[0], player[1], player[2])
        dealers, dealer_weights = _expand(members, theirs, dealer[0], dealer[1], dealer[2])
        _sweep(players, player_weights, dealers, dealer_weights, sign, loses, found[each])
    return found.sum(axis=0)


# ---- shared cards of two flushes ----------------------------------------------------------------


@njit(cache=True)
def _in_order(cards: int) -> int:
    """The set that stands for all that differ from this one in suit names only."""
    one, two = cards & 8191, cards >> 13 & 8191
    three, four = cards >> 26 & 8191, cards >> 39 & 8191
    high, low = max(one, two), min(one, two)
    best, least = max(three, four), min(three, four)
    first, last = max(high, best), min(low, least)
    left, right = min(high, best), max(low, least)
    middle = max(left, right) << 13 | min(left, right) << 26
    return first | middle | last << 39 | cards & 1 << 52


@njit(cache=True)
def _orbit(cards: int) -> int:
    """How many sets an ordered set stands for."""
    clubs, diamonds = cards & 8191, cards >> 13 & 8191
    hearts, spades = cards >> 26 & 8191, cards >> 39 & 8191
    first, second, third = clubs == diamonds, diamonds == hearts, hearts == spades
    if first and second and third:
        return 1
    if second and (first or third):
        return 4
    if first and third:
        return 6
    return 12 if first or second or third else 24


def orbits_of(hands: Any) -> Any:
    """How many hands each of these stands for."""
    return np.array([_orbit(_in_order(hand)) for hand in hands.tolist()], np.int64)


@njit(cache=True)
def _list_shared(hands: Any, choices: Any, keys: Any) -> None:
    """The sets of so many cards that each hand contains, as the sets that stand for them."""
    bits = np.zeros(7, np.int64)
    for hand in range(len(hands)):
        left = hands[hand]
        for index in range(7):
            bits[index] = left & -left
            left &= left - 1
        for index in range(len(choices)):
            cards = np.int64(0)
            for place in range(7):
                if choices[index] >> place & 1:
                    cards |= bits[place]
            keys[hand * len(choices) + index] = _in_order(int(cards))


@njit(cache=True, parallel=True, nogil=True)
def _sweep_shared(
    starts: Any, keys: Any, owners: Any, orbits: Any, sign: int, settings: SetGroups, loses: int
) -> Any:
    found = np.zeros((len(keys), KINDS), np.int64)
    for each in prange(len(keys)):
        size = starts[each + 1] - starts[each]
        members, times = np.empty(size, np.int64), np.zeros(size, np.int64)
        size = 0
        orbit = _orbit(int(keys[each]))
        for at in range(starts[each], starts[each + 1]):
            if not size or members[size - 1] != owners[at]:
                members[size] = owners[at]
                size += 1
            times[size - 1] += orbits[at]
        # Each hand stands for its orbit, and so does the set: a hand contains it that often.
        members, times = members[:size], times[:size] // orbit
        codes, weights = _expand(members, times, settings[0], settings[1], settings[2])
        _sweep(codes, weights, codes, weights, sign * orbit, loses, found[each])
    return found.sum(axis=0)


def flush_pairs(hands: Any, types: Any, settings: SetGroups, report: TellProgress) -> list[Any]:
    """Pairs of two corrections that win, and that lose, by kind of dealer's hand. `hands` are sets
    of cards in fields of thirteen bits, the joker bit 52, one for all that differ in suit names
    only. Each has a type, in order, whose correction the settings hold."""
    found = [np.zeros(KINDS, np.int64) for _ in range(2)]
    orbits = orbits_of(hands)
    for wanted in range(8):
        choices = np.array([bits for bits in range(128) if bits.bit_count() == wanted])
        keys = np.empty(len(hands) * len(choices), np.int64)
        _list_shared(hands, choices, keys)
        order = np.argsort(keys, kind="stable")
        keys, owners = keys[order], types[order // len(choices)]
        first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
        starts, weights = np.r_[first, len(keys)], orbits[order // len(choices)]
        sign = -1 if wanted & 1 else 1
        for loses in (0, 1):
            found[loses] += _sweep_shared(
                starts, keys[first], owners, weights, sign, settings, loses
            )
        report((wanted + 1) / 8)
    return found
