"""Ultimate Three Card Poker (Face Up), counted under the best play.

base
    action -> class -> result -> deals, C(52, 3) x 49 x C(48, 2) in all: the player's cards, the up
    card, the dealer's other two. Actions: fold, play_1, play_3 (a pair or better). Classes of the
    player: below_flush, then what BLIND pays. Results: unqualified or qualified (the dealer's queen
    high), then win, tie, loss: how the hands truly compare, folded ones included.
strategies
    rule -> as base: published (the weakest hand for each up card, as `PUBLISHED`), play_queen_high,
    play_everything; all play a pair or better three times.

A play of k antes is worth k (w - l) + q - l + b, w and l being the chances to win and to lose, q
wins less losses against a dealer who qualifies, and b what BLIND adds; a fold is worth -2. BLIND
adds to a flush or better only, which is played three times against every up card anyway: the
decisions hold for every paytable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pitboss.games.ultimate_three_card import rules
from pitboss.maths.cases import odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Choices, Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.suits import fill_blanks, own_bits, place, sort_few, suit_classes
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, card_text, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import Three, describe_three, three_cards
from pitboss.rules.paytable import Paytable

HIDDEN: Final = comb(48, 2)
ACTIONS: Final = ("fold", "play_1", "play_3")
CLASSES: Final = ("below_flush", *rules.BLIND_OUTCOMES)
RESULTS: Final = tuple(
    f"{qualified}_{compared}"
    for qualified in ("unqualified", "qualified")
    for compared in ("win", "tie", "loss")
)
QUALIFYING: Final = threes.pack_strength(rules.QUEEN_HIGH)
ANY_PAIR: Final = threes.pack_strength(rules.PAIR)
# The weakest strength to play by the rank of the up card.
LOWEST: Final[Mapping[str, tuple[int, ...]]] = {
    "published": tuple(map(threes.pack_strength, rules.PUBLISHED)),
    "play_queen_high": (QUALIFYING,) * 13,
    "play_everything": (0,) * 13,
}


@dataclass(frozen=True, slots=True)
class FaceUpSolution:
    """One row per suit class of the player's three cards, one column per up card; the player's own
    cards are never up."""

    cards: Ints
    members: Ints
    strengths: Ints
    results: Ints  # the dealer's other two cards, last axis as RESULTS
    played: Choices  # by the best play


@cache
def solve() -> FaceUpSolution:
    """Every hand of the player against every up card and every pair below it."""
    classes, strengths = suit_classes(3), threes.strengths()
    cards = classes.firsts.astype(np.int64)
    results = np.zeros((len(cards), 52, len(RESULTS)), np.int64)
    _compare(cards, strengths, results)
    own = np.empty(len(cards), np.int64)
    own[classes.class_of] = strengths
    times = np.where(own >= ANY_PAIR, 3, 1)[:, None]
    won, lost = results[:, :, 0] + results[:, :, 3], results[:, :, 2] + results[:, :, 5]
    qualified = results[:, :, 3] - results[:, :, 5]
    worth = times * (won - lost) + qualified - lost
    return FaceUpSolution(cards, classes.sizes, own, results, worth > -2 * HIDDEN)


@njit(cache=True, parallel=True)
def _compare(cards: Ints, strengths: Ints, results: Ints) -> None:
    for row in prange(len(cards)):
        own = strengths[place(cards[row])]
        dealer = np.empty(3, np.int64)
        gone = np.int64(0)
        for card in cards[row]:
            gone |= np.int64(1) << card
        for up in range(52):
            if gone >> up & 1:
                continue
            seen = gone | np.int64(1) << up
            for first in range(52):
                for second in range(first):
                    if (seen >> first | seen >> second) & 1 == 0:
                        dealer[0], dealer[1], dealer[2] = up, first, second
                        sort_few(dealer)
                        other = strengths[place(dealer)]
                        results[row, up, find_result(own, other)] += 1


@njit(cache=True)
def find_result(own: int, other: int) -> int:
    """The place of a result in RESULTS."""
    compared = 0 if own > other else 1 if own == other else 2
    return compared + (3 if other >= QUALIFYING else 0)


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    found = solve()
    report(0.9)
    ranks = np.arange(52) // 4
    thumb = {
        rule: found.strengths[:, None] >= np.array(lowest)[ranks] for rule, lowest in LOWEST.items()
    }
    counts: Counts = {
        "base": _joint(found, found.played),
        "strategies": {rule: _joint(found, played) for rule, played in thumb.items()},
    }
    report(1.0)
    return counts


def _joint(found: FaceUpSolution, played: Choices) -> Counts:
    """action -> class -> result -> deals."""
    kinds = np.maximum((found.strengths >> threes.KIND_SHIFT) - Three.PAIR, 0)
    classes = kinds + (found.strengths == threes.MINI_ROYAL)
    times = np.where(found.strengths >= ANY_PAIR, 2, 1)[:, None]
    deals = np.zeros((len(ACTIONS), len(CLASSES), len(RESULTS)), np.int64)
    where = (np.where(played, times, 0), np.broadcast_to(classes[:, None], played.shape))
    np.add.at(deals, where, found.members[:, None, None] * found.results)
    return Reader(deals.ravel()).counts(ACTIONS, CLASSES, RESULTS)


# ---- decisions ----------------------------------------------------------------------------------

DECISIONS: Final = (StoredDecisions(__package__, "play_decisions", cards=3, columns=1, word="u8"),)


def decide(report: TellProgress) -> tuple[NDArray[np.uint64], ...]:
    """The table of DECISIONS: bit u is set if the hand is played against the up card u."""
    found = solve()
    report(1.0)
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    words = np.where(found.played, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return (fill_blanks(words, own_bits(found.cards))[:, None],)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, the up card last, by dealing the other two."""
    if len(set(cards)) != 4 or len(cards) != 4:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title=rules.GAME.title, number=4)
    own, up = three_cards(cards[:3]), cards[3]
    play = other = Fraction(0)
    for hidden in combinations([card for card in DECK if card not in cards], 2):
        dealer = three_cards([up, *hidden])
        won = (own > dealer) - (own < dealer)
        play += won
        other += won * (dealer >= rules.QUEEN_HIGH) - (won < 0)
        if won > 0 and own >= rules.FLUSH:
            other += odds(paytable.prize(rules.blind(own)), paytable)
    found = {"fold": Fraction(-2), "play_1": (play + other) / HIDDEN}
    return found | ({"play_3": (3 * play + other) / HIDDEN} if own >= rules.PAIR else {})


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play: one row for each suit class of the player's cards and each up card."""
    yield ("cards", "up", "hands", "hand", "action", *RESULTS)
    found = solve()
    report(1.0)
    for row in np.argsort(found.strengths, kind="stable").tolist():
        dealt = [DECK[card] for card in reversed(found.cards[row])]
        times = "play_3" if found.strengths[row] >= ANY_PAIR else "play_1"
        hand, members = describe_three(three_cards(dealt)), int(found.members[row])
        for up in DECK:
            if up not in dealt:
                action = times if found.played[row, up] else "fold"
                results = found.results[row, up].tolist()
                yield (cards_text(dealt), card_text(up), members, hand, action, *results)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "PLAY three times with a pair or better. Otherwise PLAY once against a ten or higher with "
        "that rank, an eight and a four, or better (A-8-5 against an ace); against lower cards "
        "with ten high and a second card of the up card's rank or more (T-6 against an eight, any "
        "ten against a three or a nine, 9-8 against a deuce). Fold the rest."
    )
