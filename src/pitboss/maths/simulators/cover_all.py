"""Cover All, played: the highest of all hands in the round, the dealer's included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numba import njit, prange

from pitboss.maths.kernels.fives import strength5
from pitboss.maths.simulators.chance import (
    Reader,
    Tally,
    block_rounds,
    block_state,
    deal_deck,
    play,
)
from pitboss.maths.simulators.hands import five_card_outcome
from pitboss.maths.solvers.cover_all import CLASSES

if TYPE_CHECKING:
    from pitboss.maths.counting import Counts, Report
    from pitboss.rules.game import Setting


def simulate(
    *, settings: Mapping[str, Setting], wanted: str, rounds: int, rng_seed: int, report: Report
) -> Counts:
    """How often each class was the highest."""
    hands = int(settings["hands"])
    tally = Reader(play(_play_blocks, hands, rounds=rounds, rng_seed=rng_seed, report=report))
    return {str(hands): {**tally.named(CLASSES)}}


@njit(cache=True, parallel=True, nogil=True)
def _play_blocks(start: np.uint64, rounds: int, first: int, last: int, hands: int) -> Tally:
    tallies = np.zeros((last - first, len(CLASSES)), np.int64)
    for row in prange(last - first):
        dealt = np.empty(5 * hands, np.int64)
        state = block_state(start, first + row)
        for _ in range(block_rounds(rounds, first + row)):
            state = deal_deck(state, dealt)
            best = 0
            for at in range(0, 5 * hands, 5):
                own = strength5(
                    dealt[at], dealt[at + 1], dealt[at + 2], dealt[at + 3], dealt[at + 4]
                )
                best = max(best, own)
            tallies[row, five_card_outcome(best)] += 1
    return tallies
