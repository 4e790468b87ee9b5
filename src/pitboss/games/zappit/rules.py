"""Zappit Blackjack: two bad first cards may be changed once for the next two; a 22 pushes.

No regulator's section was found. The rules rest on pages that were read: mobilira.com/games/zappit
(hard 15 to 17 or 18, one zap, none after a split, a blackjack after it paid 1 to 1 as at Bovada),
joefortune.com.lv (six decks, the dealer hits soft 17, three hands, one card for split aces, no aces
split again), help.on.bwin.ca (15 to 18) and onlineblackjacksites.org.uk (a dealer's blackjack wins
before anybody zaps; a 22 pushes all but blackjacks). Whether an ace and a ten after the zap win at
once, or are just 21, is the house's.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.blackjack_jackpots import (
    BLAZING_7S_SLOT,
    BLAZING_7S_TYPED,
    TRILUX_SLOT,
    TRILUX_TYPED,
)
from pitboss.rules.blackjack_round import (
    HIT_SPLIT_ACES,
    INSURANCE,
    RESPLIT_ACES,
    SPLIT_TENS,
    THIRD_CARD,
    BlackjackGame,
    Changed,
    hard_total,
    is_soft,
)
from pitboss.rules.game import Choice, Mandatory, Option, Optional, Range, Wager, slot
from pitboss.rules.round import Round
from pitboss.rules.typed_hand import TypedHand


class Zappit(BlackjackGame):
    """The rules of Zappit Blackjack."""

    name = "zappit"
    title = "Zappit Blackjack"
    summary = "Blackjack where a hard 15 to 17 may be changed for two new cards; a 22 pushes."
    spec = ("TI-1", "TI-4")
    wagers = (
        Wager("blackjack", Mandatory()),
        Wager("insurance", Range("blackjack", 0, 50)),
        Wager("blazing_7s", Optional(), slot="blazing_7s"),
        Wager("trilux", Optional(), slot="trilux"),
    )
    slots = (
        slot("base", ("insurance", "win", "blackjack"), usual="standard", is_ranked=False),
        BLAZING_7S_SLOT,
        TRILUX_SLOT,
    )
    typed: Mapping[str, TypedHand] = {"blazing_7s": BLAZING_7S_TYPED, "trilux": TRILUX_TYPED}
    options = (
        Option("decks", (6, 8), "Decks in the shoe."),
        Option("soft_17", ("hit", "stand"), "What the dealer does on a soft 17."),
        Option("zap", ("15-17", "15-18"), "Which hard totals a player can zap."),
        Option(
            "zapped_blackjack",
            ("wins", "21"),
            "Does an ace and a ten after a zap win 1 to 1 at once, or is it just 21?",
        ),
        Option("split_hands", (3, 4, 2), "Most hands a seat can have after splitting."),
        SPLIT_TENS,
        RESPLIT_ACES,
        HIT_SPLIT_ACES,
        Option("surrender", ("late", "none"), "Can a player surrender half the wager?"),
        INSURANCE,
        THIRD_CARD,
    )
    card = (
        "Two cards each; the dealer's first is up. Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or ten for blackjack before anyone plays; insurance, up to half "
        "the wager, is offered against an ace.",
        "A player whose first two cards make a hard 15, 16 or 17 (or 18 where the house says so) "
        "may zap them, once: they are out, and the next two cards are the hand.",
        "Then hit, stand, double on two cards, split a pair, and surrender where the house allows "
        "it. Split aces get one card each. A 21 after a split is not a blackjack.",
        "The dealer draws to 17. A win pays 1 to 1, a blackjack as the layout says; a tie pushes.",
        "A dealer's 22 pushes every hand still in play.",
    )
    pushes_22 = True

    def change_cards(self, round: Round, seat: int) -> Changed:
        """Offer a zap on the totals the house allows."""
        cards = round.hand(seat)
        most = int(str(round.table.options["zap"])[-2:])
        if is_soft(cards) or not 15 <= hard_total(cards) <= most:
            return (cards,)
        act = yield from round.ask(seat, "zap", (Choice("keep"), Choice("zap")))
        if act.name == "keep":
            return (cards,)
        return ((yield from round.deal(seat, 2, phase="zap")),)

    def natural_pays(self, round: Round, seat: int) -> str:
        """After a zap an ace and a ten win 1 to 1, or are just 21."""
        if len(round.hand(seat)) == 2:
            return "blackjack"
        return "win" if round.table.options["zapped_blackjack"] == "wins" else ""


GAME = Zappit()
