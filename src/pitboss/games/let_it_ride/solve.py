"""Let It Ride, counted under the best play for each of `odds.COUNTED`.

base
    pays -> action -> class -> deals of the player's three cards and both community cards in order,
    C(52, 3) x 49 x 48 in all. Actions: what is done with bets 1 and 2. Classes: nothing,
    tens_or_better, two_pair, three_of_a_kind, straight, flush, full_house, four_of_a_kind,
    straight_flush (not royal), royal_flush.
strategies
    rule -> as base: ride_ties (a bet rides where both actions are worth the same), ride_when_paid
    (only what the cards already pay), ride_everything, take_back_everything.
three_card_bonus
    outcome -> hands of three cards, C(52, 3) in all.

A bet that rides is worth the mean of what the cards to come pay, a bet taken back nothing. So each
bet is decided alone, and the first doesn't hang on what is done with the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np

from pitboss.games.let_it_ride.odds import ACTIONS, COUNTED, STRATEGY, USUAL
from pitboss.games.let_it_ride.rules import TENS
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Choices
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.fives import first_strengths
from pitboss.maths.kernels.later_cards import deal_next, endings
from pitboss.maths.kernels.suits import suit_classes
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import best_five
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import THREE_CARD_OUTCOMES

FIRSTS: Final = tuple(first_strengths(TENS).values())


@dataclass(frozen=True, slots=True)
class Ridden:
    """Whether bet 1 rides with each suit class of three cards, and bet 2 with each of four."""

    first: Choices
    second: Choices


def find_rides(strategy: str, pays: Sequence[int]) -> Ridden:
    """What rides by the best play at these pays, or by a rule of thumb."""
    found = []
    for size in (3, 4):
        ends = endings(FIRSTS, size)
        worth = ends @ np.array(pays)
        found.append({
            "best": worth > 0,
            "ride_ties": worth >= 0,
            "ride_when_paid": ends[:, 0] == 0,
            "ride_everything": np.ones(len(ends), np.bool_),
            "take_back_everything": np.zeros(len(ends), np.bool_),
        }[strategy])  # fmt: skip
    return Ridden(*found)


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    strategies: Counts = {
        str(strategy): {
            name: _joint(find_rides(str(strategy), pays)) for name, pays in COUNTED.items()
        }
        for strategy in STRATEGY.choices
    }
    report(1.0)
    return {
        "base": strategies.pop("best"),
        "strategies": strategies,
        "three_card_bonus": Reader(np.bincount(threes.outcomes())).counts(THREE_CARD_OUTCOMES),
    }


def _joint(rides: Ridden) -> Counts:
    """action -> class -> deals."""
    dealt, deals = suit_classes(3).sizes, []
    for first in (False, True):
        fours = deal_next(np.where(rides.first == first, dealt, 0), 3)
        deals += [
            np.where(rides.second == second, fours, 0) @ endings(FIRSTS, 4)
            for second in (False, True)
        ]
    return Reader(np.concatenate(deals)).counts(tuple(ACTIONS), TENS.outcomes)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("cards", "deals", "action", "value")


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action with three or four cards, in bets, by dealing all others."""
    if len(set(cards)) != len(cards) or len(cards) not in (3, 4):
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Let It Ride", number=3)
    pays = base_odds(paytable)
    left = [card for card in DECK if card not in cards]
    ends = [
        pays[TENS.outcome(best_five((*cards, *others)))]
        for others in combinations(left, 5 - len(cards))
    ]
    return {"take_back": Fraction(0), "ride": sum(ends, Fraction(0)) / len(ends)}


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play at the usual pays, columns as STRATEGY_COLUMNS: bet 1 by each suit class
    of three cards, then bet 2 by each of four."""
    yield STRATEGY_COLUMNS
    pays = COUNTED[USUAL]
    for size, orders in ((3, 49 * 48), (4, 48)):
        classes, worths = suit_classes(size), endings(FIRSTS, size) @ np.array(pays)
        columns = (classes.firsts.tolist(), classes.sizes.tolist(), worths.tolist())
        for held, deals, worth in zip(*columns, strict=True):
            cards = cards_text(DECK[card] for card in reversed(held))
            yield cards, deals, "ride" if worth > 0 else "take_back", f"{worth / orders:+.6f}"
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play at the usual pays in words a player can remember."""
    return (
        "Let bet 1 ride with a pair of tens or better or three of a kind; with three suited cards "
        "in a row, three-four-five or higher; with three suited cards that miss one rank of a "
        "straight, one of them a ten or higher; and with three that miss two, two of them ten or "
        "higher. Let bet 2 ride with any paying hand, four suited cards, or four in a row with a "
        "ten or higher but no ace. Four in a row without a ten, and four of ten to ace that miss a "
        "rank, are worth nothing either way."
    )
