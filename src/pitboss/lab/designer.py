"""Finds the pays that meet wishes and differ least from a given wager.

An integer program on the exact counts proposes them: one pay is chosen for each printed line, and
edge, hits and second moment are sums over the lines. The program computes with floats, so each
proposal is then proven with fractions, and one that fails is ruled out. If no pays meet the wishes,
the refusal names the wishes that contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, pairwise
from math import ceil, gcd, lcm
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from pitboss.lab.choice_program import ChoiceProgram, SumRow
from pitboss.lab.lab_wagers import LabWager
from pitboss.maths.spreading import spread
from pitboss.money import PPM_WHOLE, Cents, dollars
from pitboss.refusal import Refusal
from pitboss.rules.outcome_labels import Label
from pitboss.rules.paytable import PLAIN, Fixed, Loses, Odds, Paytable, Prize

Span: TypeAlias = tuple[Fraction, Fraction]
Report: TypeAlias = Callable[[float], None]

ROUND = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75,
    80, 90, 100, 120, 125, 150, 175, 200, 250, 300, 400, 500, 600, 750, 800, 1_000, 1_250, 1_500,
    2_000, 2_500, 3_000, 4_000, 5_000, 7_500, 8_000, 10_000,
)  # fmt: skip
SPANS = ("edge", "hit_frequency", "deviation", "top_pay")
WISHES = (*SPANS, "changes_most")
SECONDS_MOST, DESIGNS_MOST = 60, 100
NARROW = Fraction(1, 10_000)  # of an edge
TERMS = ("seed_cents", "rate_ppm", "reserve_ppm")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a paytable should be. Ranges include both ends; None leaves a figure free."""

    edge: Span | None = None
    hit_frequency: Span | None = None
    deviation: Span | None = None  # in units
    top_pay: Span | None = None  # what the best line pays on 1
    changes_most: int | None = None  # lines that may differ
    in_order: bool = True  # a better hand pays no less
    pays: Sequence[int] = ROUND  # what a line may pay on 1, beside what it pays now
    keep: Sequence[str] = ()  # outcomes that pay what they pay now
    may_lose: Sequence[str] = ()  # outcomes that may pay nothing
    terms: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict)
    """What a level may restart at or be fed by, such as `("main", "seed_cents"): [100_000]`."""

    @property
    def named(self) -> tuple[str, ...]:
        """The wishes that can contradict each other."""
        found = tuple(name for name in WISHES if getattr(self, name) is not None)
        return (*found, "in_order") if self.in_order else found


@dataclass(frozen=True)
class Design:
    """Pays that meet the wishes, proven."""

    wager: LabWager
    changes: Mapping[str, tuple[str, str]]  # of each printed line or term: what it was, what it is
    steps: int  # how far the changed pays moved along the round numbers, together


class _Figures(NamedTuple):
    """What is summed over the lines. The second moment is that of the net result."""

    edge: Fraction
    hits: Fraction
    second: Fraction


class _Choice(NamedTuple):
    """One value that a line or a level may have, and how it moves the figures."""

    of: str | tuple[str, str]  # a line's lowest outcome, or a level and its term
    value: Fraction  # on 1, the stake not counted; or the term
    text: str  # as it is printed
    steps: int  # from the present value; that has 0
    moves: _Figures


def design(
    wager: LabWager,
    wishes: Wishes,
    *,
    most: int = 5,
    seconds_most: float = SECONDS_MOST,
    report: Report = lambda share: None,
    processes: int = 1,
    cluster: str = "",
) -> tuple[Design, ...]:
    """The designs that meet the wishes, the nearest to `wager` first: those that change the fewest
    lines, and of these the ones with the fewest steps. Refuses wishes that nothing meets, and names
    those to blame. The search ends after `seconds_most` with what it has, or refuses if that is
    nothing. `report` gets the share that is searched, and ends the search if it raises."""
    if not 0 < most <= DESIGNS_MOST:
        raise Refusal("LAB_FIELD_WRONG", "range", where="designs", least=1, most=DESIGNS_MOST)
    drafts = _Drafts(wager, wishes, seconds_most, report)
    nearest = drafts.find(wishes.named)
    if cluster or processes > 1:
        search = _Search(wager, wishes, most, seconds_most)
        changes = range(drafts.changes_most + 1)
        everywhere = spread(search, changes, processes=processes, cluster=cluster, report=report)
        nearest = chain.from_iterable(everywhere)
    found: list[Design] = []
    try:
        for chosen in islice(nearest, most):
            found.append(drafts.as_design(chosen))
    except Refusal as refusal:
        if refusal.code != "SEARCH_TOO_LONG" or not found:
            raise
    if not found:
        raise drafts.blame()
    return tuple(found)


@dataclass(frozen=True)
class _Search:
    """Finds the nearest designs with so many changes, whatever others find with more or fewer."""

    wager: LabWager
    wishes: Wishes
    most: int
    seconds_most: float

    @cached_property
    def _drafts(self) -> _Drafts:
        return _Drafts(self.wager, self.wishes, self.seconds_most, lambda share: None)

    def __call__(self, changes: int) -> list[list[_Choice]]:
        return list(islice(self._drafts.find_changed(changes, self.wishes.named), self.most))


class _Drafts:
    """Every choice for one wager, and the programs over them."""

    def __init__(
        self, wager: LabWager, wishes: Wishes, seconds_most: float, report: Report
    ) -> None:
        self._wager, self._wishes = wager, wishes
        for name in SPANS:
            wish: Span | None = getattr(wishes, name)
            if wish is not None and wish[0] > wish[1]:
                raise Refusal("LAB_FIELD_WRONG", "swapped", where=name)
        self._seconds_most, self._report, self._share = seconds_most, report, 0.0
        self._end = monotonic() + seconds_most
        self._prizes = wager.paytable.columns.get(PLAIN, {})
        self._unit_cents = wager.paytable.wager_cents or 100
        for outcome in {*wishes.keep, *wishes.may_lose} - self._prizes.keys():
            raise Refusal("OUTCOME_UNKNOWN", "not_one_of", where="design", found=outcome,
                          known=tuple(self._prizes))  # fmt: skip
        self._lines = free_lines(wager.paytable)
        changing = [line for line, covers in self._lines.items() if not {*covers} & {*wishes.keep}]
        if wager.edge is None or not (changing or wishes.terms):
            raise Refusal("DESIGN_IMPOSSIBLE", "no_lines", where=wager.paytable.id)
        if wishes.deviation and wager.variance is None:
            raise Refusal("DESIGN_IMPOSSIBLE", "no_deviation", where="deviation")
        self._now = _figures(wager)
        self._top = max(reversed(self._lines), key=lambda name: self._net(self._prizes[name]))
        self._groups = [self._line(name) for name in changing]
        self._groups += [self._term(*term) for term in wishes.terms]
        self._choices = [each for group in self._groups for each in group]
        self._changed = [Fraction(bool(each.steps)) for each in self._choices]

    # ---- the choices --------------------------------------------------------------------------

    def _line_of(self, outcome: str) -> str:
        """The line that covers an outcome; one that has no free pay is its own."""
        found = (line for line, covers in self._lines.items() if outcome in covers)
        return next(found, outcome)

    def _line(self, outcome: str) -> list[_Choice]:
        """What a line may pay, the present pay among them."""
        present = self._prizes[outcome]
        ladder = sorted({*map(Fraction, self._wishes.pays), self._odds(present)})
        prizes = [self._prize(present, pays) for pays in ladder]
        if {*self._lines[outcome]} & {*self._wishes.may_lose}:
            prizes.insert(0, Loses())
        figures = self._figures_of(outcome, prizes)
        at = prizes.index(present)
        return [
            _Choice(outcome, self._net(prize), str(prize), abs(rank - at), self._moved(each))
            for rank, (prize, each) in enumerate(zip(prizes, figures, strict=True))
        ]

    def _figures_of(self, outcome: str, prizes: Sequence[Prize]) -> list[_Figures]:
        """The figures with each pay of one line: edge and second moment are polynomials of it, so
        three pays tell all. A pay that wins nothing is computed separately."""
        exact = {
            at: _figures(self._wager.with_pays(**dict.fromkeys(self._lines[outcome], str(prize))))
            for at, prize in enumerate(prizes)
            if self._net(prize) <= 0 or at >= len(prizes) - 3
        }
        known = [(self._net(prizes[at]), exact[at]) for at in sorted(exact)[-3:]]
        return [
            exact[at] if at in exact else _between(known, self._net(prize))
            for at, prize in enumerate(prizes)
        ]

    def _term(self, level: str, term: str) -> list[_Choice]:
        """What a level may restart at, or what may feed it or its reserve."""
        known = {each.name for each in self._wager.paytable.levels}
        if level not in known or term not in TERMS:
            raise Refusal("LEVEL_UNKNOWN", "has" if known else "has_none", where=term,
                          id=self._wager.paytable.id, levels=tuple(sorted(known)))  # fmt: skip
        present: int = getattr(self._wager.paytable.level(level), term)
        ladder = sorted({*self._wishes.terms[level, term], present})
        return [
            _Choice(
                (level, term),
                Fraction(value),
                dollars(Cents(value)) if term == "seed_cents" else f"{100 * value / PPM_WHOLE:g} %",
                abs(rank - ladder.index(present)),
                self._moved(_figures(self._wager.with_level(level, **{term: value}))),
            )
            for rank, value in enumerate(ladder)
        ]

    def _moved(self, figures: _Figures) -> _Figures:
        return _Figures(*(new - old for new, old in zip(figures, self._now, strict=True)))

    # ---- pays ---------------------------------------------------------------------------------

    def _odds(self, prize: Prize) -> Fraction:
        """What is paid on 1."""
        return Fraction(*prize.ratio(Cents(self._unit_cents)))

    def _net(self, prize: Prize) -> Fraction:
        """What the player has more than before, on 1."""
        return self._odds(prize) - (not prize.returns_stake)

    def _prize(self, like: Prize, pays: Fraction) -> Prize:
        """A pay of the same kind."""
        if pays == self._odds(like):
            return like
        if isinstance(like, Fixed):
            return replace(like, cents=Cents(int(pays * self._unit_cents)))
        assert isinstance(like, Odds)
        return replace(like, numerator=pays.numerator, denominator=pays.denominator)

    # ---- the program --------------------------------------------------------------------------

    @property
    def changes_most(self) -> int:
        """How many lines and terms may differ."""
        return len(self._groups)

    def find(self, wanted: Iterable[str]) -> Iterator[list[_Choice]]:
        """Choices that meet these wishes, each proven, the nearest first."""
        for changes in range(self.changes_most + 1):
            self._share = changes / (self.changes_most + 1)
            yield from self.find_changed(changes, wanted)

    def find_changed(self, changes: int, wanted: Iterable[str]) -> Iterator[list[_Choice]]:
        """The same, of those with so many changes."""
        wishes, number = frozenset(wanted), Fraction(changes)
        steps = [float(each.steps) for each in self._choices]
        rows = [*self._rows(wishes), SumRow(self._changed, number, number)]
        yield from self._prove(self._program(steps, rows), wishes)

    def _prove(self, program: ChoiceProgram, wishes: frozenset[str]) -> Iterator[list[_Choice]]:
        if "edge" in wishes and not self._can_be_an_edge():
            return
        while True:
            self._report(self._share)
            if monotonic() > self._end:
                raise Refusal("SEARCH_TOO_LONG", where="design", seconds=self._seconds_most)
            if (picked := program.solve()) is None:
                return
            chosen = [self._choices[each] for each in picked]
            if self._is_proven(chosen, wishes):
                yield chosen
            program.rule_out(picked)

    def _can_be_an_edge(self) -> bool:
        """Whether the wish for edge holds a multiple of what all choices move it by: where every
        count is even, say, odd parts are never met."""
        wish = self._wishes.edge
        moves = [each.moves.edge for each in self._choices if each.moves.edge]
        if wish is None or not moves:
            return True
        step = Fraction(
            gcd(*(each.numerator for each in moves)), lcm(*(each.denominator for each in moves))
        )
        return self._now.edge + ceil((wish[0] - self._now.edge) / step) * step <= wish[1]

    def _is_wide(self) -> bool:
        """Whether floats tell an edge inside the wish from one outside."""
        wish = self._wishes.edge
        return wish is None or wish[1] - wish[0] >= NARROW

    def _can_meet(self, wishes: frozenset[str]) -> bool:
        program = self._program([0.0] * len(self._choices), list(self._rows(wishes)))
        return next(self._prove(program, wishes), None) is not None

    def _program(self, costs: Sequence[float], rows: Sequence[SumRow]) -> ChoiceProgram:
        sizes = [len(group) for group in self._groups]
        return ChoiceProgram(costs, sizes, rows, seconds_most=self._seconds_most)

    def _rows(self, wanted: frozenset[str]) -> Iterator[SumRow]:
        wishes, choices, now = self._wishes, self._choices, self._now
        for name, kept, parts, wish in (
            ("edge", now.edge, [each.moves.edge for each in choices], wishes.edge),
            (
                "hit_frequency",
                now.hits,
                [each.moves.hits for each in choices],
                wishes.hit_frequency,
            ),
            (
                "deviation",
                now.second,
                [each.moves.second for each in choices],
                self._second(wanted),
            ),
        ):
            if name in wanted and wish is not None:
                yield SumRow(parts, wish[0] - kept, wish[1] - kept)
        if "changes_most" in wanted and wishes.changes_most is not None:
            yield SumRow(self._changed, Fraction(0), Fraction(wishes.changes_most))
        if "top_pay" in wanted and wishes.top_pay is not None:
            back = not self._prizes[self._top].returns_stake
            yield self._line_row({self._top: 1}, wishes.top_pay[0] - back, wishes.top_pay[1] - back)
        if "in_order" in wanted:
            pays = {
                name: self._net(each) for name, each in self._prizes.items() if self._odds(each)
            }
            for worse, better in pairwise(dict.fromkeys(map(self._line_of, pays))):
                if pays[worse] <= pays[better]:  # where it isn't so today, it needn't become so
                    yield self._line_row({better: 1, worse: -1}, Fraction(0), None)

    def _line_row(self, signs: Mapping[str, int], least: Fraction, most: Fraction | None) -> SumRow:
        """Bounds of what lines pay, added with these signs; kept lines count as they are."""
        free = {each.of for each in self._choices}
        kept = sum(
            (
                sign * self._net(self._prizes[name])
                for name, sign in signs.items()
                if name not in free
            ),
            start=Fraction(0),
        )
        parts = [
            each.value * signs.get(each.of, 0) if isinstance(each.of, str) else Fraction(0)
            for each in self._choices
        ]
        return SumRow(parts, least - kept, None if most is None else most - kept)

    def _second(self, wanted: frozenset[str]) -> Span | None:
        """Bounds of the second moment around every deviation in the range; the proof is exact."""
        if self._wishes.deviation is None:
            return None
        edge = (self._wishes.edge if "edge" in wanted else None) or (Fraction(-1), Fraction(1))
        squares = sorted(each**2 for each in edge)
        nearest = Fraction(0) if edge[0] <= 0 <= edge[1] else squares[0]
        least, most = self._wishes.deviation
        return least**2 + nearest, most**2 + squares[1]

    # ---- the proof ----------------------------------------------------------------------------

    def _is_proven(self, chosen: Sequence[_Choice], wanted: frozenset[str]) -> bool:
        """Whether the whole wager meets the wishes, in fractions."""
        wager, wishes = self._apply(chosen), self._wishes
        deviation = wishes.deviation
        figures = (
            ("edge", wishes.edge, wager.edge),
            ("hit_frequency", wishes.hit_frequency, wager.hit_frequency),
            ("deviation", deviation and (deviation[0] ** 2, deviation[1] ** 2), wager.variance),
        )
        return all(
            wish[0] <= found <= wish[1]
            for name, wish, found in figures
            if name in wanted and wish is not None and found is not None
        )

    def _apply(self, chosen: Sequence[_Choice]) -> LabWager:
        wager = self._wager
        changed = [each for each in chosen if each.steps]
        pays = {
            outcome: each.text
            for each in changed
            if isinstance(each.of, str)
            for outcome in self._lines[each.of]
        }
        wager = wager.with_pays(**pays) if pays else wager
        for each in changed:
            if isinstance(each.of, tuple):
                wager = wager.with_level(each.of[0], **{each.of[1]: int(each.value)})
        return wager

    def as_design(self, chosen: Sequence[_Choice]) -> Design:
        """A proven choice."""
        before = {each.of: each.text for each in self._choices if not each.steps}
        changed = [each for each in chosen if each.steps]
        changes = {_name(each.of): (before[each.of], each.text) for each in changed}
        return Design(self._apply(chosen), changes, sum(each.steps for each in changed))

    # ---- when there is none -------------------------------------------------------------------

    def blame(self) -> Refusal:
        """The wishes that contradict each other: without any one of them there would be a design.
        For an edge or a hit frequency among them, the nearest that the others allow; not where
        too narrow a wish falls between two edges, which floats can't tell apart."""
        blamed = frozenset(self._wishes.named)
        for name in self._wishes.named:
            if not self._can_meet(blamed - {name}):
                blamed -= {name}
        named = [name for name in self._wishes.named if name in blamed]
        values: dict[str, Any] = {"wishes": tuple(named), "wish": named[0]}
        case = "blamed" if len(named) > 1 else "alone"
        if named[0] in ("edge", "hit_frequency") and (self._is_wide() or self._can_be_an_edge()):
            nearest = self._nearest(named[0], blamed - {named[0]})
            values["nearest"], case = f"{float(nearest):.4%}", f"{case}_nearest"
        return Refusal("DESIGN_IMPOSSIBLE", case, where="design", **values)

    def _nearest(self, name: str, others: frozenset[str]) -> Fraction:
        """The figure closest to a wish that the other wishes allow."""
        wish: Span = getattr(self._wishes, name)
        at = 0 if name == "edge" else 1
        parts, now = [each.moves[at] for each in self._choices], self._now[at]
        largest = max(map(abs, parts)) or Fraction(1)  # nothing moves it
        found = []
        for sign, end in ((1, wish[1]), (-1, wish[0])):  # the least above it, the most below it
            beyond = SumRow([sign * part for part in parts], sign * (end - now), None)
            costs = [float(sign * part / largest) * 1000 for part in parts]
            picked = self._program(costs, [*self._rows(others), beyond]).solve()
            if picked is not None:
                found.append(now + sum(parts[each] for each in picked))
        return min(found, key=lambda figure: abs(2 * figure - sum(wish)))


def free_lines(paytable: Paytable) -> dict[str, tuple[str, ...]]:
    """The printed lines that a design may change, worst first, each by its lowest outcome: outcomes
    with the same words pay the same."""
    lines: dict[tuple[Label, Prize], list[str]] = {}
    for name, prize in paytable.columns.get(PLAIN, {}).items():
        if isinstance(prize, Odds | Fixed):
            lines.setdefault((paytable.labels[name], prize), []).append(name)
    return {covers[0]: tuple(covers) for covers in lines.values()}


def _figures(wager: LabWager) -> _Figures:
    """Zero stands for what is unknown."""
    edge, zero = wager.edge or Fraction(0), Fraction(0)
    second = zero if wager.variance is None else wager.variance + edge**2
    return _Figures(edge, wager.hit_frequency or zero, second)


def _between(known: Sequence[tuple[Fraction, _Figures]], at: Fraction) -> _Figures:
    """The parabola through three points, for each figure."""
    weights = []
    for place, _ in known:
        weight = Fraction(1)
        for other, _ in known:
            weight *= 1 if other == place else (at - other) / (place - other)
        weights.append(weight)
    parts = zip(*(figures for _, figures in known), strict=True)
    return _Figures(
        *(sum(map(Fraction.__mul__, weights, part), start=Fraction(0)) for part in parts)
    )


def _name(of: str | tuple[str, str]) -> str:
    """A line, or a level's term, as a page names it."""
    return of if isinstance(of, str) else f"{of[0]} {of[1].partition('_')[0]}"
