"""Plays Six Card Poker by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.six_card_poker.shown_three import (
    ACE_KING,
    RESULTS,
    dealer_strengths,
    is_best_raised,
)
from pitboss.games.six_card_poker.solve import ACTIONS, RULES, follows_rule, least_raised
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import mask_of, strength_of_mask
from pitboss.rules.game import Setting


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each action ended in each result."""
    strategy = str(settings["strategy"])
    rule = RULES.index(strategy) if strategy in RULES else -1
    tally = session.play(_play_block, rule, dealer_strengths())
    base = tally.counts(ACTIONS, RESULTS)
    return {"base": base} if strategy == "best" else {"strategies": {strategy: base}}


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, rule: int, strengths: Any) -> Tally:
    tally = np.zeros(12, np.int64)
    dealt = np.empty(12, np.int64)
    for _ in range(rounds):
        # The player's six cards, then the dealer's; the first three of those are up.
        state = deal_deck(state, dealt)
        own = strength_of_mask(mask_of(dealt, 0, 6))
        other = strength_of_mask(mask_of(dealt, 6, 12))
        if rule < 0:
            raised = is_best_raised(dealt, own, strengths)
        else:
            least = least_raised(dealt[6] >> 2, dealt[7] >> 2, dealt[8] >> 2)
            raised = follows_rule(rule, own, least)
        result = 0 if own > other else 1 if own == other else 2
        tally[6 * int(raised) + 3 * int(other >= ACE_KING) + result] += 1
    return tally
