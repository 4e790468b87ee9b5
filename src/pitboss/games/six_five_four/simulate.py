"""Plays 6-5-4 Poker and its Queens Up by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.six_five_four.exposed import FIVE, FIVE_WORD, FOUR, FOUR_WORD, HIGH, SIX
from pitboss.games.six_five_four.solve import ACTIONS, CASES, CLASSES, DECISIONS, RESULTS, RULES
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import mask_of
from pitboss.maths.kernels.suits import RENAMED_CARDS, place, sort_few, suit_classes
from pitboss.rules.game import Setting

DEALT_AT = 3 * 2 * 4 * 3
OUTCOMES = DEALT_AT + 10

# Replaces the weakest strengths a rule of thumb plays: look at the table.
BEST = (-1, -1, -1)

_STRENGTHS = np.arange(fours.STRENGTHS)
CLASS_OF = fours.classify(CLASSES, _STRENGTHS)
OUTCOME_OF = fours.classify(fours.OUTCOMES, _STRENGTHS)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up. Queens Up doesn't depend on the play, so for
    it every hand is played, without the best play's table."""
    strategy = str(settings["strategy"]) if wanted == "base" else "play_everything"
    classes, [stored] = suit_classes(5), DECISIONS
    lowest = np.array(BEST if strategy == "best" else RULES[strategy], np.int64)
    needed = (classes.class_of, classes.renaming_of, stored.table(), lowest)
    tally = session.play(_play_block, *needed)
    base = tally.counts(CASES, ACTIONS, tuple(CLASSES), RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "dealt": tally.counts(tuple(fours.OUTCOMES)),
    }


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, class_of: Any, renaming_of: Any, plays: Any, lowest: Tally
) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(11, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        _tally_round(dealt, class_of, renaming_of, plays, lowest, tally)
    return tally


@njit(cache=True)
def _tally_round(
    dealt: Tally, class_of: Any, renaming_of: Any, plays: Any, lowest: Tally, tally: Tally
) -> None:
    """The player's five cards, then the dealer's in turning order."""
    case = SIX if dealt[5] < HIGH else FIVE if dealt[6] < HIGH else FOUR
    own = fours.strength(mask_of(dealt, 0, 5))
    other = fours.strength(mask_of(dealt, 5 + case, 11))
    if lowest[case] >= 0:
        action = int(own >= lowest[case])
    else:
        action = _best_action(dealt, case, class_of, renaming_of, plays)
    result = 0 if own > other else 1 if own == other else 2
    tally[((case * 2 + action) * 4 + CLASS_OF[own]) * 3 + result] += 1
    tally[DEALT_AT + OUTCOME_OF[own]] += 1


@njit(cache=True)
def _best_action(dealt: Tally, case: int, class_of: Any, renaming_of: Any, plays: Any) -> int:
    cards = dealt[:5]
    sort_few(cards)
    index = place(cards)
    way = renaming_of[index]
    words = plays[class_of[index]]
    first, second = np.int64(RENAMED_CARDS[way, dealt[5]]), np.int64(RENAMED_CARDS[way, dealt[6]])
    if case == SIX:
        return int(np.int64(words[0]) >> first & 1)
    if case == FIVE:
        return int(np.int64(words[FIVE_WORD + first - HIGH]) >> second & 1)
    return int(np.int64(words[FOUR_WORD + first - HIGH]) >> (second - HIGH) & 1)
