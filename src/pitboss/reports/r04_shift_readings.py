"""R4: what each meter read at every close of a day, by the ledger. What the signs showed then is on
no record yet, so that nothing is compared here."""

from __future__ import annotations

from pitboss.reports.sheet import COUNT, MONEY, TIME, WORDS, Column, Sheet
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "supervisor", "auditor")
SIGNERS = ("supervisor", "second")

READINGS = (
    Column("day"), Column("seq", COUNT), Column("time", TIME), Column("who"), Column("jackpot"),
    Column("level", WORDS), Column("ledger", MONEY), Column("reserve", MONEY),
    Column("overflow", MONEY),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every level at every close."""
    rows = [
        (
            entry.event.day,
            row_link(entry.seq),
            entry.at_ms,
            source.people(entry.event),
            source.title(jackpot),
            reading.level,
            cents_of(reading.meter_micros),
            cents_of(reading.reserve_micros),
            cents_of(reading.overflow_micros),
        )
        for entry in source.entries("day-closed")
        for jackpot, reading in entry.event.readings
        if jackpot not in source.training
    ]
    return (source.sheet("readings", READINGS, rows),)
