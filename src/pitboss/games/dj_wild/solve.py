"""DJ Wild Stud Poker, counted under the best play.

base
    action -> class -> result -> deals of both hands, C(53, 5) x C(48, 5) in all. Actions: fold,
    play. Classes of the player: below_straight, then what BLIND pays. Results: win, tie, loss: how
    the hands truly compare, folded ones included.
trips
    outcome -> hands of five cards, C(53, 5) in all, as TRIPS_OUTCOMES.
strategies
    rule -> as base: play_fours (a pair of fours or better), play_pairs, play_everything.

A play is worth 3 w - 4 l + b antes, w and l being the chances to win and to lose and b what BLIND
adds; a fold is worth -2. BLIND adds to a straight or better only, where 3 w - 4 l is far above -2:
the decisions hold for every paytable.

The method: wild cards are alike, so a hand is its other cards and a number. The hands that the
dealer can have are added from the weakest up, each to every set of cards that it contains. At its
own strength, a hand of the player reads how many of them avoid it: an alternating sum over the sets
of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numba import njit

from pitboss.games.dj_wild import rules
from pitboss.games.dj_wild.wild_strengths import FIRST_HELD, RANKS, strength, wild_hands
from pitboss.maths.cases import odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Choices, Ints, Ints32
from pitboss.maths.kernels.card_sets import SET_START
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.fives import KIND_SHIFT, ROYAL_FLUSH, strength5
from pitboss.maths.kernels.suits import BINOMIALS, every_set, next_set, suit_classes
from pitboss.maths.kernels.sweeping import add_hand, count_avoiding
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import Five, Strength
from pitboss.rules.paytable import Paytable

HELD_CARDS: Final = 4 * RANKS
DEALER_HANDS: Final = comb(48, 5)
ACTIONS: Final = ("fold", "play")
CLASSES: Final = ("below_straight", *rules.BLIND_OUTCOMES)
RESULTS: Final = ("win", "tie", "loss")
# Which hands each strategy plays. The count finds the best play without its rule; the simulation
# uses it.
RULES: Final[Mapping[str, Callable[[Strength], bool]]] = {
    "best": rules.is_playable,
    "play_fours": lambda strength: strength >= rules.FOURS,
    "play_pairs": lambda strength: strength >= (Five.PAIR,),
    "play_everything": lambda strength: True,
}


@dataclass(frozen=True, slots=True)
class DjWildSolution:
    """One entry for each hand of the player but for suit names and which cards are wild, weakest
    first; the best play."""

    cards: Ints  # the cards that aren't wild, ascending, filled up with -1
    sizes: Ints
    members: Ints
    strengths: Ints
    results: Ints  # hands of the dealer, columns as RESULTS
    played: Choices


@cache
def solve() -> DjWildSolution:
    """Every hand of the player against every hand of the dealer that avoids his cards."""
    table = wild_hands().table
    dealer_cards, dealer_sizes = _held_sets()
    dealer = _strengths(dealer_cards, dealer_sizes, table)
    order = np.argsort(dealer, kind="stable")
    cards, sizes, members = _player_hands()
    own = _strengths(cards, sizes, table)
    weakest = np.argsort(own, kind="stable")
    cards, sizes, members, own = cards[weakest], sizes[weakest], members[weakest], own[weakest]
    results = np.zeros((len(own), len(RESULTS)), np.int64)
    _compare(
        dealer_cards[order], dealer_sizes[order], dealer[order], cards, sizes, own, results
    )  # fmt: skip
    # Values times DEALER_HANDS, without what BLIND adds.
    worth = results @ np.array((3, 0, -4))
    return DjWildSolution(cards, sizes, members, own, results, worth > -2 * DEALER_HANDS)


def _held_sets() -> tuple[Ints, Ints]:
    """Every set of up to five cards that aren't wild, and its size."""
    cards, sizes = [], []
    for size in range(6):
        sets = every_set(size).astype(np.int64) if size else np.zeros((1, 0), np.int64)
        kept = sets[(sets >= FIRST_HELD).all(axis=1)]
        cards.append(_filled(kept))
        sizes.append(np.full(len(kept), size))
    return np.concatenate(cards), np.concatenate(sizes)


def _player_hands() -> tuple[Ints, Ints, Ints]:
    """One hand for all that differ in suit names and wild cards only, its size and its members."""
    cards, sizes = [np.full((1, 5), -1)], [np.zeros(1, np.int64)]
    members = [np.ones(1, np.int64)]
    for size in range(1, 6):
        classes = suit_classes(size)
        kept = (classes.firsts >= FIRST_HELD).all(axis=1)
        cards.append(_filled(classes.firsts[kept].astype(np.int64)))
        sizes.append(np.full(int(kept.sum()), size))
        members.append(classes.sizes[kept] * comb(5, size))
    return np.concatenate(cards), np.concatenate(sizes), np.concatenate(members)


def _filled(sets: Ints) -> Ints:
    filled = np.full((len(sets), 5), -1)
    filled[:, : sets.shape[1]] = sets
    return filled


@njit(cache=True)
def _strengths(cards: Ints, sizes: Ints, table: Ints32) -> Ints:
    found = np.empty(len(cards), np.int64)
    for row in range(len(cards)):
        found[row] = strength(cards[row, : sizes[row]], table)
    return found


@njit(cache=True)
def _compare(
    dealer_cards: Ints, dealer_sizes: Ints, dealer: Ints,
    cards: Ints, sizes: Ints, own: Ints, results: Ints,
) -> None:  # fmt: skip
    """Fill the results: both sides weakest first."""
    # How many of the dealer's hands so far contain a set, by how many of their cards are wild.
    containing = np.zeros((6, SET_START[6]), np.int32)
    added = first = 0
    while first < len(own):
        last = first
        while last < len(own) and own[last] == own[first]:
            last += 1
        while added < len(dealer) and dealer[added] < own[first]:
            size = dealer_sizes[added]
            add_hand(dealer_cards[added, :size], containing[5 - size])
            added += 1
        for row in range(first, last):
            results[row, 0] = _avoiding(cards[row, : sizes[row]], containing)
        while added < len(dealer) and dealer[added] == own[first]:
            size = dealer_sizes[added]
            add_hand(dealer_cards[added, :size], containing[5 - size])
            added += 1
        for row in range(first, last):
            not_better = _avoiding(cards[row, : sizes[row]], containing)
            results[row, 1] = not_better - results[row, 0]
            results[row, 2] = DEALER_HANDS - not_better
        first = last


@njit(cache=True)
def _avoiding(cards: Ints, containing: Ints32) -> int:
    """Hands without these cards; of the wild ones, as many are left as the hand has others."""
    total = 0
    for wild in range(len(cards) + 1):
        total += BINOMIALS[len(cards), wild] * count_avoiding(cards, containing[wild])
    return int(total)


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    hands = solve()
    report(0.8)
    thumb = {name: plays(name)[hands.strengths] for name in RULES if name != "best"}
    counts: Counts = {
        "base": _joint(hands, hands.played),
        "trips": Reader(_trips(wild_hands().table, wild_places(), natural_places())).counts(
            rules.TRIPS_OUTCOMES
        ),
        "strategies": {name: _joint(hands, played) for name, played in thumb.items()},
    }
    report(1.0)
    return counts


def plays(rule: str) -> Choices:
    """For each strength, whether a strategy plays it."""
    return np.array([RULES[rule](strength) for strength in wild_hands().ranking])


def _joint(hands: DjWildSolution, played: Choices) -> Counts:
    """action -> class -> result -> deals of both hands."""
    classes = np.maximum(wild_hands().kinds[hands.strengths] - Five.THREE_OF_A_KIND, 0)
    deals = np.zeros((len(ACTIONS), len(CLASSES), len(RESULTS)), np.int64)
    np.add.at(deals, (played.astype(int), classes), hands.members[:, None] * hands.results)
    return Reader(deals.ravel()).counts(ACTIONS, CLASSES, RESULTS)


def wild_places() -> Ints:
    """For each strength, the place among TRIPS_OUTCOMES of a hand with a wild card."""
    return np.array([rules.wild_trips(kind) for kind in wild_hands().kinds.tolist()])


def natural_places() -> Ints:
    """For each kind of `fives` and the royal flush, the place of a natural hand."""
    names = [kind.name.lower() for kind in Five] + ["royal_flush"]
    return np.array([rules.TRIPS_PLACE.get(name, 0) for name in names])


@njit(cache=True)
def trips_place(cards: Any, table: Ints32, wild: Ints, natural: Ints) -> int:
    """The place among TRIPS_OUTCOMES of five ascending cards, the joker last."""
    best = 0
    if cards[0] < FIRST_HELD or cards[4] == 52:
        best = wild[strength(cards, table)]
    if cards[4] < 52:
        five = strength5(cards[0], cards[1], cards[2], cards[3], cards[4])
        best = max(best, natural[(five >> KIND_SHIFT) + int(five == ROYAL_FLUSH)])
    return int(best)


@njit(cache=True)
def _trips(table: Ints32, wild: Ints, natural: Ints) -> Ints:
    """All hands of five cards, as TRIPS_OUTCOMES."""
    tally = np.zeros(17, np.int64)
    cards = np.arange(5)
    while cards[4] < 53:
        tally[trips_place(cards, table, wild, natural)] += 1
        next_set(cards)
    return tally


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("cards", "deals", "hand", "action", *RESULTS)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing the dealer all his hands."""
    if len(set(cards)) != 5 or len(cards) != 5:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title=rules.GAME.title, number=5)
    hands, own = wild_hands(), rules.dj_hand(cards)
    stock = np.array([card for card in rules.GAME.deck if card not in cards], np.int64)
    won, lost = _deal_dealer(stock, hands.ranking.index(own), hands.table)
    play = Fraction(3 * won - 4 * lost, DEALER_HANDS)
    if own >= rules.STRAIGHT:
        play += odds(paytable.prize(rules.blind(own)), paytable) * Fraction(won, DEALER_HANDS)
    return {"fold": Fraction(-2), "play": play}


@njit(cache=True)
def _deal_dealer(stock: Ints, own: int, table: Ints32) -> tuple[int, int]:
    """How many hands from the stock the player beats, and how many beat him."""
    won = lost = 0
    places = np.arange(5)
    for _ in range(DEALER_HANDS):
        other = strength(stock[places], table)
        won += int(other < own)
        lost += int(other > own)
        next_set(places)
    return won, lost


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play, columns as STRATEGY_COLUMNS: one row for each hand but for suit names
    and which cards are wild, weakest first, with the dealer's hands by result."""
    yield STRATEGY_COLUMNS
    hands, ranking = solve(), wild_hands().ranking
    report(1.0)
    for row, (cards, size) in enumerate(zip(hands.cards.tolist(), hands.sizes, strict=True)):
        dealt = [*rules.WILD[: 5 - size], *(Card(card) for card in reversed(cards[:size]))]
        deals, action = int(hands.members[row]), ACTIONS[int(hands.played[row])]
        hand = rules.describe_dj(ranking[hands.strengths[row]])
        yield (cards_text(dealt), deals, hand, action, *hands.results[row].tolist())


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return "PLAY a pair of fours or better, but fold fours with a three beside them."
