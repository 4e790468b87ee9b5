"""Blackjack itself, played by the basic strategy of the house's settings from full shoes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from pitboss.maths.games.blackjack import solution
from pitboss.maths.kernels import blackjack_simulation
from pitboss.maths.kernels.blackjack_hands import rules_of
from pitboss.maths.simulators.chance import BLOCK_ROUNDS, CHUNK_BLOCKS, STEP, mixed

if TYPE_CHECKING:
    from pitboss.maths.counting import Counts, Report
    from pitboss.rules.game import Setting

# Rounds are played so many at a time, so that a long simulation can tell how far it is.
PART_ROUNDS = BLOCK_ROUNDS * CHUNK_BLOCKS
PART_STRIDE = (blackjack_simulation.BLOCKS << 40) * int(STEP)


def simulate(
    *, settings: Mapping[str, Setting], wanted: str, rounds: int, rng_seed: int, report: Report
) -> Counts:
    """The sums of `blackjack_simulation.Simulated` over all rounds."""
    rules, decks = rules_of(settings), int(settings["decks"])
    tables = solution(settings).tables
    start = int(mixed(np.uint64(rng_seed)))
    sums: Counts = {}
    for part, first in enumerate(range(0, rounds, PART_ROUNDS)):
        played = blackjack_simulation.simulate(
            tables,
            rules,
            decks=decks,
            rounds=min(PART_ROUNDS, rounds - first),
            rng_seed=(start + part * PART_STRIDE) % (1 << 64),
        )
        sums = {name: number + sums.get(name, 0) for name, number in asdict(played).items()}
        report(min(1.0, (first + PART_ROUNDS) / rounds))
    return sums
