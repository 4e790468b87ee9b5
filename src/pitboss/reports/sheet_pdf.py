"""A report on paper: its sheets, signature lines, and what proves it at the bottom of every page.

`report.typ` only lays it out; every word and figure comes from here. The same report and copy make
the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.notation import format_moment
from pitboss.refusal import Refusal
from pitboss.reports.paper_report import (
    OfficeWords,
    PaperReport,
    empty_text,
    facts_of,
    note_of,
    title_of,
)
from pitboss.reports.sheet import TIME, Sheet, ShownCell
from pitboss.reports.typeset import typeset

ROWS_MOST = 5_000  # about 150 pages
UNBROKEN_MOST, PART = 24, 8  # letters of a word
NO_BREAK, BREAK = "\u00a0", "\u200b"
WIDE_FROM = 8  # as many columns don't fit on upright paper


def pdf(report: PaperReport, words: OfficeWords, *, copy: int = 0, paper: str = "letter") -> bytes:
    """The report as PDF; `copy` is the number of the copy, 0 if none is on record."""
    check_length(report)
    return typeset("report.typ", pdf_data(report, words, copy=copy), paper=paper)


def check_length(report: PaperReport) -> None:
    """Refuse a report as long as a book."""
    if report.rows > ROWS_MOST:
        raise Refusal("REPORT_TOO_LONG", where=report.name, rows=report.rows)


def pdf_data(report: PaperReport, words: OfficeWords, *, copy: int) -> dict[str, Any]:
    """The paper's contents, as texts."""
    said = words["reports"]
    sheets = [sheet.dense for sheet in report.sheets]
    facts = dict(facts_of(report, words, copy=copy))
    named = said["facts"]
    begin, end = (
        format_moment(at_ms, report.time_zone)
        for at_ms in (report.period.from_ms, report.period.to_ms)
    )
    return {
        "labels": {"page": said["page"], "of": said["of"], "sign": said["sign"]},
        "number": report.label,
        "title": title_of(report, words),
        "house": report.house,
        "period": named["period"].format(begin=begin, end=end, zone=report.time_zone),
        "note": note_of(report, words),
        "copy": facts[named["copy"]],
        "date": report.day,
        "wide": any(len(sheet.columns) >= WIDE_FROM for sheet in sheets),
        "sheets": [_sheet_data(sheet, words) for sheet in sheets],
        "signers": [said["signers"][signer] for signer in report.signers],
        "rows": f"{named['rows']} {facts[named['rows']]}",
        "hash": [named["hash"].format(seq=report.last_seq), report.last_hash],
        "digest": [named["digest"], report.digest],
    }


def _sheet_data(sheet: Sheet, words: OfficeWords) -> dict[str, Any]:
    """A sheet by places on a page. A cell is a text; other cells in the same place follow on their
    own lines."""
    named = words["columns"]
    return {
        "title": words["sheets"][sheet.name],
        "columns": [
            {"label": named[column.name], "right": column.right} for column in sheet.page_columns
        ],
        "rows": [
            [
                _lines(_breaking(cell), [(named[at], _breaking(each)) for at, each in cell.below])
                for cell in row
            ]
            for row in sheet.page_rows
        ],
        "sums": _sums(sheet, words),
        "nothing": empty_text(sheet.name, words),
        "note": sheet.note,
    }


def _lines(text: str, below: Iterable[tuple[str, str]]) -> str:
    return "\n".join([text, *(f"{label}: {other}" for label, other in below)])


def _breaking(cell: ShownCell) -> str:
    """A cell with places to break a line: a digest anywhere, a time after its date."""
    if cell.kind == TIME:
        day, _, time = cell.text.partition(" ")
        return f"{day} {time.replace(' ', NO_BREAK)}".rstrip()
    words = cell.text.split(" ")
    return " ".join(
        word
        if len(word) <= UNBROKEN_MOST
        else BREAK.join(word[at : at + PART] for at in range(0, len(word), PART))
        for word in words
    )


def _sums(sheet: Sheet, words: OfficeWords) -> list[str]:
    named, total = words["columns"], words["reports"]["total"]
    return [
        _lines(text or ("" if place else total), [(named[name], other) for name, other in below])
        for place, (text, below) in enumerate(sheet.page_sums)
    ]
