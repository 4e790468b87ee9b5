"""Casino War: one card each, the higher rank wins; a tie goes to war or gives up half.

We read 58 Pa. Code 651a.2 for the table, and sections 1 and 2(a) of the Massachusetts Gaming
Commission's rules for Casino War for the wagers, a tie and the decks: six, seven or eight. What
each wager pays, the surrender of half and the bonus for a second tie follow what Potawatomi Casino
Milwaukee and Victoria Gate Casino print. The same Massachusetts text lets a player put TIE on a war
too; no paytable we read pays that, and it isn't offered here. The dealer burns three cards before a
war: nobody sees them, so they change no figure, and a round's record leaves them out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.money import Cents
from pitboss.rules.cards import RANK_OF, Card, card_text
from pitboss.rules.game import (
    DEALER,
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
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand

# What the base paytable pays: the first card's win, a won war, and a war that ties again.
BASE_OUTCOMES = ("win", "war_win", "war_tie")
TIE_OUTCOMES = ("nothing", "tie")


def tie_outcome(player: Sequence[Card], dealer: Sequence[Card]) -> str:
    """TIE: the first cards have the same rank."""
    return "tie" if RANK_OF[player[0]] == RANK_OF[dealer[0]] else "nothing"


class CasinoWar(Game):
    """The rules of Casino War."""

    name = "casino_war"
    title = "Casino War"
    summary = "One card each, the higher wins; a tie goes to war."
    wagers = (
        Wager("initial", Mandatory()),
        Wager("war", Multiple("initial", 1)),
        Wager("tie", Optional(), slot="tie"),
    )
    slots = (
        slot("base", BASE_OUTCOMES, usual="bonus"),
        slot("tie", TIE_OUTCOMES, usual="10"),
    )
    options = (Option("decks", (6, 7, 8, 5, 4, 3, 2, 1), "Decks in the shoe."),)
    typed: Mapping[str, TypedHand] = {
        "tie": TypedHand(
            (TypedGroup("the player's card", 1, 1), TypedGroup("the dealer's card", 1, 1)),
            lambda parts, _: tie_outcome(parts[0], parts[1]),
        )
    }
    card = (
        "Six to eight decks, or fewer. One card face up to each player, then one to the dealer. "
        "The ace is high; suits don't count.",
        "The higher card wins: the INITIAL wager pays 1 to 1 or loses.",
        "On a tie the player surrenders and loses half the INITIAL wager, or goes to WAR with a "
        "second wager of the same amount.",
        "For a war, burn three cards, deal one to each player at war, then one to the dealer.",
        "Higher than the dealer: WAR pays 1 to 1 and INITIAL pushes. Lower: both lose.",
        "Another tie wins: WAR pays 1 to 1, or 2 to 1 where the house pays the bonus; INITIAL "
        "pushes.",
        "TIE is made before the deal, and pays if the first cards have the same rank.",
        "Pay from your right to your left: WAR, INITIAL, TIE.",
    )

    def play(self, round: Round) -> Play:
        """One card each, then a war for the seats that tie and don't surrender."""
        for seat in round.seats:
            yield from round.deal(seat, 1)
        yield from round.deal(DEALER, 1)
        dealer = round.hand(DEALER)
        tied = [seat for seat in round.seats if tie_outcome(round.hand(seat), dealer) == "tie"]
        at_war = []
        for seat in tied:
            offer = round.offer(seat, "war", "war")
            act = yield from round.ask(seat, "decision", (offer, Choice("surrender")))
            if act.name == "war":
                at_war.append(seat)
        for seat in at_war:
            yield from round.deal(seat, 1, phase="war")
        if at_war:
            yield from round.deal(DEALER, 1, phase="war")
        for seat in reversed(round.seats):
            if seat in at_war:
                self._settle_war(round, seat)
            elif seat in tied:
                back = Cents(round.stake(seat, "initial") // 2)
                rule = "a tie: surrendered"
                round.surrender(seat, "initial", back=back, rule=rule, hand=0)
            else:
                self._settle_initial(round, seat)
            if round.has_made(seat, "tie"):
                outcome = tie_outcome(round.hand(seat), dealer)
                round.pay(seat, "tie", outcome, rule=_cards_text(round, seat, 0))

    def _settle_initial(self, round: Round, seat: int) -> None:
        own, other = (RANK_OF[round.hand(place)[0]] for place in (seat, DEALER))
        rule = _cards_text(round, seat, 0)
        if own > other:
            round.pay(seat, "initial", "win", rule=rule)
        else:
            round.resolve(seat, "initial", LOSES, rule=rule)

    def _settle_war(self, round: Round, seat: int) -> None:
        own, other = (RANK_OF[round.hand(place)[1]] for place in (seat, DEALER))
        rule = f"a war: {_cards_text(round, seat, 1)}"
        if own < other:
            round.resolve(seat, "war", LOSES, rule=rule)
            round.resolve(seat, "initial", LOSES, rule=rule)
            return
        round.pay(seat, "war", "war_tie" if own == other else "war_win", rule=rule)
        round.resolve(seat, "initial", PUSH, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Always go to war."""
        return Act(turn.seat, "war", turn.choices[0].least_cents)


def _cards_text(round: Round, seat: int, place: int) -> str:
    """A player's card beside the dealer's."""
    own, other = (card_text(round.hand(to)[place]) for to in (seat, DEALER))
    return f"{own} against the dealer's {other}"


GAME = CasinoWar()
