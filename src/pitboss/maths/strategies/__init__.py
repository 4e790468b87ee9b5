"""One file for each game in which the player decides: the best play in words, as a table, and the
exact value of each action for given cards."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, cast

from pitboss.maths.counting import Report
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

Row = Sequence[str | int]


class Strategy(Protocol):
    """What each file of this folder offers."""

    CARDS: str  # which cards `values` takes, in words
    OPTIONS: tuple[Option, ...]

    def in_words(self, settings: Mapping[str, Setting]) -> str:
        """The best play as a player remembers it."""

    def rows(self, settings: Mapping[str, Setting], report: Report) -> Iterator[Row]:
        """The whole best play, the names of the columns first."""

    def values(
        self, cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
    ) -> dict[str, Fraction]:
        """The exact value of each action, in units of the ante or wager."""


def strategy(game_name: str) -> Strategy:
    """The file of a game; refused where nobody decides anything."""
    known = sorted(module.name for module in pkgutil.iter_modules(__path__))
    if game_name not in known:
        raise Refusal(
            "STRATEGY_NONE",
            where=game_name,
            reason=f"no decisions are solved for it; there are {', '.join(known)}",
        )
    return cast("Strategy", importlib.import_module(f"{__name__}.{game_name}"))


def base_odds(paytable: Paytable) -> dict[str, Fraction]:
    """What each line of a base paytable pays to one."""
    from pitboss.maths.cases import odds

    return {outcome: odds(paytable.prize(outcome), paytable) for outcome in paytable.outcomes}
