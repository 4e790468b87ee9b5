"""Let It Ride: three equal bets, two of which a player may take back.

We read 58 Pa. Code 643a.1 for the cards, letting a bet ride and the five-card progressive: three of
a kind or better of the player's three cards and both community cards, and envy from a straight
flush up. Which bet may be taken back when, and that 3 CARD BONUS pays the player's own three cards
whatever else happens, are as Borgata's help, Hollywood Casino St. Louis and Odawa Casino print
them. No text we read prints the progressive's pays for this game; they are those of the multi-game
link, whose hands are the same. The aggregate payout limits that casinos print aren't applied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pitboss.rules.cards import RANK_OF, TEN, Card
from pitboss.rules.game import Act, Choice, Equal, Mandatory, Optional, Play, Turn, Wager, slot
from pitboss.rules.hands import (
    Five,
    Strength,
    best_five,
    describe_five,
    describe_three,
    three_cards,
)
from pitboss.rules.paytable import PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    THREE_CARD_OUTCOMES,
    PairOrBetter,
    five_card_outcome,
    pay_jackpots,
    three_card_outcome,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of

BOARD = "board"
BETS = ("bet_1", "bet_2", "bet_3")
# Bets 1 and 2 with the cards that a player sees when deciding about them; bet 3 always rides.
DECIDED = (("bet_1", 0), ("bet_2", 1))
CHOICES = (Choice("take_back"), Choice("ride"))
TENS = PairOrBetter(Five, TEN, "tens_or_better")
THREE = TypedGroup("the player's three cards", 3, 3)


def is_paid(cards: Sequence[Card]) -> bool:
    """Whether three or four cards already make a pair of tens or better."""
    held = Counter(RANK_OF[card] for card in cards)
    pairs = [rank for rank, number in held.items() if number > 1]
    return len(pairs) > 1 or any(rank >= TEN or held[rank] > 2 for rank in pairs)


class LetItRide(Game):
    """The rules of Let It Ride."""

    name = "let_it_ride"
    title = "Let It Ride"
    summary = "Three bets on three cards and two community cards; two may be taken back."
    unit = "bet"
    spec = ("PS-30",)
    wagers = (
        Wager("bet_1", Mandatory()),
        Wager("bet_2", Equal("bet_1")),
        Wager("bet_3", Equal("bet_1")),
        Wager("three_card_bonus", Optional(), slot="three_card_bonus"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", TENS.outcomes, usual="1000-200-50-11-8-5"),
        slot("three_card_bonus", THREE_CARD_OUTCOMES, usual="50-40-30-6-3-1"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_five_of(TENS.outcome, most=5),
        "three_card_bonus": TypedHand(
            (THREE,), lambda parts, _: three_card_outcome(three_cards(parts[0]))
        ),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    card = (
        "One deck. Three equal bets, 1, 2 and $. Three cards to each player, two community cards "
        "face down.",
        "Look, then take bet 1 back or let it ride.",
        "Turn up the first community card. Players take bet 2 back or let it ride; bet $ stays.",
        "Turn up the second. Each bet left pays by the player's three cards and both community "
        "cards, a pair of tens or better; it loses on less. There is no dealer's hand.",
        "3 CARD BONUS pays the player's own three cards, a pair or better. The ace is high, and "
        "low only in 3-2-A; suited ace-king-queen is a mini-royal.",
        "PROGRESSIVE pays all five cards, three of a kind or better.",
        "Pay from your right to your left: bets 1, 2 and $, 3 CARD BONUS, PROGRESSIVE.",
    )

    def play(self, round: Round) -> Play:
        """Deal, ask for bets 1 and 2 as the community cards turn up, then pay by all five."""
        for seat in round.seats:
            yield from round.deal(seat, 3)
        board = yield from round.deal(BOARD, 2, face_down=True)
        back: set[tuple[int, str]] = set()
        for bet, shown in DECIDED:
            for seat in round.seats:
                seen = (*round.hand(seat), *board[:shown])
                act = yield from round.ask(seat, bet, CHOICES, seen)
                if act.name == "take_back":
                    back.add((seat, bet))
                    round.resolve(seat, bet, PUSH, rule="taken back")
            round.turn_up(BOARD, cards=1)
        for seat in reversed(round.seats):
            kept = [bet for bet in BETS if (seat, bet) not in back]
            self._settle(round, seat, kept, best_five((*round.hand(seat), *board)))

    def _settle(self, round: Round, seat: int, kept: Sequence[str], five: Strength) -> None:
        for bet in kept:
            round.pay(seat, bet, TENS.outcome(five), rule=describe_five(five))
        if round.has_made(seat, "three_card_bonus"):
            three = three_cards(round.hand(seat))
            outcome, rule = three_card_outcome(three), describe_three(three)
            round.pay(seat, "three_card_bonus", outcome, rule=rule)
        found = five_card_outcome(five), f"PS-42: {describe_five(five)} of all five cards"
        pay_jackpots(round, seat, {"five_card": lambda: found}, folded=False)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Let a bet ride that the cards already pay."""
        return Act(turn.seat, "ride" if is_paid(turn.cards) else "take_back")


GAME = LetItRide()
