"""Counts Three Card Baccarat, exactly.

- "base": "win" and "win_six" (with six points), "tie", "loss"; out of C(52, 3) C(49, 3) deals.
- "tie": "tie" (the same points and faces), "points_alike" (only the points), "nothing".
- "three_faces": "three_faces", "nothing"; out of the dealer's C(52, 3) hands.
- "dealer_total": the dealer's points, "0" to "9", whatever the faces.

Cards differ by their points, and faces from tens. So a hand is one of 286 sets of eleven kinds, and
a deal is two of them, each as often as its cards can be chosen from the deck.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.games.three_card_baccarat.rules import (
    TOTALS,
    faces,
    points,
    rank_hand,
    three_faces,
    tie_outcome,
)
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.rules.cards import DECK, Card

RESULTS = ("win", "win_six", "tie", "loss")
TIES = ("tie", "points_alike", "nothing")


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    example: dict[tuple[int, int], Card] = {}
    kinds = Counter(
        example.setdefault((points((card,)), faces((card,))), card) for card in reversed(DECK)
    )
    hands = list(combinations_with_replacement(kinds, 3))
    base, ties = dict.fromkeys(RESULTS, 0), dict.fromkeys(TIES, 0)
    dealers = dict.fromkeys(("three_faces", "nothing"), 0)
    totals = {str(total): 0 for total in TOTALS}
    for done, player in enumerate(hands, start=1):
        held = Counter(player)
        ways = prod(comb(kinds[card], number) for card, number in held.items())
        dealers[three_faces(player)] += ways
        totals[str(points(player))] += ways
        for dealer in hands:
            weight = ways * prod(
                comb(kinds[card] - held[card], number) for card, number in Counter(dealer).items()
            )
            base[_result(player, dealer)] += weight
            ties[tie_outcome(player, dealer)] += weight
        report(done / len(hands))
    return {
        "base": {**base},
        "tie": {**ties},
        "three_faces": {**dealers},
        "dealer_total": {**totals},
    }


def _result(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
    own, other = rank_hand(player), rank_hand(dealer)
    if own > other:
        return "win_six" if points(player) == 6 else "win"
    return "tie" if own == other else "loss"
