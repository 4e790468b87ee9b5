"""Crazy 4 Poker: five cards each, the best four play (C4-1 to C4-9)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.cards import ACE, KING, QUEEN
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
    Act,
    Choice,
    Equal,
    Mandatory,
    Optional,
    Play,
    Range,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Four, Strength, best_four, describe_four
from pitboss.rules.paytable import EVEN_MONEY, LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    FOUR_CARD_OUTCOMES,
    FOUR_CARD_PROGRESSIVE_OUTCOMES,
    QUEENS_UP,
    five_card_outcome,
    four_card_outcome,
    four_card_progressive,
    pay_four_card_jackpots,
    showdown,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of, best_four_of

ACES: Strength = (Four.PAIR, ACE)  # any pair of aces, whatever its kickers, is at least this
KING_HIGH: Strength = (Four.HIGH_CARD, KING)
STRAIGHT: Strength = (Four.STRAIGHT,)
TWO_PAIR: Strength = (Four.TWO_PAIR,)
PLAYABLE: Strength = (Four.HIGH_CARD, KING, QUEEN, 6, 2)  # K-Q-8-4, the usual rule of thumb

SUPER_BONUS_OUTCOMES = FOUR_CARD_OUTCOMES[FOUR_CARD_OUTCOMES.index("straight") :]


def bad_beat(player: Strength, dealer: Strength) -> str:
    """BAD BEAT: the class of the beaten hand, if it is two pair or better."""
    beaten = min(player, dealer)
    if player == dealer or beaten < TWO_PAIR:
        return "nothing"
    return four_card_outcome(beaten)


class Crazy4(Game):
    """The rules of Crazy 4 Poker."""

    name = "crazy4"
    title = "Crazy 4 Poker"
    summary = "Five cards each, the best four play; a super bonus rides on every ante."
    unit = "ante"
    spec = ("C4-1", "C4-2", "C4-3", "C4-4", "C4-5", "C4-6", "C4-7", "C4-8", "C4-9")
    wagers = (
        Wager("ante", Mandatory()),
        Wager("super_bonus", Equal("ante")),
        Wager("play", Range("ante", 100, 300)),
        Wager("queens_up", Optional(), slot="queens_up"),
        Wager("bad_beat", Optional(), slot="bad_beat"),
        Wager("progressive", Optional(), slot="progressive"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", SUPER_BONUS_OUTCOMES, usual="c4p"),
        slot("queens_up", QUEENS_UP.outcomes, usual="c4p-09"),
        slot("bad_beat", FOUR_CARD_OUTCOMES[:-1], usual="bbb-01"),  # nothing beats four aces
        slot("progressive", FOUR_CARD_PROGRESSIVE_OUTCOMES, usual="pays-1"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_four_of(four_card_outcome),
        "queens_up": best_four_of(QUEENS_UP.outcome),
        "bad_beat": TypedHand(
            (TypedGroup("the player's cards", 4, 5), TypedGroup("the dealer's cards", 4, 5)),
            lambda parts, _: bad_beat(best_four(parts[0]), best_four(parts[1])),
        ),
        "progressive": best_four_of(four_card_progressive),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    options = (FOLDED_QUALIFY,)
    card = (
        "One deck. Player and dealer get five cards each and play the best four.",
        "High to low: four of a kind, straight flush, three of a kind, flush, straight, two pair, "
        "pair, high card. The ace is high, and low only in 4-3-2-A.",
        "ANTE and SUPER BONUS are equal. Look, then fold both, or PLAY the ANTE's amount; with a "
        "pair of aces or better PLAY may be up to three times the ANTE.",
        "The dealer qualifies with king-high or better. If not: PLAY pays 1 to 1, ANTE pushes.",
        "If so: the better hand wins; PLAY and ANTE pay 1 to 1, lose, or push on a tie.",
        "SUPER BONUS: a straight or better is paid even when it loses. Below a straight it pushes "
        "if the hand beats or ties the dealer, else it loses.",
        "QUEENS UP pays a pair of queens or better. BAD BEAT pays on the beaten hand, yours or the "
        "dealer's, if it is two pair or better.",
        "Pay from your right to your left: PLAY, ANTE, QUEENS UP, SUPER BONUS. A folded hand is "
        "taken at once with all its wagers.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or play, show down from the dealer's right (C4-8)."""
        for seat in round.seats:
            yield from round.deal(seat, 5)
        yield from round.deal(DEALER, 5, face_down=True)
        best = {seat: best_four(round.hand(seat)) for seat in round.seats}
        dealer = best_four(round.hand(DEALER))
        folded: set[int] = set()
        for seat in round.seats:
            offer = round.offer(seat, "play", "play", only_least=best[seat] < ACES)
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                self._fold(round, seat)
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat, best[seat], dealer)
            pay_four_card_jackpots(round, seat, best[seat], folded=seat in folded)

    def _fold(self, round: Round, seat: int) -> None:
        for wager in ("ante", "queens_up", "super_bonus", "bad_beat"):
            if wager == "ante" or round.has_made(seat, wager):
                round.resolve(seat, wager, LOSES, rule="C4-8: folded, taken with all its wagers")

    def _show_down(self, round: Round, seat: int, player: Strength, dealer: Strength) -> None:
        hands = f"{describe_four(player)} against the dealer's {describe_four(dealer)}"
        prize, word = showdown(player, dealer)
        qualified = dealer >= KING_HIGH
        rule = f"C4-4: {hands}, {word if qualified else 'which does not qualify'}"
        round.resolve(seat, "play", prize if qualified else EVEN_MONEY, rule=rule)
        round.resolve(seat, "ante", prize if qualified else PUSH, rule=rule)
        if round.has_made(seat, "queens_up"):
            round.pay(
                seat, "queens_up", QUEENS_UP.outcome(player), rule=f"C4-6: {describe_four(player)}"
            )
        self._super_bonus(round, seat, player, dealer)
        if round.has_made(seat, "bad_beat"):
            round.pay(seat, "bad_beat", bad_beat(player, dealer), rule=f"C4-7: {hands}")

    def _super_bonus(self, round: Round, seat: int, player: Strength, dealer: Strength) -> None:
        if player >= STRAIGHT:
            rule = f"C4-5: {describe_four(player)}, paid win or lose"
            round.pay(seat, "super_bonus", four_card_outcome(player), rule=rule)
        elif player >= dealer:
            rule = "C4-5: below a straight, and beats or ties the dealer"
            round.resolve(seat, "super_bonus", PUSH, rule=rule)
        else:
            rule = "C4-5: below a straight, and the dealer's hand is better"
            round.resolve(seat, "super_bonus", LOSES, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Three times with aces or better, play K-Q-8-4 or better, fold the rest."""
        strength = best_four(round.hand(turn.seat))
        if strength < PLAYABLE:
            return Act(turn.seat, "fold")
        return Act(turn.seat, "play", turn.choices[1].most_cents)


GAME = Crazy4()
