"""6-5-4 Poker: the dealer's up cards decide if he plays six, five or four (SF-1 to SF-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import QUEEN, RANK_OF, TEN, Card
from pitboss.rules.game import (
    DEALER,
    YES_NO,
    Act,
    Choice,
    Mandatory,
    Multiple,
    Option,
    Optional,
    Play,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Four, Strength, best_four, describe_four
from pitboss.rules.paytable import LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import FOUR_CARD_OUTCOMES, QUEENS_UP, four_card_outcome, showdown
from pitboss.rules.typed_hand import TypedHand, best_four_of

ANTE_BONUS_OUTCOMES = FOUR_CARD_OUTCOMES[FOUR_CARD_OUTCOMES.index("straight_flush") :]

FOLDED_QUEENS_UP = Option(
    "folded_queens_up",
    YES_NO,
    "Is QUEENS UP paid on a folded hand once the dealer verifies it (SF-5)? Best play never "
    "folds a winning hand, so the exact figures are the same.",
)


def discards(dealer: Sequence[Card]) -> int:
    """How many up cards the dealer discards: each ten or higher, at most two (SF-2)."""
    if RANK_OF[dealer[0]] < TEN:
        return 0
    return 1 if RANK_OF[dealer[1]] < TEN else 2


class SixFiveFour(Game):
    """The rules of 6-5-4 Poker."""

    name = "six_five_four"
    title = "6-5-4 Poker"
    summary = "Five cards against the dealer's six, five or four; the best four play."
    unit = "ante"
    spec = ("SF-1", "SF-2", "SF-3", "SF-4", "SF-5", "SF-6")
    wagers = (
        Wager("ante", Mandatory()),
        Wager("play", Multiple("ante", 1)),
        Wager("queens_up", Optional(), slot="queens_up"),
    )
    slots = (
        slot("base", ANTE_BONUS_OUTCOMES, usual="standard"),
        slot("queens_up", QUEENS_UP.outcomes, usual="1"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_four_of(four_card_outcome),
        "queens_up": best_four_of(QUEENS_UP.outcome),
    }
    options = (FOLDED_QUEENS_UP,)
    card = (
        "One deck. Each player gets five cards; the dealer gets six, the first of them face up.",
        "High to low: four of a kind, straight flush, three of a kind, flush, straight, two pair, "
        "pair, high card. The ace is high, and low only in 4-3-2-A. The dealer always qualifies.",
        "Up card nine or lower: the dealer plays six cards. Ten or higher, ace included: throw it "
        "away and turn the next one. Nine or lower: five cards. Ten or higher: away too, four.",
        "Then players fold and lose the ANTE, or PLAY the ANTE's amount.",
        "The better four-card hand wins: PLAY and ANTE pay 1 to 1, lose, or push on a tie.",
        "ANTE BONUS: a straight flush or better is paid on the ANTE even when the hand loses.",
        "QUEENS UP pays a pair of queens or better, on a folded hand too once you have seen it, "
        "unless the house says otherwise.",
        "Pay from your right to your left: PLAY, ANTE, ANTE BONUS, QUEENS UP.",
    )

    def play(self, round: Round) -> Play:
        """Deal, settle how many cards the dealer plays, fold or play, show down."""
        for seat in round.seats:
            yield from round.deal(seat, 5)
        yield from round.deal(DEALER, 1)
        yield from round.deal(DEALER, 5, face_down=True)
        thrown = discards(round.hand(DEALER))
        if thrown:
            round.turn_up(DEALER, cards=1)
        folded: set[int] = set()
        for seat in round.seats:
            offer = round.offer(seat, "play", "play")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                round.resolve(seat, "ante", LOSES, rule="SF-3: folded")
                self._fold_queens_up(round, seat)
        round.turn_up(DEALER)
        dealer = best_four(round.hand(DEALER)[thrown:])
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat, dealer, cards=6 - thrown)

    def _show_down(self, round: Round, seat: int, dealer: Strength, *, cards: int) -> None:
        player = best_four(round.hand(seat))
        hands = (
            f"{describe_four(player)} against the dealer's {describe_four(dealer)} of {cards} cards"
        )
        prize, word = showdown(player, dealer)
        round.resolve(seat, "play", prize, rule=f"SF-3: {hands}, {word}")
        round.resolve(seat, "ante", prize, rule=f"SF-3: {hands}, {word}")
        if player >= (Four.STRAIGHT_FLUSH,):
            rule = f"SF-4: {describe_four(player)}, paid on the ante win or lose"
            round.bonus(seat, "ante", four_card_outcome(player), rule=rule)
        self._queens_up(round, seat)

    def _queens_up(self, round: Round, seat: int, note: str = "") -> None:
        if round.has_made(seat, "queens_up"):
            player = best_four(round.hand(seat))
            rule = f"SF-5: {note}{describe_four(player)}"
            round.pay(seat, "queens_up", QUEENS_UP.outcome(player), rule=rule)

    def _fold_queens_up(self, round: Round, seat: int) -> None:
        """The letter pays a folded hand that the dealer has verified; a house may choose not to."""
        if round.table.says("folded_queens_up"):
            self._queens_up(round, seat, note="folded, the hand seen by the dealer: ")
        elif round.has_made(seat, "queens_up"):
            rule = "SF-5: folded; the house does not pay folded hands"
            round.resolve(seat, "queens_up", LOSES, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Play a pair against six cards, queen-high against five, anything against four."""
        strength = best_four(round.hand(turn.seat))
        thrown = discards(round.hand(DEALER))
        weakest: tuple[Strength, ...] = ((Four.PAIR,), (Four.HIGH_CARD, QUEEN), (Four.HIGH_CARD,))
        return Act(turn.seat, "play" if strength >= weakest[thrown] else "fold")


GAME = SixFiveFour()
