"""Chance for simulations: the generator, cards dealt with it, and rounds played in blocks.

Each game has one kernel: it deals a round from the generator's state, tallies the result, and
repeats. A `Session` plays as many blocks of rounds as you want, on all threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numba import get_num_threads, njit
from numpy.typing import NDArray

from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress

Tally: TypeAlias = NDArray[np.int64]
# A kernel plays one block: it takes the state of the generator, the number of rounds and then
# whatever its game needs, releases Python's lock (`nogil`), and returns how often each outcome came
# up.
Kernel: TypeAlias = Callable[..., Any]

BLOCK_ROUNDS = 1 << 14
CHUNK_BLOCKS = 128  # played between two reports

# splitmix64: the state moves on by a fixed odd step, and the output is the state, well mixed.
STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
# Blocks begin 2**40 draws apart: none runs into the next, and there is room for 2**24.
BLOCK_STRIDE = (0x9E3779B97F4A7C15 << 40) % (1 << 64)

SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
LOW_HALF = np.uint64(0xFFFFFFFF)
DECK_CARDS = np.uint64(52)
# How many of 2**32 equally likely numbers are left over when each card gets the same share.
DECK_UNFAIR = np.uint64((1 << 32) % 52)


@njit(cache=True)
def mix_state(state: np.uint64) -> np.uint64:
    """The output for a state."""
    state = (state ^ (state >> SHIFT_30)) * MIX_1
    state = (state ^ (state >> SHIFT_27)) * MIX_2
    return state ^ (state >> SHIFT_31)


@njit(cache=True)
def deal_shoe(state: np.uint64, shoe_cards: int, dealt: Tally, deck_cards: int = 52) -> np.uint64:
    """Fill `dealt` from a full shoe, with every order of distinct cards equally likely; return the
    new state. A card is its place in a deck.

    The upper half of a draw times the number of cards, without its lower 32 bits, is a place in the
    shoe. It discards the few products that would favor some places, and any place already dealt.
    """
    limit = np.uint64(shoe_cards)
    unfair = (LOW_HALF - limit + np.uint64(1)) % limit
    place = 0
    while place < dealt.size:
        state += STEP
        product = (mix_state(state) >> SHIFT_32) * limit
        dealt[place] = np.int64(product >> SHIFT_32)
        if (product & LOW_HALF) >= unfair and _is_new(dealt, place):
            place += 1
    for index in range(dealt.size):
        dealt[index] %= deck_cards
    return state


@njit(cache=True)
def _is_new(dealt: Tally, place: int) -> bool:
    new = True
    for before in range(place):
        new &= dealt[before] != dealt[place]
    return new


@njit(cache=True)
def deal_deck(state: np.uint64, dealt: Tally) -> np.uint64:
    """Fill `dealt` from one full deck, as `deal_shoe` does, with a bit for each card gone."""
    gone = np.int64(0)
    place = 0
    while place < dealt.size:
        state += STEP
        product = (mix_state(state) >> SHIFT_32) * DECK_CARDS
        card = np.int64(product >> SHIFT_32)
        bit = np.int64(1) << card
        if (product & LOW_HALF) >= DECK_UNFAIR and gone & bit == 0:
            gone |= bit
            dealt[place] = card
            place += 1
    return state


class Reader:
    """Takes the numbers of a tally one group after the other, in the kernel's order."""

    def __init__(self, tally: Tally) -> None:
        self._numbers: list[int] = tally.tolist()
        self._taken = 0

    def take_named(self, names: Sequence[str]) -> dict[str, int]:
        """The next numbers, under these names."""
        first, self._taken = self._taken, self._taken + len(names)
        return dict(zip(names, self._numbers[first : self._taken], strict=True))

    def counts(self, *names: Sequence[str]) -> Counts:
        """The next numbers, under nested names, the outermost first."""
        if len(names) == 1:
            return {**self.take_named(names[0])}
        return {name: self.counts(*names[1:]) for name in names[0]}


@dataclass(frozen=True, slots=True)
class Session:
    """How much to play, and where chance begins.

    Rounds are played in blocks of fixed size, each with its own stretch of one splitmix64 sequence:
    the same rng seed gives the same counts on any machine and any number of threads.
    """

    rounds: int
    rng_seed: int
    report: TellProgress
    first_block: int = 0  # of a piece of a longer session
    tallies: list[Tally] = field(default_factory=list)  # of each kernel so far
    played: Iterator[Tally] | None = None  # what was played elsewhere, kernel by kernel

    def play(self, kernel: Kernel, *needed: object) -> Reader:
        """The tallies of all rounds together, in the order of the kernel's numbers."""
        if self.played is not None:
            return Reader(next(self.played))
        blocks = -(-self.rounds // BLOCK_ROUNDS)
        # A kernel returns a plain int, and the next kernel would take that for signed: hence the
        # cast.
        start = int(mix_state(np.uint64(self.rng_seed)))

        def block(number: int) -> Any:
            state = np.uint64((start + (self.first_block + number) * BLOCK_STRIDE) % (1 << 64))
            rounds = min(BLOCK_ROUNDS, self.rounds - number * BLOCK_ROUNDS)
            return kernel(state, rounds, *needed)

        totals: Any = 0
        with ThreadPoolExecutor(get_num_threads()) as pool:
            for first in range(0, blocks, CHUNK_BLOCKS):
                last = min(first + CHUNK_BLOCKS, blocks)
                totals = sum(pool.map(block, range(first, last)), start=totals)
                self.report(last / blocks)
        self.tallies.append(totals)
        return Reader(totals)
