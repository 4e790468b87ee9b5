"""R17: how the floor was played: rounds an hour, wagers a round, take-up and hold beside its exact
limits, by table, seat, dealer, hour, shift and day of the week; drop boxes beside their sensors."""

from __future__ import annotations

from pitboss.books.play_reading import PlayedDays
from pitboss.books.play_sums import DEALER, SLICES
from pitboss.reports.floor_play import (
    BOXES,
    box_rows,
    cells_of,
    columns_of,
    days_begun,
    name_value,
    slice_lines,
)
from pitboss.reports.sheet import Sheet
from pitboss.reports.source import ReportSource

READERS = ("supervisor", "accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """A sheet for each kind of slice, over the gambling days that began in the period."""
    asked = days_begun(source)
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
