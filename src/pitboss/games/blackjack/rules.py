"""Blackjack with House Money, Blazing 7's and TriLux (BJ-1 to BJ-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.money import Cents
from pitboss.rules.blackjack_jackpots import (
    BLAZING_7S_SLOT,
    BLAZING_7S_TYPED,
    FIRST_TWO,
    TRILUX_SLOT,
    TRILUX_TYPED,
)
from pitboss.rules.blackjack_round import BLACKJACK_OPTIONS, THIRD_CARD, BlackjackGame
from pitboss.rules.cards import ACE, KING, RANK_OF, SUIT_OF, Card
from pitboss.rules.game import YES_NO, Choice, Mandatory, Option, Optional, Play, Range, Wager, slot
from pitboss.rules.hands import is_sequence
from pitboss.rules.round import Round
from pitboss.rules.typed_hand import TypedHand

HOUSE_MONEY_OUTCOMES = ("nothing", "straight", "pair", "straight_flush", "ace_king_suited")


def house_money(cards: Sequence[Card], *, ace_two: bool) -> str:
    """HOUSE MONEY on the first two cards (BJ-2); `ace_two` says whether A-2 is a straight."""
    ranks = sorted(RANK_OF[card] for card in cards)
    suited = SUIT_OF[cards[0]] == SUIT_OF[cards[1]]
    if ranks[0] == ranks[1]:
        return "pair"
    if not is_sequence(ranks) or (ranks == [0, ACE] and not ace_two):
        return "nothing"
    if suited:
        return "ace_king_suited" if ranks == [KING, ACE] else "straight_flush"
    return "straight"


class Blackjack(BlackjackGame):
    """The rules of blackjack with its side bets."""

    name = "blackjack"
    title = "Blackjack with House Money"
    summary = "Blackjack; a House Money win may ride with the blackjack wager."
    spec = ("BJ-1", "BJ-2", "BJ-3", "BJ-4", "BJ-5", "BJ-6", "BJ-7", "BJ-8")
    wagers = (
        Wager("blackjack", Mandatory()),
        Wager("insurance", Range("blackjack", 0, 50)),
        Wager("house_money", Optional(), slot="house_money"),
        Wager("blazing_7s", Optional(), slot="blazing_7s"),
        Wager("trilux", Optional(), slot="trilux"),
    )
    slots = (
        slot("base", ("insurance", "win", "blackjack"), usual="standard", is_ranked=False),
        slot("house_money", HOUSE_MONEY_OUTCOMES, usual="1"),
        BLAZING_7S_SLOT,
        TRILUX_SLOT,
    )
    typed: Mapping[str, TypedHand] = {
        "house_money": TypedHand(
            (FIRST_TWO,),
            lambda parts, terms: house_money(parts[0], ace_two=terms.says("ace_two")),
        ),
        "blazing_7s": BLAZING_7S_TYPED,
        "trilux": TRILUX_TYPED,
    }
    options = (
        *BLACKJACK_OPTIONS,
        Option("ace_two", YES_NO, "Is ace-two a straight for House Money?"),
        THIRD_CARD,
    )
    card = (
        "Two cards each; the dealer's first is up. Aces count 1 or 11, faces 10. Over 21 loses.",
        "The dealer checks an ace or ten for blackjack before anyone plays; insurance, up to half "
        "the wager, is offered against an ace.",
        "Hit, stand, double on two cards, split a pair, and surrender where the house allows it. "
        "Split aces get one card each. A 21 after a split is not a blackjack.",
        "The dealer draws to 17. A win pays 1 to 1, a blackjack as the layout says; a tie pushes.",
        "HOUSE MONEY pays on the first two cards: suited ace-king, straight flush, pair, straight. "
        "If the dealer has no blackjack the winner may leave none, part or all of win and stake: "
        "it then is part of the blackjack wager, and a split or double must match the whole.",
        "BLAZING 7's pays sevens among the first two cards, and a third seven: the first hit card "
        "(after a split, the third card dealt), or in the other version the dealer's up card.",
        "TRILUX pays the first two cards with the dealer's up card, right after the deal.",
        "A HOUSE MONEY table has BLAZING 7's or TRILUX, not both. Pay from your right to your "
        "left, the blackjack wager first.",
    )

    def before_play(self, round: Round, seat: int) -> Play:
        """Pay or take House Money; what a winner leaves joins the blackjack wager (BJ-3)."""
        if not round.has_made(seat, "house_money"):
            return
        staked = round.stake(seat, "house_money")
        won = self._pay_house_money(round, seat)
        if not won:
            return
        leave = Choice("leave", "", Cents(1), Cents(staked + won))
        act = yield from round.ask(seat, "house money", (Choice("take"), leave))
        if act.name == "leave":
            round.move(seat, act.cents, to="blackjack")

    def _pay_house_money(self, round: Round, seat: int) -> Cents:
        """Settle the wager; returns what it won."""
        outcome = house_money(round.hand(seat)[:2], ace_two=round.table.says("ace_two"))
        round.pay(seat, "house_money", outcome, rule="BJ-2: the first two cards")
        return round.lines[-1].paid_cents

    def at_dealer_blackjack(self, round: Round, seat: int) -> None:
        """Pay House Money, which may not stay (BJ-3)."""
        if round.has_made(seat, "house_money"):
            self._pay_house_money(round, seat)


GAME = Blackjack()
