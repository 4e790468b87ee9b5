"""The chance that a meter has too little for a fixed award that comes off it."""

from __future__ import annotations

from functools import lru_cache
from math import exp, expm1, log1p
from typing import NamedTuple

from pitboss.maths.level_flow import LevelFlow
from pitboss.refusal import Refusal


class DryChance(NamedTuple):
    """How likely an award is to find too little on its meter, and how far off that may be."""

    chance: float
    within: float


@lru_cache(maxsize=64)
def chance_of_running_dry(flow: LevelFlow, wagers: int, *, cells: int = 800) -> DryChance:
    """The chance that within so many wagers a fixed award finds too little on a meter that starts
    at its seed, on a grid of so many amounts and on a coarser one: they say how right it is. The
    reserve counts as empty at a restart. This needs numpy."""
    if not flow.draws or not wagers:
        return DryChance(0.0, 0.0)
    try:
        from pitboss.maths.kernels.meter_walk import walk_dry
    except ImportError:
        raise Refusal("NUMBA_MISSING", where="numpy") from None
    fine, coarse = (walk_dry(flow, wagers, each) for each in (cells, cells // 2))
    return DryChance(fine, abs(fine - coarse))


def bound_of_running_dry(flow: LevelFlow, wagers: int) -> float:
    """A chance that running dry can't exceed, without numpy: Lundberg's, for each restart. None is
    known where shares or a maximum keep the meter low."""
    if flow.shares or flow.maximum_cents is not None:
        return 1.0
    starts = 1 + wagers * float(flow.hit)
    feed, seed = float(flow.feed_cents), float(flow.seed_cents)
    largest = max((float(cents) for _, cents in flow.draws), default=0.0)
    best = 0.0
    for tenths in range(1, 400):
        tilt = tenths / 20 / (largest or 1.0)
        grows = sum(float(chance) * expm1(tilt * float(cents)) for chance, cents in flow.draws)
        best = min(best, wagers * max(0.0, log1p(grows) - tilt * feed) - tilt * seed)
    return min(1.0, starts * exp(best))
