"""Six Card Poker, counted under the best play with three of the dealer's cards seen.

base
    action -> result -> deals of the player's six cards, the three cards up and the dealer's three
    others: C(52, 6) x C(46, 3) x C(43, 3) in all. Actions: fold, raise. Results: unqualified (the
    dealer has less than ace-king) or not, then win, tie, loss: how the hands truly compare, folded
    ones included.
shown
    ranks of the cards up -> action by the best play -> deals of the player's cards and those up.
strategies
    rule -> as base: raise_by_shown (whatever beats a pair or three of a kind among the cards up; if
    there is none, ace-king or better), raise_pairs (a pair or better), raise_everything.

Hands are taken by ranks, with the ranks the player holds in the suit that two or three cards up
share: which players the dealer's flushes beat depends on nothing else. Every sum stays below 2^52.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final, cast

import numpy as np
from numba import njit, prange

from pitboss.games.six_card_poker import rules
from pitboss.games.six_card_poker.rules import CARDS, SHOWN
from pitboss.games.six_card_poker.shown_three import (
    ACE_KING,
    FLUSHES_MOST,
    HIDDEN,
    NAMED,
    RESULTS,
    SUITED_MOST,
    THREES,
    compare_flushes,
    compare_ranks,
    correct_all,
    dealer_strengths,
    hands_of_six,
    is_raised,
    list_flushes,
    list_suited,
    list_units,
    strength_by_ranks,
    unpack,
)
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.fives import (
    FLUSH,
    KIND_SHIFT,
    PAIR,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    flush_strength,
)
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import RANKS, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ACTIONS: Final = ("fold", "raise")
RULES: Final = ("raise_by_shown", "raise_pairs", "raise_everything")
_PATTERNS: Final = 5
_CHUNKS: Final = 32
_WAYS: Final = np.array([[comb(n, k) for k in range(5)] for n in range(5)])


@njit(cache=True)
def least_raised(first: int, second: int, third: int) -> int:
    """What `raise_by_shown` needs against cards up of these ranks."""
    if first == second == third:
        return THREE_OF_A_KIND << KIND_SHIFT | first << 16
    if first in (second, third):
        return PAIR << KIND_SHIFT | first << 16
    return PAIR << KIND_SHIFT | second << 16 if second == third else ACE_KING


@njit(cache=True)
def follows_rule(rule: int, own: int, least: int) -> bool:
    """Whether a rule of thumb raises."""
    return own >= (least if rule == 0 else PAIR << KIND_SHIFT if rule == 1 else 0)


@njit(cache=True)
def _list_patterns(ranks: Ints, times: Ints, gone: Ints) -> int:
    """How the suits of three cards up can be shared, at first not at all: how many deals of the
    cards up each way has, and the ranks up in each suit, a shared suit first. Returns how many."""
    first, second, third = np.int64(1) << ranks[0], np.int64(1) << ranks[1], np.int64(1) << ranks[2]
    gone[:] = 0
    gone[0, 0], gone[0, 1], gone[0, 2] = first, second, third
    if first == third:
        times[0] = 4
        return 1
    if first == second:
        times[0], times[1] = 12, 12
        gone[1, 0], gone[1, 1] = first | third, first
        return 2
    times[0], times[4] = 24, 4
    for odd in range(3):
        times[1 + odd] = 12
        gone[1 + odd, 1] = gone[0, odd]
        gone[1 + odd, 0] = (first | second | third) ^ gone[0, odd]
    gone[4, 0] = first | second | third
    return _PATTERNS


@njit(cache=True)
def _add(tally: Ints, packed: int, own: int, weight: int) -> None:
    """Add up results under their names."""
    fields = unpack(packed)
    names = NAMED[int(own >= ACE_KING)]
    for place in range(3):
        tally[names[place]] += weight * fields[place]
    tally[names[3]] += weight * (HIDDEN - fields[0] - fields[1] - fields[2])


@njit(cache=True)
def _tally_flush(
    best: Ints, flushed: Ints, held: int, other: int, times: int, gone: Ints, suited: int,
    flushes: Ints, left: Ints, hand: Ints, bases: Ints, found: Ints, bits: Ints, weights: Ints,
    ways: Ints,
) -> None:  # fmt: skip
    """Add up the player's flushes of these ranks, in each suit, with a card of another suit and a
    rank (-1 if none); take them out of the weights of hands without one. Every rule raises them."""
    own = int(flush_strength(held))
    base = bases[int(own >> KIND_SHIFT == STRAIGHT_FLUSH)]
    # In the suit that the cards up share, in others beside a card of it, in others without.
    ways[:] = 0
    for suit in range(4):
        if held & gone[suit]:
            continue
        extra, shared = 1, 0
        if other >= 0:
            extra = left[other] + hand[other] - 1 + (gone[suit] >> other & 1)
            shared = int(suited > 0 and suit > 0 and suited >> other & 1 == 0)
        ways[0 if suited and suit == 0 else 2] += times * (extra - shared)
        ways[1] += times * shared
    for way in range(3):
        if ways[way] == 0:
            continue
        known = held if way == 0 else 1 << other if way == 1 else 0
        place, cards = 0, 0
        for rank in range(13):
            if known >> rank & 1:
                place |= bits[rank]
                cards += 1
        weights[place] -= ways[way]
        packed = int(base)
        if suited:
            packed += int(found[len(found) - 1 - place])
            packed += int(compare_flushes(flushes, own, known, 39 - 6 + cards))
        weight = int(ways[way])
        _add(best[int(is_raised(packed, own))], packed, own, weight)
        _add(flushed, packed, own, weight)


@njit(cache=True)
def _tally_flushes(
    best: Ints, flushed: Ints, ranks: int, doubled: int, times: int, gone: Ints, suited: int,
    flushes: Ints, left: Ints, hand: Ints, bases: Ints, found: Ints, bits: Ints, weights: Ints,
    ways: Ints,
) -> None:  # fmt: skip
    """The same for all flushes of five or six different ranks; one rank may be held twice."""
    rest = (left, hand, bases, found, bits, weights, ways)
    _tally_flush(best, flushed, ranks, doubled, times, gone, suited, flushes, *rest)
    for dropped in range(13 if doubled < 0 else 0):
        if ranks >> dropped & 1:
            held = ranks ^ 1 << dropped
            _tally_flush(best, flushed, held, dropped, times, gone, suited, flushes, *rest)


@njit(cache=True)
def _look(hand: Ints, up: Ints, left: Ints) -> tuple[Any, Any]:
    """The ranks of a hand and the one held twice (-1 if none), and what is left of each rank."""
    ranks, doubled = np.int64(0), -1
    for rank in range(13):
        left[rank] = 4 - hand[rank]
        ranks |= np.int64(hand[rank] > 0) << rank
        doubled = rank if hand[rank] == 2 else doubled
    for place in range(3):
        left[up[place]] -= 1
    return ranks, doubled


@njit(cache=True)
def _weigh(times: int, suited: int, hand: Ints, left: Ints, bits: Ints, weights: Ints) -> int:
    """The number of hands for each set of ranks that the player holds in the shared suit, and the
    bits of the ranks in the number of a set. Returns how many sets there are."""
    size, weights[0] = 1, times
    bits[:] = 0
    for rank in range(13):
        if hand[rank] == 0:
            continue
        cards = left[rank] + hand[rank]
        if suited == 0 or suited >> rank & 1:
            for place in range(size):
                weights[place] *= _WAYS[cards, hand[rank]]
            continue
        bits[rank] = size
        for place in range(size):
            weights[place + size] = weights[place] * _WAYS[cards - 1, hand[rank] - 1]
            weights[place] *= _WAYS[cards - 1, hand[rank]]
        size *= 2
    return size


@njit(cache=True)
def _tally_up(up: int, strengths: Any, hands: Ints, owns: Ints, tallies: Ints) -> None:
    """All hands of the player against cards up of these ranks."""
    times, gone = np.zeros(_PATTERNS, np.int64), np.zeros((_PATTERNS, 4), np.int64)
    patterns = _list_patterns(THREES[up], times, gone)
    listed = np.empty((_PATTERNS, SUITED_MOST, 6), np.int64)
    flushes = np.empty((_PATTERNS, FLUSHES_MOST, 3), np.int64)
    sizes = np.zeros((_PATTERNS, 2), np.int64)
    for pattern in range(1, patterns):
        sizes[pattern, 0] = list_suited(gone[pattern, 0], listed[pattern])
        sizes[pattern, 1] = list_flushes(gone[pattern, 0], flushes[pattern])
    least = least_raised(THREES[up, 0], THREES[up, 1], THREES[up, 2])
    units = np.empty((3, len(THREES)), np.int64)
    list_units(strengths, FLUSH << KIND_SHIFT, units[1])
    list_units(strengths, STRAIGHT_FLUSH << KIND_SHIFT, units[2])
    bits, weights, found = np.zeros(14, np.int64), np.empty(64, np.int64), np.empty(64, np.int64)
    known, ways, flushed = -1, np.zeros(3, np.int64), np.zeros(6, np.int64)
    left, bases, whole = np.empty(13, np.int64), np.zeros(2, np.int64), np.empty(6, np.int64)
    for index in range(len(hands)):
        hand, own = hands[index], int(owns[index])
        ranks, doubled = _look(hand, THREES[up], left)
        if left.min() < 0:
            continue
        if own != known:
            list_units(strengths, own, units[0])
            known = own
        base = compare_ranks(units[0], left)
        may_flush = (hand > 0).sum() >= 5
        if may_flush:
            bases[0], bases[1] = compare_ranks(units[1], left), compare_ranks(units[2], left)
        whole[:] = 0
        for pattern in range(patterns):
            suited = int(gone[pattern, 0]) if pattern else 0
            rows = listed[pattern, : sizes[pattern, 0]]
            size = _weigh(times[pattern], suited, hand, left, bits, weights)
            if may_flush:
                # Without what the dealer's flushes are worth, which depends on the player's.
                correct_all(rows, units[1], suited, left, 0, bits, found[:size])
                _tally_flushes(
                    tallies[0], flushed, ranks, doubled, times[pattern], gone[pattern], suited,
                    flushes[pattern, : sizes[pattern, 1]], left, hand, bases, found[:size], bits,
                    weights, ways,
                )  # fmt: skip
            correct_all(rows, units[0], suited, left, own, bits, found[:size])
            _tally_rest(tallies[0], whole, base, own, found[:size], weights)
        for rule in range(len(tallies) - 1):
            tallies[1 + rule, int(follows_rule(rule, own, least))] += whole
    tallies[1:, 1] += flushed


@njit(cache=True)
def _tally_rest(best: Ints, whole: Ints, base: int, own: int, found: Ints, weights: Ints) -> None:
    """Add up the hands without a flush, by the best play and all together."""
    names = NAMED[int(own >= ACE_KING)]
    sums = np.zeros((2, 4), np.int64)
    for place in range(len(found)):
        packed, weight = int(base + found[len(found) - 1 - place]), weights[place]
        first, second, third = unpack(packed)
        chosen = sums[int(is_raised(packed, own))]
        chosen[0] += weight * first
        chosen[1] += weight * second
        chosen[2] += weight * third
        chosen[3] += weight * (HIDDEN - first - second - third)
    for action in range(2):
        for place in range(4):
            best[action, names[place]] += sums[action, place]
            whole[names[place]] += sums[action, place]


@njit(cache=True, parallel=True, nogil=True)
def tally_ups(ups: Ints, strengths: Any, hands: Ints, owns: Ints, tallies: Ints) -> None:
    """All hands of the player against cards up of each of these ranks."""
    for index in prange(len(ups)):
        _tally_up(ups[index], strengths[ups[index]], hands, owns, tallies[index])


def count(report: TellProgress) -> Counts:
    """Count from scratch, on the threads numba is set to."""
    strengths, hands = dealer_strengths(), hands_of_six()
    owns = np.array([strength_by_ranks(hand) for hand in hands])
    order = np.argsort(owns)
    hands, owns = hands[order], owns[order]
    tallies = np.zeros((len(THREES), 1 + len(RULES), len(ACTIONS), len(RESULTS)), np.int64)
    for chunk in range(_CHUNKS):
        ups = np.arange(chunk, len(THREES), _CHUNKS)
        found = np.zeros((len(ups), *tallies.shape[1:]), np.int64)
        tally_ups(ups, strengths, hands, owns, found)
        tallies[ups] = found
        report((chunk + 1) / _CHUNKS)
    best, *thumb = (Reader(part.ravel()).counts(ACTIONS, RESULTS) for part in tallies.sum(axis=0))
    dealt = (tallies[:, 0].sum(axis=2) // HIDDEN).tolist()
    shown = {
        _ranks_text(ranks): dict(zip(ACTIONS, hands, strict=True))
        for ranks, hands in zip(THREES.tolist(), dealt, strict=True)
    }
    by_rule: Counts = dict(zip(RULES, thumb, strict=True))
    return {"base": best, "strategies": by_rule, "shown": {**shown}}


def _ranks_text(ranks: Sequence[int]) -> str:
    """Three ranks, the highest first."""
    return "-".join(RANKS[rank] for rank in sorted(ranks, reverse=True))


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, the three cards up last, by dealing the others."""
    if len(set(cards)) != len(cards) or len(cards) != CARDS + SHOWN:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title=rules.GAME.title, number=CARDS + SHOWN)
    kept = cards[CARDS:]
    seen = compare(cards[:CARDS], best=5, kept=kept, drawn=CARDS - SHOWN, qualifying=ACE_KING)
    won = seen.wins + seen.qualified_wins
    lost = seen.losses + seen.qualified_losses
    pays = base_odds(paytable)["win"]
    return {"fold": Fraction(-1), "raise": (pays * won - lost) / seen.hands}


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The ranks of the cards up, and how many hands of the player the best play folds and raises
    against them; `values` says what each hand is worth."""
    yield ("shown", *ACTIONS)
    stored = cast("Mapping[str, Mapping[str, int]]", read_stored("six_card_poker")["shown"])
    for shown, hands in stored.items():
        yield (shown, *(hands[action] for action in ACTIONS))
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "If the dealer shows a pair or three of a kind, RAISE whatever beats it by itself and fold "
        "the rest. If he shows neither, RAISE a pair or better, and ace-king; fold the rest. This "
        "costs 0.40 % of the ANTE against the exact play, which raises other ace-high hands too: "
        "most of them if the second card beats the cards up or two of the dealer's ranks are in "
        "your hand."
    )
