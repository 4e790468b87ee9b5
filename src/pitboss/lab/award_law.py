"""The law of an award that takes a whole level, in the long run.

Between two awards a level grows evenly; a share or a fixed award takes it down. The chance G(x)
that the award is at most x then solves a linear equation:

    feed G'(x) + (all chances) G(x) = hit S(x) + the sum of chance x G(x / (1 - share)),

with S the law of the restart, and G(x + cents) for a fixed award. Chebyshev polynomials on
panels solve it; a second solution of a lower degree says how right they are. Real meters move in
steps: an award differs from the law by at most what a wager adds, and a cent for each share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import exp, expm1
from typing import NamedTuple, TypeAlias

from pitboss.maths.level_flow import LevelFlow
from pitboss.refusal import Refusal

DEGREE = 22
TAIL = 42  # mean lives until a meter without a maximum is hit for sure
BENDS = 3  # how often a bend makes others before doubles don't see them


@dataclass(frozen=True, slots=True)
class AwardLaw:
    """The chances of every award, as polynomials on panels of amounts."""

    ends: tuple[float, ...]  # of the panels, in cents
    parts: tuple[tuple[float, ...], ...]  # each panel's Chebyshev polynomials
    within: float  # how far a chance may be off
    overflow_counted: bool = True

    def chance_at_most(self, cents: float) -> float:
        """That an award is no more than this."""
        if cents >= self.ends[-1]:
            return 1.0
        if cents <= 0:
            return 0.0
        from numpy.polynomial.chebyshev import chebval

        panel, place = _place(self.ends, cents)
        return min(1.0, max(0.0, float(chebval(place, self.parts[panel]))))

    def cents_at(self, chance: float) -> float:
        """The amount that an award doesn't exceed with this chance."""
        low, high = 0.0, self.ends[-1]
        while high - low > 1e-4:
            middle = (low + high) / 2
            low, high = (low, middle) if self.chance_at_most(middle) >= chance else (middle, high)
        return high

    @property
    def mean_cents(self) -> float:
        """The average award: the integral of the chance that it is more."""
        from numpy.polynomial.chebyshev import chebint, chebval

        panels = zip(pairwise(self.ends), self.parts, strict=True)
        wholes = (((b - a) / 2, chebval([-1, 1], chebint(parts))) for (a, b), parts in panels)
        return float(self.ends[-1] - sum(half * (high - low) for half, (low, high) in wholes))


@lru_cache(maxsize=32)
def find_award_law(flow: LevelFlow) -> AwardLaw:
    """The law of one level. What a maximum keeps back joins the next restart; where shares or fixed
    awards come off that level too, the law leaves this out and says so. This needs numpy."""
    try:
        fine, coarse = (_solve(flow, degree) for degree in (DEGREE, DEGREE - 8))
    except ImportError:
        raise Refusal("NUMBA_MISSING", where="numpy") from None
    probes = [fine.ends[-1] * (step / 400) ** 2 for step in range(1, 400)]
    within = max(abs(fine.chance_at_most(x) - coarse.chance_at_most(x)) for x in probes)
    return replace(fine, within=within, overflow_counted=not _leaves_overflow_out(flow))


# ---- the equations ------------------------------------------------------------------------------


class _Row(NamedTuple):
    """G' + rate G - the sum of weight x G(source) = known, at one amount."""

    rate: float
    known: float
    sources: Iterable[tuple[float, float]]


_Law: TypeAlias = Callable[[float], float]


def _solve(flow: LevelFlow, degree: int) -> AwardLaw:
    """The award: what a restart or an award leaves, and what wagers add until the next award."""
    feed, restart = float(flow.feed_cents), _restart_law(flow, degree)
    events = float(flow.hit) + sum(float(chance) for chance, _ in (*flow.shares, *flow.draws))
    shares = [(float(chance) / feed, float(1 - share)) for chance, share in flow.shares]
    draws = [(float(chance) / feed, float(cents)) for chance, cents in flow.draws]

    def row(cents: float) -> _Row:
        sources = [(weight, cents / left) for weight, left in shares]
        sources += [(weight, cents + award) for weight, award in draws]
        return _Row(events / feed, float(flow.hit) / feed * restart(cents), sources)

    return _collocate(_panel_ends(flow), degree, row)


def _leaves_overflow_out(flow: LevelFlow) -> bool:
    return flow.maximum_cents is not None and bool(flow.shares or flow.draws)


def _restart_law(flow: LevelFlow, degree: int) -> _Law:
    """The chance that a level restarts with at most so much: its seed, the reserve of the wagers
    since the last award, and overflow."""
    hit, seed = float(flow.hit), float(flow.seed_cents)
    feed, reserve = float(flow.feed_cents), float(flow.reserve_cents)
    if flow.maximum_cents is not None and not _leaves_overflow_out(flow):
        room, rate = float(flow.maximum_cents) - seed, hit / (feed + reserve)
        if rate * room <= 1:
            return lambda cents: 0.0  # more comes in than can be won: every award is the maximum
        tilt = _find_tilt(rate, room)
        if not reserve:  # what waits above the maximum is nothing, or exponential
            return lambda cents: (
                1 - (1 - tilt / rate) * exp(-tilt * (cents - seed)) if cents >= seed else 0.0
            )
        law = _overflow_law(flow, tilt, degree)
        return lambda cents: law.chance_at_most(cents - seed) if cents > seed else 0.0
    if reserve:
        return lambda cents: -expm1(-hit * max(0.0, cents - seed) / reserve)
    return lambda cents: float(cents >= seed)


def _overflow_law(flow: LevelFlow, tilt: float, degree: int) -> AwardLaw:
    """What a restart adds to the seed. After a wait of n wagers it is reserve x n, plus all that
    seed, last restart and contributions have above the maximum: of its laws, the one that stays
    the same from restart to restart."""
    feed, reserve = float(flow.feed_cents), float(flow.reserve_cents)
    room = float((flow.maximum_cents or 0) - flow.seed_cents)
    rate, bend = float(flow.hit) / (feed + reserve), reserve * room / feed

    def row(cents: float) -> _Row:
        sources = [(rate, cents + room)]
        if cents < bend:
            early = exp(-float(flow.hit) * cents / reserve)
            sources.append((rate * feed / reserve * early, room - cents * feed / reserve))
        return _Row(rate, 0.0, sources)

    return _collocate(_ends(_overflow_bends(flow), bend + max(room, 40 / tilt)), degree, row)


def _overflow_bends(flow: LevelFlow) -> set[float]:
    """Where the law of what a restart adds bends: each bend bends it elsewhere, less and less."""
    room = float((flow.maximum_cents or 0) - flow.seed_cents)
    slant = float(flow.reserve_cents / flow.feed_cents)
    bends = {slant * room}
    for _ in range(BENDS if slant else 0):
        bends |= {each - room for each in bends} | {slant * (room - each) for each in bends}
        bends = {each for each in bends if each > 0}
    return bends


def _find_tilt(rate: float, room: float) -> float:
    """The rate at which large overflows grow rare, a cent: tilt = rate (1 - exp(-tilt room))."""
    low, high = (1 - 1 / (rate * room)) / room, rate
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if middle >= -rate * expm1(-middle * room) else (middle, high)
    return high


def _panel_ends(flow: LevelFlow) -> list[float]:
    """The law bends at the seed, and at what shares and fixed awards leave of it."""
    seed = float(flow.seed_cents)
    top = seed + TAIL * float((flow.feed_cents + flow.reserve_cents) / flow.hit)
    if flow.maximum_cents is not None:
        top = float(flow.maximum_cents)
    bends = {seed} | {seed - float(cents) for _, cents in flow.draws}
    if flow.maximum_cents is not None:
        bends |= {seed + each for each in _overflow_bends(flow)}
    for _, share in flow.shares:
        bends |= {seed * float(1 - share) ** times for times in range(1, 2 * BENDS)}
    return _ends(bends, top)


def _ends(bends: set[float], top: float) -> list[float]:
    """Panels that end at the bends, and shrink toward nothing."""
    halves = {top * part / 2**step for step in range(12) for part in (1, 0.75)}
    ends = sorted({0.0, top} | {each for each in bends | halves if 0 < each < top})
    return [a for a, b in pairwise(ends) if b - a > top * 1e-9] + [top]


# ---- polynomials --------------------------------------------------------------------------------


def _collocate(ends: list[float], degree: int, row_at: Callable[[float], _Row]) -> AwardLaw:
    """Solve the equation at Chebyshev's points of each panel. The law begins at 0 and continues
    from panel to panel; beyond the last one it is 1."""
    import numpy as np
    from numpy.polynomial import chebyshev

    count = degree + 1
    points = chebyshev.chebpts1(degree)
    values = chebyshev.chebvander(points, degree)
    slopes = chebyshev.chebvander(points, degree - 1) @ chebyshev.chebder(np.eye(count))
    begins, ends_at = chebyshev.chebvander(np.array([-1.0, 1.0]), degree)
    size = count * (len(ends) - 1)
    left, right = np.zeros((size, size)), np.zeros(size)
    for panel, (begin, end) in enumerate(pairwise(ends)):
        first = panel * count
        left[first, first : first + count] = begins
        if panel:
            left[first, first - count : first] = -ends_at
        for row, point in enumerate(points):
            at = first + 1 + row
            found = row_at(float(begin + (point + 1) * (end - begin) / 2))
            own = slopes[row] * 2 / (end - begin) + found.rate * values[row]
            left[at, first : first + count] = own
            right[at] = found.known
            for weight, source in found.sources:
                if source >= ends[-1]:
                    right[at] += weight
                elif source > 0:
                    other, place = _place(ends, source)
                    columns = slice(other * count, other * count + count)
                    left[at, columns] -= weight * chebyshev.chebvander(place, degree)[0]
    solved = np.linalg.solve(left, right).reshape(-1, count)
    return AwardLaw(tuple(ends), tuple(map(tuple, solved.tolist())), 0.0)


def _place(ends: Sequence[float], amount: float) -> tuple[int, float]:
    """Which panel an amount is in, and where in it, from -1 to 1."""
    panel = bisect_right(ends, amount) - 1
    begin, end = ends[panel : panel + 2]
    return panel, (2 * amount - begin - end) / (end - begin)
