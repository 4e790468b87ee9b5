"""Seeded play: the same seed the same rounds, on any number of threads, each counted once."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numba
import pytest

from pitboss.maths.counting import stored
from pitboss.maths.kernels.chance import BLOCK_ROUNDS, CHUNK_BLOCKS

WORD = 1 << 64
SIMULATORS: dict[str, dict[str, Any]] = {
    "baccarat": {"decks": 6},
    "blackjack": {"decks": 6},
    "blackjack_sides": {"decks": 6},
    "caribbean_stud": {"strategy": "best"},
    "cover_all": {"hands": 8},
    "crazy4": {"strategy": "best"},
    "holdem_bonus": {"strategy": "best"},
    "six_five_four": {"strategy": "best"},
}
SHOES = ("baccarat", "blackjack_sides")


def unheard(share: float) -> None:
    """For those who do not wait."""
    assert 0 < share <= 1


def simulate(name: str, *, rounds: int, rng_seed: int, report: Any = unheard, **more: Any) -> Any:
    """Play with the settings above, or others."""
    module = importlib.import_module(f"pitboss.maths.simulators.{name}")
    return module.simulate(
        settings={**SIMULATORS[name], **more},
        wanted="base",
        rounds=rounds,
        rng_seed=rng_seed,
        report=report,
    )


def outcomes(counts: Any, total: int = 0, names: str = "") -> Iterator[tuple[str, int, int]]:
    """Every figure of an entry under its full name, with the total it is out of."""
    total = counts.get("total", total)
    for name, value in counts.items():
        if isinstance(value, dict):
            yield from outcomes(value, total, f"{names} {name}")
        elif name != "total":
            yield f"{names} {name}", value, total


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
@pytest.mark.parametrize("name", SHOES)
def test_every_probability_of_a_shoe_lies_within_four_standard_errors(
    name: str, decks: int
) -> None:
    played = simulate(name, decks=decks, rounds=1_000_000, rng_seed=20_230_615 + decks)
    exact = stored(name)[str(decks)]
    simulated = {at: (hits, rounds) for at, hits, rounds in outcomes(played[str(decks)])}
    expected = {at: (weight, total) for at, weight, total in outcomes(exact)}
    assert simulated.keys() == expected.keys()
    far = []
    for at, (weight, total) in expected.items():
        hits, rounds = simulated[at]
        # |hits - n p| <= 4 sqrt(n p (1 - p)), squared and multiplied by the square of the total.
        if (hits * total - rounds * weight) ** 2 > 16 * rounds * weight * (total - weight):
            far.append((at, hits, rounds * weight / total))
    assert far == []


@pytest.mark.parametrize("name", SIMULATORS)
def test_counts_do_not_depend_on_the_number_of_threads(name: str) -> None:
    before = numba.get_num_threads()
    results = []
    for threads in {1, before}:
        numba.set_num_threads(threads)
        results.append(simulate(name, rounds=50_001, rng_seed=7))
    numba.set_num_threads(before)
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("name", SIMULATORS)
def test_another_seed_gives_other_counts(name: str) -> None:
    results = [simulate(name, rounds=10_000, rng_seed=seed) for seed in (0, 1, WORD - 1)]
    assert results[0] != results[1] != results[2] != results[0]


@pytest.mark.parametrize("name", SHOES)
def test_every_round_is_counted_once_for_each_wager(name: str) -> None:
    rounds = BLOCK_ROUNDS * CHUNK_BLOCKS + BLOCK_ROUNDS + 1
    shares: list[float] = []
    played = simulate(name, decks=2, rounds=rounds, rng_seed=3, report=shares.append)
    wagers: dict[str, int] = {}
    for at, hits, total in outcomes(played):
        assert total == rounds
        wager = at.rpartition(" ")[0]
        wagers[wager] = wagers.get(wager, 0) + hits
    assert set(wagers.values()) == {rounds}
    assert shares == [CHUNK_BLOCKS / (CHUNK_BLOCKS + 2), 1]


def test_blackjack_tells_how_far_it_is() -> None:
    shares: list[float] = []
    played = simulate("blackjack", rounds=3 << 20, rng_seed=3, report=shares.append)
    assert played["rounds"] == 3 << 20
    assert shares == [2 / 3, 1]


def mixed(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


def deals(rng_seed: int, rounds: int, *, cards: int, size: int) -> Iterator[list[int]]:
    """The cards of each round, drawn in plain Python; a card is a place in the shoe modulo 52."""
    step = 0x9E3779B97F4A7C15
    for played in range(rounds):
        if played % BLOCK_ROUNDS == 0:
            state = (mixed(rng_seed) + (played // BLOCK_ROUNDS) * (step << 40)) % WORD
        places: list[int] = []
        while len(places) < size:
            state = (state + step) % WORD
            product = (mixed(state) >> 32) * cards
            place = product >> 32
            if product % (1 << 32) >= (1 << 32) % cards and place not in places:
                places.append(place)
        yield [place % 52 for place in places]


def test_the_generator_is_splitmix64() -> None:
    """The first five numbers of seed 1234567, as published with the generator."""
    states = [(1_234_567 + draw * 0x9E3779B97F4A7C15) % WORD for draw in range(1, 6)]
    assert [mixed(state) for state in states] == [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ]


def test_blackjack_cards_are_those_of_plain_python() -> None:
    rounds = BLOCK_ROUNDS + 2_000
    pairs = sevens = flushes = 0
    for first, second, up in deals(99, rounds, cards=416, size=3):
        pairs += first // 4 == second // 4
        sevens += (first // 4 == 5) != (second // 4 == 5)
        one_rank = first // 4 == second // 4 == up // 4
        flushes += first % 4 == second % 4 == up % 4 and not one_rank
    played = simulate("blackjack_sides", decks=8, rounds=rounds, rng_seed=99)["8"]
    trilux = played["trilux"]
    assert played["house_money"]["pair"] == pairs
    assert played["blazing_7s"]["one_seven"] == sevens
    assert trilux["flush"] + trilux["straight_flush"] == flushes


def test_baccarat_cards_are_those_of_plain_python() -> None:
    points = [*(value for value in range(2, 10) for _ in "cdhs"), *[0] * 16, *[1] * 4]
    rounds = BLOCK_ROUNDS + 2_000
    naturals = ties = 0
    for cards in deals(5, rounds, cards=52, size=6):
        player = (points[cards[0]] + points[cards[2]]) % 10
        banker = (points[cards[1]] + points[cards[3]]) % 10
        naturals += player >= 8 and player > banker
        ties += player >= 8 and player == banker
    played = simulate("baccarat", decks=1, rounds=rounds, rng_seed=5)["1"]
    assert played["dragon_bonus"]["player"]["natural_win"] == naturals
    assert played["dragon_bonus"]["banker"]["natural_tie"] == ties
