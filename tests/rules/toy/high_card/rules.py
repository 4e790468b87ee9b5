"""High Card: a toy game. Two cards each, the higher one wins; a side bet on a pair."""

from __future__ import annotations

from pitboss.rules.cards import RANK_OF
from pitboss.rules.game import (
    DEALER,
    NO_YES,
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


class HighCard(Game):
    """The rules of High Card."""

    name = "high_card"
    title = "High Card"
    summary = "Two cards each; the higher one wins."
    spec = ("TOY-1",)
    wagers = (
        Wager("ante", Mandatory()),
        Wager("play", Multiple("ante", 1)),
        Wager("pair", Optional(), slot="pair"),
    )
    slots = (
        slot("base", ("win",), usual="standard"),
        slot("pair", ("nothing", "pair", "aces"), usual="standard"),
    )
    options = (Option("ties_win", NO_YES, "Whether a tie wins."),)
    card = ("Two cards each.", "Fold, or play the ante once more.", "The higher card wins.")

    def play(self, round: Round) -> Play:
        """Deal, fold or play, compare."""
        for place in (*map(str, round.seats), DEALER):
            yield from round.deal(place, 2)
        for seat in round.seats:
            self._pair(round, seat)
            offer = round.offer(seat, "play", "play")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                round.resolve(seat, "ante", LOSES, rule="TOY-1: folded")
            else:
                self._compare(round, seat)

    def _pair(self, round: Round, seat: int) -> None:
        if round.has_made(seat, "pair"):
            first, second = (RANK_OF[card] for card in round.hand(seat))
            outcome = "nothing" if first != second else "aces" if first == 12 else "pair"
            round.pay(seat, "pair", outcome, rule="TOY-1: the two cards")

    def _compare(self, round: Round, seat: int) -> None:
        player, dealer = (max(RANK_OF[card] for card in round.hand(at)) for at in (seat, DEALER))
        for wager in ("play", "ante"):
            if player > dealer or (player == dealer and round.table.says("ties_win")):
                round.pay(seat, wager, "win", rule="TOY-1: higher")
            else:
                prize = PUSH if player == dealer else LOSES
                round.resolve(seat, wager, prize, rule="TOY-1: not higher")

    def simple(self, round: Round, turn: Turn) -> Act:
        """Always play."""
        return Act(turn.seat, "play", turn.choices[1].most_cents)


GAME = HighCard()
