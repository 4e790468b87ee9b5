"""What the figures of a printed paytable can mean, and what they are under one reading of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import TypeAlias

from pitboss.lab.lab_wagers import LabWager
from pitboss.lab.printed_text import PrintedFigure, PrintedTable
from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import Case, total_of
from pitboss.maths.verdicts import round_like

KINDS = ("combinations", "probability", "one_in", "returns")
ROOT_DIGITS = 20

# How a value is read, besides its plain meaning: names and choices, in their order.
FigureReading: TypeAlias = Mapping[str, str]
FigureKey: TypeAlias = tuple[int, str]  # a line and its column; below zero, of the whole wager
_Meanings: TypeAlias = list[tuple[FigureReading, Fraction]]
PLAIN_READING: FigureReading = {}


# ---- what figures mean --------------------------------------------------------------------------


def _line_meanings(
    analysis: Analysis, kind: str, cases: Sequence[Case], totals: Iterable[Fraction]
) -> _Meanings:
    """What a figure of a line can mean, the plain meaning first."""
    weight = sum(case.weight for case in cases)
    chance = Fraction(weight, analysis.total)
    match kind:
        case "combinations":
            scaled = [({"deals": f"{int(of):,}"}, chance * of) for of in totals if of > 0]
            return [({}, Fraction(weight)), *scaled]
        case "probability":
            return [({}, chance)]
        case "one_in":
            return [({}, 1 / chance), ({"odds": "against"}, 1 / chance - 1)] if chance else []
        case _:
            return [
                (reading, total_of(analysis.probability(case) * money(case) for case in cases))
                for reading, money in _RETURNS
            ]


# What a line's return may count, by how the source reads it.
_RETURNS: tuple[tuple[FigureReading, Callable[[Case], Fraction]], ...] = (
    ({}, lambda case: case.back - case.staked),
    ({"return": "with_stake"}, lambda case: case.back),
    ({"return": "winnings"}, lambda case: max(case.back - case.staked, Fraction(0))),
)


def _whole_meanings(analysis: Analysis, figure: str) -> _Meanings:
    """What a figure of the whole wager can mean, the plain meaning first."""
    edge, risk, stake = analysis.house_edge, analysis.element_of_risk, analysis.average_stake
    hits, variance = analysis.hit_frequency, analysis.variance
    meter = analysis.break_even_cents
    other, all_in = {"sign": "other_side"}, {"stake": "all_wagers"}
    if edge is not None and risk is not None:
        if figure == "element_of_risk":
            return [({}, risk), ({"stake": "one_wager"}, edge)]
        if figure == "return_to_player":
            return [({}, 1 - risk), ({"stake": "one_wager"}, 1 - edge), ({"return": "net"}, -edge)]
        if figure in ("house_edge", "player_edge"):
            own, against = (edge, risk) if figure == "house_edge" else (-edge, -risk)
            plain = [({}, own), (all_in, against)]
            return [*plain, *(({**reading, **other}, -value) for reading, value in plain)]
    if figure == "hit_frequency" and hits is not None:
        kept = sum(c.weight for c in analysis.cases.cases if c.wins or c.back >= c.staked)
        return [({}, hits), ({"pushes": "count"}, Fraction(kept, analysis.total))]
    if figure == "variance" and variance is not None:
        return [({}, variance)]
    if figure == "deviation" and variance is not None:
        root = Fraction(isqrt(int(variance * 10 ** (2 * ROOT_DIGITS))), 10**ROOT_DIGITS)
        return [({}, root), (all_in, root / stake)]
    return [({}, Fraction(meter, 100))] if figure == "break_even" and meter is not None else []


def _may_be(kind: str, printed: PrintedFigure) -> bool:
    """Whether a figure without a head can be of a kind, by its form."""
    if printed.is_odds:
        return kind == "one_in"
    if kind == "probability":
        return 0 <= printed.value <= 1
    if kind in ("combinations", "one_in"):
        is_whole = kind == "one_in" or printed.value.denominator == 1
        return is_whole and printed.value >= 1 and "%" not in printed.like
    return True


def is_rounded(exact: Fraction, printed: PrintedFigure) -> bool:
    """Whether the exact value, rounded to the printed digits, is the printed one."""
    if not printed.like or exact * printed.value < 0:
        return exact == printed.value
    return round_like(abs(exact), printed.like) == round_like(abs(printed.value), printed.like)


def _is_cut(exact: Fraction, printed: PrintedFigure) -> bool:
    """Whether the exact value, cut off after the printed digits, is the printed one."""
    rest = abs(exact) - abs(printed.value)
    return exact * printed.value >= 0 and 0 <= rest < 2 * printed.half_digit


# ---- one reading of the table -------------------------------------------------------------------


@dataclass(frozen=True)
class PrintedView:
    """The table under one reading: a wager, and what each column means."""

    table: PrintedTable
    wager: LabWager
    reading: FigureReading
    outcomes: Mapping[int, tuple[str, ...]]
    analysis: Analysis

    @property
    def settings(self) -> dict[str, str]:
        """Every setting of the game."""
        return {name: str(value) for name, value in self.analysis.options.items()}

    def is_win(self, line: int) -> bool:
        """Whether a line has only hands that win."""
        return all(case.wins for case in self.cases.get(line, ()))

    @cached_property
    def cases(self) -> dict[int, list[Case]]:
        """The cases of each line; a base game's name a line among other words."""
        own = self.analysis.cases.cases
        return {
            at: [case for case in own if not {*names}.isdisjoint(case.outcome.split(", "))]
            for at, names in self.outcomes.items()
        }

    @cached_property
    def columns(self) -> dict[str, tuple[str, FigureReading]]:
        """What each column holds and how it is read: what most of its figures agree with."""
        names = [name for line in self.table.lines for name in line.figures]
        names += [whole.column for whole in self.table.wholes if whole.figure == "total"]
        return {name: self._read_column(name) for name in dict.fromkeys(names)}

    def _read_column(self, name: str) -> tuple[str, FigureReading]:
        figures = [printed for key, printed in list_printed(self.table) if key[1] == name]
        fitting = [kind for kind in KINDS if all(_may_be(kind, each) for each in figures)]
        is_headed = name in KINDS and not all(each.is_odds for each in figures)
        kinds = (name,) if is_headed else fitting or KINDS
        found: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        for key, printed in list_printed(self.table):
            for kind in kinds if key[1] == name else ():
                for reading, exact in self.list_meanings(key, kind):
                    found[kind, tuple(reading.items())] += is_rounded(exact, printed)
        kind, items = max(found, key=lambda each: found[each], default=(kinds[0], ()))
        return kind, dict(items)

    @cached_property
    def _totals(self) -> tuple[Fraction, ...]:
        """The numbers of deals that a source may count in: a total, or what two lines come to."""
        totals = (whole for whole in self.table.wholes if whole.figure == "total")
        found = Counter(whole.printed.value for whole in totals)
        for (at, _), printed in list_printed(self.table):
            if weight := sum(case.weight for case in self.cases.get(at, ())):
                found[printed.value * self.analysis.total / weight] += 1
        told = {whole.printed.value for whole in self.table.wholes}
        return tuple(
            value
            for value, times in found.items()
            if value.denominator == 1 and (times > 1 or value in told)
        )

    def list_meanings(self, key: FigureKey, kind: str) -> _Meanings:
        """What a printed figure can mean; nothing if it isn't known."""
        at, column = key
        if at < 0 and not column:
            return _whole_meanings(self.analysis, self.table.wholes[-1 - at].figure)
        cases = self.cases.get(at, []) if at >= 0 else self.analysis.cases.cases
        return _line_meanings(self.analysis, kind, cases, self._totals) if cases else []

    @cached_property
    def exact(self) -> dict[FigureKey, Fraction]:
        """The exact value of each printed figure, as its column is read."""
        found = {}
        for key, _ in list_printed(self.table):
            kind, reading = self.columns.get(key[1], ("", {}))
            for meaning, exact in self.list_meanings(key, kind):
                if meaning == reading:
                    found[key] = exact
        return found

    @cached_property
    def score(self) -> int:
        """How many figures agree."""
        printed = dict(list_printed(self.table))
        return sum(is_rounded(exact, printed[key]) for key, exact in self.exact.items())

    def find_reading(self, key: FigureKey, printed: PrintedFigure) -> FigureReading | None:
        """A way to read this wager's figure so that it agrees; None if there is none."""
        column = self.columns.get(key[1], ("", {}))
        kinds = (column[0],) if key[1] in KINDS or key[0] < 0 else (column[0], *KINDS)
        for is_right, rounding in ((is_rounded, {}), (_is_cut, {"rounding": "cut"})):
            for kind in dict.fromkeys(kinds):
                named = {"column": kind} if kind != column[0] else {}
                for meaning, exact in self.list_meanings(key, kind):
                    if is_right(exact, printed) and (key[0] >= 0 or "deals" not in meaning):
                        own = meaning if meaning != column[1] else {}
                        return {**self.reading, **named, **own, **rounding}
        return None


def list_printed(table: PrintedTable) -> Iterator[tuple[FigureKey, PrintedFigure]]:
    """Every printed figure in order, by the place it is printed at."""
    for at, line in enumerate(table.lines):
        for column, figure in line.figures.items():
            yield (at, column), figure
    for at, whole in enumerate(table.wholes):
        yield (-1 - at, whole.column), whole.printed
