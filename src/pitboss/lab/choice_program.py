"""An integer program: one choice of each group, within bounds, at the least cost (HiGHS)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import inf
from typing import NamedTuple

from pitboss.refusal import Refusal

SLACK = 1e-6  # of a row's scale: the caller proves what is found, so nothing may be missed


class SumRow(NamedTuple):
    """A sum over the choices that are taken, and its bounds; None is no bound."""

    parts: Sequence[Fraction]
    least: Fraction | None
    most: Fraction | None


class ChoiceProgram:
    """Solved again and again; what was found can be ruled out."""

    def __init__(
        self,
        costs: Sequence[float],
        sizes: Sequence[int],
        rows: Sequence[SumRow],
        *,
        seconds_most: float = inf,
    ) -> None:
        """`sizes` are those of the groups, in the order of the costs."""
        try:
            from highspy import Highs, HighsModelStatus, HighsVarType, kHighsInf
        except ImportError:
            raise Refusal("NUMBA_MISSING", where="highspy") from None
        self._solved, self._infinity = HighsModelStatus.kOptimal, kHighsInf
        self._late, self._seconds_most = HighsModelStatus.kTimeLimit, seconds_most
        self._groups = len(sizes)
        self._highs = highs = Highs()  # type: ignore[no-untyped-call]
        for name, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0)):
            highs.setOptionValue(name, value)
        if seconds_most < inf:
            highs.setOptionValue("time_limit", float(seconds_most))
        for cost in costs:
            highs.addVar(0, 1)
            highs.changeColCost(highs.getNumCol() - 1, cost)
            highs.changeColIntegrality(highs.getNumCol() - 1, HighsVarType.kInteger)
        for begin, end in pairwise(accumulate(sizes, initial=0)):
            self._add(dict.fromkeys(range(begin, end), 1.0), 1, 1)
        for row in rows:
            self._add_scaled(row)

    def solve(self) -> list[int] | None:
        """The cheapest choice of each group; None if there is none."""
        self._highs.run()
        if self._highs.getModelStatus() == self._late:
            raise Refusal("SEARCH_TOO_LONG", where="design", seconds=self._seconds_most)
        if self._highs.getModelStatus() != self._solved:
            return None
        values = self._highs.getSolution().col_value
        return [each for each, value in enumerate(values) if value > 0.5]

    def rule_out(self, picked: Sequence[int]) -> None:
        """Never find these choices together again."""
        self._add(dict.fromkeys(picked, 1.0), -self._infinity, self._groups - 1)

    def _add_scaled(self, row: SumRow) -> None:
        """Bounds that differ by about 1, so that the solver's tolerance is small beside them."""
        width = row.most - row.least if row.most is not None and row.least is not None else 0
        largest = max((abs(part) for part in row.parts), default=Fraction(0))
        scale = width or largest or Fraction(1)
        parts = {at: float(part / scale) for at, part in enumerate(row.parts) if part}
        least = -self._infinity if row.least is None else float(row.least / scale) - SLACK
        most = self._infinity if row.most is None else float(row.most / scale) + SLACK
        self._add(parts, least, most)

    def _add(self, parts: dict[int, float], least: float, most: float) -> None:
        self._highs.addRow(least, most, len(parts), list(parts), list(parts.values()))
