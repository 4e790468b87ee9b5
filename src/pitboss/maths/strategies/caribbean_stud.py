"""Caribbean Stud Poker: fold or raise, with one dealer card seen (CS-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.maths.counting import Report
from pitboss.maths.solvers import caribbean_stud
from pitboss.maths.strategies import Row, base_odds
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

CARDS = "five cards of the player, then the dealer's up card"
OPTIONS: tuple[Option, ...] = ()


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play as a player remembers it."""
    return caribbean_stud.rule_in_words()


def rows(settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
    """Ranks and up card, and the suits where they decide."""
    yield caribbean_stud.STRATEGY_COLUMNS
    yield from caribbean_stud.rows_of(caribbean_stud.solve(report))


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes."""
    if len(cards) != 6:
        raise Refusal("CARDS_WRONG_NUMBER", reason=f"{len(cards)} cards; write {CARDS}")
    return caribbean_stud.values(cards[:5], cards[5], raise_odds=base_odds(paytable))
