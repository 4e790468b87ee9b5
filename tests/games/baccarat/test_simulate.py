"""Mini-Baccarat: rounds of the kernel beside the same cards in plain Python, and its figures."""

from __future__ import annotations

import pytest

from games.dealt import far_off, play_shoe, shoe_deals
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.chance import BLOCK_ROUNDS


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_every_probability_lies_within_four_standard_errors(decks: int) -> None:
    seed = 20_230_615 + decks
    played = play_shoe("baccarat", "base", decks=decks, rounds=1_000_000, rng_seed=seed)
    assert far_off(played[str(decks)], read_stored("baccarat")[str(decks)]) == []


def test_the_cards_are_those_of_plain_python() -> None:
    points = [*(value for value in range(2, 10) for _ in "cdhs"), *[0] * 16, *[1] * 4]
    rounds = BLOCK_ROUNDS + 2_000
    naturals = ties = 0
    for cards in shoe_deals(5, rounds, cards=52, size=6):
        player = (points[cards[0]] + points[cards[2]]) % 10
        banker = (points[cards[1]] + points[cards[3]]) % 10
        naturals += player >= 8 and player > banker
        ties += player >= 8 and player == banker
    played = play_shoe("baccarat", "dragon_bonus", decks=1, rounds=rounds, rng_seed=5)["1"]
    assert played["dragon_bonus"]["player"]["natural_win"] == naturals
    assert played["dragon_bonus"]["banker"]["natural_tie"] == ties
