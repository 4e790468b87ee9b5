"""A meter's history, and the pace of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.audit.meter_entries import KnownAwards, MeterEntry, list_entries
from pitboss.books.keeping import Books
from pitboss.books.period import HOUR_MS, Entry, Period
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.rounds import RoundStarted
from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.journal.codec import events_of
from pitboss.money import Cents, Micros, shown_down

POINTS_MOST = 1_200  # of a line; with more hours, only every nth is drawn
MARKS_MOST = 1_200
PACE_MS = 7 * 24 * HOUR_MS  # how far back to measure the pace


class Point(NamedTuple):
    """What a meter showed at a time."""

    at_ms: int
    cents: Cents


class History(NamedTuple):
    """A meter's history: the points of its line, and the entries other than contributions."""

    points: list[Point]
    marks: list[Entry]


class LevelMovement(NamedTuple):
    """What one event did to one level."""

    jackpot: str
    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    after: Reading
    top_up_micros: int = 0


class PlayPace(NamedTuple):
    """How many wagers a jackpot has taken since a time."""

    since_ms: int
    bets: int


# ---- meters -------------------------------------------------------------------------------------


def history_of(books: Books, jackpot: str, level: str) -> History:
    """A meter's line: its reading at the end of each hour, right before and after everything but
    contributions, and after every round of the last hour."""
    marks = books.movers(jackpot, level, most=MARKS_MOST)[::-1]
    hours = books.level_hours(jackpot, level)
    points = [
        *_ends(hours),
        *_around(marks, jackpot, level),
        *_within(books, hours[-1][0], jackpot, level),
    ] if hours else []  # fmt: skip
    return History(sorted(points, key=lambda point: point.at_ms), marks)


def _ends(hours: list[tuple[int, int]]) -> list[Point]:
    """A meter's reading at the end of each hour except the last, which isn't over."""
    ends, held = [], 0
    for hour, change in hours[:-1]:
        held += change
        ends.append(Point((hour + 1) * HOUR_MS - 1, shown_down(Micros(held))))
    return _thinned(ends)


def _around(marks: Iterable[Entry], jackpot: str, level: str) -> list[Point]:
    """What a sign showed before and after each row, but nothing in between."""
    points: list[Point] = []
    moves = _changes(marks, jackpot, level)
    for (_, at_ms), row in groupby(moves, key=lambda move: (move[0].seq, move[0].at_ms)):
        (_, first), *others = row
        last = others[-1][1] if others else first
        if points or first.meter_micros != first.after.meter_micros:
            before = Micros(first.after.meter_micros - first.meter_micros)
            points.append(Point(at_ms, shown_down(before)))
        points.append(Point(at_ms, shown_down(last.after.meter_micros)))
    return points


def _within(books: Books, hour: int, jackpot: str, level: str) -> list[Point]:
    rounds = (
        Entry(row.seq, row.at_ms, event)
        for row in books.rows(Period(hour * HOUR_MS, (hour + 1) * HOUR_MS))
        for event in events_of(row.events, seq=row.seq)
        if isinstance(event, RoundStarted)
    )
    changes = _changes(rounds, jackpot, level)
    return _thinned(
        [Point(entry.at_ms, shown_down(each.after.meter_micros)) for entry, each in changes]
    )


def _thinned(points: list[Point]) -> list[Point]:
    """Every nth point, and the last."""
    step = -(-len(points) // POINTS_MOST) or 1
    return points[::-step][::-1]


def _changes(
    entries: Iterable[Entry], jackpot: str, level: str
) -> Iterator[tuple[Entry, LevelMovement]]:
    for entry in entries:
        for change in changes_of(entry.event):
            if (change.jackpot, change.after.level) == (jackpot, level):
                yield entry, change


def causes_of(known: KnownAwards, event: Event) -> list[MeterEntry]:
    """What an event did to meters, with the cause of each change: an award and its restart are two.
    `known` has the awards it names."""
    return list(list_entries(known, event))


def changes_of(event: Any) -> Iterator[LevelMovement]:
    """Everything that an event of any kind did to meters."""
    if isinstance(event, jackpots.JackpotOpened):
        for reading in event.opening:
            yield LevelMovement(event.jackpot, reading.meter_micros, 0, 0, reading)
        return
    for part in _parts(event):
        if isinstance(part, Contribution | Movement):
            yield LevelMovement(
                part.jackpot,
                part.meter_micros,
                part.reserve_micros,
                part.overflow_micros,
                part.after,
                getattr(part, "top_up_micros", 0),
            )


def _parts(value: Any) -> Iterable[Any]:
    """The values inside a value, recursively."""
    for name in value.__struct_fields__:
        found = getattr(value, name)
        for part in found if type(found) is tuple else (found,):
            if isinstance(part, Struct):
                yield part
                if not isinstance(part, Contribution | Movement):
                    yield from _parts(part)


def pace_of(books: Books, jackpot: str, *, now_ms: int) -> PlayPace | None:
    """The wagers of the last days, after the first one; None if nobody has played."""
    hours = books.bet_hours(jackpot, since_hour=(now_ms - PACE_MS) // HOUR_MS)
    if not hours:
        return None
    first = hours[0][0] * HOUR_MS
    for row in books.rows(Period(first, first + HOUR_MS)):
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, RoundStarted):
                for taking in event.takings:
                    if taking.jackpot == jackpot:
                        return PlayPace(row.at_ms, sum(bets for _, bets in hours) - taking.bets)
    raise AssertionError("an hour with wagers has a round")
