"""Plays Flush Rush by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.flush_rush.rules import OUTCOMES, suit_outcome
from pitboss.games.flush_rush.solve import NEEDS
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.rules.game import Setting

ENDS = ("nothing", *OUTCOMES)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each way to play ended in each outcome."""
    strategy = str(settings["strategy"])
    # What the ranks of one suit make, a bit for each.
    sets = [[rank for rank in range(13) if ranks >> rank & 1] for ranks in range(1 << 13)]
    ends = [ENDS.index(suit_outcome(ranks)) if len(ranks) <= 7 else 0 for ranks in sets]
    tally = session.play(_play_block, np.array(ends), *NEEDS[strategy])
    base: Counts = {"fold": {**tally.take_named(ENDS[:1])}}
    base["play_fold"] = {**tally.take_named(ENDS[:1])}
    base["play_play"] = {**tally.take_named(ENDS)}
    return {"base": base} if strategy == "best" else {"strategies": {strategy: base}}


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, ends: Ints, first: int, second: int) -> Tally:
    tally = np.zeros(2 + 9, np.int64)
    dealt = np.empty(7, np.int64)
    lengths = np.empty(4, np.int64)
    ranks = np.empty(4, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        lengths[:] = 0
        ranks[:] = 0
        way = 2
        for place in range(7):
            if place == 4 and lengths.max() < first:
                way = 0
                break
            if place == 6 and lengths.max() < second:
                way = 1
                break
            lengths[dealt[place] & 3] += 1
            ranks[dealt[place] & 3] |= 1 << (dealt[place] >> 2)
        tally[way if way < 2 else 2 + ends[ranks[np.argmax(lengths)]]] += 1
    return tally
