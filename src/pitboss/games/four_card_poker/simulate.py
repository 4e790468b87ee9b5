"""Plays Four Card Poker, Aces Up and the progressives by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.four_card_poker import solve
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.suits import RENAMED_CARDS, place, sort_few, suit_classes
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

DEALT_AT = 3 * 5 * 3
PLAYED_AT = DEALT_AT + 9
FIVE_CARD_AT = PLAYED_AT + 9
FIVE_CARD_PLAYED_AT = FIVE_CARD_AT + 8

# Replaces a rule of thumb: look at the table of the best play.
NO_RULE = np.empty((0, 0), np.int64)

_STRENGTHS = np.arange(fours.STRENGTHS)
CLASS_OF = fours.classify(solve.CLASSES, _STRENGTHS)
OUTCOME_OF = fours.classify(solve.OUTCOMES, _STRENGTHS)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up."""
    strategy = str(settings.get("strategy", "best"))
    classes, [stored] = suit_classes(5), solve.DECISIONS
    needed = (classes.class_of, classes.renaming_of, stored.table())
    tally = session.play(_play_block, *needed, solve.RULES.get(strategy, NO_RULE))
    base = tally.counts(solve.ACTIONS, tuple(solve.CLASSES), solve.RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "dealt": tally.counts(tuple(solve.OUTCOMES)),
        "dealt_played": tally.counts(tuple(solve.OUTCOMES)),
        "five_card": tally.counts(FIVE_CARD_OUTCOMES),
        "five_card_played": tally.counts(FIVE_CARD_OUTCOMES),
    }


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, class_of: Any, renaming_of: Any, decisions: Any, rule: Any
) -> Tally:
    tally = np.zeros(FIVE_CARD_PLAYED_AT + 8, np.int64)
    dealt = np.empty(11, np.int64)
    for _ in range(rounds):
        # The player's five, then the dealer's six, with the first face up.
        state = deal_deck(state, dealt)
        hand = mask_of(dealt, 0, 5)
        own, other = fours.strength(hand), fours.strength(mask_of(dealt, 5, 11))
        if rule.size:
            action = rule[own, dealt[5]]
        else:
            action = _best_action(dealt, class_of, renaming_of, decisions)
        result = 0 if own > other else 1 if own == other else 2
        tally[(action * 5 + CLASS_OF[own]) * 3 + result] += 1
        tally[DEALT_AT + OUTCOME_OF[own]] += 1
        five = five_card_outcome(strength_of_mask(hand))
        tally[FIVE_CARD_AT + five] += 1
        if action != solve.FOLD:
            tally[PLAYED_AT + OUTCOME_OF[own]] += 1
            tally[FIVE_CARD_PLAYED_AT + five] += 1
    return tally


@njit(cache=True)
def _best_action(dealt: Tally, class_of: Any, renaming_of: Any, decisions: Any) -> int:
    cards = dealt[:5]
    sort_few(cards)
    index = place(cards)
    up = np.int64(RENAMED_CARDS[renaming_of[index], dealt[5]])
    words = decisions[class_of[index]]
    return int((np.int64(words[0]) >> up & 1) + (np.int64(words[1]) >> up & 1))
