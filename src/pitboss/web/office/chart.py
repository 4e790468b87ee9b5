"""A meter's history as a picture: the place of each line, tick and mark.

Floats are fine here: a screen position isn't an amount.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.books import Entry
from pitboss.books.history import History, Point
from pitboss.local_time import local
from pitboss.notation import dollars, format_recent_moment, short_day, title_text, whole_dollars
from pitboss.reports.parsheet_meters import tick_step

WIDE, HIGH = 960, 300
LEFT, RIGHT, TOP, BOTTOM = 96, 16, 16, 32
TICKS_ACROSS = 6
CLOCK_MOST_MS = 3 * 86_400_000  # a longer history has days below it alone
# What a mark on the line means; all else that moved the meter is a correction.
MARKS = {
    "meters-moved": "win",
    "meter-adjusted": "adjustment",
    "jackpot-opened": "opened",
    "award-backed-out": "back_out",
    "prize-canceled": "back_out",
    "round-voided": "void",
}


class Tick(Struct, frozen=True):
    """A figure beside an axis."""

    place: str
    label: str


class MarkPlace(Struct, frozen=True):
    """Something that happened to the meter."""

    across: str
    up: str
    kind: str
    label: str
    seq: int


class Chart(Struct, frozen=True):
    """The whole picture in numbers as text."""

    line: str
    up: tuple[Tick, ...]
    across: tuple[Tick, ...]
    marks: tuple[MarkPlace, ...]
    limit: str  # where the maximum runs; empty: there is none in sight
    wide: int = WIDE
    high: int = HIGH
    left: int = LEFT
    right: int = WIDE - RIGHT


def chart(history: History, *, time_zone: str, maximum_cents: int | None) -> Chart | None:
    """The picture of a history; none if there is nothing to draw."""
    points = history.points
    if len(points) < 2 or points[0].at_ms == points[-1].at_ms:
        return None
    frame = _Frame(points)
    limit = ""
    if maximum_cents is not None and maximum_cents <= frame.top_cents:
        limit = frame.up(maximum_cents)
    return Chart(
        line=" ".join(f"{frame.across(point.at_ms)},{frame.up(point.cents)}" for point in points),
        up=frame.ticks_up(),
        across=frame.ticks_across(time_zone),
        marks=tuple(_mark(frame, entry, points) for entry in history.marks),
        limit=limit,
    )


class _Frame:
    """Converts times and amounts to positions."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._first_ms, self._last_ms = points[0].at_ms, points[-1].at_ms
        least, most = (found(point.cents for point in points) for found in (min, max))
        # On a scale from zero, a meter's growth would be a flat line.
        self._step_cents = step = max(100, tick_step(max(most - least, 1)))
        self.low_cents = least // step * step
        self.top_cents = max(-(-most // step) * step, self.low_cents + step)

    def across(self, at_ms: int) -> str:
        share = (at_ms - self._first_ms) / (self._last_ms - self._first_ms)
        return f"{LEFT + min(max(share, 0.0), 1.0) * (WIDE - LEFT - RIGHT):.1f}"

    def up(self, cents: int) -> str:
        share = (cents - self.low_cents) / (self.top_cents - self.low_cents)
        return f"{TOP + (1 - share) * (HIGH - TOP - BOTTOM):.1f}"

    def ticks_up(self) -> tuple[Tick, ...]:
        steps = range(self.low_cents, self.top_cents + 1, self._step_cents)
        return tuple(Tick(self.up(cents), whole_dollars(cents)) for cents in steps)

    def ticks_across(self, time_zone: str) -> tuple[Tick, ...]:
        span_ms = self._last_ms - self._first_ms
        is_long = span_ms > CLOCK_MOST_MS
        times = [self._first_ms + span_ms * n // TICKS_ACROSS for n in range(TICKS_ACROSS + 1)]
        return tuple(
            Tick(
                self.across(at_ms),
                short_day(local(at_ms, time_zone))
                if is_long
                else format_recent_moment(at_ms, time_zone),
            )
            for at_ms in times
        )


def _mark(frame: _Frame, entry: Entry, points: Sequence[Point]) -> MarkPlace:
    """A mark goes at the higher of the amounts shown at its time."""
    there = [point.cents for point in points if point.at_ms == entry.at_ms]
    cents = max(there, default=0)
    kind = MARKS.get(entry.event.kind, "correction")
    return MarkPlace(
        frame.across(entry.at_ms),
        frame.up(cents),
        kind,
        f"{title_text(entry.event.kind)}, {dollars(cents)}",
        entry.seq,
    )
