"""A table of the office as a value: shown on a page, sorted by a script, written as CSV.

A column says what its cells are; the labels are words of the language file. Cells are plain values:
amounts in cents, times in milliseconds. One definition serves screen, print and export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from fastapi.responses import Response

from pitboss.local_time import local, local_time
from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, dollars
from pitboss.reports.parsheet_text import decimal, percent

TEXT, LONG, FIGURE, WORDS, COUNT, MONEY, MICROS, TIME, RATE, SHARE, MARK = (
    "text", "long", "figure", "words", "count", "money", "micros", "time", "rate", "share", "mark",
)  # fmt: skip
RIGHT = (FIGURE, COUNT, MONEY, MICROS, RATE, SHARE)
DOLLAR_MICROS = 100 * MICROS_PER_CENT
TOTAL = "together"  # the name of a last line that adds up the others
# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

CellValue: TypeAlias = str | int | Fraction | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in words file and CSV, and what its cells are."""

    name: str
    kind: str = TEXT

    @property
    def right(self) -> bool:
        """Figures stand on the right."""
        return self.kind in RIGHT


@dataclass(frozen=True, slots=True)
class Linked:
    """A cell that leads to a page of its own."""

    value: CellValue
    address: str


Cell: TypeAlias = CellValue | Linked


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell as a page needs it: the text, what to sort by, where it leads."""

    text: str
    order: str
    address: str
    right: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. `note` is a sentence below it, such as that it goes on elsewhere."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    time_zone: str
    note: str = ""

    @property
    def shown(self) -> list[list[Shown]]:
        """Every cell as text."""
        return [
            [self._shown(column, cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def csv(self) -> Response:
        """The same rows for a spreadsheet."""
        made = io.StringIO()
        writer = csv.writer(made, lineterminator="\r\n")
        writer.writerow(column.name for column in self.columns)
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            writer.writerow(self._plain(column, value_of(cell)) for column, cell in cells)
        headers = {"Content-Disposition": f'attachment; filename="{self.name}.csv"'}
        return Response(made.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)

    def _shown(self, column: Column, cell: Cell) -> Shown:
        value = value_of(cell)
        address = cell.address if isinstance(cell, Linked) else ""
        text = cell_text(column.kind, value, self.time_zone)
        order = str(float(value)) if isinstance(value, int | Fraction) else text
        return Shown(text, order, address, column.right, column.kind)

    def _plain(self, column: Column, value: CellValue) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return f"'{value}" if value.startswith(FORMULA) else value
        match column.kind:
            case "money":
                return dollars(int(value)).replace("$", "").replace(",", "")
            case "micros":
                return decimal(Fraction(value, DOLLAR_MICROS), 8).replace(",", "")
            case "time":
                return local(int(value), self.time_zone).isoformat(timespec="milliseconds")
            case "rate":
                return decimal(Fraction(value, 10_000), 4)
            case "share":
                return decimal(Fraction(value) * 100, 6)
            case "mark":
                return "yes" if value else ""
            case _:
                return str(value)


def sheet(
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    time_zone: str,
    note: str = "",
) -> Sheet:
    """A table from rows of any kind."""
    return Sheet(name, tuple(columns), tuple(tuple(row) for row in rows), time_zone, note)


def value_of(cell: Cell) -> CellValue:
    """What a cell says, wherever it leads."""
    return cell.value if isinstance(cell, Linked) else cell


def plain_words(name: str) -> str:
    """A name of the record, such as a kind or a status, as a page says it."""
    return name.replace("_", " ").capitalize()


def cell_text(kind: str, value: CellValue, time_zone: str) -> str:
    """A value as a person reads it; a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return plain_words(value) if kind == WORDS else value
    match kind:
        case "money":
            return dollars(int(value))
        case "micros":
            return f"{'-' if value < 0 else ''}${decimal(abs(Fraction(value, DOLLAR_MICROS)), 6)}"
        case "time":
            return local_time(int(value), time_zone)
        case "rate":
            return percent(Fraction(value, PPM_WHOLE), 2)
        case "share":
            return percent(Fraction(value), 4)
        case "count":
            return f"{int(value):,}"
        case "mark":
            return "✓" if value else ""
        case _:
            return str(value)
