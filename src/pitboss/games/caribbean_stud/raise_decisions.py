"""Caribbean Stud: classes, results, and for which raise odds the counted decisions are optimal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.games.caribbean_stud.rules import RAISE_HANDS

CLASSES: Final = RAISE_HANDS
ACTIONS: Final = ("fold", "raise")
RESULTS: Final = ("unqualified", "win", "tie", "loss")

# The raise odds where the first ace-king hand changes from fold to raise and from raise to fold,
# and the odds from which every pair is worth a raise against every up card.
HIGH_CARD_ABOVE: Final = Fraction(4805, 4806)
HIGH_CARD_BELOW: Final = Fraction(4885, 4884)
PAIR_ABOVE: Final = Fraction(4917, 6235)


def decisions_hold(odds: Mapping[str, Fraction]) -> bool:
    """Whether the counted decisions are the optimal ones for these raise odds to one, by class.

    Ace-king needs almost exactly even money; a pair must pay about 0.79 to 1 or more; two pair and
    better are raised whatever they pay.
    """
    paid = [odds[name] for name in CLASSES[2:]]
    return (
        HIGH_CARD_ABOVE < odds["high_card"] < HIGH_CARD_BELOW
        and odds["pair"] > PAIR_ABOVE
        and min(paid) >= 0
    )
