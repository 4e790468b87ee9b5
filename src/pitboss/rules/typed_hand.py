"""What cards that a person typed make, by the classes of a paytable that poker hands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.refusal import Refusal
from pitboss.rules.cards import Card, parse_cards
from pitboss.rules.hands import best_five, best_four
from pitboss.rules.paytable import Paytable
from pitboss.rules.prizes import (
    FIVE_CARD_OUTCOMES,
    FOUR_CARD_PROGRESSIVE_OUTCOMES,
    QUEENS_UP_OUTCOMES,
    five_card_outcome,
    four_card_progressive,
    queens_up,
)

# The classes, the fewest and the most cards that they are made of, and how.
_CLASSED: tuple[tuple[tuple[str, ...], int, int, Callable[[Sequence[Card]], str]], ...] = (
    (FOUR_CARD_PROGRESSIVE_OUTCOMES, 4, 6, lambda cards: four_card_progressive(best_four(cards))),
    (QUEENS_UP_OUTCOMES, 4, 6, lambda cards: queens_up(best_four(cards))),
    (FIVE_CARD_OUTCOMES, 5, 7, lambda cards: five_card_outcome(best_five(cards))),
)


def outcome_of(paytable: Paytable, typed: str) -> str:
    """The outcome that cards make; empty where the paytable is of no class that is known here, and
    a person has to say it."""
    cards = parse_cards(typed)
    if len(set(cards)) != len(cards):
        raise Refusal("CARD_DUPLICATED", where="cards", reason="one card was typed twice")
    for outcomes, fewest, most, classed in _CLASSED:
        if set(paytable.outcomes) == set(outcomes):
            if not fewest <= len(cards) <= most:
                reason = f"type {fewest} to {most} cards, such as As Ah Ad Ac Kd"
                raise Refusal("CARDS_WRONG", where="cards", reason=reason)
            return classed(cards)
    return ""
