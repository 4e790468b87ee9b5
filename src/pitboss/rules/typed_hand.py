"""Classes the cards that a person typed, by the rules of the paytable's game.

Each game says for each wager which cards a person types, in groups separated by a slash, and how to
class them: with the same functions as in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, card_text, need_in_deck, parse_cards
from pitboss.rules.game import Setting
from pitboss.rules.hands import Strength, best_five, best_four
from pitboss.rules.paytable import Paytable

PARTED_BY = "/"


@dataclass(frozen=True, slots=True)
class TypedGroup:
    """Cards typed together: whose they are, and the fewest and the most of them."""

    title: str
    least: int
    most: int

    @property
    def count(self) -> str:
        """How many cards it has."""
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class TypedTerms:
    """What else decides what the cards make: the paytable and the table's settings."""

    paytable: Paytable
    options: Mapping[str, Setting]

    def says(self, option: str) -> bool:
        """Whether a setting of the table is yes."""
        return self.options.get(option) == "yes"


Classed: TypeAlias = Callable[[Sequence[tuple[Card, ...]], TypedTerms], str]


@dataclass(frozen=True, slots=True)
class TypedHand:
    """The cards to type for a wager, and what they make."""

    groups: tuple[TypedGroup, ...]
    classed: Classed

    @property
    def asked(self) -> str:
        return f" {PARTED_BY} ".join(group.title for group in self.groups)

    def outcome(
        self, typed: str, terms: TypedTerms, *, decks: int, deck: Sequence[Card] = DECK
    ) -> str:
        """The outcome of typed cards, or why they can't be classed."""
        parts = [parse_cards(part.strip()) for part in typed.split(PARTED_BY)]
        for card in chain.from_iterable(parts):
            need_in_deck(card, deck, where="cards")
        if len(parts) != len(self.groups):
            raise Refusal(
                "CARDS_WRONG",
                "groups" if len(self.groups) > 1 else "one_group",
                where="cards",
                asked=self.asked,
                count=len(self.groups),
                sign=PARTED_BY,
            )
        for cards, group in zip(parts, self.groups, strict=True):
            if not group.least <= len(cards) <= group.most:
                case = "cards" if group.least == group.most else "cards_between"
                raise Refusal(
                    "CARDS_WRONG",
                    "one_card" if group.most == 1 else case,
                    where="cards",
                    group=group.title,
                    least=group.least,
                    most=group.most,
                )
        card, count = Counter(card for cards in parts for card in cards).most_common(1)[0]
        if count > decks:
            raise Refusal(
                "CARD_DUPLICATED",
                "typed_times",
                where="cards",
                card=card_text(card),
                count=count,
                decks=decks,
            )
        return self.classed(parts, terms)


def best_four_of(outcome: Callable[[Strength], str]) -> TypedHand:
    """The best four of the player's five cards."""
    group = TypedGroup("the player's cards", 4, 5)
    return TypedHand((group,), lambda parts, _: outcome(best_four(parts[0])))


def best_five_of(outcome: Callable[[Strength], str], *, most: int) -> TypedHand:
    """The best five-card hand from the player's cards and those of the board or the dealer that
    count, up to a limit."""
    group = TypedGroup("the cards that make the hand", 5, most)
    return TypedHand((group,), lambda parts, _: outcome(best_five(parts[0])))
