"""Sheets as CSV, for whatever reads them next. What a spreadsheet would take for a formula is
written as text.

The text of a report is what its digest is taken of: the same rows make the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from pitboss.local_time import local
from pitboss.money import dollars
from pitboss.reports.parsheet_text import decimal
from pitboss.reports.sheet import DOLLAR_MICROS, CellValue, Column, Sheet, value_of

# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(sheets: Sequence[Sheet]) -> str:
    """The rows of every sheet; where there are several, each under its name, a line apart."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    for number, sheet in enumerate(sheets):
        if len(sheets) > 1:
            writer.writerows([[]] if number else [])
            writer.writerow((sheet.name,))
        writer.writerow(column.name for column in sheet.columns)
        for row in sheet.rows:
            cells = zip(sheet.columns, row, strict=True)
            writer.writerow(
                _plain(column, value_of(cell), sheet.time_zone) for column, cell in cells
            )
    return made.getvalue()


def _plain(column: Column, value: CellValue, time_zone: str) -> str:
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
            return local(int(value), time_zone).isoformat(timespec="milliseconds")
        case "rate":
            return decimal(Fraction(value, 10_000), 4)
        case "share":
            return decimal(Fraction(value) * 100, 6)
        case "mark":
            return "yes" if value else ""
        case _:
            return str(value)
