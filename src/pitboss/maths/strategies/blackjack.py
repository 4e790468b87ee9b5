"""Blackjack: total-dependent basic strategy of the configured rules (BJ-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.maths.counting import Report
from pitboss.maths.games.blackjack import house_settings, solution
from pitboss.maths.kernels.blackjack_hands import rules_of
from pitboss.maths.kernels.blackjack_tables import rule_in_words, strategy_rows
from pitboss.maths.solvers import blackjack
from pitboss.maths.strategies import Row, base_odds
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable

CARDS = "two or more cards of the player, then the dealer's up card"
OPTIONS = house_settings()


def in_words(settings: Mapping[str, Setting]) -> str:
    """The strategy in sentences."""
    return "\n".join(rule_in_words(solution(settings).tables))


def rows(settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
    """A row for each total and pair, a column for each up card."""
    yield from strategy_rows(solution(settings).tables)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in units of the wager."""
    if len(cards) < 3:
        raise Refusal("CARDS_WRONG_NUMBER", reason=f"{len(cards)} cards; write {CARDS}")
    return blackjack.values(
        cards[:-1],
        cards[-1],
        rules=rules_of(settings),
        decks=int(settings["decks"]),
        blackjack_pays=base_odds(paytable)["blackjack"],
    )
