"""Flush Rush: seven cards in three steps against a paytable, for the longest flush in one suit.

Rules and pays are from the Wizard of Odds' page on Flush Rush, read in stored copies of it. Its ALL
OR NOTHING side bet isn't here: the copies end before its pays. That an ace completes a straight
flush at either end is the reading in which the page's own count of straight flushes comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import ACE, RANK_OF, SUIT_OF, Card
from pitboss.rules.game import Act, Choice, Mandatory, Multiple, Play, Turn, Wager, slot
from pitboss.rules.paytable import EVEN_MONEY, LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand

CARDS = 7
LEAST = 4  # suited cards that win
# From worst to best pay, as a hand is paid for the better of its two lengths.
OUTCOMES = (
    "flush_4", "flush_5", "straight_flush_4", "flush_6", "straight_flush_5", "flush_7",
    "straight_flush_6", "straight_flush_7",
)  # fmt: skip


def longest_suit(cards: Sequence[Card]) -> int:
    """How many cards the longest suit has."""
    suits = [SUIT_OF[card] for card in cards]
    return max(suits.count(suit) for suit in range(4))


def longest_run(ranks: Sequence[int]) -> int:
    """How many of different ranks follow each other, the ace low or high."""
    held = {*ranks, *(-1 for rank in ranks if rank == ACE)}
    longest = 0
    for rank in held:
        length = 1
        while rank + length in held:
            length += 1
        longest = max(longest, length)
    return longest


def suit_outcome(ranks: Sequence[int]) -> str:
    """What the cards of one suit make: the better of the flush and the straight flush."""
    if len(ranks) < LEAST:
        return "nothing"
    made = [f"flush_{len(ranks)}", f"straight_flush_{longest_run(ranks)}"]
    return max((name for name in made if name in OUTCOMES), key=OUTCOMES.index)


def flush_rush(cards: Sequence[Card]) -> str:
    """What seven cards make: no two suits have four of them."""
    by_suit = [[RANK_OF[card] for card in cards if SUIT_OF[card] == suit] for suit in range(4)]
    return suit_outcome(max(by_suit, key=len))


class FlushRush(Game):
    """The rules of Flush Rush."""

    name = "flush_rush"
    title = "Flush Rush"
    summary = "Seven cards in three steps; four of one suit win, longer flushes pay more."
    unit = "ante"
    wagers = (
        Wager("ante", Mandatory()),
        Wager("first_play", Multiple("ante", 1)),
        Wager("second_play", Multiple("ante", 1)),
    )
    slots = (slot("base", OUTCOMES, usual="1000-500-300"),)
    seats_most = 7
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand(
            (TypedGroup("the player's seven cards", CARDS, CARDS),),
            lambda parts, _: flush_rush(parts[0]),
        ),
    }
    card = (
        "One deck. There is no dealer's hand. Bet the ANTE and get four cards.",
        "Look, then fold and lose the ANTE, or make the FIRST PLAY of the ANTE's amount and get "
        "two more cards.",
        "Look again, then fold and lose both, or make the SECOND PLAY of the ANTE's amount and "
        "get the last card.",
        "Four or more of the seven cards in one suit win: both PLAYs pay 1 to 1 and the ANTE pays "
        "its table. Otherwise all three lose.",
        "A flush counts its cards; a straight flush counts those in sequence, the ace low or "
        "high. The higher pay of the two holds.",
        "Pay from your right to your left: FIRST PLAY, SECOND PLAY, ANTE.",
    )

    def play(self, round: Round) -> Play:
        """Four cards, two and one; a seat may fold before the two and before the one."""
        for seat in round.seats:
            yield from round.deal(seat, 4)
        playing = list(round.seats)
        for wager, more in (("first_play", 2), ("second_play", 1)):
            for seat in tuple(playing):
                offer = round.offer(seat, "play", wager)
                act = yield from round.ask(seat, wager, (Choice("fold"), offer))
                if act.name == "fold":
                    playing.remove(seat)
                    self._fold(round, seat)
            for seat in playing:
                yield from round.deal(seat, more, phase=wager)
        for seat in reversed(playing):
            self._pay(round, seat)

    def _fold(self, round: Round, seat: int) -> None:
        for wager in ("first_play", "ante"):
            if round.stake(seat, wager):
                round.resolve(seat, wager, LOSES, rule="folded")

    def _pay(self, round: Round, seat: int) -> None:
        outcome = flush_rush(round.hand(seat))
        rule = f"{longest_suit(round.hand(seat))} of one suit"
        prize = LOSES if outcome == "nothing" else EVEN_MONEY
        for wager in ("first_play", "second_play"):
            round.resolve(seat, wager, prize, rule=rule)
        if outcome == "nothing":
            round.resolve(seat, "ante", LOSES, rule=rule)
        else:
            round.pay(seat, "ante", outcome, rule=f"{rule}, {outcome.replace('_', ' ')}")

    def simple(self, round: Round, turn: Turn) -> Act:
        """Play two of a suit among four cards, and three among six."""
        longest = longest_suit(turn.cards)
        strong = longest >= (2 if turn.phase == "first_play" else 3)
        return Act(turn.seat, "play" if strong else "fold")


GAME = FlushRush()
