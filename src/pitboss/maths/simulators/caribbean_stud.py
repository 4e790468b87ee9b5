"""Caribbean Stud, played by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from pitboss.maths.kernels.caribbean_odds import ACTIONS, CLASSES, RESULTS
from pitboss.maths.kernels.fives import KIND_SHIFT, ROYAL_FLUSH, strength5
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
from pitboss.maths.solvers.caribbean_stud import (
    ACE_KING,
    ACE_KING_JACK_EIGHT_THREE,
    ANY_PAIR,
    LOSS,
    TIE,
    UNQUALIFIED,
    WIN,
)
from pitboss.rules.cards import JACK, KING, QUEEN

if TYPE_CHECKING:
    from pitboss.maths.counting import Counts, Report
    from pitboss.rules.game import Setting

OUTCOMES = 2 * 10 * 4

# The weakest strength that a rule of thumb raises with; two strategies look at the up card too.
BEST = -1
THREE_RULES = -2
LOWEST = {
    "best": BEST,
    "raise_by_three_rules": THREE_RULES,
    "raise_everything": 0,
    "raise_pairs": ANY_PAIR,
    "raise_ace_king": ACE_KING,
    "raise_ace_king_jack_eight_three": ACE_KING_JACK_EIGHT_THREE,
}


def simulate(
    *, settings: Mapping[str, Setting], wanted: str, rounds: int, rng_seed: int, report: Report
) -> Counts:
    """How often each outcome came up."""
    strategy = str(settings["strategy"])
    hands = best_play.classes(5)
    table = best_play.kept("caribbean_stud")[:, 0]
    needed = (hands.class_of, hands.renaming_of, table, LOWEST[strategy])
    tally = Reader(play(_play_blocks, *needed, rounds=rounds, rng_seed=rng_seed, report=report))
    base: Counts = {
        action: {name: {**tally.named(RESULTS)} for name in CLASSES} for action in ACTIONS
    }
    return {"base": base} if strategy == "best" else {"strategies": {strategy: base}}


@njit(cache=True, parallel=True, nogil=True)
def _play_blocks(
    start: np.uint64,
    rounds: int,
    first: int,
    last: int,
    class_of: Any,
    renaming_of: Any,
    raised: Any,
    lowest: int,
) -> Tally:
    tallies = np.zeros((last - first, OUTCOMES), np.int64)
    for row in prange(last - first):
        dealt = np.empty(10, np.int64)
        state = block_state(start, first + row)
        for _ in range(block_rounds(rounds, first + row)):
            state = deal_deck(state, dealt)
            # The player's five, ascending; then the dealer's, the first of them face up.
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
            tallies[row, (action * 10 + kind) * 4 + _result(own, other)] += 1
    return tallies


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
