"""Pays, exact counts, returns and decisions: the tables for checking a PAR sheet by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import Case, total_of
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_identity import Subject
from pitboss.reports.parsheet_text import Block, SheetSection
from pitboss.rules.posted import posted_lines


class MoneyRow(Struct, frozen=True):
    """A case with its money at the meters of the sheet."""

    case: Case
    probability: Fraction
    back: Fraction

    @property
    def net(self) -> Fraction:
        """The seat's net win or loss."""
        return self.back - self.case.staked


def money_rows(analysis: Analysis) -> list[MoneyRow]:
    """Every case, best for the seat first; cases that read alike are merged. Of two with equal pay,
    the one a growing meter pays comes first, then the rarer one."""
    rows = (
        MoneyRow(case, analysis.probability(case), analysis.back(case))
        for case in analysis.printed_cases
    )
    return sorted(rows, key=lambda row: (-row.net, -row.case.share, row.case.weight))


def has_decisions(analysis: Analysis) -> bool:
    """Whether the cases name the player's decisions, as a base game's do."""
    return any(case.action for case in analysis.cases.cases)


# ---- pays, counts and returns -------------------------------------------------------------------


def pays_section(about: Subject) -> SheetSection | None:
    """The pay schedule in print order, unless the table of counts shows all of it."""
    paytable = about.paytable
    if paytable.slot != "base" and len(paytable.columns) == 1 and not paytable.envy:
        return None
    names = ("Pays",) if len(paytable.columns) == 1 else tuple(paytable.columns)
    columns = write.columns("Outcome", *names, *(("Envy",) if paytable.envy else ()))
    rows = []
    for line in posted_lines(paytable):
        row = [line.label.long, *map(str, line.prizes)]
        if paytable.envy:
            row.append(write.cents(line.envy_cents) if line.envy_cents else "")
        rows.append(row)
    blocks = [write.table(columns, rows)]
    if len(names) > 1:
        blocks.insert(0, write.text("The figures are for the column that the settings name."))
    blocks += [write.text(footnote) for footnote in paytable.footnotes]
    return write.make_section("Pay schedule", *blocks)


def counts_section(about: Subject, rows: Iterable[MoneyRow]) -> SheetSection:
    """Exact counts; their sum is every possible deal."""
    analysis = about.analysis
    columns = write.columns(
        "Outcome", "Pays", "Count", "Exact probability", "Probability", "One in"
    )
    listed = [
        (
            row.case.outcome,
            row.case.pays,
            f"{row.case.weight:,}",
            str(row.probability),
            percent_of_deals(row.probability),
            write.one_in(row.probability),
        )
        for row in rows
    ]
    whole = percent_of_deals(Fraction(1))
    total = ("all", "", f"{analysis.total:,}", "1", whole, write.one_in(Fraction(1)))
    return write.make_section(
        "Counts",
        write.text(
            f"Counts: {analysis.cases.method}. A probability is its count over the total. "
            + _order(analysis)
        ),
        write.table(columns, listed, total),
    )


def percent_of_deals(probability: Fraction) -> str:
    """A probability with enough digits for a jackpot."""
    return write.percent(probability, 7)


def _order(analysis: Analysis) -> str:
    if has_decisions(analysis):
        return "Each line names what the player did and how it ended; the best comes first."
    return "The best outcome comes first."


def returns_section(about: Subject, rows: Iterable[MoneyRow]) -> SheetSection:
    """What every line returns, with sums to work out the edge by hand."""
    rows, stake = list(rows), about.analysis.average_stake
    listed = [
        (
            row.case.outcome,
            write.exact(row.case.staked),
            write.exact(row.back),
            write.exact(row.net),
            write.exact(row.case.weight * row.net),
            write.percent(row.probability * row.back / stake, 6),
        )
        for row in rows
    ]
    net = total_of(row.case.weight * row.net for row in rows)
    back = total_of(row.probability * row.back for row in rows) / stake
    columns = write.columns("Outcome", "Staked", "Back", "Net", "Count x net", "Return")
    return write.make_section(
        "Returns",
        write.text(
            f"In units of the {about.unit}. Back is what the seat has after the round, its stake "
            "included where it comes back; net is back less staked; return is probability x back, "
            f"over the average stake of {write.exact(stake)}."
        ),
        write.table(columns, listed, ("all", "", "", "", write.exact(net), write.percent(back, 6))),
        bars(about, rows),
    )


def bars(about: Subject, rows: Iterable[MoneyRow]) -> Block:
    """Return by outcome; the many lines of a base game are grouped by what they win."""
    returns: dict[str, Fraction] = defaultdict(Fraction)
    decisions, stake = has_decisions(about.analysis), about.analysis.average_stake
    for row in rows:
        label = row.case.pays if decisions else row.case.outcome
        returns[label] += row.probability * row.back / stake
    most = max(returns.values())
    return {
        "kind": "bars",
        "title": "Return by " + ("net result" if decisions else "outcome"),
        "rows": [
            {
                "label": label,
                "value": write.percent(value),
                "share": write.decimal(value / most, 6).replace(",", ""),
            }
            for label, value in returns.items()
            if value
        ],
    }


# ---- decisions ----------------------------------------------------------------------------------


def situation_of(case: Case) -> str:
    """What the outcome names before the player's action, such as the dealer's cards."""
    parts = case.outcome.split(", ")
    action = write.words(case.action)
    return ", ".join(parts[: parts.index(action)]) if action in parts else ""


def actions_section(about: Subject, rows: Iterable[MoneyRow]) -> SheetSection:
    """How often the player takes each action, and what it is worth."""
    groups: dict[tuple[str, str], list[MoneyRow]] = defaultdict(list)
    for row in rows:
        if not row.probability:
            continue
        groups[row.case.action, ""].append(row)
        if situation := situation_of(row.case):
            groups[row.case.action, situation].append(row)
    figures = ("Count", "Frequency", "One in", "Staked", "Net when it is done", "Part of the net")
    columns = write.columns("Action", *figures)
    listed = [
        _action(f"{action}, {situation}" if situation else action, groups[action, situation])
        for action, situation in sorted(groups)
    ]
    return write.make_section(
        "Decisions",
        write.text(
            f"How often each action is taken by the strategy of the settings, and what it wins or "
            f"loses on average, in units of the {about.unit}."
        ),
        write.table(columns, listed),
    )


def _action(label: str, rows: Iterable[MoneyRow]) -> tuple[str, ...]:
    rows = list(rows)
    often = total_of(row.probability for row in rows)
    staked = total_of(row.probability * row.case.staked for row in rows)
    net = total_of(row.probability * row.net for row in rows)
    return (
        write.words(label) or "nothing to decide",
        f"{sum(row.case.weight for row in rows):,}",
        write.percent(often),
        write.one_in(often),
        write.decimal(staked / often, 4),
        write.decimal(net / often, 6),
        write.decimal(net, 6),
    )
