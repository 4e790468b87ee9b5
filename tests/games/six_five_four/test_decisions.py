"""6-5-4 Poker: the stored decisions beside the value of each action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from games.decided import best, hands, row_and_renaming, suited_at_random
from pitboss.games.six_five_four.exposed import FIVE_WORD, FOUR_WORD, HIGH
from pitboss.games.six_five_four.solve import DECISIONS, action_values
from pitboss.maths.kernels.suits import RENAMED_CARDS
from pitboss.rules.cards import Card

SUPER_BONUS = dict.fromkeys(
    ("straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"),
    Fraction(2),
)


def plays(cards: Sequence[Card], up: Sequence[Card]) -> bool:
    """What the table says, given the cards that the dealer has turned."""
    row, way = row_and_renaming(cards)
    words = DECISIONS[0].table()[row].tolist()
    first, *others = (int(RENAMED_CARDS[way, card]) for card in up)
    if not others:
        return bool(words[0] >> first & 1)
    if others[0] < HIGH:
        return bool(words[FIVE_WORD + first - HIGH] >> others[0] & 1)
    return bool(words[FOUR_WORD + first - HIGH] >> (others[0] - HIGH) & 1)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("near", "up_ranks"),
    [
        (("22QJ9", "22KT5", "3374A", "2245K", "AKQ75"), ("2", "5", "9")),
        (("KQ752", "KQJ84", "KJT85", "KQ943"), ("T3", "A9", "Q6")),
        (("QT742", "QT853", "Q9732", "QJ842"), ("TK", "AJ", "QA")),
    ],
)
def test_it_decides_as_the_values_say(near: tuple[str, ...], up_ranks: Any) -> None:
    chance = random.Random(4)
    for cards in hands(near, each=3, rng_seed=5):
        up = suited_at_random(chance.choice(up_ranks), chance, without=cards)
        worth = action_values(cards, up, SUPER_BONUS)
        expected = best(worth, "fold") == "play"
        assert plays(cards, up) == expected, (cards, up)
