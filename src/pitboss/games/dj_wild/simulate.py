"""Plays DJ Wild Stud Poker by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.dj_wild.rules import TRIPS_OUTCOMES
from pitboss.games.dj_wild.solve import (
    ACTIONS,
    CLASSES,
    RESULTS,
    natural_places,
    plays,
    trips_place,
    wild_places,
)
from pitboss.games.dj_wild.wild_strengths import strength, wild_hands
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Choices, Ints, Ints32
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.maths.kernels.suits import sort_few
from pitboss.rules.game import Setting

TRIPS_AT = len(ACTIONS) * len(CLASSES) * len(RESULTS)
TALLIED = TRIPS_AT + len(TRIPS_OUTCOMES)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of both wagers came up."""
    strategy = str(settings.get("strategy", "best"))
    hands = wild_hands()
    needed = (hands.table, hands.kinds, wild_places(), natural_places(), plays(strategy))
    tally = session.play(_play_block, *needed)
    base = tally.counts(ACTIONS, CLASSES, RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "trips": tally.counts(TRIPS_OUTCOMES),
    }


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, table: Ints32, kinds: Ints, wild: Ints, natural: Ints,
    played: Choices,
) -> Tally:  # fmt: skip
    tally = np.zeros(TALLIED, np.int64)
    dealt = np.empty(10, np.int64)
    for _ in range(rounds):
        state = deal_shoe(state, 53, dealt, 53)
        # The first five cards are the player's, the others the dealer's.
        sort_few(dealt[:5])
        sort_few(dealt[5:])
        own, other = strength(dealt[:5], table), strength(dealt[5:], table)
        tally[TRIPS_AT + trips_place(dealt[:5], table, wild, natural)] += 1
        # Below a straight is one class; the others are kinds in order.
        kind = max(0, kinds[own] - 3)
        result = 0 if own > other else 1 if own == other else 2
        tally[(int(played[own]) * 9 + kind) * 3 + result] += 1
    return tally
