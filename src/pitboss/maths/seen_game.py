"""What a game against a dealer's hand offers to people who see cards that they shouldn't."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.rules.cards import Card
from pitboss.rules.paytable import Paytable

_Cards: TypeAlias = Sequence[Card]


@dataclass(frozen=True, slots=True)
class SeenGame:
    """One deck, hands of `cards`, and one decision: to play on, or to fold for a unit. `strategy`
    is a counted rule of thumb by the own hand alone, `is_played` that rule; `worth` is the value of
    playing, by the own cards, the dealer's known ones and those known to be gone."""

    cards: int
    shown: int  # cards of the dealer that the rules show
    strategy: str
    is_played: Callable[[_Cards], bool]
    worth: Callable[[_Cards, _Cards, _Cards, Paytable], Fraction]
    # The player's exact expectation, one card of the dealer more than the rules show being seen.
    one_more: Callable[[Paytable], Fraction] | None = None
