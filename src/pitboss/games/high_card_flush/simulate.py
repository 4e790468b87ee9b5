"""Plays High Card Flush and its bonus wagers by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.high_card_flush.rules import FLUSH_OUTCOMES, FLUSHES, STRAIGHT_FLUSH_OUTCOMES
from pitboss.games.high_card_flush.seven_suited import (
    QUALIFYING,
    RESULTS,
    SIZE_SHIFT,
    best_raise,
    longest_of,
    longest_run,
    read_results,
)
from pitboss.games.high_card_flush.solve import ACTIONS, LOWEST
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.rules.game import Setting

BEST = -1  # in place of the weakest flush that a rule of thumb raises

# Where each part begins in a tally.
FLUSH_AT = len(ACTIONS) * len(FLUSHES) * len(RESULTS)
RUN_AT = FLUSH_AT + len(FLUSH_OUTCOMES)
OUTCOMES = RUN_AT + 2 * len(STRAIGHT_FLUSH_OUTCOMES)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up. Bonus wagers need no decision."""
    strategy = str(settings.get("strategy", "best"))
    tally = session.play(_play_block, LOWEST.get(strategy, BEST) if wanted == "base" else 0)
    base = tally.counts(ACTIONS, FLUSHES, RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "flush": tally.counts(FLUSH_OUTCOMES),
        "straight_flush": tally.counts(("no", "yes"), STRAIGHT_FLUSH_OUTCOMES),
    }


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, lowest: int) -> Tally:
    tally, dealt = np.zeros(OUTCOMES, np.int64), np.empty(14, np.int64)
    hands, results = np.empty((2, 4), np.int64), np.empty(4, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        hands[:] = 0
        for place in range(14):
            hands[place // 7, dealt[place] & 3] |= 1 << (dealt[place] >> 2)
        own, other = longest_of(hands[0]), longest_of(hands[1])
        size = own >> SIZE_SHIFT
        action = max(1, min(3, size - 3)) if own >= lowest else 0
        if lowest == BEST:
            read_results(hands[0], own, results)
            action = best_raise(results, size)
        result = 0 if own > other else 2 if own == other else 3
        if other < QUALIFYING:
            result = 1
        tally[(action * 6 + size - 2) * 4 + result] += 1
        tally[FLUSH_AT + max(0, size - 3)] += 1
        for low in range(2):
            run = longest_run(hands[0], low)
            tally[RUN_AT + 6 * low + max(0, run - 2)] += 1
    return tally
