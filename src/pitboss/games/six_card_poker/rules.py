"""Six Card Poker: six cards each, three of the dealer's face up; the best five play.

The rules are those of the Wizard of Odds' page on Six Card Poker, read in stored copies of it; the
Riverboat Gambler's page describes the same game. The side bets ACES UP and TWO-WAY BAD BEAT aren't
here: the copies end before their pays. No regulator's text was found. The Washington State Gambling
Commission's letters name Six Card Poker without its rules.
"""

from __future__ import annotations

from pitboss.rules.cards import ACE, KING
from pitboss.rules.game import DEALER, Act, Choice, Mandatory, Multiple, Play, Turn, Wager, slot
from pitboss.rules.hands import Five, Strength, best_five, describe_five
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import showdown

CARDS = 6
SHOWN = 3
ACE_KING: Strength = (Five.HIGH_CARD, ACE, KING)
PAIR: Strength = (Five.PAIR,)


class SixCardPoker(Game):
    """The rules of Six Card Poker."""

    name = "six_card_poker"
    title = "Six Card Poker"
    summary = "Six cards against the dealer's six, three of them face up; the best five play."
    unit = "ante"
    wagers = (
        Wager("ante", Mandatory()),
        Wager("raise", Multiple("ante", 1)),
    )
    slots = (slot("base", ("win",), usual="standard"),)
    seats_most = 6
    card = (
        "One deck. Six cards each; three of the dealer's are turned up. The best five cards play.",
        "High to low as in poker; the ace is high, and low only in 5-4-3-2-A.",
        "Look, then fold and lose the ANTE, or RAISE the ANTE's amount.",
        "The dealer qualifies with ace-king or better. If not, the ANTE pushes.",
        "The better hand wins: RAISE pays 1 to 1 or loses whether the dealer qualifies or not; "
        "the ANTE does the same if the dealer qualifies. A tie pushes.",
        "Pay from your right to your left: RAISE, ANTE.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or raise, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, CARDS)
        yield from round.deal(DEALER, SHOWN)
        yield from round.deal(DEALER, CARDS - SHOWN, face_down=True)
        folded: set[int] = set()
        for seat in round.seats:
            offer = round.offer(seat, "raise", "raise")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                round.resolve(seat, "ante", LOSES, rule="folded")
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat)

    def _show_down(self, round: Round, seat: int) -> None:
        own, dealer = best_five(round.hand(seat)), best_five(round.hand(DEALER))
        prize, word = showdown(own, dealer)
        rule = f"{describe_five(own)} against the dealer's {describe_five(dealer)}, {word}"
        for wager in ("raise", "ante"):
            if wager == "ante" and dealer < ACE_KING:
                unqualified = f"{rule}; the dealer does not qualify"
                round.resolve(seat, wager, PUSH, rule=unqualified)
            elif own > dealer:
                round.pay(seat, wager, "win", rule=rule)
            else:
                round.resolve(seat, wager, prize, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Raise a pair or better, fold the rest."""
        is_strong = best_five(round.hand(turn.seat)) >= PAIR
        return Act(turn.seat, "raise" if is_strong else "fold")


GAME = SixCardPoker()
