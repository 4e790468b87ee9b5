"""Sheets as CSV. Anything a spreadsheet would take for a formula is written as text.

The text of a report is the input of its digest: the same rows make the same bytes, whoever reads
them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from pitboss.local_time import local
from pitboss.money import dollars
from pitboss.notation import reason_said
from pitboss.refusal import Told
from pitboss.reports.parsheet_text import decimal
from pitboss.reports.sheet import DOLLAR_MICROS, CellValue, Sheet, value_of
from pitboss.words.language import ENGLISH, recording

# What a spreadsheet would take for a formula.
FORMULA = "=+-@\t\r"
AMOUNTS_KEPT = 4_096


def csv_text(sheets: Sequence[Sheet]) -> str:
    """The rows of every sheet; several sheets each have a name, and a blank line between."""
    with recording(ENGLISH):
        return _csv_text(sheets)


def _csv_text(sheets: Sequence[Sheet]) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    for number, sheet in enumerate(sheets):
        if len(sheets) > 1:
            writer.writerows([[]] if number else [])
            writer.writerow((sheet.name,))
        writer.writerow(column.name for column in sheet.columns)
        kinds = [column.kind for column in sheet.columns]
        for row in sheet.rows:
            cells = zip(kinds, map(value_of, row), strict=True)
            writer.writerow([_plain(kind, value, sheet.time_zone) for kind, value in cells])
    return made.getvalue()


def _plain(kind: str, value: CellValue, time_zone: str) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, Told):
        value = value.reason
    if isinstance(value, str):
        value = reason_said(value)
        return f"'{value}" if value[0] in FORMULA else value
    match kind:
        case "money":
            return _amount(int(value))
        case "micros":
            return decimal(Fraction(value, DOLLAR_MICROS), 8).replace(",", "")
        case "time":
            return local(int(value), time_zone).isoformat(timespec="milliseconds")
        case "rate":
            return decimal(Fraction(value, 10_000), 4)
        case "share" | "percent":
            return decimal(Fraction(value) * 100, 6)
        case "mark":
            return "yes" if value else ""
        case _:
            return str(value)


@lru_cache(AMOUNTS_KEPT)
def _amount(cents: int) -> str:
    """Dollars and cents as a program reads them; cached, because long registers repeat."""
    return dollars(cents).replace("$", "").replace(",", "")
