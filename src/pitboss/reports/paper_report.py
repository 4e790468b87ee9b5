"""A finished report: its sheets, the rows of the journal it rests on, and its digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, TypeAlias

from pitboss.books.period import Period
from pitboss.local_time import local_day
from pitboss.notation import format_exact_moment, format_moment
from pitboss.reports.idle_days import IdleDays
from pitboss.reports.sheet import Sheet
from pitboss.reports.sheet_csv import csv_text

# The office's words, from the language's file: this room has no language of its own.
OfficeWords: TypeAlias = Mapping[str, Any]
FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperReport:
    """A report for a house and a period. `first_seq` to `last_seq` are the rows of the period; if
    it has none, `last_seq` is the row before it. `last_hash` is the hash of `last_seq`. `digest` is
    the SHA-256 of all its rows as CSV, even if a page shows only some: anyone with that file can
    check it."""

    number: int
    name: str
    house: str
    time_zone: str
    period: Period
    sheets: tuple[Sheet, ...]
    signers: tuple[str, ...]
    first_seq: int
    last_seq: int
    last_hash: str
    digest: str
    options: tuple[tuple[str, str], ...] = ()  # what the reader chose to sum up
    is_of_now: bool = False  # it describes the state at the end of its period
    clock_jumps: tuple[int, ...] = ()  # rows that say the clock was set over its period
    idle_days: tuple[IdleDays, ...] = ()  # of its period

    @property
    def label(self) -> str:
        """The number as people cite it: R1."""
        return f"R{self.number}"

    @property
    def rows(self) -> int:
        """How many rows it has in total."""
        return sum(len(sheet.rows) + sheet.left_out for sheet in self.sheets)

    def cut(self, most: int) -> PaperReport:
        """The same with at most so many rows in each sheet."""
        return replace(self, sheets=tuple(sheet.cut(most) for sheet in self.sheets))

    @property
    def day(self) -> str:
        """The day its period ends."""
        return local_day(self.period.to_ms - 1, self.time_zone)

    def file_name(self, extension: str, *, copy: int = 0) -> str:
        """The name of its file: R1-accrual-2026-11-14-no-3.pdf."""
        numbered = f"-no-{copy}" if copy else ""
        return f"{self.label}-{self.name}-{self.day}{numbered}.{extension}"


def csv_of(sheets: Sequence[Sheet]) -> bytes:
    """All rows: the input of the digest."""
    return csv_text(sheets).encode()


def digest_of(sheets: Sequence[Sheet]) -> str:
    """The digest of a report with these sheets."""
    return sha256(csv_of(sheets)).hexdigest()


def title_of(report: PaperReport, words: OfficeWords) -> str:
    """The report's title in words, with its moment."""
    title: str = words["reports"]["titles"][report.name]
    if not report.is_of_now:
        return title
    when, as_of = format_moment(report.period.to_ms, report.time_zone), words["reports"]["as_of"]
    return str(as_of.format(title=title, when=when))


def empty_text(sheet: str, words: OfficeWords) -> str:
    """What to show in place of an empty table, by its name: that all is well, or that there are
    none."""
    text: str = words["well"].get(sheet) or words["empty"].get(sheet, words["nothing"])
    return text


def note_of(report: PaperReport, words: OfficeWords) -> str:
    """What the report leaves out, and why; empty if nothing."""
    said: Mapping[str, str] = words["reports"]["notes"]
    notes = [said[report.name]] if report.name in said else []
    notes += [
        words["reports"]["summed"][name].format(value=value) for name, value in report.options
    ]
    if rows := ", ".join(f"{seq:,}" for seq in report.clock_jumps):
        notes.append(words["reports"]["clock"]["was_set"].format(rows=rows))
    notes += [each.text(words["day"]) for each in report.idle_days]
    return " ".join(notes)


def facts_of(report: PaperReport, words: OfficeWords, *, copy: int) -> list[tuple[str, str]]:
    """What every copy says about itself, name and text: house, period, copy, rows, hash, digest."""
    said: Mapping[str, str] = words["reports"]["facts"]
    rows = said["rows_none"] if report.first_seq > report.last_seq else said["rows_some"]
    number = said["copy_numbered" if copy else "copy_unrecorded"]
    return [
        (said["house"], report.house),
        (said["from"], format_exact_moment(report.period.from_ms, report.time_zone)),
        (said["to"], format_exact_moment(report.period.to_ms, report.time_zone)),
        (said["zone"], report.time_zone),
        (said["copy"], number.format(label=report.label, copy=copy)),
        (said["rows"], rows.format(first=report.first_seq, last=report.last_seq)),
        (said["hash"].format(seq=report.last_seq), report.last_hash),
        (said["digest"], report.digest),
    ]
