"""The PAR sheet as a workbook and as CSV. The workbook computes every figure from the counts by
formulas, so a reader can change a pay or a meter and see what becomes of the edge."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.money import Cents
from pitboss.reports.parsheet_changes import join_beside
from pitboss.reports.parsheet_counts import MoneyRow, money_rows
from pitboss.reports.parsheet_identity import Subject, content_hash, hashes, sheet_date, subject
from pitboss.rules.paytable import Paytable

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from pitboss.lab.joined_wagers import JointFigures

HEAD = ("Outcome", "Pays", "Count", "Staked", "Back", "Share", "Level", "Probability", "Net",
        "Return", "Squares", "Edge, 1 more")  # fmt: skip
WHOLE_MOST = 2**53  # a spreadsheet rounds larger counts
FIRST = 5  # the row of the first outcome; above it are what is known and the head
WIDTHS = {"A:A": 34, "B:B": 20, "C:C": 22, "D:G": 12, "H:L": 16}


class _Figure(Struct, frozen=True):
    """A figure of the workbook: its formula, and the exact one beside it."""

    name: str
    formula: str
    exact: Fraction | None
    value: float


def parsheet_xlsx(
    paytable: Paytable,
    options: Mapping[str, str] | None = None,
    meters_cents: Mapping[str, Cents] | None = None,
    posted_cents: Mapping[str, Cents] | None = None,
    beside: Sequence[str] = (),
) -> bytes:
    """The workbook; the same facts make the same bytes."""
    from xlsxwriter import Workbook  # only workbooks need it

    about = subject(paytable, options or {}, meters_cents or {}, posted_cents or {})
    rows = money_rows(about.analysis)
    made = io.BytesIO()
    workbook = Workbook(made, {"strings_to_numbers": False})
    created = datetime.combine(sheet_date(paytable)[0], datetime.min.time())
    workbook.set_properties({"title": f"PAR {paytable.id}", "created": created})
    formats = {
        "bold": workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True}),
        "count": workbook.add_format({"num_format": "#,##0"}),
        "percent": workbook.add_format({"num_format": "0.000000 %"}),
        "input": workbook.add_format({"bg_color": "#FFF4CC", "num_format": "#,##0.######"}),
    }
    sheet = workbook.add_worksheet("PAR")
    for columns, width in WIDTHS.items():
        sheet.set_column(columns, width)
    sheet.write_string(0, 0, about.paytable.title, formats["bold"])
    sheet.write_string(1, 0, paytable.id)
    sheet.write_string(1, 1, ", ".join(f"{k} {v}" for k, v in about.analysis.options.items()))
    sheet.write_string(2, 0, content_hash(hashes(about)))
    last = FIRST + len(rows) - 1
    levels = _write_levels(sheet, about, last + 2, formats)
    _write_rows(sheet, about, rows, levels, formats)
    figures = _figures(about, rows, last)
    _write_figures(sheet, figures, last + 4 + len(levels), formats)
    for joined in join_beside(about, beside):
        _write_joined(workbook.add_worksheet(joined.two.paytable.slot[:31]), joined, formats)
    workbook.close()
    return made.getvalue()


def _write_rows(
    sheet: Worksheet,
    about: Subject,
    rows: Sequence[MoneyRow],
    levels: Mapping[str, int],
    formats: Mapping[str, Format],
) -> None:
    """A row for each outcome: its count and its pay are inputs, the rest is computed."""
    for column, name in enumerate(HEAD):
        sheet.write_string(FIRST - 1, column, name, formats["bold"])
    last = FIRST + len(rows)  # as a workbook counts, from 1
    unit = Fraction(about.paytable.wager_cents or 100, 100)
    for at, row in enumerate(rows, start=FIRST):
        case, number = row.case, at + 1
        sheet.write_string(at, 0, case.outcome)
        sheet.write_string(at, 1, case.pays)
        sheet.write_number(at, 2, case.weight, formats["count"])
        sheet.write_number(at, 3, float(case.staked))
        sheet.write_number(at, 4, float(case.back), formats["input"])
        sheet.write_number(at, 5, float(case.share))
        sheet.write_string(at, 6, case.level)
        chance = f"C{number}/SUM(C${FIRST + 1}:C${last})"
        sheet.write_formula(at, 7, f"={chance}", formats["percent"], float(row.probability))
        meter = f"+F{number}*B{levels[case.level] + 1}/{float(unit)}" if case.share else ""
        sheet.write_formula(at, 8, f"=E{number}{meter}-D{number}", None, float(row.net))
        returned = float(row.probability * row.net)
        sheet.write_formula(at, 9, f"=H{number}*I{number}", formats["percent"], returned)
        squares = float(row.probability * row.net**2)
        sheet.write_formula(at, 10, f"=J{number}*I{number}", None, squares)
        less = -float(row.probability)
        sheet.write_formula(at, 11, f"=-H{number}", formats["percent"], less)


def _write_levels(
    sheet: Worksheet, about: Subject, begin: int, formats: Mapping[str, Format]
) -> dict[str, int]:
    """What each meter shows, in dollars: an input. Returns the row of each."""
    rows = {}
    for at, level in enumerate(about.paytable.levels, start=begin):
        sheet.write_string(at, 0, f"Meter {level.name}, $")
        sheet.write_number(at, 1, about.meters[level.name][0] / 100, formats["input"])
        rows[level.name] = at
    return rows


def _figures(about: Subject, rows: Sequence[MoneyRow], last: int) -> list[_Figure]:
    analysis = about.analysis
    span = f"{FIRST + 1}:{{0}}{last + 1}"

    def column(name: str) -> str:
        return f"{name}{span.format(name)}"

    envy = analysis.envy_return
    edge = f"-SUM({column('J')})" + (f"-{float(envy)!r}" if envy else "")
    stake = f"SUMPRODUCT({column('H')},{column('D')})"
    found = [
        _Figure("Deals", f"SUM({column('C')})", Fraction(analysis.total), float(analysis.total)),
        _figure("House edge", edge, analysis.house_edge),
        _figure("Element of risk", f"({edge})/{stake}", analysis.element_of_risk),
    ]
    if analysis.hit_frequency is not None:
        hits = f'SUMIF({column("I")},">0",{column("H")})'
        found.append(_figure("Hit frequency", hits, analysis.hit_frequency))
    if analysis.variance is not None:
        variance = f"SUM({column('K')})-SUM({column('J')})^2"
        deviation = sqrt(analysis.variance)
        found += [
            _figure("Variance", variance, analysis.variance),
            _Figure("Standard deviation", f"SQRT({variance})", None, deviation),
        ]
    return found


def _figure(name: str, formula: str, exact: Fraction | None) -> _Figure:
    return _Figure(name, formula, exact, float(exact or 0))


def _write_figures(
    sheet: Worksheet, figures: Sequence[_Figure], begin: int, formats: Mapping[str, Format]
) -> None:
    """Each figure: computed, exact as a fraction, and whether they agree."""
    for column, name in enumerate(("Figure", "By formula", "Exact", "Difference")):
        sheet.write_string(begin, column, name, formats["bold"])
    for at, each in enumerate(figures, start=begin + 1):
        style = formats["percent"] if each.value < 1 else None
        sheet.write_string(at, 0, each.name)
        sheet.write_formula(at, 1, f"={each.formula}", style, each.value)
        if each.exact is not None:
            sheet.write_string(at, 2, str(each.exact))
            if each.value < WHOLE_MOST:
                sheet.write_formula(at, 3, f"=B{at + 1}-{float(each.exact)!r}", None, 0)


def _write_joined(sheet: Worksheet, joined: JointFigures, formats: Mapping[str, Format]) -> None:
    """Another wager of the round: each pair of outcomes with its count and what both net, and their
    covariance and correlation by formulas."""
    for column, name in enumerate(("Outcome", joined.two.paytable.title, "Count", "Net", "Net")):
        sheet.write_string(0, column, name, formats["bold"])
    pairs = [(pair, deals) for pair, deals in joined.deals.items() if deals]
    for at, ((one, two), deals) in enumerate(pairs, start=1):
        sheet.write_string(at, 0, one)
        sheet.write_string(at, 1, two)
        sheet.write_number(at, 2, deals, formats["count"])
        for column, net in enumerate(joined.find_nets(one, two), start=3):
            sheet.write_number(at, column, float(net), formats["input"])
    last = len(pairs) + 1
    c, d, e = (f"{each}2:{each}{last}" for each in "CDE")
    both = f"(SUMPRODUCT({c},{d},{e})/SUM({c})-{_mean(c, d)}*{_mean(c, e)})"
    variances = (f"(SUMPRODUCT({c},{x},{x})/SUM({c})-{_mean(c, x)}^2)" for x in (d, e))
    covariance, correlation = float(joined.covariance or 0), joined.correlation or 0.0
    sheet.write_string(last + 1, 0, "Covariance")
    sheet.write_formula(last + 1, 1, f"={both}", None, covariance)
    sheet.write_string(last + 1, 2, str(joined.covariance))
    sheet.write_string(last + 2, 0, "Correlation")
    sheet.write_formula(last + 2, 1, f"={both}/SQRT({'*'.join(variances)})", None, correlation)


def _mean(counts: str, nets: str) -> str:
    return f"(SUMPRODUCT({counts},{nets})/SUM({counts}))"


def parsheet_csv(
    paytable: Paytable,
    options: Mapping[str, str] | None = None,
    meters_cents: Mapping[str, Cents] | None = None,
    posted_cents: Mapping[str, Cents] | None = None,
) -> str:
    """The outcomes with counts and money as fractions, for another program."""
    about = subject(paytable, options or {}, meters_cents or {}, posted_cents or {})
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(("outcome", "pays", "count", "staked", "back", "share", "level", "net"))
    for row in money_rows(about.analysis):
        case = row.case
        money = (case.staked, case.back, case.share)
        writer.writerow((case.outcome, case.pays, case.weight, *money, case.level, row.net))
    return made.getvalue()
