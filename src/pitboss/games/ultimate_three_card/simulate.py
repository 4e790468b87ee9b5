"""Plays Ultimate Three Card Poker (Face Up) by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.ultimate_three_card.solve import (
    ACTIONS,
    ANY_PAIR,
    CLASSES,
    DECISIONS,
    LOWEST,
    RESULTS,
    find_result,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.suits import RENAMED_CARDS, place, sort_few, suit_classes
from pitboss.rules.game import Setting

TALLIED = len(ACTIONS) * len(CLASSES) * len(RESULTS)
BY_DECISION = (-1,) * 13  # stands for the weakest hand to play: look the decision up


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each way to play ended in each result."""
    strategy = str(settings["strategy"])
    classes, [stored] = suit_classes(3), DECISIONS
    needed = (classes.class_of, classes.renaming_of, stored.table()[:, 0])
    lowest = np.array(LOWEST.get(strategy, BY_DECISION))
    tally = session.play(_play_block, threes.strengths(), lowest, *needed)
    base = tally.counts(ACTIONS, CLASSES, RESULTS)
    return {"base": base} if strategy == "best" else {"strategies": {strategy: base}}


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, strengths: Ints, lowest: Ints,
    class_of: Any, renaming_of: Any, decisions: Any,
) -> Tally:  # fmt: skip
    tally = np.zeros(TALLIED, np.int64)
    dealt = np.empty(6, np.int64)
    for _ in range(rounds):
        # The player's three cards, then the dealer's, of which the first is up.
        state = deal_deck(state, dealt)
        up = dealt[3]
        sort_few(dealt[:3])
        sort_few(dealt[3:])
        index = place(dealt[:3])
        own, other = int(strengths[index]), int(strengths[place(dealt[3:])])
        least = lowest[up >> 2]
        if least >= 0:
            played = own >= least
        else:
            seen = np.uint64(RENAMED_CARDS[renaming_of[index], up])
            played = np.int64(decisions[class_of[index]] >> seen & np.uint64(1)) == 1
        action = (2 if own >= ANY_PAIR else 1) if played else 0
        kind = max(0, (own >> threes.KIND_SHIFT) - 1) + int(own == threes.MINI_ROYAL)
        tally[(action * 6 + kind) * 6 + find_result(own, other)] += 1
    return tally
