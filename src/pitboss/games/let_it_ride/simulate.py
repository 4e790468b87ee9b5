"""Plays Let It Ride by the best play or a rule of thumb, and 3 CARD BONUS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.let_it_ride.odds import ACTIONS, COUNTED
from pitboss.games.let_it_ride.rules import TENS
from pitboss.games.let_it_ride.solve import FIRSTS, find_rides
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import mask_of, strength_of_mask
from pitboss.maths.kernels.suits import place, sort_few, suit_classes
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import THREE_CARD_OUTCOMES

STARTS = np.array(FIRSTS)
THREE_CARD_AT = 4 * len(FIRSTS)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome came up; the same rounds are played at each of the counted pays."""
    strategy = str(settings.get("strategy", "best"))
    base: Counts = {}
    for name, pays in COUNTED.items():
        tally = session.play(_play_block, *_needed(strategy, pays))
        base[name] = tally.counts(tuple(ACTIONS), TENS.outcomes)
        bonus = tally.counts(THREE_CARD_OUTCOMES)
    under: Counts = {"base": base} if strategy == "best" else {"strategies": {strategy: base}}
    return {**under, "three_card_bonus": bonus}


def _needed(strategy: str, pays: Sequence[int]) -> tuple[object, ...]:
    rides = find_rides(strategy, pays)
    classes = suit_classes(3).class_of, suit_classes(4).class_of
    return *classes, rides.first, rides.second, threes.outcomes()


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64,
    rounds: int,
    three_of: Any,
    four_of: Any,
    first_rides: Any,
    second_rides: Any,
    bonus_of: Any,
) -> Tally:
    tally = np.zeros(THREE_CARD_AT + 7, np.int64)
    dealt = np.empty(5, np.int64)
    for _ in range(rounds):
        # The player's three, then the community cards.
        state = deal_deck(state, dealt)
        kind = np.searchsorted(STARTS, strength_of_mask(mask_of(dealt, 0, 5)), side="right") - 1
        sort_few(dealt[:3])
        three = place(dealt[:3])
        sort_few(dealt[:4])
        first = first_rides[three_of[three]]
        second = second_rides[four_of[place(dealt[:4])]]
        tally[(2 * first + second) * len(STARTS) + kind] += 1
        tally[THREE_CARD_AT + bonus_of[three]] += 1
    return tally
