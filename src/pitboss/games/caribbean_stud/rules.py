"""Caribbean Stud Poker with the Cover All bonus and a progressive (CS-1 to CS-3).

No letter prints the PROGRESSIVE: its pays are as casinos print them, and it goes with the ANTE. The
letters print the multi-game five-card progressive for other games; here it pays the same hands of
the player's own five cards, with the same odds (PS-30).
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.cards import ACE, JACK, KING
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
    Act,
    Choice,
    Mandatory,
    Multiple,
    Optional,
    Play,
    Slot,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Five, Strength, best_five, describe_five, is_royal
from pitboss.rules.paytable import EVEN_MONEY, LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    five_card_outcome,
    pay_jackpots,
    showdown,
)
from pitboss.rules.typed_hand import TypedHand, best_five_of

ACE_KING: Strength = (Five.HIGH_CARD, ACE, KING)
PLAYABLE: Strength = (Five.HIGH_CARD, ACE, KING, JACK, 6, 1)  # A-K-J-8-3, the usual rule of thumb
HANDS_LEAST, HANDS_MOST = 2, 8

RAISE_HANDS = (*(kind.name.lower() for kind in Five), "royal_flush")


def raise_hand(strength: Strength) -> str:
    """The class that sets the raise's odds, with the royal flush separate."""
    return "royal_flush" if is_royal(strength) else Five(strength[0]).name.lower()


class CaribbeanStud(Game):
    """The rules of Caribbean Stud Poker."""

    name = "caribbean_stud"
    title = "Caribbean Stud Poker with Cover All"
    summary = "Five-card stud against the dealer; Cover All bets on the best hand of the table."
    unit = "ante"
    spec = ("CS-1", "CS-2", "CS-3")
    wagers = (
        Wager("ante", Mandatory()),
        Wager("raise", Multiple("ante", 2)),
        Wager("cover_all", Optional(), slot="cover_all"),
        Wager("progressive", Optional(), slot="progressive"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", RAISE_HANDS, usual="standard"),
        Slot(
            "cover_all",
            {"cover_all": FIVE_CARD_OUTCOMES},
            usual="standard",
            columns=tuple(str(hands) for hands in range(HANDS_LEAST, HANDS_MOST + 1)),
        ),
        slot("progressive", FIVE_CARD_OUTCOMES, usual="500-100-50"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    options = (FOLDED_QUALIFY,)
    seats_most = HANDS_MOST - 1
    typed: Mapping[str, TypedHand] = {
        "base": best_five_of(raise_hand, most=5),
        "cover_all": best_five_of(five_card_outcome, most=5),
        "progressive": best_five_of(five_card_outcome, most=5),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    card = (
        "One deck. Five cards each; the dealer's first card is turned up.",
        "Look, then fold and lose the ANTE, or RAISE twice the ANTE.",
        "The dealer qualifies with ace-king or better. If not: ANTE pays 1 to 1, RAISE pushes.",
        "If so, the better hand wins: ANTE pays 1 to 1 and RAISE the odds of the hand; a loss "
        "takes both; a tie pushes both.",
        "COVER ALL is made before the deal. It pays if the highest hand of the table, the dealer's "
        "and folded ones included, is three of a kind or better; only the highest hand pays.",
        "The odds of COVER ALL depend on the number of hands dealt, the dealer's included.",
        "Leave a hand of a straight or higher exposed, yours too; where you find a higher one, "
        "leave that one and remove the cards left before.",
        "PROGRESSIVE pays the player's own five cards whatever the dealer has: a flush or better, "
        "or three of a kind or better where several games share it.",
        "Pay ANTE, RAISE and PROGRESSIVE from your right to your left, then go back and pay "
        "COVER ALL.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or raise, show down, then Cover All for the whole table."""
        for seat in round.seats:
            yield from round.deal(seat, 5)
        yield from round.deal(DEALER, 1)
        yield from round.deal(DEALER, 4, face_down=True)
        folded: set[int] = set()
        for seat in round.seats:
            offer = round.offer(seat, "raise", "raise")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                round.resolve(seat, "ante", LOSES, rule="CS-1: folded")
        round.turn_up(DEALER)
        best = {place: best_five(cards) for place, cards in round.cards.items()}
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat, best[str(seat)], best[DEALER])
            self._progressive(round, seat, best[str(seat)], folded=seat in folded)
        self._cover_all(round, best)

    def _show_down(self, round: Round, seat: int, player: Strength, dealer: Strength) -> None:
        hands = f"{describe_five(player)} against the dealer's {describe_five(dealer)}"
        if dealer < ACE_KING:
            rule = f"CS-1: {hands}, which does not qualify"
            round.resolve(seat, "ante", EVEN_MONEY, rule=rule)
            round.resolve(seat, "raise", PUSH, rule=rule)
            return
        prize, word = showdown(player, dealer)
        rule = f"CS-1: {hands}, {word}"
        round.resolve(seat, "ante", prize, rule=rule)
        if player > dealer:
            round.pay(seat, "raise", raise_hand(player), rule=rule)
        else:
            round.resolve(seat, "raise", prize, rule=rule)

    def _cover_all(self, round: Round, best: Mapping[str, Strength]) -> None:
        highest, holder = max((strength, place) for place, strength in best.items())
        held = "the dealer" if holder == DEALER else f"seat {holder}"
        rule = f"CS-2: best of {round.hands} hands is {describe_five(highest)}, {held}"
        outcome = five_card_outcome(highest)
        for seat in reversed(round.seats_with("cover_all")):
            round.pay(seat, "cover_all", outcome, rule=rule)

    def _progressive(self, round: Round, seat: int, own: Strength, *, folded: bool) -> None:
        found = five_card_outcome(own), f"{describe_five(own)} of the player's own cards"
        jackpots = {"progressive": lambda: found, "five_card": lambda: found}
        pay_jackpots(round, seat, jackpots, folded=folded)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Raise A-K-J-8-3 or better, fold the rest."""
        strong = best_five(round.hand(turn.seat)) >= PLAYABLE
        return Act(turn.seat, "raise" if strong else "fold")


GAME = CaribbeanStud()
