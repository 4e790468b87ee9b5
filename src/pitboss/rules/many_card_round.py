"""A round of 21 in which a hand's number of cards counts: Super Fun 21, Spanish 21 and their kind.

A player's blackjack always wins. A hand can double on any number of cards, and once more where the
house says so; a doubled hand can be rescued. Hands that are paid at once don't wait for the dealer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.money import Cents, half_down
from pitboss.rules.blackjack_round import (
    HIT,
    STAND,
    VALUES,
    BlackjackGame,
    Hand,
    hard_total,
    is_blackjack,
    total,
)
from pitboss.rules.cards import ACE, RANK_OF, Card
from pitboss.rules.game import Choice, Play
from pitboss.rules.paytable import LOSES
from pitboss.rules.round import Round

SURRENDER = Choice("surrender")
MOST_HANDS = 4


class ManyCardGame(BlackjackGame):
    """The rules that these games share."""

    wins_with_21: ClassVar[bool] = False  # whether any 21 wins at once

    def paid_at_once(self, cards: Sequence[Card]) -> str:
        """The outcome that pays an undoubled hand at once, or nothing."""
        raise NotImplementedError

    def _dealer_blackjack(self, round: Round) -> None:
        """The dealer has blackjack: players' blackjacks win, the rest loses."""
        for seat in reversed(round.seats):
            if round.stake(seat, "insurance"):
                rule = "BJ-1: the dealer has blackjack"
                round.pay(seat, "insurance", "insurance", rule=rule)
            cards = round.hand(seat)
            if is_blackjack(cards):
                rule = "BJ-1: blackjack wins against the dealer's blackjack"
                bet = round.stake(seat, "blackjack")
                hand = Hand(list(cards), bet, bet)
                self._win(round, seat, hand, self.natural_pays(round, seat), rule)
            else:
                rule = "BJ-1: a hand against the dealer's blackjack"
                round.resolve(seat, "blackjack", LOSES, rule=rule, hand=1)

    def _hand(self, round: Round, seat: int, hands: list[Hand], index: int) -> Play:
        """Play one hand until it is paid, stands, busts, splits, or is given up."""
        hand = hands[index]
        phase = f"hand {hand.number}"
        while True:
            points = total(hand.cards)
            barred = hand.split and round.table.options.get("split_bonus") == "no"
            paid = "" if hand.doubles or barred else self.paid_at_once(hand.cards)
            if paid or (points == 21 and self.wins_with_21):
                hand.live = False
                said = f"{points} with {len(hand.cards)} cards wins at once"
                self._win(round, seat, hand, paid or "win", f"BJ-1: {said}")
                return
            choices = self._choices(round, seat, hands, hand)
            if points == 21 or choices == (STAND,):
                return
            act = yield from round.ask(seat, phase, choices, hand.cards)
            if act.name == "stand":
                return
            if act.name == "split":
                self._split(hands, index)
                return
            if act.name == "surrender":
                hand.live = False
                back, word = half_down(hand.stake), "double" if hand.doubles else "wager"
                rule = f"BJ-1: half of the {word} is given up"
                round.surrender(
                    seat, "blackjack", back=back, rule=rule, hand=hand.number, of=hand.stake
                )
                return
            if act.name == "double":
                hand.stake = Cents(hand.stake + act.cents)
                hand.doubles += 1
            hand.cards += yield from round.deal(seat, 1, phase=phase)
            if hard_total(hand.cards) > 21:
                hand.live = False
                self._close(round, seat, hand, LOSES, f"BJ-1: {total(hand.cards)}, over 21")
                return

    def _choices(
        self, round: Round, seat: int, hands: list[Hand], hand: Hand
    ) -> tuple[Choice, ...]:
        options, two = round.table.options, len(hand.cards) == 2
        double = Choice("double", "blackjack", hand.stake, hand.stake)
        if hand.doubles:
            again = hand.doubles < int(options.get("doubles", 1))
            rescued = (SURRENDER,) if options.get("rescue") != "no" else ()
            return (STAND, *((double,) if again else ()), *rescued)
        split_ace = hand.split and RANK_OF[hand.cards[0]] == ACE
        may_hit = not split_ace or options.get("hit_split_aces") != "no"
        choices = [STAND, *((HIT, double) if may_hit else ())]
        if two and self._may_split(round, hands, hand, split_ace=split_ace):
            choices.append(Choice("split", "blackjack", hand.bet, hand.bet))
        surrender = options.get("surrender", "any")
        early = surrender == "first_two" and two and not hand.split
        if may_hit and (early or surrender == "any"):
            choices.append(SURRENDER)
        return tuple(choices)

    def _may_split(self, round: Round, hands: list[Hand], hand: Hand, *, split_ace: bool) -> bool:
        """Any two cards of one value, aces too, into up to four hands."""
        first, second = (VALUES[RANK_OF[card]] for card in hand.cards)
        return first == second and len(hands) < MOST_HANDS
