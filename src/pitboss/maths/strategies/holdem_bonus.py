"""Texas Hold'em Bonus: fold or bet, then check or bet twice (TH-2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.maths.counting import Report
from pitboss.maths.games.holdem_bonus import criterion_of
from pitboss.maths.kernels import holdem_strategy
from pitboss.maths.strategies import Row
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

CARDS = "two cards of the player, then none, three or four of the board"
OPTIONS = (
    Option(
        "criterion", ("flush", "straight", "three_tens"), "What the ante is paid from on, in words."
    ),
    Option("part", ("preflop", "postflop"), "Which part of the table is written."),
    Option("turn_bet", ("no", "yes"), "With four board cards: whether the turn bet was made."),
)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play as a player remembers it."""
    return holdem_strategy.rule_in_words(str(settings["criterion"]))


def rows(settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
    """The 169 starting hands, or every bet after the flop."""
    if settings["part"] == "preflop":
        yield from holdem_strategy.preflop_rows()
    else:
        yield from holdem_strategy.postflop_rows(report)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, from here to the end of the round."""
    return holdem_strategy.values(
        cards[:2],
        cards[2:],
        criterion=criterion_of(paytable),
        turn_bet_antes=1 if settings["turn_bet"] == "yes" else 0,
    )
