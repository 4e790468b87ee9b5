"""Counts mini-baccarat and its Dragon Bonus wagers, exactly, for 1, 2, 4, 6 and 8 decks.

The result has one entry for each number of decks, "1" to "8". All figures of an entry are weights
out of its "total", n (n - 1) ... (n - 5) for the n cards of a full shoe: the number of ways to deal
six cards in order. A round that needs fewer leaves the rest to chance.

- "base": "player", "banker", "tie": who wins the round.
- "banker_wins": how the banker won: "three_card_seven", "six" (on two cards or three), "other".
- "dragon_bonus", then "player" or "banker", the hand the wager is on: "natural_win" (two cards
  making 8 or 9 win), "natural_tie" (8-8 or 9-9 in two cards each), "win_by_4" to "win_by_9" (the
  hand wins by so many points and is no natural), "nothing" (all else: the hand loses, ties without
  naturals, or wins by one to three points without one).
- "dragon_progressive", then the scheme of the paytable, then "player" or "banker", the hand that
  won. A hand makes one outcome at most and no round is won by both, so a wager on either side adds
  the two sides up, all but "nothing".
  - "nine_over_zero" (tables 1 and 2): "two_three_four_diamonds", "two_three_four_suited" (another
    suit) and "two_three_four_unsuited": a 2, a 3 and a 4 in any order win over a hand of 0;
    "nine_over_zero": any other three-card 9 over 0; "natural_nine_over_zero": a two-card 9 over 0;
    "eight_over_zero": a three-card 8 over 0; "natural_win": any natural that wins, 9 over 0 apart;
    "nothing".
  - "suited_nine" (table 3): "suited_six_card" and "suited_four_card": 9 over 0 with three cards
    each, or two cards each, and all cards of both hands of one suit; "win_by_nine": any other 9
    over 0, natural or not; "nothing".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pitboss.games.baccarat.point_rounds import (
    FIRST_NATURAL,
    RoundEnd,
    Rounds,
    Shoe,
    every_round,
    shoe_of_decks,
    weigh,
    weigh_one_suit,
)
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress

DECKS = (1, 2, 4, 6, 8)
SIDES = ("player", "banker")
FIRST_PAID_MARGIN = 4

BANKER_WINS = ("three_card_seven", "six", "other")
DRAGON_BONUS = ("natural_win", "natural_tie", *(f"win_by_{margin}" for margin in range(4, 10)))
NINE_OVER_ZERO = (
    "two_three_four_diamonds",
    "two_three_four_suited",
    "two_three_four_unsuited",
    "nine_over_zero",
    "natural_nine_over_zero",
    "eight_over_zero",
    "natural_win",
)
SUITED_NINE = ("suited_six_card", "suited_four_card", "win_by_nine")

Weights: TypeAlias = Mapping[RoundEnd, int]
OutcomeCounts: TypeAlias = dict[str, int]


def count(report: TellProgress) -> Counts:
    """Play every round once, then weigh it for each number of decks."""
    rounds = every_round()
    counts: Counts = {}
    for done, decks in enumerate(DECKS, start=1):
        counts[str(decks)] = count_shoe(rounds, shoe_of_decks(decks))
        report(done / len(DECKS))
    return counts


def count_shoe(rounds: Rounds, shoe: Shoe) -> Counts:
    """The entry of one shoe, as described at the top of this file."""
    weights = weigh(rounds, shoe)
    one_suit = weigh_one_suit(rounds, shoe)
    return {
        "total": shoe.total,
        "base": _base(weights),
        "banker_wins": _banker_wins(weights),
        "dragon_bonus": _sides(lambda side: _dragon_bonus(weights, side)),
        "dragon_progressive": {
            "nine_over_zero": _sides(lambda side: _nine_over_zero(weights, side, suits=shoe.suits)),
            "suited_nine": _sides(lambda side: _suited_nine(weights, one_suit, side)),
        },
    }


def _sides(of_side: Callable[[str], OutcomeCounts]) -> Counts:
    return {side: {**of_side(side)} for side in SIDES}


def _margin(end: RoundEnd, side: str) -> int:
    """How many points the side won by; negative if it lost."""
    lead = end.player_points - end.banker_points
    return lead if side == "player" else -lead


def _base(weights: Weights) -> Counts:
    tally = {"player": 0, "banker": 0, "tie": 0}
    for end, weight in weights.items():
        lead = _margin(end, "player")
        tally["tie" if lead == 0 else "player" if lead > 0 else "banker"] += weight
    return {**tally}


def _banker_wins(weights: Weights) -> Counts:
    tally = dict.fromkeys(BANKER_WINS, 0)
    for end, weight in weights.items():
        if _margin(end, "banker") > 0:
            seven = end.banker_points == 7 and end.banker_cards == 3
            six = end.banker_points == 6
            tally["three_card_seven" if seven else "six" if six else "other"] += weight
    return {**tally}


def _dragon_bonus(weights: Weights, side: str) -> OutcomeCounts:
    tally = dict.fromkeys((*DRAGON_BONUS, "nothing"), 0)
    for end, weight in weights.items():
        tally[_dragon_bonus_outcome(end, side)] += weight
    return tally


def _dragon_bonus_outcome(end: RoundEnd, side: str) -> str:
    margin = _margin(end, side)
    if end.natural and margin >= 0:
        return "natural_win" if margin else "natural_tie"
    return f"win_by_{margin}" if margin >= FIRST_PAID_MARGIN else "nothing"


def _nine_over_zero(weights: Weights, side: str, *, suits: int) -> OutcomeCounts:
    tally = dict.fromkeys((*NINE_OVER_ZERO, "nothing"), 0)
    two_three_four = 0
    for end, weight in weights.items():
        outcome = _nine_over_zero_outcome(end, side)
        if outcome == "two_three_four":
            two_three_four += weight
        else:
            tally[outcome] += weight
    # Whatever else is dealt, the winner's 2, 3 and 4 can each have any suit, equally likely and
    # independent because their ranks differ: one of suits**3 combinations is all diamonds. The
    # division has no remainder, because each of the three ranks has a multiple of `suits` cards to
    # choose from.
    diamonds = two_three_four // suits**3
    tally["two_three_four_diamonds"] = diamonds
    tally["two_three_four_suited"] = (suits - 1) * diamonds
    tally["two_three_four_unsuited"] = two_three_four - suits * diamonds
    return tally


def _nine_over_zero_outcome(end: RoundEnd, side: str) -> str:
    margin = _margin(end, side)
    if end.natural and margin > 0:
        return "natural_nine_over_zero" if margin == 9 else "natural_win"
    if margin == 9:
        special = end.player_two_three_four if side == "player" else end.banker_two_three_four
        return "two_three_four" if special else "nine_over_zero"
    return "eight_over_zero" if _is_eight_over_zero(end, side) else "nothing"


def _is_eight_over_zero(end: RoundEnd, side: str) -> bool:
    won, lost = end.player_points, end.banker_points
    if side == "banker":
        won, lost = lost, won
    return won == FIRST_NATURAL and lost == 0


def _suited_nine(weights: Weights, one_suit: Weights, side: str) -> OutcomeCounts:
    """Only 9 over 0 wins by nine. Five-card rounds have no suited line of their own."""
    tally = dict.fromkeys((*SUITED_NINE, "nothing"), 0)
    for end, weight in weights.items():
        if _margin(end, side) != 9:
            tally["nothing"] += weight
            continue
        suited = 0 if end.cards == 5 else one_suit[end]
        tally["win_by_nine"] += weight - suited
        if suited:
            tally["suited_six_card" if end.cards == 6 else "suited_four_card"] += suited
    return tally
