"""Red Card: one card to each seat; a red one wins, the ace of hearts most."""

from __future__ import annotations

from pitboss.rules.cards import DIAMONDS, HEARTS, SUIT_OF, Card, parse_card
from pitboss.rules.game import Mandatory, Play, Wager, slot
from pitboss.rules.round import Game, Round

ACE_OF_HEARTS = parse_card("Ah")


class RedCard(Game):
    """The rules of Red Card."""

    name = "red_card"
    title = "Red Card"
    summary = "One card to each seat; a red one wins."
    wagers = (Wager("bet", Mandatory()),)
    slots = (slot("base", ("black", "red", "ace_of_hearts"), usual="standard"),)
    card = ("Deal one card to each seat.", "Pay red cards, take the wagers on black ones.")

    def play(self, round: Round) -> Play:
        """Deal, then pay from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 1)
        for seat in reversed(round.seats):
            round.pay(seat, "bet", outcome(round.hand(seat)[0]), rule="by the color of the card")


def outcome(card: Card) -> str:
    """What a card is to the wager."""
    if card == ACE_OF_HEARTS:
        return "ace_of_hearts"
    return "red" if SUIT_OF[card] in (DIAMONDS, HEARTS) else "black"


GAME = RedCard()
