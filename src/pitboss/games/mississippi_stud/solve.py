"""Mississippi Stud, counted under the best play for each of `odds.COUNTED`.

base
    pays -> action -> class -> deals of the player's two cards and the community cards in order,
    C(52, 2) x 50 x 49 x 48 in all. Actions: the bets on each street in antes, until the hand is
    folded or all three are made. Classes: nothing, sixes_to_tens, jacks_or_better, two_pair,
    three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush (not royal),
    royal_flush: what all five cards make, folded hands included.
strategies
    rule -> as base: bet_ties (of actions worth the same the dearest), bet_by_points
    (`by_points.WORDS`), bet_one_always.
three_card_bonus
    outcome -> sets of three community cards, C(52, 3) in all.

With d antes on the table, a bet of b that is the last is worth (d + b) e, e being the mean of what
the cards to come pay an ante; a fold is worth -d. That is a line in b, so that the best bet is one
ante or three, on earlier streets too. All values are whole numbers in units of a deal: at most
10 x 500 x 50 x 49 x 48 either way, times 155,937,600 deals well inside 63 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np

from pitboss.games.mississippi_stud.by_points import WORDS, bet_by_points
from pitboss.games.mississippi_stud.odds import ACTIONS, COUNTED, PAYS, STRATEGY
from pitboss.games.mississippi_stud.rules import JACKS, OUTCOMES, STREETS, TIMES, stud_outcome
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fives, threes
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.later_cards import deal_next, endings, sum_over_next
from pitboss.maths.kernels.suits import CLASSES, suit_classes
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, SIX, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import best_five
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import THREE_CARD_OUTCOMES

SIZES: Final = (2, 3, 4)  # cards seen on each street
# The antes that may be down before each street, a column each.
DOWN: Final = ((1,), (2, 4), (3, 5, 7))
BETS: Final = (0, 1, 3)  # what is bet, by its place


# The first strength of each of OUTCOMES: a pair of sixes comes after nothing.
SIXES: Final = fives.PAIR << fives.KIND_SHIFT | SIX << 16
FIRSTS: Final = tuple(sorted((SIXES, *fives.first_strengths(JACKS).values())))


@dataclass(frozen=True, slots=True)
class StreetBets:
    """For each street a place in BETS: a row per suit class of the cards seen, a column as DOWN."""

    streets: tuple[Ints, Ints, Ints]


def find_best(pays: Sequence[int], *, dearer: bool = False) -> StreetBets:
    """The best play, from the last street to the first; of equal bets the cheaper, or the
    dearer."""
    found: list[Ints] = []
    # For each count of antes down, what the classes of the next street are worth.
    later: dict[int, Ints] = {}
    orders = 48
    for size, columns in zip(reversed(SIZES), reversed(DOWN), strict=True):
        worth: dict[int, Ints] = {}
        bets = []
        for down in columns:
            if size == 4:
                each = endings(FIRSTS, 4) @ np.array(pays)
                betting = [(down + bet) * each for bet in BETS[1:]]
            else:
                betting = [sum_over_next(later[down + bet], size) for bet in BETS[1:]]
            choices = np.stack([np.full(len(betting[0]), -down * orders), *betting])
            found_at = choices[::-1].argmax(axis=0) if dearer else choices.argmax(axis=0)
            bets.append(len(BETS) - 1 - found_at if dearer else found_at)
            worth[down] = choices.max(axis=0)
        found.insert(0, np.stack(bets, axis=1))
        later, orders = worth, orders * (53 - size)
    third, fourth, fifth = found
    return StreetBets((third, fourth, fifth))


def find_bets(strategy: str, pays: Sequence[int]) -> StreetBets:
    """The best play at these pays, or a rule of thumb."""
    if strategy in ("best", "bet_ties"):
        return find_best(pays, dearer=strategy == "bet_ties")
    third, fourth, fifth = (
        np.stack([_rule(strategy, size, raised=column > 0) for column in range(len(columns))], 1)
        for size, columns in zip(SIZES, DOWN, strict=True)
    )
    return StreetBets((third, fourth, fifth))


def _rule(strategy: str, size: int, *, raised: bool) -> Ints:
    """What a rule of thumb does with each suit class of so many cards."""
    if strategy == "bet_one_always":
        return np.ones(CLASSES[size], np.int64)
    paid = (endings(FIRSTS, size)[:, 0] == 0).tolist()
    hands = zip(suit_classes(size).firsts.tolist(), paid, strict=True)
    bets = (bet_by_points(cards, paid=is_paid, raised=raised) for cards, is_paid in hands)
    return np.array([BETS.index(bet) for bet in bets])


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    strategies: Counts = {
        str(strategy): {
            name: _joint(find_bets(str(strategy), pays)) for name, pays in COUNTED.items()
        }
        for strategy in STRATEGY.choices
    }
    report(1.0)
    return {
        "base": strategies.pop("best"),
        "strategies": strategies,
        "three_card_bonus": Reader(np.bincount(threes.outcomes())).counts(THREE_CARD_OUTCOMES),
    }


def _joint(bets: StreetBets) -> Counts:
    """action -> class -> deals, in the order of ACTIONS."""
    ended = []
    # The deals that reach a street, by class, for each way to bet before; the ways in their order.
    ways = [(0, suit_classes(2).sizes)]
    for size, street in zip(SIZES, bets.streets, strict=True):
        following = []
        for column, deals in ways:
            ended.append(np.where(street[:, column] == 0, deals, 0) @ endings(FIRSTS, size))
            for place in (1, 2):
                made = np.where(street[:, column] == place, deals, 0)
                following.append((column + place - 1, made if size == 4 else deal_next(made, size)))
        ways = following
    ended += [deals @ endings(FIRSTS, 4) for _, deals in ways]
    return Reader(np.concatenate(ended)).counts(ACTIONS, OUTCOMES)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final = (
    PAYS,
    *(Option(street, TIMES, f"Antes bet on {street.replace('_', ' ')}.") for street in STREETS[:2]),
)
STRATEGY_COLUMNS: Final = ("cards", "antes_down", "deals", "bet")


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing all other cards: with two, three or four
    cards seen, after the bets that the settings name."""
    if len(set(cards)) != len(cards) or len(cards) not in SIZES:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Mississippi Stud", number=2)
    pays = base_odds(paytable)
    down = 1 + sum(int(settings[street]) for street in STREETS[: len(cards) - 2])

    @cache
    def mean_pay(held: frozenset[Card]) -> Fraction:
        ends = (pays[stud_outcome(best_five((*held, card)))] for card in DECK if card not in held)
        return sum(ends, Fraction(0)) / 48

    @cache
    def worth(held: frozenset[Card], down: int) -> dict[str, Fraction]:
        found = {"fold": Fraction(-down)}
        for times in TIMES:
            if len(held) == 4:
                found[f"bet_{times}"] = (down + times) * mean_pay(held)
                continue
            after = [
                max(worth(held | {card}, down + times).values())
                for card in DECK
                if card not in held
            ]
            found[f"bet_{times}"] = sum(after, Fraction(0)) / len(after)
        return found

    return worth(frozenset(cards), down)


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play, columns as STRATEGY_COLUMNS: a row for each suit class of two, three and
    four cards and each count of antes already down."""
    yield STRATEGY_COLUMNS
    bets = find_best(COUNTED[str(settings["pays"])])
    for size, columns, street in zip(SIZES, DOWN, bets.streets, strict=True):
        classes = suit_classes(size)
        for held, deals, places in zip(
            classes.firsts.tolist(), classes.sizes.tolist(), street.tolist(), strict=True
        ):
            cards = cards_text(DECK[card] for card in reversed(held))
            for down, place in zip(columns, places, strict=True):
                yield cards, down, deals, BETS[place]
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """A play that a player can remember; `bet_by_points` says what it costs."""
    return WORDS
