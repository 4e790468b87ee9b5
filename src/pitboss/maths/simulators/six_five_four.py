"""6-5-4 Poker and its Queens Up, played by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from pitboss.maths.kernels import fours
from pitboss.maths.kernels.fours_exposed import FIVE, FIVE_WORD, FOUR, FOUR_WORD, HIGH, SIX
from pitboss.maths.kernels.holdem_showdown import RENAMED_CARDS, place, sort_few
from pitboss.maths.simulators import best_play
from pitboss.maths.simulators.chance import (
    Reader,
    Tally,
    block_rounds,
    block_state,
    deal_deck,
    play,
)
from pitboss.maths.simulators.hands import mask_of
from pitboss.maths.solvers.six_five_four import ACTIONS, CASES, CLASSES, RESULTS, RULES

if TYPE_CHECKING:
    from pitboss.maths.counting import Counts, Report
    from pitboss.rules.game import Setting

DEALT_AT = 3 * 2 * 4 * 3
OUTCOMES = DEALT_AT + 10

# In place of the weakest strengths that a rule of thumb plays: look at the table.
BEST = (-1, -1, -1)

_STRENGTHS = np.arange(fours.STRENGTHS)
CLASS_OF = fours.classify(CLASSES, _STRENGTHS)
OUTCOME_OF = fours.classify(fours.OUTCOMES, _STRENGTHS)


def simulate(
    *, settings: Mapping[str, Setting], wanted: str, rounds: int, rng_seed: int, report: Report
) -> Counts:
    """How often each outcome of every wager came up. Queens Up does not look at the play, so that
    for it everything is played: the table of the best play need not be asked."""
    strategy = str(settings["strategy"]) if wanted == "base" else "play_everything"
    hands = best_play.classes(5)
    lowest = np.array(BEST if strategy == "best" else RULES[strategy], np.int64)
    needed = (hands.class_of, hands.renaming_of, best_play.kept("six_five_four"), lowest)
    tally = Reader(play(_play_blocks, *needed, rounds=rounds, rng_seed=rng_seed, report=report))
    base: Counts = {
        case: {action: {name: {**tally.named(RESULTS)} for name in CLASSES} for action in ACTIONS}
        for case in CASES
    }
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "dealt": {**tally.named(tuple(fours.OUTCOMES))},
    }


@njit(cache=True, parallel=True, nogil=True)
def _play_blocks(
    start: np.uint64,
    rounds: int,
    first: int,
    last: int,
    class_of: Any,
    renaming_of: Any,
    plays: Any,
    lowest: Tally,
) -> Tally:
    tallies = np.zeros((last - first, OUTCOMES), np.int64)
    for row in prange(last - first):
        dealt = np.empty(11, np.int64)
        state = block_state(start, first + row)
        for _ in range(block_rounds(rounds, first + row)):
            state = deal_deck(state, dealt)
            _tally_round(dealt, class_of, renaming_of, plays, lowest, tallies[row])
    return tallies


@njit(cache=True)
def _tally_round(
    dealt: Tally, class_of: Any, renaming_of: Any, plays: Any, lowest: Tally, tally: Tally
) -> None:
    """Five cards of the player, then the dealer's in the order in which they are turned."""
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
