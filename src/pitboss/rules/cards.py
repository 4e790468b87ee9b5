"""A card is an int from 0 to 51: four times its rank (deuce 0 ... ace 12) plus its suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from pitboss.refusal import Refusal

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"

DEUCE, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = tuple("sixes" if name == "six" else f"{name}s" for name in RANK_NAMES)

DECK: tuple[Card, ...] = tuple(Card(card) for card in range(52))

# Hot paths index these instead of dividing.
RANK_OF: tuple[int, ...] = tuple(card // 4 for card in DECK)
SUIT_OF: tuple[int, ...] = tuple(card % 4 for card in DECK)

_CARD_OF_TEXT = {f"{RANKS[card // 4]}{SUITS[card % 4]}".lower(): card for card in DECK}
_CARD_OF_TEXT |= {f"10{SUITS[card % 4]}": card for card in DECK if RANK_OF[card] == TEN}


def parse_card(text: str) -> Card:
    """Read a card such as 'As', 'td' or '10d'; anything else is refused."""
    card = _CARD_OF_TEXT.get(text.strip().lower())
    if card is None:
        raise Refusal("CARD_UNKNOWN", text=text, ranks=" ".join(RANKS))
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, in the order they are dealt."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def card_text(card: Card) -> str:
    """The plain form of a card, as files write it: 'Td'."""
    return RANKS[RANK_OF[card]] + SUITS[SUIT_OF[card]]


def cards_text(cards: Iterable[Card]) -> str:
    """The plain form of several cards: 'As Td 2c'."""
    return " ".join(card_text(card) for card in cards)


def shoe(decks: int) -> list[Card]:
    """A new shoe in factory order."""
    return list(DECK) * decks
