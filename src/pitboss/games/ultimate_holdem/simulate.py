"""Plays Ultimate Texas Hold'em and its side bets by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.ultimate_holdem.odds import STRATEGY
from pitboss.games.ultimate_holdem.one_hand import (
    RESULTS,
    bets_flop,
    bets_river,
    folds_river,
    result_of,
)
from pitboss.games.ultimate_holdem.rules import BAD_BEAT_OUTCOMES
from pitboss.games.ultimate_holdem.solve import (
    ACTIONS,
    CLASSES,
    DECISIONS,
    best_raises,
    published_raises,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.holdings import RENAMED_HOLDINGS, holding_bits, starting_hand
from pitboss.maths.kernels.suits import place, sort_few, suit_classes
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

BEST, PUBLISHED, CHECK_TO_RIVER, RAISE_EVERYTHING = range(len(STRATEGY.choices))
FOLD = ACTIONS.index("fold")

# Where each part begins in a tally: folded and played apart.
TRIPS_AT = len(ACTIONS) * len(CLASSES) * len(RESULTS)
BAD_BEAT_AT = TRIPS_AT + 2 * len(FIVE_CARD_OUTCOMES)
FIVE_AT = BAD_BEAT_AT + 2 * len(BAD_BEAT_OUTCOMES)
OUTCOMES = FIVE_AT + 2 * len(FIVE_CARD_OUTCOMES)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up."""
    strategy = str(settings.get("strategy", "best"))
    chosen = STRATEGY.choices.index(strategy)
    raised = published_raises() if chosen == PUBLISHED else best_raises()
    flops = suit_classes(3)
    bets = holding_bits(DECISIONS[0])
    tally = session.play(_play_block, chosen, raised, flops.class_of, flops.renaming_of, bets)
    base = tally.counts(ACTIONS, CLASSES, RESULTS)
    side_bets: Counts = {}
    for slot, outcomes in (
        ("trips", FIVE_CARD_OUTCOMES),
        ("bad_beat", BAD_BEAT_OUTCOMES),
        ("five_card", FIVE_CARD_OUTCOMES),
    ):
        folded, played = tally.take_named(outcomes), tally.take_named(outcomes)
        everything = {name: folded[name] + played[name] for name in outcomes}
        side_bets[slot] = {"all": {**everything}, "played": {**played}}
    return {
        "base": base if chosen == BEST else {},
        "strategies": {} if chosen == BEST else {strategy: base},
        **side_bets,
    }


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, chosen: int, raised: Any, class_of: Any, renaming_of: Any,
    bets: Any,
) -> Tally:  # fmt: skip
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(9, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        sort_few(dealt[:2])
        sort_few(dealt[4:7])
        action = _action(dealt, chosen, raised, class_of, renaming_of, bets)
        _tally_round(dealt, action, tally)
    return tally


# Of the nine cards dealt, the player has the first two, the dealer the next two; then come the
# flop, and the last two. The player's and the flop's are ascending.


@njit(cache=True)
def _action(
    dealt: Tally, chosen: int, raised: Any, class_of: Any, renaming_of: Any, bets: Any
) -> int:
    """The place in ACTIONS."""
    if chosen == RAISE_EVERYTHING:
        return 0
    own, board = mask_of(dealt, 0, 2), mask_of(dealt, 4, 9)
    if chosen != CHECK_TO_RIVER:
        if raised[starting_hand(dealt[0], dealt[1])]:
            return 0
        if chosen == PUBLISHED:
            bet = bets_flop(own, mask_of(dealt, 4, 7))
        else:
            at = place(dealt[4:7])
            holding = dealt[1] * (dealt[1] - 1) // 2 + dealt[0]
            bet = bets[class_of[at], RENAMED_HOLDINGS[renaming_of[at], holding]] != 0
        if bet:
            return 1
    folds = not bets_river(own, board) if chosen == PUBLISHED else folds_river(own, board)
    return 2 + int(folds)


@njit(cache=True)
def _tally_round(dealt: Tally, action: int, tally: Tally) -> None:
    own, board = mask_of(dealt, 0, 2), mask_of(dealt, 4, 9)
    mine = strength_of_mask(own | board)
    other = strength_of_mask(mask_of(dealt, 2, 4) | board)
    kind, played = five_card_outcome(mine), int(action != FOLD)
    below = max(kind - 1, 0)
    tally[(action * 7 + below) * 5 + result_of(mine, other)] += 1
    tally[TRIPS_AT + 8 * played + kind] += 1
    beaten = 0 if mine == other else five_card_outcome(min(mine, other))
    tally[BAD_BEAT_AT + 7 * played + beaten] += 1
    five = five_card_outcome(strength_of_mask(own | mask_of(dealt, 4, 7)))
    tally[FIVE_AT + 8 * played + five] += 1
