"""6-5-4 Poker: fold or play, once the dealer's up cards are seen (SF-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.maths.counting import Report
from pitboss.maths.solvers import six_five_four
from pitboss.maths.strategies import Row, base_odds
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

CARDS = "five cards of the player, then the dealer's up cards in the order they were turned"
OPTIONS: tuple[Option, ...] = ()


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play as a player remembers it."""
    return six_five_four.rule_in_words()


def rows(settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
    """One row for each suit class of hands, more where the dealer's cards decide."""
    yield six_five_four.STRATEGY_COLUMNS
    yield from six_five_four.strategy_rows()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, the ante bonus included."""
    return six_five_four.values(cards[:5], cards[5:], base_odds(paytable))
