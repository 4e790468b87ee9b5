"""Plays Crazy 4 Poker and its side bets by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.crazy4.solve import (
    ACTIONS,
    BEATEN,
    CLASSES,
    DECISIONS,
    FOLD,
    LOWEST,
    PLAY_1,
    PLAY_3,
    RESULTS,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.suits import place, sort_few, suit_classes
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

# Replaces the weakest strength a rule of thumb plays: look at the table.
BEST = -1

# Where each part begins in a tally.
BAD_BEAT_AT = 3 * 7 * 6
DEALT_AT = BAD_BEAT_AT + 7
FIVE_CARD_AT = DEALT_AT + 2 * 10
OUTCOMES = FIVE_CARD_AT + 2 * 8

_STRENGTHS = np.arange(fours.STRENGTHS)
CLASS_OF = fours.classify(CLASSES, _STRENGTHS)
OUTCOME_OF = fours.classify(fours.OUTCOMES, _STRENGTHS)
# 0 below two pair, then the classes of a beaten hand.
BEATEN_OF = fours.classify(BEATEN, _STRENGTHS) + 1


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up.

    The figures for hands that are played always follow the best play, as in the solver."""
    strategy = str(settings.get("strategy", "best"))
    [stored] = DECISIONS
    needed = (suit_classes(5).class_of, stored.table()[:, 0], LOWEST.get(strategy, BEST))
    tally = session.play(_play_block, *needed)
    base = tally.counts(ACTIONS, tuple(CLASSES), RESULTS)
    bad_beat = tally.counts(("nothing", *BEATEN))
    dealt = [tally.take_named(tuple(fours.OUTCOMES)) for _ in ("folded", "played")]
    five_card = [tally.take_named(FIVE_CARD_OUTCOMES) for _ in ("folded", "played")]
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "bad_beat": bad_beat,
        "dealt": _added(dealt),
        "dealt_played": {**dealt[1]},
        "five_card": _added(five_card),
        "five_card_played": {**five_card[1]},
    }


def _added(parts: list[dict[str, int]]) -> Counts:
    return {name: sum(part[name] for part in parts) for name in parts[0]}


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, class_of: Any, actions: Any, lowest: int) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(10, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        _tally_round(dealt, class_of, actions, lowest, tally)
    return tally


@njit(cache=True)
def _tally_round(dealt: Tally, class_of: Any, actions: Any, lowest: int, tally: Tally) -> None:
    """The first five cards are the player's, the others the dealer's."""
    hand = mask_of(dealt, 0, 5)
    own, other = fours.strength(hand), fours.strength(mask_of(dealt, 5, 10))
    cards = dealt[:5]
    sort_few(cards)
    best = int(np.int64(actions[class_of[place(cards)]]))
    action = best
    if lowest != BEST:
        action = FOLD if own < lowest else PLAY_3 if own >= fours.PAIR_OF_ACES else PLAY_1
    result = 0 if own > other else 1 if own == other else 2
    result += 3 if other >= fours.KING_HIGH else 0
    tally[(action * 7 + CLASS_OF[own]) * 6 + result] += 1
    tally[BAD_BEAT_AT + (BEATEN_OF[min(own, other)] if own != other else 0)] += 1
    played = 0 if best == FOLD else 1
    tally[DEALT_AT + 10 * played + OUTCOME_OF[own]] += 1
    tally[FIVE_CARD_AT + 8 * played + five_card_outcome(strength_of_mask(hand))] += 1
