"""The chance that a meter runs dry where fixed awards come off it.

Each wager feeds the meter, then may take an award off it. The meter walks on a grid of amounts; its
step is a matrix, and squaring the matrix doubles the time. An award that falls between two amounts
is spread over three of them so that mean and variance stay exact. A second, coarser grid says how
right the chance is: they differ least where the meter is many awards deep.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, log1p, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pitboss.maths.analysis import Analysis
from pitboss.money import PPM_WHOLE, Cents
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    import numpy as np

    Grid: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

DEPTH = 16  # beyond so many times the walk's own depth, running dry is too rare to count
SPREAD = 7  # standard deviations that a walk is followed


@dataclass(frozen=True, slots=True)
class LevelFlow:
    """What a wager does to one level: what it adds, and what awards take, with their chances."""

    hit: Fraction  # the probability that a wager takes all of it
    seed_cents: Cents
    feed_cents: Fraction  # what a wager adds
    reserve_cents: Fraction = Fraction(0)  # what a wager adds to the reserve
    maximum_cents: Cents | None = None  # above it, what comes in is overflow
    shares: tuple[tuple[Fraction, Fraction], ...] = ()  # of less than all: probability, share
    draws: tuple[tuple[Fraction, Fraction], ...] = ()  # fixed awards: probability, cents

    @property
    def drawn_cents(self) -> Fraction:
        """What a wager's fixed awards take, on average."""
        return sum((chance * cents for chance, cents in self.draws), Fraction(0))


class DryChance(NamedTuple):
    """How likely an award is to find too little on its meter, and how far off that may be."""

    chance: float
    within: float


def flow_of(analysis: Analysis, level: str, *, maximum_cents: Cents | None = None) -> LevelFlow:
    """A level's flow at its paytable's wager, seed and rates."""
    unit_cents = analysis.paytable.wager_cents or 100
    terms = analysis.paytable.level(level)
    lines = [line for line in analysis.meter_lines if line.level == level]
    return LevelFlow(
        hit=analysis.restart_probability(level),
        seed_cents=terms.seed_cents,
        feed_cents=Fraction(terms.rate_ppm * unit_cents, PPM_WHOLE),
        reserve_cents=Fraction(terms.reserve_ppm * unit_cents, PPM_WHOLE),
        maximum_cents=maximum_cents,
        shares=tuple((line.probability, line.share) for line in lines if line.share != 1),
        draws=tuple((chance, units * unit_cents) for chance, units in analysis.draws(level)),
    )


@lru_cache(maxsize=64)
def chance_of_running_dry(flow: LevelFlow, wagers: int, *, cells: int = 800) -> DryChance:
    """The chance that within so many wagers a fixed award finds too little on a meter that starts
    at its seed. The reserve counts as empty at a restart. This needs numpy."""
    if not flow.draws or not wagers:
        return DryChance(0.0, 0.0)
    try:
        fine, coarse = (_walk(flow, wagers, each) for each in (cells, cells // 2))
    except ImportError:
        raise Refusal("NUMBA_MISSING", where="numpy") from None
    return DryChance(fine, abs(fine - coarse))


def bound_of_running_dry(flow: LevelFlow, wagers: int) -> float:
    """A chance that running dry can't exceed, without numpy: Lundberg's, for each restart."""
    starts = 1 + wagers * float(flow.hit)
    feed, seed = float(flow.feed_cents), float(flow.seed_cents)
    largest = max((float(cents) for _, cents in flow.draws), default=0.0)
    best = 0.0
    for tenths in range(1, 400):
        tilt = tenths / 20 / (largest or 1.0)
        grows = sum(float(chance) * expm1(tilt * float(cents)) for chance, cents in flow.draws)
        best = min(best, wagers * max(0.0, log1p(grows) - tilt * feed) - tilt * seed)
    return min(1.0, starts * exp(best))


# ---- inside -------------------------------------------------------------------------------------


def _top(flow: LevelFlow, wagers: int) -> float:
    """An amount that the walk hardly passes, or from where it hardly comes back."""
    chances = [float(chance) for chance, _ in flow.draws]
    awards = [float(cents) for _, cents in flow.draws]
    drift = float(flow.feed_cents - flow.drawn_cents)
    spread = sum(chance * cents**2 for chance, cents in zip(chances, awards, strict=True))
    lives = min(wagers, 40 / float(flow.hit)) if flow.hit else wagers
    highest = max(0.0, drift) * lives + SPREAD * sqrt(spread * lives)
    if drift > 0:
        highest = min(highest, DEPTH * spread / drift)
    top = float(flow.seed_cents) + highest + max(awards)
    return top if flow.maximum_cents is None else min(top, float(flow.maximum_cents))


def _walk(flow: LevelFlow, wagers: int, cells: int) -> float:
    """The chance, on a grid of so many amounts."""
    import numpy as np

    top = _top(flow, wagers)
    amounts = np.linspace(0.0, top, cells)
    fed = np.minimum(amounts + float(flow.feed_cents), top)
    step, dry = np.zeros((cells, cells)), np.zeros(cells)
    left = 1.0
    for chance, cents in flow.draws:
        after = fed - float(cents)
        enough = after >= 0
        step += float(chance) * np.where(enough[:, None], _spread(after, top, cells), 0)
        dry += float(chance) * ~enough
        left -= float(chance)
    for chance, share in flow.shares:
        step += float(chance) * _spread(fed * float(1 - share), top, cells)
        left -= float(chance)
    restart = np.full(cells, min(float(flow.seed_cents), top))
    step += float(flow.hit) * _spread(restart, top, cells)
    step += (left - float(flow.hit)) * _spread(fed, top, cells)
    gone = np.zeros(cells)
    while wagers:  # the binary digits of the number of wagers
        if wagers & 1:
            gone = dry + step @ gone
        dry, step = dry + step @ dry, step @ step
        wagers >>= 1
    return float(min(1.0, max(0.0, (_spread(restart[:1], top, cells) @ gone)[0])))


def _spread(targets: Grid, top: float, cells: int) -> Grid:
    """For each target the weights of the three amounts around it, exact in mean and variance; of
    two where there are no three."""
    import numpy as np

    places = np.clip(targets / top * (cells - 1), 0, cells - 1)
    middle = np.clip(np.rint(places).astype(int), 1, cells - 2)
    off = places - middle
    weights = np.zeros((len(places), cells))
    rows = np.arange(len(places))
    inner = np.abs(off) <= 0.5
    weights[rows, middle - 1] = np.where(inner, off * (off - 1) / 2, np.maximum(0, -off))
    weights[rows, middle] = np.where(inner, 1 - off**2, 1 - np.abs(off))
    weights[rows, middle + 1] = np.where(inner, off * (off + 1) / 2, np.maximum(0, off))
    return weights
