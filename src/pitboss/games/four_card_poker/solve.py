"""Four Card Poker, counted under optimal play with the dealer's up card seen.

base
    action -> class -> result -> deals of the player's five cards, the up card and the dealer's five
    others: C(52, 5) x 47 x C(46, 5) in all. Actions: fold, play_1, play_3 (PLAY of one and three
    times the ANTE; two times is never better than both, the value being linear in the bet). Classes
    of the player: below_three_of_a_kind, three_of_a_kind, straight_flush, four_of_a_kind (not
    aces), four_aces. Results: win, tie, loss: how his hand truly compares, folded hands included.
dealt, dealt_played
    outcome -> deals of the player's five cards and the up card, C(52, 5) x 47 in all, and those of
    them that optimal play does not fold: nothing (below a pair of aces), pair_of_aces, two_pair,
    straight, flush, three_of_a_kind, straight_flush, four_of_a_kind (not aces), four_aces.
five_card, five_card_played
    the same of the best hand of all five cards (PS-42): nothing (below three of a kind),
    three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush, royal_flush.
strategies
    rule -> as base: play_everything and play_threes_raise_tens (a pair of threes or better, else
    fold), both three times with a pair of tens or better; play_by_up_card (as `in_words` says).

The decisions need no pay schedule. A tie wins, so with w the chance of a win or a tie PLAY bet x is
worth (1 + x) (2 w - 1) and the bonus, a fold -1: the bet of three is right if w > 1/2, and below
three of a kind the bet of one if w > 1/4. From three of a kind on w is above 0.94, so that with
pays that are not negative folding is never right. Equal values go to the smaller bet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pitboss.games.four_card_poker.odds import BELOW_BONUS, PLAY, automatic_bonus
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.avoiding import Sixes, avoid_six, sixes
from pitboss.maths.kernels.card_sets import hands_by_strength
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.fives import five_card_outcomes
from pitboss.maths.kernels.fours import classify, tally
from pitboss.maths.kernels.joint import joint
from pitboss.maths.kernels.suits import up_card_words
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import best_four, describe_four
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

DEALER_HANDS: Final = comb(46, 5)
FOLD, PLAY_1, PLAY_3 = range(3)
DEUCE, THREE, NINE = 0, 1, 7
ACTIONS: Final = tuple(PLAY)
RESULTS: Final = ("win", "tie", "loss")
# The strengths at which one of these classes begins.
CLASSES: Final = {BELOW_BONUS: fours.HIGH_CARD, **fours.outcomes_from("three_of_a_kind")}
OUTCOMES: Final = {
    "nothing": fours.HIGH_CARD,
    "pair_of_aces": fours.PAIR_OF_ACES,
    **fours.outcomes_from("two_pair"),
}
_CHUNKS: Final = 32


def _rules() -> dict[str, Ints]:
    """The action of each rule of thumb, by the player's strength and the up card."""
    own, up = np.arange(fours.STRENGTHS)[:, None], np.arange(52) // 4
    # The rank of a pair, -1 below one; two pair and better count as a pair of aces.
    pair = np.where(own < fours.PAIR, -1, np.minimum((own - fours.PAIR) // 66, ACE))
    tens = np.where(own >= fours.PAIR_OF_TENS, PLAY_3, PLAY_1) + 0 * up
    once = np.where((pair >= THREE) | (pair == up) & (up == DEUCE), PLAY_1, FOLD)
    return {
        "play_everything": tens,
        "play_threes_raise_tens": np.where(pair >= THREE, tens, FOLD),
        "play_by_up_card": np.where((pair >= NINE) & (pair >= up), PLAY_3, once),
    }


RULES: Final = _rules()


@dataclass(frozen=True, slots=True)
class UpCardHands:
    """A row per suit class of the player's five cards, weakest first; a column per up card."""

    cards: Ints
    members: Ints
    strengths: Ints
    results: Ints  # RESULTS, rows, columns; zero where the up card is the player's own
    possible: NDArray[np.bool_]
    actions: Ints


@njit(cache=True, parallel=True)
def _compare_all(cards: Ints, own: Ints, six: Sixes, weaker: Ints, not_better: Ints) -> None:
    for row in prange(len(cards)):
        avoid_six(cards[row], own[row], six, 52, weaker[row], not_better[row])


def solve(report: TellProgress) -> UpCardHands:
    """Every hand of the player, every up card, every hand of the dealer."""
    cards, members, strengths = hands_by_strength()
    six = sixes()
    weaker, not_better = np.empty((2, len(cards), 52), dtype=np.int64)
    for chunk in range(_CHUNKS):
        part = slice(chunk * len(cards) // _CHUNKS, (chunk + 1) * len(cards) // _CHUNKS)
        _compare_all(cards[part], strengths[part], six, weaker[part], not_better[part])
        report((chunk + 1) / _CHUNKS)
    possible = np.ones(weaker.shape, np.bool_)
    np.put_along_axis(possible, cards, values=False, axis=1)
    compared = np.stack([weaker, not_better - weaker, DEALER_HANDS - not_better])
    bets = np.where(2 * not_better > DEALER_HANDS, PLAY_3, PLAY_1)
    return UpCardHands(
        cards=cards,
        members=members,
        strengths=strengths,
        results=np.where(possible, compared, 0),
        possible=possible,
        actions=np.where(4 * not_better > DEALER_HANDS, bets, FOLD),
    )


def count(report: TellProgress) -> Counts:
    """Count from scratch, on the threads numba is set to."""
    hands = solve(report)
    names, outcomes = tuple(OUTCOMES), classify(OUTCOMES, hands.strengths)
    five_cards = five_card_outcomes(hands.cards)
    played = (hands.possible & (hands.actions != FOLD)).sum(axis=1)
    return {
        "base": _joint(hands, hands.actions),
        "dealt": tally(names, outcomes, 47 * hands.members),
        "dealt_played": tally(names, outcomes, played * hands.members),
        "five_card": tally(FIVE_CARD_OUTCOMES, five_cards, 47 * hands.members),
        "five_card_played": tally(FIVE_CARD_OUTCOMES, five_cards, played * hands.members),
        "strategies": {name: _joint(hands, rule[hands.strengths]) for name, rule in RULES.items()},
    }


def _joint(hands: UpCardHands, actions: Ints) -> Counts:
    """action -> class -> result -> deals; all of them together stay below 2^48."""
    names, classes = (ACTIONS, tuple(CLASSES), RESULTS), classify(CLASSES, hands.strengths)
    return joint(names, actions, classes, hands.results, hands.members)


# Bit u of a row's words: whether the player plays, and whether he bets three times, if the dealer
# shows card u.
DECISIONS: Final = (StoredDecisions(__package__, "decisions", cards=5, columns=2, word="<u8"),)


def decide(report: TellProgress) -> tuple[NDArray[np.uint64], ...]:
    """The tables of DECISIONS."""
    hands = solve(report)
    table = np.empty(DECISIONS[0].shape, np.uint64)
    for column, least in enumerate((PLAY_1, PLAY_3)):
        rows, words = up_card_words(hands.cards, hands.possible & (hands.actions >= least))
        table[rows, column] = words
    return (table,)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("cards", "deals", "hand", "fold_against", "play_3_against")


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing the dealer all his hands."""
    if len(cards) != 6:
        raise Refusal("CARDS_WRONG_NUMBER", "five_and_up", count=len(cards))
    seen = compare(cards[:5], kept=cards[5:], drawn=5)
    strength = fours.strength_of(cards[:5])
    kind = [name for name, first in CLASSES.items() if first <= strength][-1]
    edge = Fraction(seen.hands - 2 * seen.losses, seen.hands)
    paid = automatic_bonus(paytable, kind)
    return {"fold": Fraction(-1), "play_1": 2 * edge + paid, "play_3": 4 * edge + paid}


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole optimal strategy, columns as STRATEGY_COLUMNS: one row for each suit class of the
    player's cards, weakest hands first. Against up cards of neither column the player bets once."""
    yield STRATEGY_COLUMNS
    hands = solve(report)
    columns = (hands.cards, hands.members, hands.possible, hands.actions)
    for cards, deals, possible, actions in zip(*columns, strict=True):
        dealt = tuple(Card(int(card)) for card in reversed(cards))
        against = [_up_cards(possible, actions == action) for action in (FOLD, PLAY_3)]
        yield (cards_text(dealt), int(deals), describe_four(best_four(dealt)), *against)


def _up_cards(possible: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> str:
    """The up cards of an action: all, none, or these."""
    found = np.flatnonzero(possible & chosen)
    these = cards_text([Card(int(card)) for card in found])
    return {0: "none", 47: "all"}.get(len(found), these)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The optimal strategy in words a player can remember."""
    return (
        "PLAY three times the ANTE with a pair of aces or better, and with a pair of nines to "
        "kings if the dealer's card is not higher than it. PLAY one time the ANTE with any other "
        "pair of threes or better, and with a pair of deuces if the dealer shows a deuce. Fold the "
        "rest. This costs 0.13 % of the ANTE against the exact play, which hangs on kickers and "
        "suits too: the table has each case."
    )
