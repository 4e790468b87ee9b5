"""Three Card Draw Poker, counted under the best play.

base
    action -> class -> result -> deals, C(52, 3) x C(49, 4) x 45 in all: the player's cards, the
    dealer's, and the next card. Actions: fold, stand, draw. Classes of the player's final hand:
    below_straight, then what the bonus pays. Results: win, tie, loss: how the final hands truly
    compare, folded ones included.
first_three
    outcome -> hands of three cards, C(52, 3) in all, as FIRST_THREE_OUTCOMES. The best play folds
    none that is paid, and draws to none but a pair, which it keeps. It breaks 24 pairs for a
    straight flush; a player with this bet keeps them too.
strategies
    rule -> as base: never_draw (stand where that is worth more than a fold), never_fold.

Standing and drawing are worth 2 w - 2 l + b antes, w and l being the chances to win and to lose and
b the bonus; a fold is worth -1. The bonus counts in the decisions: they are those of the usual
paytable.

The method: the dealer's hands are added from the weakest up, each to every set of cards that it
contains. At its own strength, a final hand reads how many avoid it and the card put down: an
alternating sum over the sets of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.three_card_draw import rules
from pitboss.games.three_card_draw.odds import COUNTED_PAYS
from pitboss.maths.cases import bonus
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.card_sets import SET_START
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.suits import every_set, next_set, place, sort_few, suit_classes
from pitboss.maths.kernels.sweeping import add_hand, count_avoiding
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import Three, describe_three, three_cards
from pitboss.rules.paytable import Paytable

STAND_HANDS: Final = comb(49, 4)
DRAW_HANDS: Final = comb(48, 4)
NEXT_CARDS: Final = 45
DEALS: Final = STAND_HANDS * NEXT_CARDS  # of each hand of the player; 49 x DRAW_HANDS
ACTIONS: Final = ("fold", "stand", "draw")
CLASSES: Final = ("below_straight", *rules.BONUS_OUTCOMES)
RESULTS: Final = ("win", "tie", "loss")
# What a decision is: fold, stand, or a draw for the lowest card, the middle one or the highest.
FOLD, STAND, DRAW = range(3)
STRATEGIES: Final = ("best", "never_draw", "never_fold")


@dataclass(frozen=True, slots=True)
class DrawSolution:
    """One entry per suit class of the player's three cards, in the order of `suit_classes`."""

    cards: Ints
    members: Ints
    results: Ints  # of standing and of the three draws: classes, then RESULTS
    worth: Ints  # of the same four, times DEALS

    def decisions(self, strategy: str) -> Ints:
        """What a strategy does with each hand."""
        worth = self.worth.copy()
        if strategy == "never_draw":
            worth[:, 1:] = -10 * DEALS
        best: Ints = worth.argmax(axis=1)
        folds = (worth.max(axis=1) <= -DEALS) & (strategy != "never_fold")
        return np.where(folds, FOLD, best + STAND)


@cache
def solve() -> DrawSolution:
    """Every hand of the player, stood on and drawn to, against every hand of the dealer."""
    classes, strengths = suit_classes(3), threes.strengths()
    dealer = every_set(4).astype(np.int64)
    best = _best_of_each(dealer, strengths)
    hands, order, weakest = threes.hands(), np.argsort(best), np.argsort(strengths)
    compared = np.zeros((len(hands), 53, 2), np.int32)
    _compare(
        dealer[order], best[order], hands[weakest], strengths[weakest], weakest, compared
    )  # fmt: skip
    kinds = _classes(strengths)
    cards = classes.firsts.astype(np.int64)
    results = np.zeros((len(cards), 4, len(CLASSES), len(RESULTS)), np.int64)
    _play_out(cards, compared, kinds, results)
    pays = np.array((0, *COUNTED_PAYS.values()), np.int64)
    nets = np.array((2, 0, -2))[None, :] + pays[:, None]
    worth = (results * nets).sum(axis=(2, 3))
    return DrawSolution(cards, classes.sizes, results, worth)


def _classes(strengths: Ints) -> Ints:
    """For each strength, its place in CLASSES."""
    kinds = np.maximum((strengths >> threes.KIND_SHIFT) - Three.FLUSH, 0)
    found: Ints = kinds + (strengths == threes.MINI_ROYAL)
    return found


@njit(cache=True)
def find_best_of_four(cards: Any, strengths: Ints) -> int:
    """The best three of four ascending cards."""
    best = 0
    three = np.empty(3, np.int64)
    for out in range(4):
        held = 0
        for index in range(4):
            if index != out:
                three[held] = cards[index]
                held += 1
        best = max(best, strengths[place(three)])
    return int(best)


@njit(cache=True)
def _best_of_each(fours: Ints, strengths: Ints) -> Ints:
    best = np.empty(len(fours), np.int64)
    for row in range(len(fours)):
        best[row] = find_best_of_four(fours[row], strengths)
    return best


@njit(cache=True)
def _compare(
    dealer: Ints, best: Ints, hands: Ints, strengths: Ints, places: Ints, compared: Ints32
) -> None:
    """For each final hand, both sides weakest first: the dealer's hands without its cards and
    without a card put down (52: none) that are weaker, and those that are not better."""
    containing = np.zeros(SET_START[5], np.int32)
    added = first = 0
    while first < len(hands):
        last = first
        while last < len(hands) and strengths[last] == strengths[first]:
            last += 1
        for column in range(2):
            while added < len(dealer) and best[added] < strengths[first] + column:
                add_hand(dealer[added], containing)
                added += 1
            for row in range(first, last):
                _avoid(hands[row], containing, compared[places[row]], column)
        first = last


@njit(cache=True)
def _avoid(cards: Ints, containing: Ints32, compared: Ints32, column: int) -> None:
    """Hands without these three cards, and without each further one."""
    compared[52, column] = count_avoiding(cards, containing)
    gone = np.empty(4, np.int64)
    for card in range(52):
        if card not in cards:
            gone[:3] = cards
            gone[3] = card
            sort_few(gone)
            compared[card, column] = count_avoiding(gone, containing)


@njit(cache=True)
def _play_out(cards: Ints, compared: Ints32, kinds: Ints, results: Ints) -> None:
    """Fill the results: standing, and each of the three draws."""
    final = np.empty(3, np.int64)
    for row in range(len(cards)):
        own = place(cards[row])
        _take(compared[own, 52], STAND_HANDS, NEXT_CARDS, results[row, 0, kinds[own]])
        for out in range(3):
            for card in range(52):
                if card in cards[row]:
                    continue
                final[:] = cards[row]
                final[out] = card
                sort_few(final)
                own = place(final)
                found = compared[own, cards[row, out]]
                _take(found, DRAW_HANDS, 1, results[row, 1 + out, kinds[own]])


@njit(cache=True)
def _take(compared: Ints32, hands: int, times: int, results: Ints) -> None:
    results[0] += times * compared[0]
    results[1] += times * (compared[1] - compared[0])
    results[2] += times * (hands - compared[1])


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    found = solve()
    report(0.9)
    played = {name: _joint(found, found.decisions(name)) for name in STRATEGIES}
    strengths = threes.strengths()
    kinds = (strengths >> threes.KIND_SHIFT) + (strengths == threes.MINI_ROYAL)
    counts: Counts = {
        "base": played.pop("best"),
        "first_three": Reader(np.bincount(kinds)).counts(rules.FIRST_THREE_OUTCOMES),
        "strategies": {**played},
    }
    report(1.0)
    return counts


def _joint(found: DrawSolution, decisions: Ints) -> Counts:
    """action -> class -> result -> deals."""
    deals = np.zeros((len(ACTIONS), len(CLASSES), len(RESULTS)), np.int64)
    for row, decision in enumerate(decisions.tolist()):
        results = found.results[row, max(decision - STAND, 0)]
        deals[min(decision, DRAW)] += found.members[row] * results
    return Reader(deals.ravel()).counts(ACTIONS, CLASSES, RESULTS)


# ---- decisions ----------------------------------------------------------------------------------

DECISIONS: Final = (
    StoredDecisions(__package__, "draw_decisions", cards=3, columns=len(STRATEGIES), word="u1"),
)


def decide(report: TellProgress) -> tuple[NDArray[np.uint8], ...]:
    """The table of DECISIONS: a column for each strategy."""
    found = solve()
    report(1.0)
    return (np.stack([found.decisions(name) for name in STRATEGIES], axis=1).astype(np.uint8),)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing every draw and every dealer's hand."""
    if len(set(cards)) != 3 or len(cards) != 3:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title=rules.GAME.title, number=3)
    found = {"fold": Fraction(-1), "stand": _worth(cards, cards, paytable)}
    for action in rules.DRAWS:
        kept = rules.keep_two(cards, action)
        drawn = [
            _worth([*kept, card], [*cards, card], paytable) for card in DECK if card not in cards
        ]
        found[action] = sum(drawn, Fraction(0)) / len(drawn)
    return found


def _worth(final: Sequence[Card], gone: Sequence[Card], paytable: Paytable) -> Fraction:
    """What a final hand is worth if these cards can't be the dealer's."""
    own = three_cards(final)
    stock = np.array([card for card in DECK if card not in gone], np.int64)
    won, lost, hands = _deal_dealer(stock, threes.pack_strength(own), threes.strengths())
    worth = Fraction(2 * (won - lost), hands)
    outcome = rules.in_to_win(own)
    return worth if outcome == "nothing" else worth + bonus(paytable, outcome)


@njit(cache=True)
def _deal_dealer(stock: Ints, own: int, strengths: Ints) -> tuple[int, int, int]:
    """How many of the dealer's hands from the stock lose, how many win, and all of them."""
    won = lost = hands = 0
    places = np.arange(4)
    while places[3] < len(stock):
        other = find_best_of_four(stock[places], strengths)
        won += int(other < own)
        lost += int(other > own)
        hands += 1
        next_set(places)
    return won, lost, hands


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play: one row for each suit class of the player's cards, with what becomes of
    the deals."""
    yield ("cards", "hands", "hand", "action", *RESULTS)
    found = solve()
    report(1.0)
    for row, decision in enumerate(found.decisions("best").tolist()):
        dealt = [DECK[card] for card in found.cards[row]]
        out = "" if decision < DRAW else f" for {cards_text([dealt[decision - DRAW]])}"
        results = found.results[row, max(decision - STAND, 0)].sum(axis=0).tolist()
        action = ACTIONS[min(decision, DRAW)] + out
        hand = describe_three(three_cards(dealt))
        yield (cards_text(reversed(dealt)), int(found.members[row]), hand, action, *results)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "Stand with a flush or better. With a pair, draw for the third card. Otherwise keep two "
        "cards of one suit, two in sequence, or the two highest with an ace or a king, and draw. "
        "Fold queen-high and less with neither."
    )
