"""Crazy 4 Poker: the stored decisions beside the value of each action."""

from __future__ import annotations

from fractions import Fraction

from games.decided import best, hands, row_and_renaming
from pitboss.games.crazy4.solve import ACTIONS, DECISIONS, action_values, decide

SUPER_BONUS = dict.fromkeys(
    ("straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"),
    Fraction(2),
)


def test_it_decides_as_the_values_say() -> None:
    table = DECISIONS[0].table()
    near = ("KQ842", "KQ843", "KQ762", "KQ763", "KQ764", "KQ765", "KQ832", "KQ852", "AAQ87")
    for cards in hands(near, each=2, rng_seed=1):
        row, _ = row_and_renaming(cards)
        worth = action_values(cards, SUPER_BONUS)
        assert ACTIONS[table[row, 0]] == best(worth, "fold"), cards


def test_the_decisions_can_be_solved_again() -> None:
    shares: list[float] = []
    [table] = decide(shares.append)
    assert DECISIONS[0].is_stored(table)
    assert shares[-1] == 1
