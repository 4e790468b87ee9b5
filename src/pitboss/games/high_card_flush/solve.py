"""High Card Flush, counted under the best play.

base
    action -> class -> result -> deals of both hands, C(52, 7) x C(45, 7) in all. Actions: fold,
    raise_1, raise_2, raise_3. Classes of the player: two_card_flush to seven_card_flush. Results:
    win, unqualified (the dealer has less than a three-card nine-high), tie, loss: how the hands
    truly compare if the dealer qualifies, folded hands included.
strategies
    rule -> as base, always raising as much as allowed: raise_ten_eight_six (a three-card
    ten-eight-six or better), raise_nine_high (what qualifies the dealer), raise_everything.
flush
    outcome -> hands of seven cards, C(52, 7) in all.
straight_flush
    whether the ace is low too -> outcome -> the same hands, by their longest straight flush.
flushes
    best flush -> the same hands: fold, raise, by the best play.

One hand of each kind stands for all that differ in the names of the suits: four sets of ranks, each
no better than the one before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, cast

import numpy as np
from numba import get_num_threads, njit, prange

from pitboss.games.high_card_flush.rules import (
    FLUSHES,
    NUMBERS,
    STRAIGHT_FLUSH_OUTCOMES,
    longest_flush,
)
from pitboss.games.high_card_flush.seven_suited import (
    ALL_RANKS,
    DEALER_HANDS,
    HAND,
    PLAYABLE,
    QUALIFYING,
    RESULTS,
    SIZE_SHIFT,
    SIZES,
    best_raise,
    longest_of,
    longest_run,
    read_results,
)
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.suits import next_set
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_NAMES, RANKS, TEN, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ACTIONS: Final = ("fold", "raise_1", "raise_2", "raise_3")
# The weakest flush that a rule of thumb raises.
LOWEST: Final = {
    "raise_ten_eight_six": PLAYABLE,
    "raise_nine_high": QUALIFYING,
    "raise_everything": 0,
}
_LOWEST: Final = np.array(list(LOWEST.values()))
_STRATEGIES: Final = 1 + len(LOWEST)
# All sets of ranks by size, and where each size begins.
_SETS: Final = np.array(sorted(range(ALL_RANKS + 1), key=lambda ranks: (SIZES[ranks], ranks)))
_FIRST: Final = np.searchsorted(SIZES[_SETS], np.arange(HAND + 2))
_CHUNKS: Final = 16


@njit(cache=True)
def _suit_orders(suits: Ints) -> int:
    """In how many ways four sets, the better first, can be given to the suits."""
    orders, alike = 24, 1
    for suit in range(1, 4):
        alike = alike + 1 if suits[suit] == suits[suit - 1] else 1
        orders //= alike
    return orders


@njit(cache=True)
def _tally_hand(suits: Ints, results: Ints, tally: Any, runs: Any, flushes: Any) -> None:
    """Add all hands like one. All deals together are 6.1e15, far inside 63 bits."""
    orders, flush = _suit_orders(suits), longest_of(suits)
    size = flush >> SIZE_SHIFT
    read_results(suits, flush, results)
    most, best = max(1, min(3, size - 3)), best_raise(results, size)
    for strategy in range(_STRATEGIES):
        action = best if strategy == 0 else most if flush >= _LOWEST[strategy - 1] else 0
        for result in range(4):
            tally[strategy, action, size - 2, result] += orders * results[result]
    for low in range(2):
        run = longest_run(suits, low)
        runs[low, max(0, run - 2)] += orders
    flushes[flush & ALL_RANKS, int(best > 0)] += orders


@njit(cache=True)
def _places(left: int, before: int, suits: int) -> tuple[int, int]:
    """Where the sets of a suit begin and end in _SETS: no better than the suit's before it, and
    leaving its later suits, no larger, enough of the cards still to come."""
    least = -(-left // suits)
    return int(_FIRST[least]), min(before + 1, int(_FIRST[left + 1]))


@njit(cache=True)
def _tally_first(place: int, tally: Any, runs: Any, flushes: Any) -> None:
    """Add all hands whose best suit is one set."""
    suits, results = np.empty(4, np.int64), np.empty(4, np.int64)
    suits[0] = _SETS[place]
    after_first = HAND - SIZES[suits[0]]
    first, last = _places(after_first, place, 3)
    for second in range(first, last):
        suits[1] = _SETS[second]
        after_second = after_first - SIZES[suits[1]]
        lower, upper = _places(after_second, second, 2)
        for third in range(lower, upper):
            suits[2] = _SETS[third]
            bottom, top = _places(after_second - SIZES[suits[2]], third, 1)
            for fourth in range(bottom, top):
                suits[3] = _SETS[fourth]
                _tally_hand(suits, results, tally, runs, flushes)


@njit(cache=True, parallel=True, nogil=True)
def _tally_all(places: Ints, tallies: Any, runs: Any, flushes: Any) -> None:
    workers = len(tallies)
    for worker in prange(workers):
        for k in range(worker, len(places), workers):
            _tally_first(places[k], tallies[worker], runs[worker], flushes[worker])


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    workers = get_num_threads()
    tallies = np.zeros((workers, _STRATEGIES, len(ACTIONS), len(FLUSHES), len(RESULTS)), np.int64)
    runs = np.zeros((workers, 2, len(STRAIGHT_FLUSH_OUTCOMES)), np.int64)
    flushes = np.zeros((workers, ALL_RANKS + 1, 2), np.int64)
    firsts = np.arange(_FIRST[2], _FIRST[HAND + 1])
    for chunk in range(_CHUNKS):
        _tally_all(firsts[chunk::_CHUNKS], tallies, runs, flushes)
        report((chunk + 1) / _CHUNKS)
    tally = tallies.sum(axis=0)
    best, *thumb = (Reader(part.ravel()).counts(ACTIONS, FLUSHES, RESULTS) for part in tally)
    dealt = tally[0].sum(axis=(0, 2)) // DEALER_HANDS
    long = dict(zip(FLUSHES, dealt.tolist(), strict=True))
    return {
        "base": best,
        "strategies": dict(zip(LOWEST, thumb, strict=True)),
        "flush": {"nothing": int(dealt[:2].sum()), **{name: long[name] for name in FLUSHES[2:]}},
        "straight_flush": Reader(runs.sum(axis=0).ravel()).counts(
            ("no", "yes"), STRAIGHT_FLUSH_OUTCOMES
        ),
        "flushes": _named_flushes(flushes.sum(axis=0)),
    }


def _named_flushes(flushes: Ints) -> Counts:
    """How many hands the best play folds and raises, by their best flush."""
    counts: dict[str, Counter[str]] = {}
    for ranks in _SETS[_FIRST[2] : _FIRST[HAND + 1]].tolist():
        folded, raised = flushes[ranks].tolist()
        counts.setdefault(_flush_name(ranks), Counter()).update(fold=folded, **{"raise": raised})
    return {name: dict(hands) for name, hands in counts.items()}


def _flush_name(ranks: int) -> str:
    """A flush by its length and its best card; three cards from the ten down, by all of them,
    because the other suits decide about them."""
    held = [rank for rank in range(12, -1, -1) if ranks >> rank & 1]
    if len(held) == 3 and held[0] == TEN:
        return "-".join(RANKS[rank] for rank in held)
    return f"{NUMBERS[len(held) - 2]} cards, {RANK_NAMES[held[0]]} high"


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


@njit(cache=True)
def _deal_all(unseen: Ints, flush: int, results: Ints) -> None:
    """Deal the dealer every hand, one by one."""
    places, suits = np.arange(HAND), np.empty(4, np.int64)
    for _ in range(DEALER_HANDS):
        suits[:] = 0
        for place in places:
            suits[unseen[place] & 3] |= 1 << (unseen[place] >> 2)
        other = longest_of(suits)
        if other < QUALIFYING:
            results[1] += 1
        else:
            results[0 if other < flush else 2 if other == flush else 3] += 1
        next_set(places)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing the dealer all his hands."""
    if len(set(cards)) != HAND or len(cards) != HAND:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="High Card Flush", number=HAND)
    size, *ranks = longest_flush(cards)
    results = np.zeros(4, np.int64)
    unseen = np.array([card for card in DECK if card not in cards])
    _deal_all(unseen, size << SIZE_SHIFT | sum(1 << rank for rank in ranks), results)
    won, unqualified, _, lost = (Fraction(number, DEALER_HANDS) for number in results.tolist())
    pays = base_odds(paytable)["win"]
    worth = {"fold": Fraction(-1)}
    for times in range(1, max(1, min(3, size - 3)) + 1):
        worth[f"raise_{times}"] = pays * unqualified + (1 + times) * (pays * won - lost)
    return worth


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """Every kind of flush, the best first: the hands of which it is the best, and those that the
    best play raises. Where it raises some of them only, `values` says what each hand is worth."""
    yield ("flush", "hands", "raised")
    stored = cast("Mapping[str, Mapping[str, int]]", read_stored("high_card_flush")["flushes"])
    for name in dict.fromkeys(map(_flush_name, _SETS[_FIRST[2] : _FIRST[HAND + 1]][::-1].tolist())):
        yield (name, sum(stored[name].values()), stored[name]["raise"])
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "RAISE as much as you may with four or more cards of a suit, and the ANTE's amount with a "
        "three-card flush, jack high or better. Fold nine high and below. Ten high depends on the "
        "other suits; the table says how often each is raised. Raising ten-eight-six and better "
        "and folding all below costs 0.05 % of the ANTE."
    )
