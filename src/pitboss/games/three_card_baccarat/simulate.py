"""Plays Three Card Baccarat: three cards for the player and three for the dealer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.three_card_baccarat.rules import TOTALS
from pitboss.games.three_card_baccarat.solve import RESULTS, TIES
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.rules.game import Setting

TIES_AT = 4
FACES_AT = 7
TOTALS_AT = 9
OUTCOMES = 19


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome came up."""
    tally = session.play(_play_block)
    return {
        "base": tally.counts(RESULTS),
        "tie": tally.counts(TIES),
        "three_faces": tally.counts(("three_faces", "nothing")),
        "dealer_total": tally.counts(tuple(map(str, TOTALS))),
    }


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(6, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        points, faces = _count_hand(dealt[:3])
        other_points, other_faces = _count_hand(dealt[3:])
        own = 1000 * (faces == 3) + 10 * points + faces
        other = 1000 * (other_faces == 3) + 10 * other_points + other_faces
        if own > other:
            tally[1 if points == 6 else 0] += 1
        else:
            tally[2 if own == other else 3] += 1
        alike = 2 if points != other_points else 0 if faces == other_faces else 1
        tally[TIES_AT + alike] += 1
        tally[FACES_AT + (other_faces < 3)] += 1
        tally[TOTALS_AT + other_points] += 1
    return tally


@njit(cache=True)
def _count_hand(cards: Tally) -> tuple[int, int]:
    """The points and the faces."""
    points = faces = 0
    for card in cards:
        rank = card // 4
        points += 1 if rank == 12 else rank + 2 if rank < 8 else 0
        faces += 9 <= rank <= 11
    return points % 10, faces
