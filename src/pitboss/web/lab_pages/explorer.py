"""One wager as somebody set it on a page: what was typed, and every figure that follows.

Each field has its own name, such as `pay.flush` or `seed.mega`, so a page's address holds all of
it. A field that can't be read is refused beside it, and the figures are those of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pitboss.lab.lab_wagers import LabWager
from pitboss.lab.meter_life import MeterLife, find_life
from pitboss.maths.analysis import Analysis, LevelFigures
from pitboss.money import CENTS_MOST, PPM_WHOLE, parse_dollars, parse_percent
from pitboss.refusal import Refusal
from pitboss.rules.paytable import PLAIN, Fixed, Paytable
from pitboss.web.office.figures import ByContent, known_paytable

TERMS = {"seed": "seed_cents", "rate": "rate_ppm", "reserve": "reserve_ppm"}
PACE, PACE_MOST = 300, 100_000  # wagers an hour on one meter
FIELDS_MOST, TEXT_MOST = 100, 60
KEPT = 64


class DollarPart(NamedTuple):
    """Where a part of each dollar goes in the long run."""

    name: str
    share: Fraction


class Headline(NamedTuple):
    """The figures people ask for first, each computed once."""

    edge: Fraction | None  # at the meters
    long_run: Fraction | None  # of a progressive
    hits: Fraction | None
    deviation: float | None
    risk: Fraction | None  # the edge on all money bet, where that is more than one unit
    break_even_cents: int | None


class PayRow(NamedTuple):
    """A line of the paytable, how often it comes and what it gives back."""

    outcome: str
    probability: Fraction | None  # unknown where the game counts other cases
    returns: Fraction | None


class LevelLife(NamedTuple):
    """One meter in the long run."""

    figures: LevelFigures
    life: MeterLife | None
    why_not: Refusal | None  # why no law is known


@dataclass(frozen=True)
class Explored:
    """A wager with its figures. `faults` are the fields that couldn't be read."""

    wager: LabWager
    typed: Mapping[str, str]  # what differs from the paytable as it is printed
    faults: Mapping[str, Refusal]
    pace: int
    headline: Headline
    rows: tuple[PayRow, ...]
    dollar: tuple[DollarPart, ...]
    lives: tuple[LevelLife, ...]

    @property
    def analysis(self) -> Analysis:
        return self.wager.analysis

    @property
    def counts_lines(self) -> bool:
        """Whether each case is a line of the paytable, so that the lines tell all."""
        lines = self.wager.paytable.outcomes
        return all(each.outcome in lines for each in self.analysis.cases.cases)

    @property
    def python_line(self) -> str:
        """The library's line for the same edge."""
        return "".join(_python_parts(self))


def explore(paytable: Paytable, typed: Mapping[str, str]) -> Explored:
    """The wager with what was typed; the same question is answered once."""
    fields = [
        (name, " ".join(text.split()))
        for name, text in typed.items()
        if "." in name or name == "pace"  # others are the page's own
    ]
    if len(fields) > FIELDS_MOST or any(len(text) > TEXT_MOST for _, text in fields):
        raise Refusal("LAB_FIELD_WRONG", "too_long", most=TEXT_MOST)
    return _explore(known_paytable(paytable), tuple(sorted(each for each in fields if each[1])))


@lru_cache(maxsize=KEPT)
def _explore(asked: ByContent[Paytable], typed: tuple[tuple[str, str], ...]) -> Explored:
    wager, pace, kept, faults = _read(asked.value, typed)
    try:
        wager.analysis  # noqa: B018 - computed once, here
    except Refusal as refusal:
        pays = {name: text for name, text in kept.items() if name.startswith("pay.")}
        if not pays:
            raise
        # These pays would need another best play, which nobody has counted.
        others = tuple(each for each in typed if each[0] not in pays)
        wager, pace, kept, faults = _read(asked.value, others)
        kept |= pays
        faults |= dict.fromkeys(pays, refusal)
    return Explored(
        wager,
        kept,
        faults,
        pace,
        _headline(wager.analysis),
        tuple(_rows(wager)),
        tuple(_dollar(wager.analysis)),
        tuple(_lives(wager)),
    )


# ---- what is typed ------------------------------------------------------------------------------


def _change(wager: LabWager, name: str, text: str) -> LabWager:
    """The wager with one field changed; a name of another page's field changes nothing."""
    kind, _, of = name.partition(".")
    if kind == "set":
        known = {each.name: [*map(str, each.choices)] for each in wager.options}
        if text not in known.get(of, [text]):
            raise Refusal("LAB_FIELD_WRONG", "setting", where=name)
        return wager.at(**{of: text}) if of in known else wager
    if kind == "pay":
        return _with_pay(wager, of, text)
    if kind == "meter":
        return wager.with_level(of).with_meters(**{of: _read_cents(text)})
    if kind in TERMS:
        value = _read_cents(text) if kind == "seed" else parse_percent(f"{text.rstrip(' %')}%")
        return wager.with_level(of, **{TERMS[kind]: value})
    return wager


def _with_pay(wager: LabWager, outcome: str, text: str) -> LabWager:
    """A pay of another size, of the same kind as the line's own or an ordinary one."""
    if outcome not in wager.paytable.columns.get(PLAIN, {}):
        return wager
    try:
        changed = wager.with_pays(**{outcome: text})
    except Refusal:
        raise Refusal("LAB_FIELD_WRONG", "pay", where=outcome) from None
    old, new = wager.paytable.prize(outcome), changed.paytable.prize(outcome)
    if isinstance(new, Fixed) and wager.paytable.wager_cents is None:
        raise Refusal("LAB_FIELD_WRONG", "any_amount", where=outcome)
    if wager.paytable.slot == "base" and type(new) is not type(old):
        raise Refusal("LAB_FIELD_WRONG", "kind", where=outcome, pay=str(old))
    return changed


def _read_cents(text: str) -> int:
    cents = parse_dollars(text)
    if cents > CENTS_MOST:
        raise Refusal("LAB_FIELD_WRONG", "most", most=CENTS_MOST)
    return cents


def _read_pace(text: str) -> int:
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and 0 < int(digits) <= PACE_MOST):
        raise Refusal("LAB_FIELD_WRONG", "pace", where="pace", most=f"{PACE_MOST:,}")
    return int(digits)


def _read(
    paytable: Paytable, typed: Iterable[tuple[str, str]]
) -> tuple[LabWager, int, dict[str, str], dict[str, Refusal]]:
    """The wager, the pace, the fields that say something new, and those that can't be read."""
    wager, pace = _as_printed(paytable), PACE
    kept: dict[str, str] = {}
    faults: dict[str, Refusal] = {}
    for name, text in typed:
        before = wager, pace
        try:
            if name == "pace":
                pace = _read_pace(text)
            else:
                wager = _change(wager, name, text)
        except Refusal as refusal:
            faults[name] = refusal
        if name in faults or (wager, pace) != before:
            kept[name] = text
    return wager, pace, kept, faults


def _as_printed(paytable: Paytable) -> LabWager:
    """The wager before any change: its meters are at their seed, its settings the usual ones. The
    number of decks is that of its printed figures, where these are all of another."""
    wager = LabWager(replace(paytable, printed=()))
    usual = {each.name: str(each.default) for each in wager.options}
    printed = [str(each.where["decks"]) for each in paytable.printed if "decks" in each.where]
    if printed and usual.get("decks", printed[0]) not in printed:
        usual["decks"] = printed[0]
    return wager.at(**usual).with_meters(**{each.name: each.seed_cents for each in paytable.levels})


# ---- what follows -------------------------------------------------------------------------------


def _headline(analysis: Analysis) -> Headline:
    edge, staked, variance = analysis.house_edge, analysis.average_stake, analysis.variance
    return Headline(
        edge,
        analysis.long_run_edge if analysis.meter_lines else None,
        analysis.hit_frequency,
        None if variance is None else sqrt(variance),
        None if edge is None or staked == 1 else edge / staked,
        analysis.break_even_cents,
    )


def _rows(wager: LabWager) -> Iterator[PayRow]:
    analysis = wager.analysis
    for outcome in reversed(wager.paytable.outcomes):
        cases = [each for each in analysis.cases.cases if each.outcome == outcome]
        if cases:
            likely = [(analysis.probability(each), analysis.back(each)) for each in cases]
            yield PayRow(
                outcome,
                sum((each for each, _ in likely), Fraction(0)),
                sum((each * back for each, back in likely), Fraction(0)),
            )
        else:
            yield PayRow(outcome, None, None)


def _dollar(analysis: Analysis) -> Iterator[DollarPart]:
    """Where a dollar goes in the long run; the parts add up to 1."""
    if not analysis.meter_lines:
        staked = analysis.average_stake
        paid, envy = analysis.fixed_return / staked, analysis.envy_return / staked
        yield DollarPart("pays", paid)
        yield DollarPart("envy", envy)
        yield DollarPart("house", 1 - paid - envy)
        return
    levels = analysis.paytable.levels
    yield DollarPart("pays", analysis.fixed_return - analysis.fixed_from_meter)
    yield DollarPart("envy", analysis.envy_return)
    yield DollarPart("seed", analysis.seed_cost)
    yield DollarPart("meter", Fraction(sum(each.rate_ppm for each in levels), PPM_WHOLE))
    yield DollarPart("reserve", Fraction(sum(each.reserve_ppm for each in levels), PPM_WHOLE))
    yield DollarPart("house", analysis.long_run_edge)


def _lives(wager: LabWager) -> Iterator[LevelLife]:
    for figures in wager.analysis.levels:
        life = why_not = None
        if figures.restart_probability:
            try:
                life = find_life(wager, figures.level.name)
            except Refusal as refusal:
                why_not = refusal
        yield LevelLife(figures, life, why_not)


def _python_parts(found: Explored) -> Iterator[str]:
    """The calls, one for each kind of change."""
    wager, changed = found.wager, found.typed.keys() - found.faults.keys()
    usual = {each.name: str(each.default) for each in wager.options}
    settings = "".join(
        f", {name}={_literal(value)}"
        for name, value in wager.settings.items()
        if str(value) != usual[name]
    )
    yield f'pitboss.look_up("{wager.paytable.id}"{settings})'
    prizes = wager.paytable.columns.get(PLAIN, {})
    pays = [f'{each}="{prize}"' for each, prize in prizes.items() if f"pay.{each}" in changed]
    if pays:
        yield f".with_pays({', '.join(pays)})"
    for level in wager.paytable.levels:
        terms = [
            f"{term}={getattr(level, term):_}"
            for kind, term in TERMS.items()
            if f"{kind}.{level.name}" in changed
        ]
        if terms:
            yield f'.with_level("{level.name}", {", ".join(terms)})'
    if wager.meters_cents:
        cents = (f"{name}={amount:_}" for name, amount in wager.meters_cents.items())
        yield f".with_meters({', '.join(cents)})"
    yield ".edge"


def _literal(value: object) -> str:
    return str(value) if str(value).isdecimal() else f'"{value}"'
