"""Seeded play: the same seed the same rounds, on any number of threads, each counted once."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from examples import of_few_games
from games.dealt import mixed
from pitboss.maths import parts
from pitboss.maths.analysis import analyze
from pitboss.maths.kernels.chance import BLOCK_ROUNDS, CHUNK_BLOCKS, Session
from pitboss.maths.kernels.chance import mix_state as drawn
from pitboss.rules.catalog import Paytables

WORD = 1 << 64
PAYTABLES = Paytables()
# Every game and wager that can be played, with the options of its usual analysis.
WAGERS = {
    f"{game} {paytable.slot}": (game, paytable.slot, analyze(paytable).options)
    for paytable in map(PAYTABLES.get, PAYTABLES.ids())
    for game in paytable.games
    if game in parts.games_with("simulate") and not analyze(paytable).cases.averaged
}


def unheard(share: float) -> None:
    """For those who do not wait."""
    assert 0 < share <= 1


def simulate(wager: str, *, rounds: int, rng_seed: int, report: Any = unheard, **more: Any) -> Any:
    """Play with the usual options, or others."""
    game, slot, settings = WAGERS[wager]
    session = Session(rounds, rng_seed, report)
    return parts.simulate_part(game).simulate({**settings, **more}, slot, session)


@pytest.mark.parametrize("wager", of_few_games(WAGERS))
def test_counts_do_not_depend_on_the_number_of_threads(wager: str) -> None:
    before = numba.get_num_threads()
    results = []
    for threads in {1, before}:
        numba.set_num_threads(threads)
        results.append(simulate(wager, rounds=50_001, rng_seed=7))
    numba.set_num_threads(before)
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("wager", of_few_games(WAGERS))
def test_another_seed_gives_other_counts(wager: str) -> None:
    results = [simulate(wager, rounds=20_000, rng_seed=seed) for seed in (0, 1, WORD - 1)]
    assert results[0] != results[1] != results[2] != results[0]


def one_kernel(state: np.uint64, rounds: int, add: int) -> Any:
    return np.array([rounds, add])


def test_every_round_is_played_once_and_told() -> None:
    rounds = BLOCK_ROUNDS * CHUNK_BLOCKS + BLOCK_ROUNDS + 1
    shares: list[float] = []
    tally = Session(rounds, 3, shares.append).play(one_kernel, 1)
    assert tally.take_named(("rounds", "blocks")) == {"rounds": rounds, "blocks": CHUNK_BLOCKS + 2}
    assert shares == [CHUNK_BLOCKS / (CHUNK_BLOCKS + 2), 1]


def test_the_generator_is_splitmix64() -> None:
    """The first five numbers of seed 1234567, as published with the generator."""
    states = [(1_234_567 + draw * 0x9E3779B97F4A7C15) % WORD for draw in range(1, 6)]
    published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ]
    assert [mixed(state) for state in states] == published
    assert [int(drawn(np.uint64(state))) % WORD for state in states] == published
