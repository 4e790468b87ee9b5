"""A card is an int from 0 to 51: four times its rank (deuce 0 ... ace 12) plus its suit. The joker
is 52; it has no rank and no suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
JOKER = Card(len(DECK))
JOKER_DECK = (*DECK, JOKER)

# Hot paths index these instead of dividing. The joker has no place in them.
RANK_OF: tuple[int, ...] = tuple(card // 4 for card in DECK)
SUIT_OF: tuple[int, ...] = tuple(card % 4 for card in DECK)

NO_TENS = tuple(card for card in DECK if RANK_OF[card] != TEN)  # 48 cards, the Spanish deck

_TEXTS = (*(RANKS[RANK_OF[card]] + SUITS[SUIT_OF[card]] for card in DECK), "Jk")
_CARD_OF_TEXT = {_TEXTS[card].lower(): card for card in JOKER_DECK}
_CARD_OF_TEXT |= {f"10{SUITS[card % 4]}": card for card in DECK if RANK_OF[card] == TEN}


def parse_card(text: str) -> Card:
    """Read a card such as 'As', 'td', '10d' or 'Jk'; anything else is refused."""
    card = _CARD_OF_TEXT.get(text.strip().lower())
    if card is None:
        raise Refusal("CARD_UNKNOWN", text=text, ranks=" ".join(RANKS))
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, in the order they are dealt."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def card_text(card: Card) -> str:
    """The plain form of a card, as files write it: 'Td'."""
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """The plain form of several cards: 'As Td 2c'."""
    return " ".join(card_text(card) for card in cards)


def need_in_deck(card: Card, deck: Sequence[Card], *, where: str) -> None:
    """Refuse a card that a game's deck doesn't have: a ten, or the joker."""
    if card not in deck:
        raise Refusal("CARD_DUPLICATED", "not_in_deck", where=where, card=card_text(card))


def shoe(decks: int, deck: Sequence[Card] = DECK) -> list[Card]:
    """A new shoe in factory order."""
    return list(deck) * decks
