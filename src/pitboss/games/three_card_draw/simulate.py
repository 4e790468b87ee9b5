"""Plays Three Card Draw Poker by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.three_card_draw.rules import FIRST_THREE_OUTCOMES
from pitboss.games.three_card_draw.solve import (
    ACTIONS,
    CLASSES,
    DECISIONS,
    DRAW,
    RESULTS,
    STRATEGIES,
    find_best_of_four,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.suits import RENAMED_CARDS, place, sort_few, suit_classes
from pitboss.rules.game import Setting

FIRST_AT = len(ACTIONS) * len(CLASSES) * len(RESULTS)
TALLIED = FIRST_AT + len(FIRST_THREE_OUTCOMES)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of both wagers came up."""
    strategy = str(settings.get("strategy", "best"))
    classes, [stored] = suit_classes(3), DECISIONS
    decisions = stored.table()[:, STRATEGIES.index(strategy)].astype(np.int64)
    needed = (classes.class_of, classes.renaming_of, classes.firsts, decisions)
    tally = session.play(_play_block, threes.strengths(), *needed)
    base = tally.counts(ACTIONS, CLASSES, RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "first_three": tally.counts(FIRST_THREE_OUTCOMES),
    }


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, strengths: Ints, class_of: Any, renaming_of: Any, firsts: Any,
    decisions: Ints,
) -> Tally:  # fmt: skip
    tally = np.zeros(TALLIED, np.int64)
    dealt = np.empty(8, np.int64)
    for _ in range(rounds):
        # The player's three cards, the dealer's four, and the next one.
        state = deal_deck(state, dealt)
        sort_few(dealt[:3])
        sort_few(dealt[3:7])
        index = place(dealt[:3])
        own = int(strengths[index])
        royal = int(own == threes.MINI_ROYAL)
        tally[FIRST_AT + (own >> threes.KIND_SHIFT) + royal] += 1
        decision = decisions[class_of[index]]
        if decision >= DRAW:
            # The decision names a card of the class's first member.
            out = firsts[class_of[index], decision - DRAW]
            for card in range(3):
                if RENAMED_CARDS[renaming_of[index], dealt[card]] == out:
                    dealt[card] = dealt[7]
                    break
            sort_few(dealt[:3])
            own = int(strengths[place(dealt[:3])])
        other = find_best_of_four(dealt[3:7], strengths)
        kind = max(0, (own >> threes.KIND_SHIFT) - 2) + int(own == threes.MINI_ROYAL)
        result = 0 if own > other else 1 if own == other else 2
        tally[(min(decision, DRAW) * 5 + kind) * 3 + result] += 1
    return tally
