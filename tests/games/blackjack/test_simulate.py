"""Blackjack, played: the side wagers card by card, the game itself beside its exact edge."""

from __future__ import annotations

import numba
import pytest

from games.dealt import far_off, play_shoe, shoe_deals
from pitboss.games.blackjack.simulate import PLAY
from pitboss.maths.counting import branch, read_stored
from pitboss.maths.kernels.chance import BLOCK_ROUNDS, Session
from pitboss.maths.simulation import simulate
from pitboss.rules.catalog import Paytables

SIX_DECKS = {"decks": 6}


@pytest.mark.proof
@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_every_probability_lies_within_four_standard_errors(decks: int) -> None:
    seed = 20_230_615 + decks
    played = play_shoe("blackjack", "trilux", decks=decks, rounds=1_000_000, rng_seed=seed)
    exact = branch(read_stored("blackjack"), "sides", str(decks))
    assert far_off(played["sides"][str(decks)], exact) == []


def test_the_cards_are_those_of_plain_python() -> None:
    rounds = BLOCK_ROUNDS + 2_000
    pairs = sevens = flushes = 0
    for first, second, up in shoe_deals(99, rounds, cards=416, size=3):
        pairs += first // 4 == second // 4
        sevens += (first // 4 == 5) != (second // 4 == 5)
        one_rank = first // 4 == second // 4 == up // 4
        flushes += first % 4 == second % 4 == up % 4 and not one_rank
    counts = play_shoe("blackjack", "trilux", decks=8, rounds=rounds, rng_seed=99)
    played = counts["sides"]["8"]
    trilux = played["trilux"]
    assert played["house_money"]["pair"] == pairs
    assert played["blazing_7s"]["one_seven"] == sevens
    assert trilux["flush"] + trilux["straight_flush"] == flushes


@pytest.mark.proof
def test_the_game_does_not_depend_on_the_number_of_threads() -> None:
    before = numba.get_num_threads()
    results = []
    for threads in {1, before}:
        numba.set_num_threads(threads)
        results.append(PLAY.simulate_base(SIX_DECKS, Session(50_001, 7, lambda _: None)))
    numba.set_num_threads(before)
    assert all(result == results[0] for result in results)
    assert results[0] != PLAY.simulate_base(SIX_DECKS, Session(50_001, 8, lambda _: None))


def test_BJ_1_another_edge_lies_within_four_standard_errors() -> None:
    paytable = Paytables().get("blackjack/base/standard")
    options = {"decks": "1", "soft_17": "hit"}
    played = simulate(paytable, options, rounds=200_000, rng_seed=12, report=lambda _: None)
    assert played.agrees
