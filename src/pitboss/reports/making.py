"""Finds and makes the reports: each is a file of this folder, such as r01_accrual.py, whose name
gives its number and its name.

Such a file has `READERS`, the roles that may see it; `SIGNERS`, who signs it on paper; and `make`,
which makes its sheets. `OPTIONS` lets a reader choose what to sum up; `CURRENT` marks a report on
the current state. Its title and purpose are in the language's file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module, resources

from msgspec import Struct

from pitboss.books import Books, Period
from pitboss.journal import NO_HASH
from pitboss.refusal import Refusal
from pitboss.reports.idle_days import idle_days
from pitboss.reports.paper_report import FORMATS, OfficeWords, PaperReport, csv_of, digest_of
from pitboss.reports.report_options import ChosenOptions, ReportOption
from pitboss.reports.sheet import Sheet
from pitboss.reports.sheet_pdf import check_length, pdf
from pitboss.reports.sheet_xlsx import xlsx
from pitboss.reports.source import WHOLE, ReportSource, SiteFacts
from pitboss.reports.typeset import check_paper

FILE = re.compile(r"r(\d\d)_(\w+)\.py")


class ReportFile(Struct, frozen=True):
    """A report that can be made."""

    number: int
    name: str
    readers: tuple[str, ...]
    signers: tuple[str, ...]
    options: tuple[ReportOption, ...]
    make: Callable[[ReportSource], tuple[Sheet, ...]]
    is_of_now: bool

    @property
    def label(self) -> str:
        """The number as people cite it: R1."""
        return f"R{self.number}"

    def choose_options(self, typed: Mapping[str, str]) -> ChosenOptions:
        """What somebody chose; the default for whatever nobody typed."""
        if unknown := sorted(typed.keys() - {each.name for each in self.options}):
            known = [each.name for each in self.options]
            raise Refusal("REPORT_OPTION_WRONG", "report", where=unknown[0], known=known)
        read = {each: each.read(typed.get(each.name) or each.usual) for each in self.options}
        return {each.name: value for each, value in read.items() if value != each.whole}


@cache
def reports() -> tuple[ReportFile, ...]:
    names = (path.name for path in resources.files("pitboss.reports").iterdir())
    found = sorted(match.groups() for name in names if (match := FILE.fullmatch(name)))
    return tuple(_report(number, name) for number, name in found)


def report_named(name: str) -> ReportFile:
    """A report by its name or number: accrual, R1, r01."""
    wanted = name.strip().lower().replace("-", "_")
    numbered = re.fullmatch(r"r0?(\d{1,2})", wanted)
    for each in reports():
        if each.name == wanted or (numbered and each.number == int(numbered[1])):
            return each
    known = ", ".join(each.name for each in reports())
    raise Refusal("REPORT_UNKNOWN", where=name[:40], known=known)


def make_report(
    books: Books, name: str, period: Period, site: SiteFacts, options: ChosenOptions = WHOLE
) -> PaperReport:
    """Make a report; complete, except for what the reader chose to sum up."""
    report = report_named(name)
    first_seq, last_seq = books.seq_at(period.from_ms) + 1, books.seq_at(period.to_ms)
    last = books.row(last_seq)
    sheets = report.make(ReportSource(books, period, site, options))
    return PaperReport(
        number=report.number,
        name=report.name,
        house=site.house,
        time_zone=site.time_zone,
        period=period,
        sheets=sheets,
        signers=report.signers,
        is_of_now=report.is_of_now,
        first_seq=first_seq,
        last_seq=last_seq,
        last_hash=last.hash if last else NO_HASH,
        digest=digest_of(sheets),
        options=tuple(options.items()),
        clock_jumps=_clock_jumps(books, period),
        idle_days=tuple(each for each in idle_days(books) if period.meets(each.period)),
    )


def _clock_jumps(books: Books, period: Period) -> tuple[int, ...]:
    """The rows that say the clock was set from, to or over a time of the period."""
    found = []
    for entry in books.find_entries("clock-jumped"):
        first, last = sorted((entry.event.expected_ms, entry.event.found_ms))
        if first < period.to_ms and last >= period.from_ms:
            found.append(entry.seq)
    return tuple(found)


def write_report(
    made: PaperReport, words: OfficeWords, file_format: str, *, copy: int = 0, paper: str = "letter"
) -> bytes:
    """A report as a file; `copy` is its number, 0 if none is on record."""
    match file_format:
        case "csv":
            return csv_of(made.sheets)
        case "xlsx":
            return xlsx(made, words, copy=copy)
        case _:
            assert file_format == "pdf", file_format
            return pdf(made, words, copy=copy, paper=paper)


def check_format(made: PaperReport, file_format: str, *, paper: str) -> None:
    """Refuse an impossible format at once, before a copy gets a number."""
    if file_format not in FORMATS:
        raise Refusal("FORMAT_UNKNOWN", where=file_format[:20], formats=FORMATS)
    if file_format == "pdf":
        check_paper(paper)
        check_length(made)


# ---- for the books' keeper, in another process -------------------------------------------------

_kept: list[PaperReport] = []  # the last whole one: a copy follows the page that it is asked from


def show_report(
    books: Books, name: str, period: Period, site: SiteFacts, options: ChosenOptions, *, most: int
) -> PaperReport:
    """A report with at most a page of rows in each sheet."""
    _kept[:] = [make_report(books, name, period, site, options)]
    return _kept[0].cut(most)


def copy_report(
    books: Books,
    shown: PaperReport,
    site: SiteFacts,
    words: OfficeWords,
    file_format: str,
    *,
    copy: int,
    paper: str,
) -> bytes:
    """A numbered copy of a report that was shown, with all its rows."""
    made = next((each for each in _kept if each.cut(0) == shown.cut(0)), None)
    made = made or make_report(books, shown.name, shown.period, site, dict(shown.options))
    if made.digest != shown.digest:
        raise Refusal("REPORT_CHANGED", where=shown.name)
    return write_report(made, words, file_format, copy=copy, paper=paper)


# ---- inside -------------------------------------------------------------------------------------


def _report(number: str, name: str) -> ReportFile:
    file = import_module(f"pitboss.reports.r{number}_{name}")
    return ReportFile(
        int(number),
        name,
        file.READERS,
        file.SIGNERS,
        getattr(file, "OPTIONS", ()),
        file.make,
        is_of_now=getattr(file, "CURRENT", False),
    )
