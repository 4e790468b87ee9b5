"""Super Fun 21: one deck, doubles on any number of cards, and hands of many cards win at once.

No regulation was found. Read: the twelve rules of the Wizard of Odds as copied at barngamerz.com,
"Super Fun 21 Blackjack Variation", and, word for word the same, in a public program (SuperFun21
.java); J. Grochowski, casinocitytimes.com, 27 November and 4 December 2001, from the maker's flyer;
palacasino.com, "Super Fun 21". That some tables have two decks is said at blackjackinfo.com, that
insurance pays 2 to 1 at blackjacksys.com; that a house stands on a soft 17 at barngamerz.com. Any
two cards of one value are a pair (casinohelponline.com, "Super 21").
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules.blackjack_round import INSURANCE, total
from pitboss.rules.cards import DIAMONDS, SUIT_OF, Card
from pitboss.rules.game import Mandatory, Option, Range, Wager, slot
from pitboss.rules.many_card_round import ManyCardGame
from pitboss.rules.round import Round

OUTCOMES = ("insurance", "win", "six_cards", "blackjack", "five_card_21", "blackjack_diamonds")


class SuperFun21(ManyCardGame):
    """The rules of Super Fun 21."""

    name = "super_fun_21"
    title = "Super Fun 21"
    summary = "Single-deck blackjack; five-card 21s and six-card hands win at once."
    spec = ("TI-1", "TI-4")
    wagers = (Wager("blackjack", Mandatory()), Wager("insurance", Range("blackjack", 0, 50)))
    slots = (slot("base", OUTCOMES, usual="standard", is_ranked=False),)
    options = (
        Option("decks", (1, 2), "Decks in the shoe."),
        Option("soft_17", ("hit", "stand"), "What the dealer does on a soft 17."),
        INSURANCE,
    )
    card = (
        "Two cards each; the dealer's first is up. Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or ten for blackjack before anyone plays; insurance, up to half "
        "the wager, is offered against an ace.",
        "A player's blackjack always wins, also against the dealer's. In diamonds it pays more.",
        "Hit, stand, double on any number of cards, split a pair into up to four hands, or "
        "surrender half the wager on any number of cards.",
        "A doubled hand gets one card; the player may then surrender half of the doubled wager.",
        "21 with five cards or more, and any six cards of 20 or less, win at once, also after a "
        "split, but not after a double.",
        "The dealer draws to 17 and hits a soft 17. A win pays 1 to 1; a tie pushes.",
    )

    def natural_pays(self, round: Round, seat: int) -> str:
        """Two diamonds pay more."""
        suits = {SUIT_OF[card] for card in round.hand(seat)[:2]}
        return "blackjack_diamonds" if suits == {DIAMONDS} else "blackjack"

    def paid_at_once(self, cards: Sequence[Card]) -> str:
        """21 with five cards or more, 20 or less with six or more."""
        if total(cards) == 21:
            return "five_card_21" if len(cards) >= 5 else ""
        return "six_cards" if len(cards) >= 6 else ""


GAME = SuperFun21()
