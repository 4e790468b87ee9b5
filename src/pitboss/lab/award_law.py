"""The law of an award that takes a whole level, in the long run.

Between two awards a level grows evenly; a share or a fixed award takes it down. The chance G(x)
that the award is at most x then solves a linear equation:

    feed G'(x) + (all chances) G(x) = hit S(x) + the sum of chance x G(x / (1 - share)),

with S the law of the restart, and G(x + cents) for a fixed award. Chebyshev polynomials on
panels solve it; a second solution of a lower degree says how right they are. Real meters move in
steps: an award differs from the law by at most what a wager adds, and a cent for each share.
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
    find_falls,
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
    within: float  # how far a chance may be off, for a level that grows evenly

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
    return AwardLaw(best, max(1e-14, *(abs(best.at(x) - coarse.at(x)) for x in probes)))


def _extrapolate(fine: PanelCurve, coarse: PanelCurve) -> PanelCurve:
    """What two grids agree on: the error falls with the square of a cell."""
    both = zip(fine.parts, coarse.parts, strict=True)
    parts = (tuple((4 * a - b) / 3 for a, b in zip(*each, strict=True)) for each in both)
    return PanelCurve(fine.ends, tuple(parts))


def _solve(flow: LevelFlow, degree: int, cells: int) -> PanelCurve:
    """The award: what a restart or an award leaves, and what wagers add until the next award."""
    feed, restart = float(flow.feed_cents), find_restart_law(flow, degree, cells)
    events = float(flow.hit) + sum(float(chance) for chance, _ in (*flow.shares, *flow.draws))
    shares = [(float(chance) / feed, float(1 - share)) for chance, share in flow.shares]
    draws = [(float(chance) / feed, float(cents)) for chance, cents in flow.draws]

    def row(cents: float) -> PanelRow:
        sources = [(weight, cents / left) for weight, left in shares]
        sources += [(weight, cents + award) for weight, award in draws]
        return PanelRow(events / feed, float(flow.hit) / feed * restart(cents), sources)

    return collocate(_panel_ends(flow), degree, row)


def _panel_ends(flow: LevelFlow) -> list[float]:
    """The law bends at the seed, and at what shares and fixed awards leave of it."""
    seed = float(flow.seed_cents)
    top = seed + TAIL * float((flow.feed_cents + flow.reserve_cents) / flow.hit)
    if flow.maximum_cents is not None:
        top = float(flow.maximum_cents)
    bends = {seed} | {seed + each for each in find_bends(flow)}
    falls = [left for _, left in find_falls(flow)]
    for begin in {seed, top} if flow.maximum_cents is not None else {seed}:
        for first, then in product(falls, falls):
            cents = first(begin)
            bends.add(then(cents))
            for _ in range(2 * BENDS if first is then else 1):
                bends.add(cents)
                cents = then(cents)
    return find_ends(bends, top)
