"""A report as a workbook: a worksheet for each sheet, and one that describes the report.

Amounts and counts are formatted numbers. Times are dates on the house's clock with their zone, to
tell apart the hour that comes twice. Texts stay texts however they begin. Rows are written one by
one to save memory. The same report and copy make the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.local_time import local
from pitboss.money import PPM_WHOLE
from pitboss.refusal import Told
from pitboss.reports.paper_report import OfficeWords, PaperReport, facts_of, note_of, title_of
from pitboss.reports.sheet import DOLLAR_MICROS, CellValue, Column, Sheet, cell_text, value_of

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

NUMBER_FORMATS = {
    "money": '"$"#,##0.00;-"$"#,##0.00',
    "micros": '"$"#,##0.00000000;-"$"#,##0.00000000',
    "count": "#,##0",
    "rate": "0.00 %",
    "share": "0.0000 %",
    "percent": "0.00 %",
    "time": "yyyy-mm-dd hh:mm:ss",
}
NAME_MOST = 31  # letters in a worksheet's name
NOT_IN_NAMES = "[]:*?/\\"
WIDTH_LEAST, WIDTH_MOST = 9, 60
ROWS_MEASURED = 200


def xlsx(report: PaperReport, words: OfficeWords, *, copy: int = 0) -> bytes:
    """The workbook; `copy` is the number of the copy, 0 if none is on record."""
    from xlsxwriter import Workbook  # only workbooks need it

    made = io.BytesIO()
    workbook = Workbook(made, {"constant_memory": True, "strings_to_numbers": False})
    workbook.set_properties(
        {
            "title": f"{report.label} {title_of(report, words)}",
            "company": report.house,
            "created": datetime.fromisoformat(report.day),
        }
    )
    styles = _styles(workbook)
    names: set[str] = set()
    for sheet in report.sheets:
        name = _sheet_name(words["sheets"][sheet.name], names)
        _write(workbook.add_worksheet(name), sheet, words, styles)
    about = workbook.add_worksheet(_sheet_name(words["reports"]["about"], names))
    _write_about(about, report, words, styles, copy=copy)
    workbook.close()
    return made.getvalue()


class _Styles(dict[str, "Format"]):
    """The formats of a workbook; a format for times in a zone, such as `time PST`, is made on first
    use."""

    def __init__(self, workbook: Workbook) -> None:
        super().__init__()
        self._workbook = workbook

    def __missing__(self, name: str) -> Format:
        kind, _, zone = name.partition(" ")
        assert kind == "time", name
        number = f'{NUMBER_FORMATS["time"]} "{zone}"'
        self[name] = self._workbook.add_format({"num_format": number, "valign": "top"})
        return self[name]


def _styles(workbook: Workbook) -> Mapping[str, Format]:
    """The format of each kind of cell, of the head, and of the line of sums."""
    styles = _Styles(workbook)
    styles[""] = workbook.add_format({"valign": "top"})
    wrapped = workbook.add_format({"valign": "top", "text_wrap": True})
    styles.update(dict.fromkeys(("long", "noted", "told"), wrapped))
    styles["head"] = workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True})
    styles["head right"] = workbook.add_format(
        {"bold": True, "bottom": 1, "text_wrap": True, "align": "right"}
    )
    styles["sum"] = workbook.add_format({"bold": True, "top": 1})
    for kind, number in NUMBER_FORMATS.items():
        styles[kind] = workbook.add_format({"num_format": number, "valign": "top"})
        styles[f"sum {kind}"] = workbook.add_format({"num_format": number, "bold": True, "top": 1})
    return styles


def _write(worksheet: Worksheet, sheet: Sheet, words: OfficeWords, styles: Any) -> None:
    """One sheet: the head, which stays visible, the rows, the sums."""
    worksheet.freeze_panes(1, 0)
    worksheet.repeat_rows(0)
    worksheet.set_landscape()
    worksheet.fit_to_pages(1, 0)
    for place, (column, width) in enumerate(zip(sheet.columns, _widths(sheet, words), strict=True)):
        worksheet.set_column(place, place, width)
        style = styles["head right" if column.right else "head"]
        worksheet.write_string(0, place, words["columns"][column.name], style)
    for number, row in enumerate(sheet.rows, start=1):
        for place, (column, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            _write_cell(worksheet, number, place, column, value_of(cell), sheet.time_zone, styles)
    last = len(sheet.rows)
    if sheet.sums:
        _write_sums(worksheet, sheet, last, words, styles)
        last += 1
    if sheet.note:
        worksheet.write_string(last + 2, 0, sheet.note)


def _write_cell(
    worksheet: Worksheet,
    row: int,
    place: int,
    column: Column,
    value: CellValue,
    time_zone: str,
    styles: Any,
) -> None:
    style = styles.get(column.kind, styles[""])
    if value is None:
        return
    if isinstance(value, str | Told):
        worksheet.write_string(row, place, cell_text(column.kind, value, time_zone), style)
    elif column.kind == "time":
        moment = local(int(value), time_zone)
        zoned = styles[f"time {moment:%Z}"]
        worksheet.write_datetime(row, place, moment.replace(tzinfo=None), zoned)
    elif column.kind == "mark":
        worksheet.write_string(row, place, cell_text(column.kind, value, time_zone), style)
    else:
        worksheet.write_number(row, place, _number(column.kind, value), style)


def _number(kind: str, value: int | Fraction) -> float:
    """A value in its format's unit: dollars, or a share of one."""
    match kind:
        case "money":
            return float(value / 100)
        case "micros":
            return float(value / DOLLAR_MICROS)
        case "rate":
            return float(value / PPM_WHOLE)
        case _:
            return float(value)


def _write_sums(
    worksheet: Worksheet, sheet: Sheet, last: int, words: OfficeWords, styles: Any
) -> None:
    """Formulas, so that a reader sees what adds up, each with its exact result."""
    from xlsxwriter.utility import xl_col_to_name

    for place, (column, value) in enumerate(zip(sheet.columns, sheet.sums, strict=True)):
        if value is None:
            text = words["reports"]["total"] if place == 0 else ""
            worksheet.write_string(last + 1, place, text, styles["sum"])
        else:
            assert isinstance(value, int)
            name = xl_col_to_name(place)
            worksheet.write_formula(
                last + 1,
                place,
                f"=SUM({name}2:{name}{last + 1})",
                styles[f"sum {column.kind}"],
                _number(column.kind, value),
            )


def _write_about(
    worksheet: Worksheet, report: PaperReport, words: OfficeWords, styles: Any, *, copy: int
) -> None:
    worksheet.set_column(0, 0, 34)
    worksheet.set_column(1, 1, 70)
    title = f"{report.label} {title_of(report, words)}"
    worksheet.write_string(0, 0, title, styles["head"])
    facts = facts_of(report, words, copy=copy)
    if note := note_of(report, words):
        facts.append((words["reports"]["note"], note))
    for number, (name, text) in enumerate(facts, start=1):
        worksheet.write_string(number, 0, name)
        worksheet.write_string(number, 1, text)


def _widths(sheet: Sheet, words: OfficeWords) -> Iterator[int]:
    """Column widths to fit the first rows, within bounds."""
    longest = [len(words["columns"][column.name]) for column in sheet.columns]
    for row in sheet.rows[:ROWS_MEASURED]:
        for place, (column, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            text = cell_text(column.kind, value_of(cell), sheet.time_zone)
            longest[place] = max(longest[place], len(text))
    for length in longest:
        yield min(WIDTH_MOST, max(WIDTH_LEAST, length + 2))


def _sheet_name(text: str, taken: set[str]) -> str:
    """A valid and unused worksheet name."""
    name = "".join(" " if letter in NOT_IN_NAMES else letter for letter in text)[:NAME_MOST].strip()
    number = 2
    while name.lower() in taken:
        ending = f" {number}"
        name = name[: NAME_MOST - len(ending)] + ending
        number += 1
    taken.add(name.lower())
    return name
