"""R4: what each sign showed when a shift ended, as two people read it, beside the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.books import Entry
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "supervisor", "auditor")
SIGNERS = ("supervisor", "second")

READINGS = columns(
    "day:day shift:count ended:time jackpot level:words sign:money ledger:money difference:money",
    "reserve:money? overflow:money? seq:count who explanation:long? camera?",
)


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every level at the end of every shift of the period; a dash if nobody read the sign."""
    read = {
        (entry.event.day, entry.event.shift): entry
        for entry in source.since_beginning("reading-recorded")
    }
    rows = [
        row
        for shift in source.shifts()
        for row in _shift(source, shift.event, read.get((shift.event.day, shift.event.shift)))
    ]
    return (source.sheet("readings", READINGS, rows),)


def _shift(source: ReportSource, ended: Any, read: Entry | None) -> Iterator[tuple[Cell, ...]]:
    levels = {(each.jackpot, each.level): each for each in read.event.levels} if read else {}
    for jackpot, reading in ended.readings:
        found = levels.get((jackpot, reading.level))
        retired = source.closing.kept_jackpot(jackpot).status == "retired"
        if jackpot in source.training or (retired and found is None):
            continue
        ledger = cents_of(reading.meter_micros)
        by = (row_link(read.seq), source.people(read.event)) if read else (None, "")
        said = (read.event.explanation, read.event.camera) if read else ("", "")
        yield (
            ended.day,
            ended.shift,
            ended.at_ms,
            source.title(jackpot),
            reading.level,
            found.sign_cents if found else None,
            ledger,
            found.sign_cents - ledger if found else None,
            cents_of(reading.reserve_micros),
            cents_of(reading.overflow_micros),
            *by,
            *said,
        )
