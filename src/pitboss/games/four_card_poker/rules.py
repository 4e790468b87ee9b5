"""Four Card Poker: five cards against the dealer's six, one of them face up; the best four play.

The ranking is that of C4-2. The player's own hand alone decides ACES UP, so a folded hand can still
win it; `table.toml` names the texts we read. None of them says how a round is settled: that the
dealer always qualifies and that a tie wins is how the game's owner describes it and card rooms
print it. The progressives are those of document 000, which names this game beside Crazy 4 Poker: of
the best four cards (PS-40), and of all five if several games share it (PS-30).
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.cards import ACE, TEN
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
    Act,
    Choice,
    Optional,
    Play,
    Range,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Four, Strength, best_four, describe_four
from pitboss.rules.paytable import EVEN_MONEY, LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    FOUR_CARD_PROGRESSIVE_OUTCOMES,
    PairOrBetter,
    five_card_outcome,
    four_card_outcome,
    four_card_progressive,
    pay_four_card_jackpots,
)
from pitboss.rules.typed_hand import TypedHand, best_five_of, best_four_of

PAIR_OF_THREES: Strength = (Four.PAIR, 1)
PAIR_OF_TENS: Strength = (Four.PAIR, TEN)
THREE_OF_A_KIND: Strength = (Four.THREE_OF_A_KIND,)
# ACES UP: a pair of aces or better of four cards.
ACES_UP = PairOrBetter(Four, ACE, "pair_of_aces")


class FourCardPoker(Game):
    """The rules of Four Card Poker."""

    name = "four_card_poker"
    title = "Four Card Poker"
    summary = "Five cards against the dealer's six, one of them face up; the best four play."
    unit = "ante"
    spec = ("PS-30", "PS-40")
    wagers = (
        Wager("ante", Optional()),
        Wager("play", Range("ante", 100, 300)),
        Wager("aces_up", Optional(), slot="aces_up"),
        Wager("progressive", Optional(), slot="progressive", needs=("ante",)),
        Wager("five_card", Optional(), slot="five_card", needs=("ante",)),
    )
    slots = (
        slot("base", FOUR_CARD_PROGRESSIVE_OUTCOMES[1:], usual="standard"),
        slot("aces_up", ACES_UP.outcomes, usual="1"),
        slot("progressive", FOUR_CARD_PROGRESSIVE_OUTCOMES, usual="pays-1", shared="crazy4"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_four_of(four_card_outcome),
        "aces_up": best_four_of(ACES_UP.outcome),
        "progressive": best_four_of(four_card_progressive),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    options = (FOLDED_QUALIFY,)
    card = (
        "One deck. Each player gets five cards; the dealer gets six, one of them face up. The best "
        "four play.",
        "High to low: four of a kind, straight flush, three of a kind, flush, straight, two pair, "
        "pair, high card. The ace is high, and low only in 4-3-2-A. The dealer always qualifies.",
        "A player makes the ANTE, ACES UP or both; the PROGRESSIVE needs the ANTE.",
        "With an ANTE: look, then fold and lose it, or PLAY one to three times the ANTE.",
        "A hand that beats or ties the dealer's wins: ANTE and PLAY pay 1 to 1. Else both lose.",
        "AUTOMATIC BONUS: three of a kind or better is paid on the ANTE even when the hand loses, "
        "but not when it was folded.",
        "ACES UP pays a pair of aces or better, whatever the dealer has.",
        "Pay from your right to your left: PLAY, ANTE, AUTOMATIC BONUS, ACES UP, PROGRESSIVE.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or play, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 5)
        yield from round.deal(DEALER, 1)
        yield from round.deal(DEALER, 5, face_down=True)
        folded: set[int] = set()
        for seat in round.seats_with("ante"):
            offer = round.offer(seat, "play", "play")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                round.resolve(seat, "ante", LOSES, rule="folded")
        round.turn_up(DEALER)
        dealer = best_four(round.hand(DEALER))
        for seat in reversed(round.seats):
            player = best_four(round.hand(seat))
            if round.has_made(seat, "ante") and seat not in folded:
                self._show_down(round, seat, player, dealer)
            if round.has_made(seat, "aces_up"):
                round.pay(seat, "aces_up", ACES_UP.outcome(player), rule=describe_four(player))
            pay_four_card_jackpots(round, seat, player, folded=seat in folded)

    def _show_down(self, round: Round, seat: int, player: Strength, dealer: Strength) -> None:
        word = "a tie, which wins" if player == dealer else "a win" if player > dealer else "a loss"
        rule = f"{describe_four(player)} against the dealer's {describe_four(dealer)}, {word}"
        for wager in ("play", "ante"):
            round.resolve(seat, wager, EVEN_MONEY if player >= dealer else LOSES, rule=rule)
        if player >= THREE_OF_A_KIND:
            rule = f"{describe_four(player)}, paid on the ante win or lose"
            round.bonus(seat, "ante", four_card_outcome(player), rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Three times with a pair of tens or better, once with a pair of threes or better."""
        strength = best_four(round.hand(turn.seat))
        if strength < PAIR_OF_THREES:
            return Act(turn.seat, "fold")
        offer = turn.choices[1]
        strong = strength >= PAIR_OF_TENS
        return Act(turn.seat, "play", offer.most_cents if strong else offer.least_cents)


GAME = FourCardPoker()
