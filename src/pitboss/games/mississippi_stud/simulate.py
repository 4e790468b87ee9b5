"""Plays Mississippi Stud by the best play or a rule of thumb, and 3 CARD BONUS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.mississippi_stud.odds import ACTIONS, COUNTED
from pitboss.games.mississippi_stud.rules import OUTCOMES
from pitboss.games.mississippi_stud.solve import FIRSTS, find_bets
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import mask_of, strength_of_mask
from pitboss.maths.kernels.suits import place, sort_few, suit_classes
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import THREE_CARD_OUTCOMES

STARTS = np.array(FIRSTS)
THREE_CARD_AT = len(ACTIONS) * len(FIRSTS)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome came up; the same rounds are played at each of the counted pays."""
    strategy = str(settings.get("strategy", "best"))
    base: Counts = {}
    for name, pays in COUNTED.items():
        tally = session.play(_play_block, *_needed(strategy, pays))
        base[name] = tally.counts(ACTIONS, OUTCOMES)
        bonus = tally.counts(THREE_CARD_OUTCOMES)
    under: Counts = {"base": base} if strategy == "best" else {"strategies": {strategy: base}}
    return {**under, "three_card_bonus": bonus}


def _needed(strategy: str, pays: Sequence[int]) -> tuple[object, ...]:
    third, fourth, fifth = find_bets(strategy, pays).streets
    classes = (suit_classes(size).class_of for size in (2, 3, 4))
    return *classes, third, fourth, fifth, threes.outcomes()


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64,
    rounds: int,
    two_of: Any,
    three_of: Any,
    four_of: Any,
    third: Any,
    fourth: Any,
    fifth: Any,
    bonus_of: Any,
) -> Tally:
    tally = np.zeros(THREE_CARD_AT + 7, np.int64)
    dealt = np.empty(5, np.int64)
    for _ in range(rounds):
        # The player's two, then the community cards.
        state = deal_deck(state, dealt)
        board = np.sort(dealt[2:])
        tally[THREE_CARD_AT + bonus_of[place(board)]] += 1
        ended = np.searchsorted(STARTS, strength_of_mask(mask_of(dealt, 0, 5)), side="right") - 1
        # How often three was bet, the bets as bits, and how many there are.
        threes_bet, bits, streets = 0, 0, 0
        for size in range(2, 5):
            sort_few(dealt[:size])
            at = place(dealt[:size])
            if size == 2:
                bet = third[two_of[at], 0]
            elif size == 3:
                bet = fourth[three_of[at], threes_bet]
            else:
                bet = fifth[four_of[at], threes_bet]
            if bet == 0:
                break
            threes_bet += bet - 1
            bits = 2 * bits + bet - 1
            streets += 1
        # ACTIONS has one with no bet, two with one, four with two, eight with three.
        action = 2**streets - 1 + bits
        tally[action * len(STARTS) + ended] += 1
    return tally
