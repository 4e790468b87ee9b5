"""Spanish 21: decks of 48 cards without tens, bonuses for some 21s, and a 21 that always wins.

Read: 58 Pa. Code 635a.12 (every pay, none of the bonuses after a double) and 635c.1 (the matches of
Match the Dealer, six or eight decks); N.J.A.C. 13:69E-1.10B (the layout). Sections on the play were
not found; it rests on the rules of card rooms: emeraldqueen.com (six decks, one double, surrender
of two cards, soft 17 hit), chukchansigold.com (a hand doubles up to three times, rescue of the last
double), paysbig.com (rescue), red-dragon-casino-mountlake.com (five decks, no bonus after a split).
Some houses give split aces one card (worldcasinosdirectory.com). The Super Bonus for suited sevens
against a seven, 635a.12(c), is no odds but $1,000 or $5,000 by the wager, and isn't paid here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pitboss.rules.blackjack_round import INSURANCE, LOOKS, total
from pitboss.rules.cards import EIGHT, NO_TENS, RANK_OF, SEVEN, SIX, SPADES, SUIT_OF, Card
from pitboss.rules.game import YES_NO, Mandatory, Option, Range, Wager, slot
from pitboss.rules.many_card_round import ManyCardGame

OUTCOMES = (
    "insurance",
    "win",
    "blackjack",
    "five_card_21",
    "six_seven_eight_mixed",
    "three_sevens_mixed",
    "six_card_21",
    "six_seven_eight_suited",
    "three_sevens_suited",
    "seven_card_21",
    "six_seven_eight_spades",
    "three_sevens_spades",
)


class Spanish21(ManyCardGame):
    """The rules of Spanish 21."""

    name = "spanish_21"
    title = "Spanish 21"
    summary = "Blackjack without tens; a 21 always wins, some 21s pay more."
    spec = ("TI-1", "TI-4")
    deck = NO_TENS
    looks = tuple(replace(look, deck=NO_TENS) for look in LOOKS)
    wagers = (Wager("blackjack", Mandatory()), Wager("insurance", Range("blackjack", 0, 50)))
    slots = (slot("base", OUTCOMES, usual="standard", is_ranked=False),)
    options = (
        Option("decks", (6, 8, 5), "Decks in the shoe."),
        Option("soft_17", ("hit", "stand"), "What the dealer does on a soft 17."),
        Option("doubles", (1, 3), "How often can a player double a hand?"),
        Option("rescue", YES_NO, "Can a player surrender a doubled hand for half?"),
        Option("surrender", ("first_two", "none"), "Can a player surrender half the wager?"),
        Option("hit_split_aces", YES_NO, "Can a player hit split aces?"),
        Option("split_bonus", YES_NO, "Are bonuses paid after a split?"),
        INSURANCE,
    )
    card = (
        "The decks have no tens: 48 cards each. Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or face for blackjack before anyone plays; insurance, up to half "
        "the wager, is offered against an ace.",
        "A player's blackjack always wins, also against the dealer's; so does any other 21.",
        "Hit, stand, double on any number of cards, split a pair, aces too, into up to four hands, "
        "or surrender half the wager with two cards where the house says so.",
        "A doubled hand gets one card. Then stand, double again or rescue it: take half back.",
        "21 with five, six or seven cards, with 6-7-8 or with three sevens pays more, never after "
        "a double, after a split where the house says so.",
        "The dealer draws to 17. A win pays 1 to 1; a tie below 21 pushes.",
    )
    wins_with_21 = True

    def paid_at_once(self, cards: Sequence[Card]) -> str:
        """A bonus for a 21 by its number of cards, or for 6-7-8 and three sevens by suits."""
        if total(cards) != 21:
            return ""
        if len(cards) >= 5:
            return {5: "five_card_21", 6: "six_card_21"}.get(len(cards), "seven_card_21")
        ranks, suits = sorted(RANK_OF[card] for card in cards), {SUIT_OF[card] for card in cards}
        if ranks not in ([SIX, SEVEN, EIGHT], [SEVEN] * 3):
            return ""
        made = "six_seven_eight" if ranks[0] == SIX else "three_sevens"
        if len(suits) > 1:
            return f"{made}_mixed"
        return f"{made}_spades" if suits == {SPADES} else f"{made}_suited"


GAME = Spanish21()
