"""R17: how the floor was played: rounds an hour, wagers a round, take-up and hold beside its exact
limits, by table, seat, dealer, hour, shift and day of the week; drop boxes beside their sensors."""

from __future__ import annotations

from pitboss.books import Period
from pitboss.books.play_reading import PlayedDays, day_number
from pitboss.books.play_sums import DEALER, SLICES
from pitboss.reports.floor_play import (
    BOXES,
    box_rows,
    cells_of,
    columns_of,
    name_value,
    slice_lines,
)
from pitboss.reports.sheet import Sheet
from pitboss.reports.source import ReportSource

READERS = ("supervisor", "accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """A sheet for each kind of slice, over the gambling days that began in the period."""
    asked = _days(source)
    slices = (_slice(source, kind, asked) for kind in SLICES)
    rows = [] if asked is None else list(box_rows(source.books, asked, source.title))
    return (*slices, source.sheet("played_boxes", BOXES, rows))


def _slice(source: ReportSource, kind: str, asked: PlayedDays | None) -> Sheet:
    def name(value: str) -> str:
        return source.person(value) if kind == DEALER and value else name_value(kind, value)

    own = source.site.own_paytables
    lines = [] if asked is None else slice_lines(source.books, kind, asked, own)
    rows = [cells_of(line, kind, name=name, title=source.title) for line in lines]
    return source.sheet(f"played_by_{kind}", columns_of(kind), rows)


def _days(source: ReportSource) -> PlayedDays | None:
    """The gambling days that began in the period; None if none did."""
    begun = source.find_entries("shift-began")
    before = source.books.newest("shift-began", most=1, period=Period(0, source.period.from_ms))
    known = {entry.event.day for entry in before}
    numbers = [day_number(entry.event.day) for entry in begun if entry.event.day not in known]
    return PlayedDays(min(numbers), max(numbers)) if numbers else None
