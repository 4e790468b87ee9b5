"""Plays Caribbean Stud by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.caribbean_stud.raise_decisions import ACTIONS, CLASSES, RESULTS
from pitboss.games.caribbean_stud.simulate_cover_all import simulate_cover_all
from pitboss.games.caribbean_stud.solve import (
    ACE_KING,
    ANY_PAIR,
    DECISIONS,
    LOSS,
    LOWEST,
    TIE,
    UNQUALIFIED,
    WIN,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import KIND_SHIFT, ROYAL_FLUSH, strength5
from pitboss.maths.kernels.suits import RENAMED_CARDS, place, sort_few, suit_classes
from pitboss.rules.cards import JACK, KING, QUEEN
from pitboss.rules.game import Setting

OUTCOMES = 2 * 10 * 4

# Replaces the weakest strength to raise: two strategies also look at the up card.
BEST, THREE_RULES = -1, -2
WAYS = {**LOWEST, "best": BEST, "raise_by_three_rules": THREE_RULES}


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of the wager came up."""
    if wanted == "cover_all":
        hands = int(settings["hands"])
        return {"cover_all": {str(hands): simulate_cover_all(hands, session)}}
    strategy = str(settings.get("strategy", "best"))
    classes, [stored] = suit_classes(5), DECISIONS
    needed = (classes.class_of, classes.renaming_of, stored.table()[:, 0], WAYS[strategy])
    base = session.play(_play_block, *needed).counts(ACTIONS, CLASSES, RESULTS)
    return {"base": base} if strategy == "best" else {"strategies": {strategy: base}}


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, class_of: Any, renaming_of: Any, raised: Any, lowest: int
) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(10, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        # The player's five, ascending; then the dealer's, with the first face up.
        sort_few(dealt[:5])
        own = strength5(dealt[0], dealt[1], dealt[2], dealt[3], dealt[4])
        other = strength5(dealt[5], dealt[6], dealt[7], dealt[8], dealt[9])
        if lowest == BEST:
            action = _best_action(dealt, class_of, renaming_of, raised)
        elif lowest == THREE_RULES:
            action = _three_rules(dealt, own)
        else:
            action = int(own >= lowest)
        kind = (own >> KIND_SHIFT) + int(own == ROYAL_FLUSH)
        tally[(action * 10 + kind) * 4 + _result(own, other)] += 1
    return tally


@njit(cache=True)
def _result(own: int, other: int) -> int:
    if other < ACE_KING:
        return UNQUALIFIED
    return WIN if own > other else TIE if own == other else LOSS


@njit(cache=True)
def _best_action(dealt: Tally, class_of: Any, renaming_of: Any, raised: Any) -> int:
    index = place(dealt[:5])
    up = np.int64(RENAMED_CARDS[renaming_of[index], dealt[5]])
    return int(np.int64(raised[class_of[index]]) >> up & 1)


@njit(cache=True)
def _three_rules(dealt: Tally, own: int) -> int:
    """A pair or better, and ace-king as `rule_in_words` of the solver says."""
    if own >= ANY_PAIR or own < ACE_KING:
        return int(own >= ANY_PAIR)
    up = dealt[5] >> 2
    ranks = 0
    for index in range(5):
        ranks |= 1 << (dealt[index] >> 2)
    if up >= KING:
        return int(ranks & (1 << QUEEN | 1 << JACK) != 0)
    below_fourth = up < dealt[1] >> 2
    return int(ranks >> up & 1 == 1 or (ranks >> QUEEN & 1 == 1 and below_fourth))
