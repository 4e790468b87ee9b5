"""Crazy 4 Poker, counted under optimal play (C4-1 to C4-7).

dealt, dealt_folded, dealt_played
    outcome -> deals of five cards by the best four: high_card, low_pair (below queens), high_pair
    (queens or better), two_pair, straight, flush, three_of_a_kind, straight_flush, four_of_a_kind
    (not aces), four_aces. The three are all deals, those that optimal play folds and the others;
    they are C(52, 5) in all.
five_card, five_card_folded, five_card_played
    outcome -> the same deals as five-card hands: nothing (two pair and less), three_of_a_kind,
    straight, flush, full_house, four_of_a_kind, straight_flush (not royal), royal_flush.
base
    action -> class -> result -> deals of both hands, C(52, 5) x C(47, 5) in all.
    Actions: fold, play_1, play_3 (PLAY of one and three times the ANTE; two times is never better
    than both, the value being linear in the bet). Classes of the player: below_straight, straight,
    flush, three_of_a_kind, straight_flush, four_of_a_kind (not aces), four_aces. Results:
    {unqualified, qualified}_{win, tie, loss}: whether the dealer has king-high or better, and how
    the player's hand truly compares with his, folded hands included.
bad_beat
    class of the beaten hand -> deals of both hands: nothing, two_pair, straight, flush,
    three_of_a_kind, straight_flush, four_of_a_kind. A folded hand cannot win or lose this wager
    otherwise: it is below two pair and beats nothing that counts.
strategies
    rule -> as base: play_everything; play_king_high (king-high or better, three times with a pair
    of aces or better); play_king_queen_eight_four (the same with K-Q-8-4).

The decisions need no pay schedule. PLAY bet x is worth x (u + w - l) + (w - l) + b, where u, w, l
are the chances that the dealer does not qualify, and that he does and the player wins or loses, and
b is the SUPER BONUS. Below a straight b is minus the chance of the dealer's better hand. From a
straight on it is the pay, and since u + w > 0 the value at x = 1 exceeds -2 + b: with pays that are
not negative folding, worth -2, is never right. The bet of three is right if u + w > l, whatever b.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fives, fours
from pitboss.maths.kernels.arrays import Ints, Ints32
from pitboss.maths.kernels.card_sets import hands_by_strength, set_classes, set_number
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.containing import below
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.fours import classify, tally
from pitboss.maths.kernels.joint import joint
from pitboss.maths.kernels.suits import rows_and_renamings
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import best_four, describe_four
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

DEALS: Final = comb(52, 5)
DEALER_HANDS: Final = comb(47, 5)
RESULTS: Final = (
    "unqualified_win", "unqualified_tie", "unqualified_loss",
    "qualified_win", "qualified_tie", "qualified_loss",
)  # fmt: skip
FOLD, PLAY_1, PLAY_3 = range(3)
ACTIONS: Final = ("fold", "play_1", "play_3")

# The strengths at which one of these classes begins.
CLASSES: Final = {"below_straight": fours.HIGH_CARD, **fours.outcomes_from("straight")}
BEATEN: Final = fours.outcomes_from("two_pair")
del BEATEN["four_aces"]  # which nothing beats
# The weakest strength that a rule of thumb plays.
LOWEST: Final = {
    "play_everything": fours.HIGH_CARD,
    "play_king_high": fours.KING_HIGH,
    "play_king_queen_eight_four": fours.KING_QUEEN_EIGHT_FOUR,
}
_LIMITS: Final[Ints] = np.array([fours.KING_HIGH, *BEATEN.values()])
_CHUNKS: Final = 16


@dataclass(frozen=True, slots=True)
class Crazy4Solution:
    """One entry per suit class of the player's five cards, weakest hands first."""

    cards: Ints
    members: Ints
    strengths: Ints
    results: Ints  # columns as RESULTS
    beaten: Ints  # dealer's hands weaker than the player's, by class, columns as BEATEN
    actions: Ints


@njit(cache=True, parallel=True)
def _weaker_hands(
    cards: Ints, strengths: Ints, of_set: Ints32, counts: Ints32, limits: Ints, weaker: Ints
) -> None:
    """Dealer's hands out of the other 47 cards below the player's strength, up to it, and below
    each limit: the alternating sum over the subsets of the player's cards.

    The terms of one sum stay below 32 x C(52, 5), far inside 63 bits.
    """
    for row in prange(len(cards)):
        own = strengths[row]
        subset = np.empty(5, dtype=np.int64)
        for column in range(weaker.shape[1]):
            weaker[row, column] = 0
        for members in range(31):
            size = 0
            for place in range(5):
                if members >> place & 1:
                    subset[size] = cards[row, place]
                    size += 1
            group = of_set[set_number(subset, size)]
            sign = 1 - 2 * (size & 1)
            weaker[row, 0] += sign * counts[own, group]
            weaker[row, 1] += sign * counts[own + 1, group]
            for column in range(len(limits)):
                weaker[row, 2 + column] += sign * counts[limits[column], group]
        # The whole set: the one hand of exactly these cards.
        weaker[row, 1] -= 1
        for column in range(len(limits)):
            weaker[row, 2 + column] -= 1 if own < limits[column] else 0


def _results(weaker: Ints) -> Ints:
    """Columns as RESULTS, from the numbers below own strength, up to it, and below king-high."""
    under, up_to, unqualified = weaker[:, 0], weaker[:, 1], weaker[:, 2]
    wins = np.minimum(under, unqualified)
    not_losses = np.minimum(up_to, unqualified)
    columns = [wins, not_losses - wins, unqualified - not_losses]
    columns += [under - wins, up_to - under - columns[1]]
    return np.stack([*columns, DEALER_HANDS - sum(columns)], axis=1)


def _best_actions(strengths: Ints, results: Ints) -> Ints:
    """Compare values times DEALER_HANDS; a tie goes to the smaller bet."""
    ante = results[:, 3] - results[:, 5]
    play = results[:, :3].sum(axis=1) + ante
    super_bonus = np.where(strengths < fours.STRAIGHT, -results[:, 2] - results[:, 5], 0)
    actions = np.where((strengths >= fours.PAIR_OF_ACES) & (play > 0), PLAY_3, PLAY_1)
    actions[play + ante + super_bonus < -2 * DEALER_HANDS] = FOLD
    return actions


def solve(report: TellProgress) -> Crazy4Solution:
    """Every hand of the player against every hand of the dealer."""
    classes = set_classes()
    report(0.3)
    table = below(5)
    report(0.6)
    cards, members, strengths = hands_by_strength()
    weaker = np.empty((len(cards), 2 + len(_LIMITS)), dtype=np.int64)
    for chunk in range(_CHUNKS):
        part = slice(chunk * len(cards) // _CHUNKS, (chunk + 1) * len(cards) // _CHUNKS)
        _weaker_hands(
            cards[part], strengths[part], classes.of_set, table.counts, _LIMITS, weaker[part]
        )
        report(0.6 + 0.4 * (chunk + 1) / _CHUNKS)
    results = _results(weaker)
    # A class of beaten hands ends at the next limit or at the player's own strength.
    ends = np.minimum(weaker[:, 3:], weaker[:, :1])
    beaten = np.diff(ends, axis=1, append=weaker[:, :1])
    return Crazy4Solution(
        cards=cards,
        members=members,
        strengths=strengths,
        results=results,
        beaten=beaten,
        actions=_best_actions(strengths, results),
    )


def count(report: TellProgress) -> Counts:
    """Count from scratch, on the threads numba is set to."""
    return counts_of(solve(report))


@cache
def solution() -> Crazy4Solution:
    """Every hand with its action and results, solved once."""
    return solve(lambda _share: None)


def counts_of(hands: Crazy4Solution) -> Counts:
    """The counts of solved hands."""
    played = hands.actions != FOLD
    outcomes = classify(fours.OUTCOMES, hands.strengths)
    five_cards = fives.five_card_outcomes(hands.cards)
    counts: Counts = {
        "base": _joint(hands, hands.actions),
        "bad_beat": _bad_beat(hands),
        "strategies": {name: _joint(hands, actions) for name, actions in _rules(hands).items()},
    }
    for ending, chosen in (("", played | ~played), ("_folded", ~played), ("_played", played)):
        deals = np.where(chosen, hands.members, 0)
        counts["dealt" + ending] = tally(tuple(fours.OUTCOMES), outcomes, deals)
        counts["five_card" + ending] = tally(FIVE_CARD_OUTCOMES, five_cards, deals)
    return counts


def _joint(hands: Crazy4Solution, actions: Ints) -> Counts:
    """action -> class -> result -> deals of both hands; sums stay below 2^42."""
    classes = classify(CLASSES, hands.strengths)
    names = (ACTIONS, tuple(CLASSES), RESULTS)
    return joint(names, actions[:, None], classes, hands.results.T[:, :, None], hands.members)


def _bad_beat(hands: Crazy4Solution) -> Counts:
    """The player's class where he loses, the dealer's where he wins, from two pair on."""
    losses = hands.members * (hands.results[:, 2] + hands.results[:, 5])
    wins = (hands.members[:, None] * hands.beaten).sum(axis=0)
    own = classify(BEATEN, hands.strengths)
    beaten = {
        name: int(losses[own == place].sum() + wins[place]) for place, name in enumerate(BEATEN)
    }
    return {"nothing": DEALS * DEALER_HANDS - sum(beaten.values()), **beaten}


def _rules(hands: Crazy4Solution) -> dict[str, Ints]:
    """Rules of thumb: play from a strength on, three times with a pair of aces or better."""
    bets = np.where(hands.strengths >= fours.PAIR_OF_ACES, PLAY_3, PLAY_1)
    return {name: np.where(hands.strengths >= low, bets, FOLD) for name, low in LOWEST.items()}


# The action with each hand, as a number of ACTIONS.
DECISIONS: Final = (StoredDecisions(__package__, "decisions", cards=5, columns=1, word="u1"),)


def decide(report: TellProgress) -> tuple[NDArray[np.uint8], ...]:
    """The tables of DECISIONS."""
    hands = solve(report)
    rows, _ = rows_and_renamings(hands.cards)
    table = np.empty(DECISIONS[0].shape, np.uint8)
    table[rows, 0] = hands.actions
    return (table,)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("cards", "deals", "hand", "action", *RESULTS)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, ANTE and SUPER BONUS included."""
    return action_values(cards, base_odds(paytable))


def action_values(cards: Sequence[int], super_bonus: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The same by enumeration; `super_bonus` maps the classes from a straight on to their odds."""
    if len(cards) != 5:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Crazy 4 Poker", number=5)
    seen = compare(cards, drawn=5)
    strength = fours.strength_of(cards)
    name = [name for name, first in CLASSES.items() if first <= strength][-1]
    bonus = -Fraction(seen.losses, seen.hands) if name == "below_straight" else super_bonus[name]
    ante = Fraction(seen.qualified_wins - seen.qualified_losses, seen.hands)
    play = Fraction(seen.unqualified, seen.hands) + ante
    worth = {"fold": Fraction(-2), "play_1": play + ante + bonus}
    if strength >= fours.PAIR_OF_ACES:
        worth["play_3"] = 3 * play + ante + bonus
    return worth


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole optimal strategy, columns as STRATEGY_COLUMNS: one row for each suit class of the
    player's cards, weakest hands first, with the dealer's hands by result."""
    yield STRATEGY_COLUMNS
    hands = solution()
    for cards, deals, results, action in zip(
        hands.cards, hands.members, hands.results, hands.actions, strict=True
    ):
        dealt = tuple(Card(int(card)) for card in reversed(cards))
        hand = describe_four(best_four(dealt))
        yield (cards_text(dealt), int(deals), hand, ACTIONS[action], *map(int, results))


def in_words(settings: Mapping[str, Setting]) -> str:
    """The optimal strategy in words a player can remember."""
    return (
        "PLAY three times the ANTE with a pair of aces or better. PLAY one time the ANTE with any "
        "other hand of K-Q-8-5 or better. Fold K-Q-8-3, K-Q-7-5 and everything below. K-Q-8-4 and "
        "K-Q-7-6 depend on the fifth card and the suits: the table has each one; playing every "
        "K-Q-8-4 and folding every K-Q-7-6 costs less than a millionth of the ANTE."
    )
