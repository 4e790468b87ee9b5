"""The cards of a simulation in plain Python, to play the same rounds by the rules of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.maths import parts
from pitboss.maths.kernels.chance import BLOCK_ROUNDS, Session
from pitboss.rules.cards import Card
from pitboss.rules.hands import Strength

ROUNDS = 3_000
RNG_SEED = 20_260_101
WORD = 1 << 64


def mixed(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


def deals(size: int) -> Iterator[list[Card]]:
    """The cards of each round, all within the first block."""
    state = mixed(RNG_SEED)
    for _ in range(ROUNDS):
        cards: list[Card] = []
        while len(cards) < size:
            state = (state + 0x9E3779B97F4A7C15) % WORD
            product = (mixed(state) >> 32) * 52
            card = Card(product >> 32)
            if product % (1 << 32) >= (1 << 32) % 52 and card not in cards:
                cards.append(card)
        yield cards


def simulate(game: str, *, wanted: str = "base", **settings: Any) -> Any:
    session = Session(ROUNDS, RNG_SEED, lambda _: None)
    return parts.simulate_part(game).simulate(settings, wanted, session)


def nonzero(counts: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every count that is not zero, under its path of names."""
    for name, value in counts.items():
        if isinstance(value, dict):
            yield from nonzero(value, (*names, name))
        elif value:
            yield (*names, name), value


def assert_same(counts: Any, seen: Counter[tuple[str, ...]]) -> None:
    assert dict(nonzero(counts)) == dict(seen)


def compared(own: Strength, other: Strength) -> str:
    return "win" if own > other else "tie" if own == other else "loss"


def shoe_deals(
    rng_seed: int, rounds: int, *, cards: int, size: int, deck: int = 52
) -> Iterator[list[int]]:
    """The cards of each round from a shoe; a card is a place in the shoe modulo its deck."""
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
        yield [place % deck for place in places]


def play_shoe(game: str, wanted: str, *, decks: int, rounds: int, rng_seed: int) -> Any:
    session = Session(rounds, rng_seed, lambda _: None)
    return parts.simulate_part(game).simulate({"decks": decks}, wanted, session)


def figures(counts: Any, total: int = 0, names: str = "") -> Iterator[tuple[str, int, int]]:
    """Every figure of an entry under its full name, with the total it is out of."""
    total = counts.get("total", total)
    for name, value in counts.items():
        if isinstance(value, dict):
            yield from figures(value, total, f"{names} {name}")
        elif name != "total":
            yield f"{names} {name}", value, total


def far_off(played: Any, exact: Any) -> list[str]:
    """What lies further than four standard errors from its exact weight."""
    simulated = {at: (hits, rounds) for at, hits, rounds in figures(played)}
    expected = {at: (weight, total) for at, weight, total in figures(exact)}
    assert simulated.keys() == expected.keys()
    far = []
    for at, (weight, total) in expected.items():
        hits, rounds = simulated[at]
        # |hits - n p| <= 4 sqrt(n p (1 - p)), squared and multiplied by the square of the total.
        if (hits * total - rounds * weight) ** 2 > 16 * rounds * weight * (total - weight):
            far.append(f"{at}: {hits}")
    return far
