"""Caribbean Stud: the stored decisions beside the value of each action."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from games.decided import best, hands, row_and_renaming
from pitboss.games.caribbean_stud.solve import DECISIONS, action_values
from pitboss.maths.kernels.suits import RENAMED_CARDS
from pitboss.rules.cards import DECK

EVEN_MONEY = dict.fromkeys(
    ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
     "four_of_a_kind", "straight_flush", "royal_flush"),
    Fraction(1),
)  # fmt: skip


@pytest.mark.proof
def test_it_decides_as_the_values_say() -> None:
    table = DECISIONS[0].table()
    chance = random.Random(2)
    near = ("AKQ52", "AKQT4", "AKJ83", "AKJT9", "AK987", "AKQ87", "AQJT8", "22345")
    for cards in hands(near, each=4, rng_seed=3):
        row, way = row_and_renaming(cards)
        up = chance.choice([card for card in DECK if card not in cards])
        raises = int(table[row, 0]) >> int(RENAMED_CARDS[way, up]) & 1
        worth = action_values(cards, up, raise_odds=EVEN_MONEY)
        assert ("fold", "raise")[raises] == best(worth, "fold"), (cards, up)
