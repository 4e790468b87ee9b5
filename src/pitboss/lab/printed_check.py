"""Checks somebody else's paytable: each printed figure agrees, differs, or contradicts the others.

All figures are judged under the one reading of the table that most of them agree with. Where one
differs, its `reading` is another under which it would agree: other settings of the game, pays
counted *for* instead of *to*, a stake or a sign taken otherwise, digits cut off. A figure that
differs contradicts its source if what the source prints beside it can't be true with it, as a pay
and a probability whose product isn't the printed return.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeAlias

from pitboss.lab.lab_wagers import LabWager, look_up
from pitboss.lab.printed_text import PrintedFigure, PrintedTable, pay_as, read_printed
from pitboss.lab.printed_views import (
    PLAIN_READING,
    FigureKey,
    FigureReading,
    PrintedView,
    is_rounded,
    list_printed,
)
from pitboss.lab.printed_wagers import find_wagers, match_lines, to_words
from pitboss.maths.cases import total_of
from pitboss.maths.verdicts import AGREES, CONTRADICTS, DIFFERS, round_like
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Setting
from pitboss.rules.paytable import PLAIN

UNCHECKED = "not checked"
SETTINGS_MOST = 120  # beyond it, settings are varied one at a time
JOINS = ("line_below", "line_named")  # where a hand that isn't printed goes
# A figure of a line is a multiple of another: a pay, or a number of deals.
LINE_SUMS = (
    ("probability_times_pay", "probability", "returns"),
    ("count_over_total", "combinations", "probability"),
)
SIGNS = ((-1, 0), (1, 0), (1, 1))  # alike, opposite, or together one
ALIKE_MOST = 12  # of wagers that fit the words equally, tried by their figures


# A name, each figure's factor, and what they come to.
_Sum: TypeAlias = tuple[str, dict[FigureKey, Fraction], int]


@dataclass(frozen=True, slots=True)
class CheckedFigure:
    """A printed figure with the true one. `reading` is under which it agrees, or would;
    `against` names what contradicts it."""

    figure: str
    label: str  # of its line, as printed; empty: of the whole wager
    printed: str
    exact: Fraction | None
    shown: str
    verdict: str
    reading: FigureReading
    against: tuple[str, ...]
    difference: Fraction | None = None  # how much the printed value is too high


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A wager with its printed pays, the reading that most figures agree with, and the verdicts.
    `others` fit the printed text as well; `unread` are lines that say nothing known."""

    wager: LabWager
    reading: FigureReading
    figures: tuple[CheckedFigure, ...]
    others: tuple[str, ...]
    unread: tuple[str, ...]

    def count(self, verdict: str) -> int:
        """How many figures have a verdict."""
        return sum(each.verdict == verdict for each in self.figures)


def check_printed(
    text: str, wager_id: str = "", *, house: Path | None = None, **settings: Setting
) -> CheckedTable:
    """Judge every figure of a printed paytable: text, CSV, a Markdown table or TOML. The wager is
    found by its lines and pays if you don't name it; settings that you give are fixed."""
    table = read_printed(text)
    given = {name: str(value) for name, value in settings.items()}
    if wager_id:
        return _Check(table, look_up(wager_id, house=house), given).result
    found = find_wagers(table, house=house)
    checks, refusals = [], []
    for each in found[:ALIKE_MOST]:
        try:
            checks.append(_Check(table, look_up(each, house=house), given))
        except Refusal as refusal:  # it can't be computed with these pays or settings
            refusals.append(refusal)
    if not checks:
        raise refusals[0]
    best, *others = sorted(checks, key=lambda each: -each.best.score)
    alike = (each.base.paytable.id for each in others if each.best.score == best.best.score)
    return replace(best.result, others=tuple(alike))


class _Check:
    """A printed table against one wager."""

    def __init__(self, table: PrintedTable, base: LabWager, given: Mapping[str, str]) -> None:
        self.table, self.base = table, base
        known = {option.name: tuple(map(str, option.choices)) for option in base.options}
        said = {name: each for name, each in table.settings.items() if each in known.get(name, ())}
        self._fixed = {**said, **given}
        self._usual = {name: choices[0] for name, choices in known.items()}
        base.at(**given).analysis  # noqa: B018 - refuses a wrong setting by its name
        self._matched = match_lines(table, base.paytable)
        self._views = sorted(self._find_views(known), key=lambda view: len(view.reading))
        own = [view for view in self._views if self._fixed.items() <= view.settings.items()]
        self.best = max(own, key=lambda view: view.score)

    # ---- readings -------------------------------------------------------------------------------

    def _find_views(self, known: Mapping[str, Sequence[str]]) -> Iterator[PrintedView]:
        """The table under every reading of its pays, its missing lines, settings and meters."""
        every = list(self._list_settings(known))
        seeds = {each.name: each.seed_cents for each in self.base.paytable.levels}
        for pays, joins in product(("", "for", "to"), ("", *JOINS)):
            if (read := self._read_lines(pays, joins)) is None:
                continue
            wager, outcomes, named = read
            for settings, meters in product(every, [{}, seeds] if seeds else [{}]):
                usual = {**self._usual, **self._fixed}
                other = {name: each for name, each in settings.items() if usual[name] != each}
                reading = {**named, **other, **({"meters": "seed"} if meters else {})}
                tried = wager.at(**settings).with_meters(**meters)
                try:
                    yield PrintedView(self.table, tried, reading, outcomes, tried.analysis)
                except Refusal:  # not counted for these pays or settings
                    if not reading:
                        raise

    def _list_settings(self, known: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
        """All settings of the wager; if they are too many, one changed at a time."""
        if prod(map(len, known.values())) <= SETTINGS_MOST:
            for chosen in product(*known.values()):
                yield dict(zip(known, chosen, strict=True))
            return
        usual = {**self._usual, **self._fixed}
        yield usual
        for name, choices in known.items():
            yield from ({**usual, name: each} for each in choices if each != usual[name])

    def _read_lines(
        self, word: str, joins: str
    ) -> tuple[LabWager, dict[int, tuple[str, ...]], dict[str, str]] | None:
        """The wager with the printed pays, read as `to` or `for` if a word is given; a hand that
        isn't printed is as in the paytable, or joins another line. None: no other reading."""
        outcomes, paytable = dict(self._matched), self.base.paytable
        pays = {at: self.table.lines[at].pays for at in outcomes}
        named = {name: each for name, each in (("pays", word), ("unlisted", joins)) if each}
        if word:
            printed, pays = pays, {at: pay_as(pay, word) for at, pay in pays.items()}
            if pays == printed:
                return None
        if joins:
            outcomes = self._join_unlisted(by_name=joins == "line_named")
            if outcomes == self._matched:
                return None
        if PLAIN not in paytable.columns:
            return None if named else (self.base, outcomes, named)
        line_of = {name: at for at, names in outcomes.items() for name in names}
        changed = {
            name: pays[line_of[name]] if name in line_of else "loses" if joins else ""
            for name, prize in paytable.columns[PLAIN].items()
            if " from " not in str(prize)
        }
        changed = {name: pay for name, pay in changed.items() if pay}
        return (self.base.with_pays(**changed) if changed else self.base), outcomes, named

    def _join_unlisted(self, *, by_name: bool) -> dict[int, tuple[str, ...]]:
        """Each hand that isn't printed goes with the next one below that is, as a royal flush is a
        straight flush; or with one whose words it has, as a suited pair is a pair."""
        joined, below = dict(self._matched), None
        line_of = {name: at for at, names in joined.items() for name in names}
        words = {at: to_words(self.table.lines[at].label) for at in joined}
        for name in self.base.paytable.outcomes:
            below = line_of.get(name, below)
            alike = [at for at, own in words.items() if by_name and own < to_words(name)]
            place = max(alike, key=lambda at: len(words[at]), default=below)
            if name not in line_of and place is not None:
                joined[place] = (*joined[place], name)
        return joined

    # ---- verdicts -------------------------------------------------------------------------------

    @property
    def result(self) -> CheckedTable:
        """The verdict on every figure under the best reading."""
        shown = {
            name: each
            for name, each in self.best.settings.items()
            if name in self._fixed or self._usual.get(name) != each
        }
        lines = enumerate(self.table.lines)
        unmatched = (line.label for at, line in lines if at not in self._matched)
        return CheckedTable(
            self.best.wager,
            {**self.best.reading, **shown},
            tuple(self._judge(key, printed) for key, printed in list_printed(self.table)),
            (),
            (*self.table.unread, *unmatched),
        )

    def _judge(self, key: FigureKey, printed: PrintedFigure) -> CheckedFigure:
        view, where = self.best, PLAIN_READING
        against: tuple[str, ...] = ()
        figure, reading = view.columns.get(key[1], ("", {}))
        label = self.table.lines[key[0]].label if key[0] >= 0 else ""
        if key[0] < 0:
            whole = self.table.wholes[-1 - key[0]]
            where, label = whole.where, "total" if whole.column else ""
            figure = figure if whole.column else whole.figure
        if not where.items() <= view.settings.items():
            wager = view.wager.at(**where)
            view = replace(view, wager=wager, analysis=wager.analysis)
        exact = view.exact.get(key)
        if exact is None:
            return CheckedFigure(figure, label, printed.printed, None, "", UNCHECKED, {}, ())
        verdict, reading = AGREES, {**reading, **where}
        if not is_rounded(exact, printed):
            found = (each.find_reading(key, printed) for each in (view, *self._views))
            reading = min(filter(None, found), key=len, default=PLAIN_READING)
            against = self._against.get(key, ())
            if reading and {*against} <= {"printed_twice", "edge_and_return"}:
                against = ()  # it is of another reading
            reading = reading or self._find_paytable(key, printed)
            verdict = CONTRADICTS if against else DIFFERS
        more = 0 if exact.denominator == 1 else 2
        shown = round_like(exact, printed.like, more=more) if printed.like else str(exact)
        difference = printed.value - exact
        return CheckedFigure(
            figure, label, printed.printed, exact, shown, verdict, reading, against, difference
        )

    def _find_paytable(self, key: FigureKey, printed: PrintedFigure) -> FigureReading:
        """Another paytable of the wager whose figure is the printed one; empty if there is none."""
        slot = self.base.paytable.id.rpartition("/")[0]
        known = catalog.Paytables()
        for other in known.ids() if not key[1] else ():
            if other.startswith(f"{slot}/") and other != self.base.paytable.id:
                wager = replace(self.best.wager, paytable=known.get(other))
                with suppress(Refusal):  # it may have other settings
                    view = replace(self.best, wager=wager, analysis=wager.analysis)
                    if is_rounded(view.exact.get(key, Fraction(0)), printed):
                        return {"paytable": other}
        return {}

    # ---- what contradicts what ------------------------------------------------------------------

    @cached_property
    def _against(self) -> dict[FigureKey, tuple[str, ...]]:
        """For each figure, the sums that hold of the exact values but not of the printed ones,
        rounding allowed for."""
        printed, exact = dict(list_printed(self.table)), self.best.exact
        found: dict[FigureKey, tuple[str, ...]] = {}
        for name, terms, total in self._list_sums():
            if not terms.keys() <= exact.keys():
                continue
            rest = total_of(factor * printed[key].value for key, factor in terms.items()) - total
            room = total_of(abs(factor) * printed[key].half_digit for key, factor in terms.items())
            holds = total_of(factor * exact[key] for key, factor in terms.items()) == total
            if holds and abs(rest) > room:
                found |= {key: tuple({*found.get(key, ()), name}) for key in terms}
        return {key: tuple(sorted(names)) for key, names in found.items()}

    def _list_sums(self) -> Iterator[_Sum]:
        """Sums over printed figures that may hold: within a line, over a column, of the whole."""
        columns, exact = self.best.columns, self.best.exact
        named = {kind: name for name, (kind, _) in columns.items()}
        for name, one, two in LINE_SUMS:
            for at in self.best.cases:
                first, second = (at, named.get(one, "")), (at, named.get(two, ""))
                if exact.get(first) and second in exact:
                    yield name, {first: exact[second] / exact[first], second: Fraction(-1)}, 0
        wholes = [
            ((-1 - at, whole.column), whole)
            for at, whole in enumerate(self.table.wholes)
            if not whole.where
        ]
        lines = {name: self._column_sum(name) for name in columns}
        chances = lines.get(named.get("probability", ""), {})
        hits = {key: one for key, one in chances.items() if self.best.is_win(key[0])}
        for at, (key, whole) in enumerate(wholes):
            if whole.column:
                yield "sum_of_lines", {**lines[whole.column], key: Fraction(-1)}, 0
            elif whole.figure == "hit_frequency":
                yield "sum_of_lines", {**hits, key: Fraction(-1)}, 0
            else:
                returns = lines.get(named.get("returns", ""), {})
                for sign, total in SIGNS:
                    yield "sum_of_lines", {**returns, key: Fraction(sign)}, total
            for other, _ in wholes[at + 1 :]:
                for sign, total in SIGNS:
                    name = "printed_twice" if sign < 0 else "edge_and_return"
                    yield name, {key: Fraction(1), other: Fraction(sign)}, total

    def _column_sum(self, name: str) -> dict[FigureKey, Fraction]:
        lines = enumerate(self.table.lines)
        return {(at, name): Fraction(1) for at, line in lines if name in line.figures}
