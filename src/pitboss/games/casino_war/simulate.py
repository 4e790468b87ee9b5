"""Plays Casino War: two cards, and two more for a war."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.game import Setting

OUTCOMES = ("win", "loss", "war_win", "war_tie", "war_loss")


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome came up; the war of a tie is dealt even to a player who surrenders."""
    decks = int(settings["decks"])
    base = session.play(_play_block, 52 * decks).take_named(OUTCOMES)
    decided = base["win"] + base["loss"]
    ties = {"tie": session.rounds - decided, "nothing": decided}
    return {str(decks): {"base": {**base}, "tie": {**ties}}}


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, shoe_cards: int) -> Tally:
    tally = np.zeros(5, np.int64)
    dealt = np.empty(4, np.int64)
    for _ in range(rounds):
        state = deal_shoe(state, shoe_cards, dealt)
        first = dealt[0] // 4 - dealt[1] // 4
        war = dealt[2] // 4 - dealt[3] // 4
        if first != 0:
            tally[0 if first > 0 else 1] += 1
        else:
            tally[2 if war > 0 else 3 if war == 0 else 4] += 1
    return tally
