"""Functions as Chebyshev polynomials on panels of amounts, solved from a linear equation.

A second solution of a lower degree says how right one is: `find_award_law` compares them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


class PanelRow(NamedTuple):
    """G' + rate G - the sum of weight x G(source) = known, at one amount."""

    rate: float
    known: float
    sources: Iterable[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PanelCurve:
    """A curve over amounts from 0 on; beyond its last panel it is 1."""

    ends: tuple[float, ...]  # of the panels, in cents
    parts: tuple[tuple[float, ...], ...]  # each panel's Chebyshev polynomials

    def at(self, cents: float) -> float:
        """Its value."""
        if cents >= self.ends[-1]:
            return 1.0
        from numpy.polynomial.chebyshev import chebval

        panel, place = _place(self.ends, max(0.0, cents))
        return float(chebval(place, self.parts[panel]))

    @property
    def integral(self) -> float:
        """Over all panels."""
        from numpy.polynomial.chebyshev import chebint, chebval

        panels = zip(pairwise(self.ends), self.parts, strict=True)
        wholes = (((b - a) / 2, chebval([-1, 1], chebint(parts))) for (a, b), parts in panels)
        return float(sum(half * (high - low) for half, (low, high) in wholes))


def find_ends(bends: Iterable[float], top: float) -> list[float]:
    """Panels that end at the bends, and shrink toward nothing."""
    halves = {top * part / 2**step for step in range(12) for part in (1, 0.75)}
    ends = sorted({0.0, top} | {each for each in {*bends} | halves if 0 < each < top})
    return [a for a, b in pairwise(ends) if b - a > top * 1e-9] + [top]


def collocate(
    ends: Sequence[float],
    degree: int,
    row_at: Callable[[float], PanelRow],
    *,
    ends_at_one: bool = False,
) -> PanelCurve:
    """Solve the equation at Chebyshev's points of each panel. The curve continues from panel to
    panel. It begins at 0, or ends at 1; beyond the last panel it is 1."""
    import numpy as np
    from numpy.polynomial import chebyshev

    count = degree + 1
    points = chebyshev.chebpts1(degree)
    values = chebyshev.chebvander(points, degree)
    slopes = chebyshev.chebvander(points, degree - 1) @ chebyshev.chebder(np.eye(count))
    begins, ends_at = chebyshev.chebvander(np.array([-1.0, 1.0]), degree)
    size = count * (len(ends) - 1)
    left, right = np.zeros((size, size)), np.zeros(size)
    sources: list[tuple[int, int, float, float]] = []  # row, panel, place in it, weight
    for panel, (begin, end) in enumerate(pairwise(ends)):
        first = panel * count
        if panel or not ends_at_one:
            left[first, first : first + count] = begins
        else:
            left[first, size - count :], right[first] = ends_at, 1
        if panel:
            left[first, first - count : first] = -ends_at
        found = [row_at(float(begin + (point + 1) * (end - begin) / 2)) for point in points]
        own = slice(first + 1, first + count)
        rates = np.array([each.rate for each in found])
        left[own, first : first + count] = slopes * 2 / (end - begin) + rates[:, None] * values
        right[own] = [each.known for each in found]
        for at, each in enumerate(found, first + 1):
            for weight, source in each.sources:
                if source >= ends[-1]:
                    right[at] += weight
                elif source >= 0:
                    sources.append((at, *_place(ends, source), weight))
    places = chebyshev.chebvander(np.array([place for _, _, place, _ in sources]), degree)
    for (at, panel, _, weight), parts in zip(sources, places, strict=True):
        left[at, panel * count : panel * count + count] -= weight * parts
    solved = np.linalg.solve(left, right).reshape(-1, count)
    return PanelCurve(tuple(ends), tuple(map(tuple, solved.tolist())))


def _place(ends: Sequence[float], amount: float) -> tuple[int, float]:
    """Which panel an amount is in, and where in it, from -1 to 1."""
    panel = bisect_right(ends, amount) - 1
    begin, end = ends[panel : panel + 2]
    return panel, (2 * amount - begin - end) / (end - begin)
