"""Plays Cover All: the highest of all hands in the round, the dealer's included."""

from __future__ import annotations

import numpy as np
from numba import njit

from pitboss.games.caribbean_stud.cover_all import CLASSES
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import five_card_outcome, strength5


def simulate_cover_all(hands: int, session: Session) -> Counts:
    """How often each class was the highest."""
    return session.play(_play_block, hands).counts(CLASSES)


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, hands: int) -> Tally:
    tally = np.zeros(len(CLASSES), np.int64)
    dealt = np.empty(5 * hands, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        best = 0
        for at in range(0, 5 * hands, 5):
            own = strength5(dealt[at], dealt[at + 1], dealt[at + 2], dealt[at + 3], dealt[at + 4])
            best = max(best, own)
        tally[five_card_outcome(best)] += 1
    return tally
