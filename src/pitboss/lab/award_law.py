"""The law of an award that takes a whole level, in the long run.

Each wager feeds the level, then may hit it, or take a share or a fixed award off it. The chance
G(x) that the award is at most x then solves a linear equation, with S the law of the restart:

    G(x + feed) = (1 - all chances) G(x) + hit S(x) + the sum of chance x G(x / (1 - share)),

and G(x + cents) for a fixed award. G has steps; here they are spread evenly over what a wager adds.
That smooth G meets, but for the square of all chances,

    feed G'(x) + rate G(x) = (rate / all chances) (hit S(x - feed / 2) + ...),

rate = -log(1 - all chances). Chebyshev polynomials on panels solve it; a second solution of a lower
degree says how right they are. Awards and shares in whole cents are not in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pitboss.lab.panel_curve import PanelCurve, PanelRow, collocate, find_ends
from pitboss.lab.restart_law import (
    BENDS,
    find_bends,
    find_cells,
    find_events,
    find_falls,
    find_rate,
    find_restart_law,
    needs_grid,
)
from pitboss.maths.level_flow import LevelFlow
from pitboss.refusal import Refusal

DEGREE = 22
TAIL = 42  # mean lives until a meter without a maximum is hit for sure


@dataclass(frozen=True, slots=True)
class AwardLaw:
    """The chances of every award."""

    curve: PanelCurve
    within: float  # how far off a chance may be that is spread over what a wager adds

    @property
    def most_cents(self) -> float:
        """No award is more."""
        return self.curve.ends[-1]

    def chance_at_most(self, cents: float) -> float:
        """That an award is no more than this."""
        return 0.0 if cents <= 0 else min(1.0, max(0.0, self.curve.at(cents)))

    def cents_at(self, chance: float) -> float:
        """The amount that an award doesn't exceed with this chance."""
        low, high = 0.0, self.most_cents
        while high - low > 1e-4:
            middle = (low + high) / 2
            low, high = (low, middle) if self.chance_at_most(middle) >= chance else (middle, high)
        return high

    @property
    def mean_cents(self) -> float:
        """The average award: the integral of the chance that it is more."""
        return self.most_cents - self.curve.integral


@lru_cache(maxsize=32)
def find_award_law(flow: LevelFlow) -> AwardLaw:
    """The law of one level. What a maximum keeps back joins the next restart. This needs numpy."""
    try:
        if needs_grid(flow):
            cells = find_cells(flow)
            fine, coarse = (_solve(flow, DEGREE, each) for each in (cells, cells // 2))
            best = _extrapolate(fine, coarse)
        else:
            best, coarse = (_solve(flow, degree, 0) for degree in (DEGREE, DEGREE - 8))
    except ImportError:
        raise Refusal("NUMBA_MISSING", where="numpy") from None
    probes = [best.ends[-1] * (step / 400) ** 2 for step in range(1, 400)]
    events = find_events(flow)
    left_out = events / 2 if needs_grid(flow) else events**2 / 4  # a grid's level rises evenly
    return AwardLaw(best, left_out + max(abs(best.at(x) - coarse.at(x)) for x in probes))


def _extrapolate(fine: PanelCurve, coarse: PanelCurve) -> PanelCurve:
    """What two grids agree on: the error falls with the square of a cell."""
    both = zip(fine.parts, coarse.parts, strict=True)
    parts = (tuple((4 * a - b) / 3 for a, b in zip(*each, strict=True)) for each in both)
    return PanelCurve(fine.ends, tuple(parts))


def _solve(flow: LevelFlow, degree: int, cells: int) -> PanelCurve:
    """The award: what a restart or an award leaves, and what wagers add until the next award."""
    feed, restart = float(flow.feed_cents), find_restart_law(flow, degree, cells)
    events = find_events(flow)
    rate = find_rate(events) / feed
    part = rate / events
    shares = [(part * float(chance), float(1 - share)) for chance, share in flow.shares]
    draws = [(part * float(chance), float(cents)) for chance, cents in flow.draws]

    def row(cents: float) -> PanelRow:
        before = cents - feed / 2
        sources = [(weight, before / left) for weight, left in shares]
        sources += [(weight, before + award) for weight, award in draws if before >= 0]
        return PanelRow(rate, part * float(flow.hit) * restart(before), sources)

    return collocate(_panel_ends(flow), degree, row)


def _panel_ends(flow: LevelFlow) -> list[float]:
    """The law bends at the seed, and at what shares and fixed awards leave of it: there, and half
    a wager later."""
    seed, half = float(flow.seed_cents), float(flow.feed_cents) / 2
    top = seed + TAIL * float((flow.feed_cents + flow.reserve_cents) / flow.hit)
    if flow.maximum_cents is not None:
        top = float(flow.maximum_cents)
    bends = {half, seed + half} | {seed + half + each for each in find_bends(flow)}
    falls = [left for _, left in find_falls(flow)]
    for begin in {seed + half, top} if flow.maximum_cents is not None else {seed}:
        for first, then in product(falls, falls):
            cents = first(begin) + half
            bends.add(then(cents) + half)
            for _ in range(2 * BENDS if first is then else 1):
                bends.add(cents)
                cents = then(cents) + half
    return find_ends(bends, top)
