"""Blackjack Switch: two hands, whose second cards a player may switch; a dealer's 22 pushes.

Read: S.D. Admin. R. 20:18:15:30.09 (six or eight decks, equal wagers on two hands, Super Match on
the first four cards, paid first; four of a kind, two pair, three of a kind, pair), N.J.A.C.
13:69E-1.10C (blackjack pays 1 to 1, insurance 2 to 1, the dealer hits soft 17 and pushes on 22; a
match is paid once, the highest) and 13:69F-2A.9 (a house may let a player surrender one hand or
both). The sections on the switch itself were not found. It rests on wizardofodds.com: the second
cards may be switched once the dealer has no blackjack; an ace and a ten made by the switch are 21,
in some houses a blackjack; a dealt blackjack ties the dealer's, in some houses it wins; double any
two cards, also after a split; up to four hands from each. Insurance for both hands is one wager
here, up to half of the two.
"""

from __future__ import annotations

from pitboss.rules.bets import Look
from pitboss.rules.blackjack_round import (
    HIT_SPLIT_ACES,
    INSURANCE,
    RESPLIT_ACES,
    SPLIT_HANDS,
    SPLIT_TENS,
    BlackjackGame,
    Changed,
    Hand,
    is_blackjack,
)
from pitboss.rules.game import Choice, Equal, Mandatory, Option, Range, Wager, slot
from pitboss.rules.round import Round
from pitboss.rules.typed_hand import TypedGroup

FIRST_FOUR = TypedGroup("the player's first four cards", 4, 4)


class BlackjackSwitch(BlackjackGame):
    """The rules of Blackjack Switch."""

    name = "blackjack_switch"
    title = "Blackjack Switch"
    summary = "Two hands of blackjack whose second cards may be switched; a dealer's 22 pushes."
    spec = ("TI-1",)
    wagers = (
        Wager("blackjack", Mandatory()),
        Wager("blackjack_2", Equal("blackjack")),
        Wager("insurance", Range("blackjack", 0, 100)),
    )
    slots = (slot("base", ("insurance", "win", "blackjack"), usual="standard", is_ranked=False),)
    looks = (
        Look(
            "player_four", {"player": FIRST_FOUR}, "deal", lambda play, seat: (play.hand(seat)[:4],)
        ),
    )
    options = (
        Option("decks", (6, 8), "Decks in the shoe."),
        Option("soft_17", ("hit", "stand"), "What the dealer does on a soft 17."),
        Option(
            "switched_blackjack",
            ("21", "blackjack"),
            "Is an ace and a ten made by a switch just 21, or a blackjack?",
        ),
        Option(
            "blackjack_tie",
            ("pushes", "wins"),
            "Does a dealt blackjack against the dealer's push, or win?",
        ),
        SPLIT_HANDS,
        SPLIT_TENS,
        RESPLIT_ACES,
        HIT_SPLIT_ACES,
        Option("surrender", ("none", "late"), "Can a player surrender half the wager?"),
        INSURANCE,
    )
    card = (
        "Two equal wagers, two hands: a card to each, then another. The dealer's first card is up. "
        "Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or ten for blackjack before anyone plays; insurance, up to half "
        "of both wagers, is offered against an ace.",
        "A player may then switch the second cards of the two hands.",
        "Play each hand: hit, stand, double on two cards, split a pair, and surrender where the "
        "house allows it. Split aces get one card each. A 21 after a split is not a blackjack, "
        "nor after a switch unless the house says so.",
        "The dealer draws to 17. A win pays 1 to 1, a blackjack as the layout says; a tie pushes.",
        "A dealer's 22 pushes every hand still in play, but a blackjack wins.",
        "SUPER MATCH pays the first four cards, right after the deal.",
    )
    pushes_22 = True
    boxes = ("blackjack", "blackjack_2")

    def change_cards(self, round: Round, seat: int) -> Changed:
        """Offer to switch the second cards."""
        (first, second), (other, fourth) = dealt = self.dealt_hands(round, seat)
        act = yield from round.ask(seat, "switch", (Choice("keep"), Choice("switch")))
        return dealt if act.name == "keep" else ((first, fourth), (other, second))

    def is_natural(self, round: Round, seat: int, hand: Hand) -> bool:
        """An ace and a ten as dealt, or made by the switch where the house says so."""
        as_dealt = self.dealt_hands(round, seat)[self.boxes.index(hand.wager)]
        counts = round.table.options["switched_blackjack"] == "blackjack"
        return is_blackjack(hand.cards) and (counts or tuple(hand.cards) == as_dealt)

    def natural_against_blackjack(self, round: Round) -> str:
        """A tie, unless the house lets a player's blackjack win."""
        return "blackjack" if round.table.options["blackjack_tie"] == "wins" else ""


GAME = BlackjackSwitch()
