"""Printed figures beside exact ones, each with a verdict.

*agrees*: the exact figure, rounded to the printed digits, is the printed one. *differs*: it isn't,
under any reading of the rules. *contradicts itself*: it differs, and the source also prints another
value for the same figure. If a source doesn't say for how many decks, for which side, or under
which reading it prints a figure, we compare all of them and name the reading that agrees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import product

from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.cases import total_of
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable, Printed

AGREES, DIFFERS, CONTRADICTS = "agrees", "differs", "contradicts itself"
NAMES = (AGREES, DIFFERS, CONTRADICTS)

# The options that a source may leave open; all others keep their default.
READINGS = ("decks", "side", "naturals")


FIGURES = (
    "house_edge", "hold", "element_of_risk", "hit_frequency", "base_hit_frequency",
    "bonus_hit_frequency", "one_in", "average_award", "seed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """A printed figure with the true one."""

    paytable_id: str
    figure: str
    where: str
    place: str
    printed: str
    exact: Fraction | None
    shown: str
    reading: str
    verdict: str

    @property
    def key(self) -> str:
        """What identifies a printed figure in the record of verdicts."""
        return " | ".join((self.paytable_id, self.figure, self.where, self.place, self.printed))


def verdicts(paytable: Paytable) -> tuple[Verdict, ...]:
    """The verdict on every printed figure of a paytable."""
    return tuple(_verdict(paytable, printed) for printed in paytable.printed)


def read_recorded() -> dict[str, str]:
    """The stored verdicts, in the folders of the paytables."""
    record: dict[str, str] = {}
    for path in sorted(catalog.GAMES.glob("*/verdicts.json")):
        record |= json.loads(path.read_text("utf-8"))
    return record


def record(found: Iterable[Verdict]) -> None:
    """Replace the stored verdicts."""
    shipped = set(catalog.Paytables().ids())
    folders: dict[str, list[Verdict]] = {}
    for verdict in found:
        folder = verdict.paytable_id.split("/")[0]
        if verdict.paytable_id in shipped and catalog.packaged_game(folder) is None:
            folders.setdefault(folder, []).append(verdict)
    for folder, its in folders.items():
        text = json.dumps(as_record(its), indent=2, ensure_ascii=False)
        (catalog.GAMES / folder / "verdicts.json").write_text(f"{text}\n", "utf-8")


def as_record(found: Iterable[Verdict]) -> dict[str, str]:
    """What we store about verdicts, to notice when one changes."""
    return {verdict.key: f"{verdict.verdict}: {verdict.shown}" for verdict in found}


def changes(found: Iterable[Verdict]) -> list[tuple[str, str, str]]:
    """What differs from the record: the figure, its recorded verdict, and the present one. Figures
    of a house's own files have no record."""
    now = as_record(found)
    return [
        (key, was, now.get(key, "gone"))
        for key, was in read_recorded().items()
        if now.get(key) != was
    ]


def page(found: Sequence[Verdict], source_of: Callable[[str], str]) -> str:
    """All verdicts as a Markdown page, the wrong figures first; a figure's source is its place, or
    that of its paytable."""
    lines = [
        "# Printed figures and exact ones",
        "",
        "Made by `pitboss verify --page docs/verified.md`. Each figure is given as its source",
        "prints it, beside the exact value. *Agrees*: rounded to the printed digits they are the",
        "same. *Differs*: under no reading they are. *Contradicts itself*: it differs, and the",
        "source prints something else that can't be true with it. A figure printed without saying",
        "for how many decks or which side is compared with every reading; the one named agrees, or",
        "comes nearest where none does. `pitboss check-figures` judges any paytable like this.",
        "",
        "## Published mistakes",
        "",
        "| paytable | figure | printed | exact | verdict | reading | source |",
        "|---|---|---:|---:|---|---|---|",
    ]
    lines += [
        f"{_row(v)} {v.place or source_of(v.paytable_id)} |" for v in found if v.verdict != AGREES
    ]
    lines += [
        "",
        "## Figures that agree",
        "",
        "| paytable | figure | printed | exact | verdict | reading |",
        "|---|---|---:|---:|---|---|",
    ]
    return "\n".join([*lines, *(_row(v) for v in found if v.verdict == AGREES)]) + "\n"


def _row(v: Verdict) -> str:
    figure = f"{v.figure.replace('_', ' ')}{', ' + v.where if v.where else ''}"
    start = f"| {v.paytable_id} | {figure} | {v.printed} | {v.shown} "
    return f"{start}| {v.verdict} | {v.reading} |"


def _verdict(paytable: Paytable, printed: Printed) -> Verdict:
    readings = list(_readings(paytable, printed))
    figures = [
        (", ".join(filter(None, (reading, meaning))), exact)
        for reading, analysis in readings
        for meaning, exact in _figure(printed, analysis).items()
    ]
    agreeing = [
        (reading, exact)
        for reading, exact in figures
        if exact is not None
        and round_like(exact, printed.value) == round_like(number(printed.value), printed.value)
    ]
    reading, exact = agreeing[0] if agreeing else _nearest(figures, printed.value)
    verdict = AGREES if agreeing else CONTRADICTS if _twice(paytable, printed) else DIFFERS
    return Verdict(
        paytable_id=paytable.id,
        figure=printed.figure,
        where=", ".join(f"{key} {value}" for key, value in printed.where.items()),
        place=printed.place,
        printed=printed.value,
        exact=exact,
        shown="none" if exact is None else round_like(exact, printed.value, more=2),
        reading=reading,
        verdict=verdict,
    )


def _nearest(
    figures: Sequence[tuple[str, Fraction | None]], printed: str
) -> tuple[str, Fraction | None]:
    """The closest reading; the default if several are equally close."""
    value = number(printed)
    return min(figures, key=lambda each: abs(each[1] - value) if each[1] is not None else value + 1)


def _readings(paytable: Paytable, printed: Printed) -> Iterator[tuple[str, Analysis]]:
    """Every reading that the printed conditions leave open, the default first."""
    known = {option.name: option for option in options_for(paytable.id, paytable)}
    fixed = {key: value for key, value in printed.where.items() if key in known}
    free = [known[name] for name in READINGS if name in known and name not in fixed]
    for chosen in product(*(option.choices for option in free)):
        opened = dict(zip((option.name for option in free), map(str, chosen), strict=True))
        words = ", ".join(f"{key} {value}" for key, value in opened.items())
        yield words, analyze(paytable, fixed | opened)


def _figure(printed: Printed, analysis: Analysis) -> dict[str, Fraction | None]:
    """The exact value of what a source prints under a name, by the name's meaning."""
    where = printed.where
    match printed.figure:
        case "house_edge" | "hold":
            return {"": analysis.house_edge}
        case "element_of_risk":
            return {"": analysis.element_of_risk}
        case "hit_frequency" | "base_hit_frequency":
            return {"": analysis.hit_frequency}
        case "bonus_hit_frequency":
            paid = {first: _paid_frequency(analysis, first) for first in analysis.paytable.outcomes}
            return {f"{first.replace('_', ' ')} or better": exact for first, exact in paid.items()}
        case "one_in":
            return {"": 1 / _outcome_probability(analysis, where["outcome"])}
        case "average_award":
            levels = {figures.level.name: figures for figures in analysis.levels}
            cents = levels[where["level"]].average_award_cents
            return {"": None if cents is None else cents / 100}
        case "seed":
            return {"": Fraction(analysis.paytable.levels[0].seed_cents, 100)}
        case _:
            raise Refusal(
                "FIGURE_UNKNOWN",
                "not",
                where=f"{analysis.paytable.id}: printed",
                figure=printed.figure,
                figures=FIGURES,
            )


def _outcome_probability(analysis: Analysis, outcome: str) -> Fraction:
    cases = (case for case in analysis.cases.cases if case.outcome == outcome)
    return total_of(map(analysis.probability, cases))


def _paid_frequency(analysis: Analysis, first: str) -> Fraction:
    """How often the bonus on a base game pays, from an outcome on."""
    outcomes = analysis.paytable.outcomes
    paid = set(outcomes[outcomes.index(first) :])
    cases = (case for case in analysis.cases.cases if paid & set(case.outcome.split(", ")))
    return total_of(map(analysis.probability, cases))


def _twice(paytable: Paytable, printed: Printed) -> bool:
    """Whether the source prints another value for the same figure under the same conditions."""
    return any(
        other.figure == printed.figure
        and other.where == printed.where
        and other.value != printed.value
        for other in paytable.printed
    )


_NUMBER = re.compile(r"(\$?)(\d[\d,]*)(?:\.(\d+))?( %)?\Z", re.ASCII)


def _parts(printed: str) -> tuple[str, str, str, str]:
    """The parts of a printed figure: dollar sign, whole part, decimals, percent sign."""
    match = _NUMBER.match(printed)
    if match is None:
        raise Refusal("FIGURE_UNKNOWN", "not_figure_such", where="printed", printed=printed)
    return (match[1], match[2], match[3] or "", match[4] or "")


def number(printed: str) -> Fraction:
    """The value of a printed figure."""
    _, whole, decimals, percent = _parts(printed)
    value = Fraction(int(whole.replace(",", "") + decimals), 10 ** len(decimals))
    return value / 100 if percent else value


def round_like(exact: Fraction, like: str, *, more: int = 0) -> str:
    """An exact figure in the form of a printed one, half up, with `more` digits if wanted."""
    sign, _, decimals, percent = _parts(like)
    digits = len(decimals) + more
    scaled = exact * (100 if percent else 1) * 10**digits
    units = int(abs(scaled) + Fraction(1, 2))
    whole, rest = divmod(units, 10**digits)
    minus = "-" if scaled < 0 and units else ""
    return f"{minus}{sign}{whole:,}{f'.{rest:0{digits}d}' if digits else ''}{percent}"


def table_rows(found: Sequence[Verdict]) -> list[dict[str, object]]:
    """Verdicts as rows of data."""
    names = (
        "id", "figure", "where", "place", "printed", "exact", "rounded", "reading", "verdict",
    )  # fmt: skip
    return [dict(zip(names, astuple(verdict), strict=True)) for verdict in found]
