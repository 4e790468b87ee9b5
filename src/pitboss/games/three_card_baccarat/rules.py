"""Three Card Baccarat: three cards each; three faces are best, then the points count, then the
faces.

No regulator's text was found; the letters only name the title. The ranking and the bets are those
of the game in Macau, as wizardofmacau.com and an older page of wizardofodds.com (we read the copy
at user-casino.com) describe it. That each player has a hand against the dealer's, and that TIE can
go by the points alone, we read in NagaWorld's rules of Three Pictures; where all players share one
hand, each wager has the same odds. A newer page of wizardofodds.com ranks faces above points in one
line and below them in another: here the points come first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pitboss.rules.cards import ACE, JACK, KING, NINE, RANK_OF, Card
from pitboss.rules.game import DEALER, Mandatory, Optional, Play, Wager, slot
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand

BASE_OUTCOMES = ("win_six", "win")
TIE_OUTCOMES = ("nothing", "points_alike", "tie")
TOTALS = range(10)

Rank: TypeAlias = tuple[bool, int, int]  # three faces, points, faces


def points(cards: Sequence[Card]) -> int:
    """The last digit of the sum: aces one, deuce to nine their pips, tens and faces nothing."""
    ranks = (RANK_OF[card] for card in cards)
    return sum(1 if rank == ACE else rank + 2 if rank <= NINE else 0 for rank in ranks) % 10


def faces(cards: Sequence[Card]) -> int:
    """How many jacks, queens and kings."""
    return sum(JACK <= RANK_OF[card] <= KING for card in cards)


def rank_hand(cards: Sequence[Card]) -> Rank:
    """How good a hand is; the better one is greater."""
    return faces(cards) == 3, points(cards), faces(cards)


def tie_outcome(player: Sequence[Card], dealer: Sequence[Card]) -> str:
    """TIE: the same points, and the same number of faces."""
    if points(player) != points(dealer):
        return "nothing"
    return "tie" if faces(player) == faces(dealer) else "points_alike"


def three_faces(cards: Sequence[Card]) -> str:
    """THREE FACES on the dealer's hand."""
    return "three_faces" if faces(cards) == 3 else "nothing"


def describe_hand(cards: Sequence[Card]) -> str:
    """A hand in words: 7 with 2 faces."""
    count = faces(cards)
    if count == 3:
        return "three faces"
    return f"{points(cards)} with {count} face{'' if count == 1 else 's'}"


PLAYERS = TypedGroup("the player's cards", 3, 3)
DEALERS = TypedGroup("the dealer's cards", 3, 3)


class ThreeCardBaccarat(Game):
    """The rules of Three Card Baccarat."""

    name = "three_card_baccarat"
    title = "Three Card Baccarat"
    summary = "Three cards each: three faces, then the higher points, then more faces."
    spec = ("TI-1",)
    wagers = (
        Wager("player_hand", Mandatory()),
        Wager("tie", Optional(), slot="tie"),
        Wager("three_faces", Optional(), slot="three_faces"),
        *(Wager(f"dealer_{total}", Optional(), slot="dealer_total") for total in TOTALS),
    )
    slots = (
        slot("base", BASE_OUTCOMES, usual="commission", is_ranked=False),
        slot("tie", TIE_OUTCOMES, usual="20"),
        slot("three_faces", ("nothing", "three_faces"), usual="16"),
        slot("dealer_total", ("nothing", "total"), usual="8"),
    )
    typed: Mapping[str, TypedHand] = {
        "tie": TypedHand((PLAYERS, DEALERS), lambda parts, _: tie_outcome(*parts)),
        "three_faces": TypedHand((DEALERS,), lambda parts, _: three_faces(parts[0])),
    }
    card = (
        "One deck. Three cards to each player and three to the dealer.",
        "Jacks, queens and kings are faces. Aces count 1, tens and faces 0; the last digit of the "
        "sum counts.",
        "Three faces beat all other hands. Then the higher points win; with equal points, more "
        "faces win; with equal faces too, PLAYER pushes.",
        "PLAYER pays 1 to 1 less commission, or without one and half for a win with six, as the "
        "layout says.",
        "TIE pays if the player's and the dealer's points are equal, and by the layout their faces "
        "too.",
        "THREE FACES pays if the dealer has three faces. DEALER 0 to 9 pays if the dealer has "
        "those points, whatever the faces.",
        "Pay from your right to your left: PLAYER, TIE, THREE FACES, DEALER 0 to 9.",
    )

    def play(self, round: Round) -> Play:
        """Three cards each, then every seat from the dealer's right."""
        for place in (*map(str, round.seats), DEALER):
            yield from round.deal(place, 3)
        dealer = round.hand(DEALER)
        for seat in reversed(round.seats):
            self._settle_player(round, seat)
            if round.has_made(seat, "tie"):
                outcome = tie_outcome(round.hand(seat), dealer)
                round.pay(seat, "tie", outcome, rule=_both_hands(round, seat))
            if round.has_made(seat, "three_faces"):
                rule = f"dealer {describe_hand(dealer)}"
                round.pay(seat, "three_faces", three_faces(dealer), rule=rule)
            for total in TOTALS:
                if round.has_made(seat, f"dealer_{total}"):
                    outcome = "total" if points(dealer) == total else "nothing"
                    rule = f"dealer has {points(dealer)} points"
                    round.pay(seat, f"dealer_{total}", outcome, rule=rule)

    def _settle_player(self, round: Round, seat: int) -> None:
        own, rule = round.hand(seat), _both_hands(round, seat)
        player, dealer = rank_hand(own), rank_hand(round.hand(DEALER))
        if player > dealer:
            round.pay(seat, "player_hand", "win_six" if points(own) == 6 else "win", rule=rule)
        else:
            round.resolve(seat, "player_hand", PUSH if player == dealer else LOSES, rule=rule)


def _both_hands(round: Round, seat: int) -> str:
    own, dealer = (describe_hand(round.hand(place)) for place in (seat, DEALER))
    return f"{own} against {dealer}"


GAME = ThreeCardBaccarat()
