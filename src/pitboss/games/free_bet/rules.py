"""Free Bet Blackjack: the house pays for most doubles and splits, and a dealer's 22 pushes.

Read: 58 Pa. Code 672a.2 (blackjack 3 to 2, insurance 2 to 1, a dealer's 22 pushes, no surrender)
and 672a.10 (every pair but tens splits free; the player's own wager stays with the first hand).
South Dakota 20:18:15:30.14 has it with six or eight decks. The section on doubling was not found:
that hard 9, 10 and 11 of two cards double free, also after a split, that aces may be split again
and that a blackjack beats a 22 rests on articles at gamingtoday.com, casinocity.com and
ukcasinotablegames.info. Some houses do not split fours free; they are split for money then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.blackjack_jackpots import (
    BLAZING_7S_SLOT,
    BLAZING_7S_TYPED,
    TRILUX_SLOT,
    TRILUX_TYPED,
)
from pitboss.rules.blackjack_round import (
    HIT_SPLIT_ACES,
    INSURANCE,
    SPLIT_HANDS,
    SPLIT_TENS,
    THIRD_CARD,
    VALUES,
    BlackjackGame,
    hard_total,
    is_soft,
)
from pitboss.rules.cards import RANK_OF, Card
from pitboss.rules.game import YES_NO, Mandatory, Option, Optional, Range, Wager, slot
from pitboss.rules.round import Round
from pitboss.rules.typed_hand import TypedHand


class FreeBet(BlackjackGame):
    """The rules of Free Bet Blackjack."""

    name = "free_bet"
    title = "Free Bet Blackjack"
    summary = "Blackjack with free doubles and splits; a dealer's 22 pushes."
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
        SPLIT_HANDS,
        SPLIT_TENS,
        Option("resplit_aces", YES_NO, "Can a player resplit aces?"),
        HIT_SPLIT_ACES,
        Option("free_fours", YES_NO, "Is splitting fours free?"),
        INSURANCE,
        THIRD_CARD,
    )
    card = (
        "Two cards each; the dealer's first is up. Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or ten for blackjack before anyone plays; insurance, up to half "
        "the wager, is offered against an ace.",
        "Doubling a hard 9, 10 or 11 of two cards is free; any other two cards double for money.",
        "Splitting a pair is free, except tens (and fours where the house says so). Your wager "
        "stays with the first hand; each new hand has a free bet.",
        "A free bet that wins is paid like money. One that loses or pushes goes back to the house.",
        "The dealer draws to 17. A win pays 1 to 1, a blackjack as the layout says; a tie pushes.",
        "A dealer's 22 pushes every hand still in play. There is no surrender.",
    )
    pushes_22 = True

    def is_free(self, round: Round, name: str, cards: Sequence[Card]) -> bool:
        """Hard 9, 10 and 11 double free; every pair but tens splits free, fours by the house."""
        if name == "double":
            return not is_soft(cards) and 9 <= hard_total(cards) <= 11
        value = VALUES[RANK_OF[cards[0]]]
        return name == "split" and value != 10 and (value != 4 or round.table.says("free_fours"))


GAME = FreeBet()
