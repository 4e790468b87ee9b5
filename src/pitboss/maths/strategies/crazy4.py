"""Crazy 4 Poker: fold, play one time or three times the ante (C4-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.maths.counting import Report
from pitboss.maths.solvers import crazy4
from pitboss.maths.strategies import Row, base_odds
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

CARDS = "five cards of the player"
OPTIONS: tuple[Option, ...] = ()


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play as a player remembers it."""
    return crazy4.rule_in_words()


def rows(settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
    """One row for each suit class of hands."""
    yield crazy4.STRATEGY_COLUMNS
    yield from crazy4.strategy_rows()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, the super bonus included."""
    return crazy4.values(cards, base_odds(paytable))
