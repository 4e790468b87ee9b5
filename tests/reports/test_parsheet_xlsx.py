"""The PAR workbook: its formulas, computed here as a spreadsheet would, give the exact figures."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from fractions import Fraction
from math import isclose, prod, sqrt
from xml.etree import ElementTree as Xml

import pytest

from examples import every_fifth
from pitboss.maths.analysis import analyze
from pitboss.money import Cents
from pitboss.reports.parsheet_xlsx import parsheet_csv, parsheet_xlsx
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable

PAYTABLES = Paytables()
QUEENS_UP = "crazy4/queens_up/c4p-09"
NAME = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


class Workbook:
    """Reads cells, and computes formulas anew from the inputs alone."""

    def __init__(self, data: bytes, sheet_number: int = 1) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            texts = Xml.fromstring(file.read("xl/sharedStrings.xml"))  # noqa: S314 - our own
            sheet = Xml.fromstring(file.read(f"xl/worksheets/sheet{sheet_number}.xml"))  # noqa: S314
        strings = ["".join(each.itertext()) for each in texts.findall("x:si", NAME)]
        self.cells: dict[str, str | float] = {}
        self.formulas: dict[str, str] = {}
        self.kept: dict[str, float] = {}
        for cell in sheet.iterfind(".//x:c", NAME):
            at, value, formula = cell.get("r", ""), cell.find("x:v", NAME), cell.find("x:f", NAME)
            assert value is not None
            if formula is not None:
                self.formulas[at] = str(formula.text)
                self.kept[at] = float(str(value.text))
            elif cell.get("t") == "s":
                self.cells[at] = strings[int(str(value.text))]
            else:
                self.cells[at] = float(str(value.text))

    def value(self, at: str) -> float:
        if at not in self.formulas:
            return float(self.cells.get(at, 0))
        text = self.formulas[at].replace("$", "").replace("^", "**")
        text = re.sub(r"\b([A-L]\d+):([A-L]\d+)\b", r'span("\1", "\2")', text)
        text = re.sub(r'(?<!")\b([A-L]\d+)\b(?!")', r'value("\1")', text)
        known = {
            "value": self.value, "span": self._span, "SUM": sum, "SQRT": sqrt,
            "SUMPRODUCT": lambda *columns: sum(map(prod, zip(*columns, strict=True))),
            "SUMIF": lambda one, _, two: sum(b for a, b in zip(one, two, strict=True) if a > 0),
        }  # fmt: skip
        return float(eval(text, known))  # noqa: S307 - our own formulas

    def _span(self, begin: str, end: str) -> list[float]:
        return [self.value(f"{begin[0]}{row}") for row in range(int(begin[1:]), int(end[1:]) + 1)]

    def figure(self, name: str) -> str:
        (at,) = [at for at, each in self.cells.items() if each == name and at.startswith("A")]
        return f"B{at[1:]}"


@pytest.mark.parametrize("paytable_id", every_fifth(PAYTABLES.ids()))
def test_the_formulas_give_the_exact_figures(paytable_id: str) -> None:
    paytable = PAYTABLES.get(paytable_id)
    workbook = Workbook(parsheet_xlsx(paytable))
    meters = {level.name: level.seed_cents for level in paytable.levels}
    exact = analyze(paytable, {}, meters)
    assert exact.house_edge is not None
    edge = workbook.value(workbook.figure("House edge"))
    assert isclose(edge, exact.house_edge, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(workbook.value(workbook.figure("Deals")), exact.total, rel_tol=1e-12)
    if exact.variance is not None:
        deviation = workbook.value(workbook.figure("Standard deviation"))
        assert isclose(deviation, sqrt(exact.variance), rel_tol=1e-9)
    if exact.hit_frequency is not None:
        hits = workbook.value(workbook.figure("Hit frequency"))
        assert isclose(hits, exact.hit_frequency, rel_tol=1e-9)
    for at, kept in workbook.kept.items():  # what a reader sees before anything is computed anew
        assert isclose(kept, workbook.value(at), rel_tol=1e-9, abs_tol=1e-9), at


def test_another_pay_and_another_meter_move_the_edge() -> None:
    workbook = Workbook(parsheet_xlsx(PAYTABLES.get(QUEENS_UP)))
    (flush,) = [at for at, each in workbook.cells.items() if each == "Flush"]
    row = flush[1:]
    before = workbook.value(workbook.figure("House edge"))
    slope = workbook.value(f"L{row}")
    workbook.cells[f"E{row}"] = workbook.value(f"E{row}") + 1
    assert isclose(workbook.value(workbook.figure("House edge")), before + slope, rel_tol=1e-12)
    progressive = PAYTABLES.get("crazy4/progressive/pays-3")
    workbook = Workbook(parsheet_xlsx(progressive))
    (meter,) = [at for at, each in workbook.cells.items() if str(each).startswith("Meter ")]
    workbook.cells[f"B{meter[1:]}"] = 8_000.0
    exact = analyze(progressive, {}, {"main": Cents(800_000)}).house_edge
    assert exact is not None
    edge = workbook.value(workbook.figure("House edge"))
    assert isclose(edge, exact, rel_tol=1e-9)


def test_the_same_facts_make_the_same_bytes() -> None:
    paytable: Paytable = PAYTABLES.get(QUEENS_UP)
    assert parsheet_xlsx(paytable) == parsheet_xlsx(paytable)


def test_csv_has_the_counts_as_fractions() -> None:
    paytable = PAYTABLES.get(QUEENS_UP)
    rows = list(csv.DictReader(io.StringIO(parsheet_csv(paytable))))
    total = sum(int(row["count"]) for row in rows)
    edge = -sum(Fraction(row["net"]) * int(row["count"]) for row in rows) / total
    assert edge == analyze(paytable).house_edge


def test_a_wager_of_the_same_round_has_a_sheet_that_computes_its_correlation() -> None:
    """Dragon 7 and Panda 8 never win together: -41 p x 26 q."""
    data = parsheet_xlsx(PAYTABLES.get("baccarat/dragon_7/1"), beside=("baccarat/panda_8/1",))
    beside = Workbook(data, 2)
    assert isclose(beside.value(beside.figure("Covariance")), -0.829764481, rel_tol=1e-8)
    assert isclose(beside.value(beside.figure("Correlation")), -0.028719808, rel_tol=1e-6)
