"""The records of a period for an inspector: entries and reports that open without pitboss and name
no person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pitboss.books import Books, Period
from pitboss.evidence.award_pack import EvidenceFiles, PackWords
from pitboss.evidence.sealed import ROWS, hashes_before, row_lines, sealed_zip
from pitboss.evidence.teller import teller_of
from pitboss.journal import Row
from pitboss.journal.signed_zip import Signer
from pitboss.local_time import local_time
from pitboss.refusal import Refusal
from pitboss.reports.making import make_report, reports
from pitboss.reports.paper_report import PaperReport, digest_of
from pitboss.reports.report_options import ChosenOptions
from pitboss.reports.sheet import Cell, Linked, Sheet
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.source import SiteFacts

# Every line of these is about somebody who was paid.
LEFT_OUT = frozenset({"tax_and_cash"})
PERSONAL_COLUMNS = frozenset(
    {"check_number", "identity", "exclusion", "name", "person", "seal", "tax_form", "winner"}
)


OFFICE_ENTRIES, READER_ENTRIES = "/office/journal/", "/inspect/journal/"
ROWS_MOST = 200_000  # for the longest period a page exports; use the command line for more


def period_zip(
    books: Books, period: Period, site: SiteFacts, words: PackWords, signer: Signer
) -> tuple[bytes, int]:
    """The sealed records of a period, and the last row they rest on. The keeper of the books makes
    them, so that nobody else waits."""
    rows = books.seq_at(period.to_ms) - books.seq_at(period.from_ms)
    if rows > ROWS_MOST:
        raise Refusal(
            "PERIOD_TOO_LONG", "about_entries_page", where="period", rows=rows, rows_most=ROWS_MOST
        )
    made = period_files(books, period, site, words)
    return sealed_zip(made.files, made.about, signer), made.last_seq


def impersonal_report(
    books: Books, name: str, period: Period, site: SiteFacts, options: ChosenOptions, *, most: int
) -> PaperReport:
    """A report for an outside reader: without columns about people or names of staff. Entries link
    to his own pages, and nothing else is a link."""
    made = make_report(books, name, period, replace(site, names_staff=False), options)
    sheets = tuple(_lead_sheet(_impersonal(sheet)) for sheet in made.sheets)
    return replace(made, sheets=sheets, digest=digest_of(sheets)).cut(most)


def period_files(books: Books, period: Period, site: SiteFacts, words: PackWords) -> EvidenceFiles:
    site = replace(site, names_staff=False)
    rows = list(books.rows(period))
    said = words["inspect"]
    files = {
        "README.txt": f"{said['readme']}\n".encode(),
        "journal.txt": "\n".join([*_story(books, rows, site, words), ""]).encode(),
        ROWS: row_lines(rows, hashes_before(books, rows)),
        **dict(_reports(books, period, site)),
    }
    begin, end = (local_time(at_ms, site.time_zone) for at_ms in period)
    about = {
        "title": said["title"].format(house=site.house, begin=begin, end=end),
        "house": site.house,
        "period": {"from_ms": period.from_ms, "to_ms": period.to_ms},
        "journal_end": f"{books.end.seq}:{books.end.hash}",
    }
    return EvidenceFiles(files, about, period, books.end.seq)


def _story(books: Books, rows: Sequence[Row], site: SiteFacts, words: PackWords) -> Iterator[str]:
    teller = teller_of(books, site, words)
    for row in rows:
        yield f"{row.seq:>8}  {teller.time(row.at_ms)}  {teller.row(row).sentence}"


def _reports(books: Books, period: Period, site: SiteFacts) -> Iterator[tuple[str, bytes]]:
    for report in reports():
        if report.name not in LEFT_OUT:
            made = make_report(books, report.name, period, site)
            sheets = [_impersonal(sheet) for sheet in made.sheets]
            name = f"reports/{report.label}-{report.name}.csv"
            yield name, csv_text(sheets).encode()


def _impersonal(sheet: Sheet) -> Sheet:
    """The same without columns about people."""
    kept = [
        place for place, column in enumerate(sheet.columns) if column.name not in PERSONAL_COLUMNS
    ]
    return replace(
        sheet,
        columns=tuple(sheet.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in sheet.rows),
    )


def _lead_sheet(sheet: Sheet) -> Sheet:
    rows = tuple(
        tuple(_led_cell(cell) if isinstance(cell, Linked) else cell for cell in row)
        for row in sheet.rows
    )
    return replace(sheet, rows=rows)


def _led_cell(cell: Linked) -> Cell:
    if cell.address.startswith(OFFICE_ENTRIES):
        return Linked(cell.value, READER_ENTRIES + cell.address.removeprefix(OFFICE_ENTRIES))
    return cell.value
