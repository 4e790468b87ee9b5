"""R15: where surveillance looks: every award with its table and seat, and the times of lock, mark
and confirmation. Which camera saw it is on no record yet."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.books import Entry, Period
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.rounds import WinnerMarked
from pitboss.journal.codec import events_of
from pitboss.reports.sheet import COUNT, MONEY, TIME, Cell, Column, Sheet
from pitboss.reports.source import ReportSource, award_link, row_link

READERS = ("supervisor", "accounting", "executive", "auditor")
SIGNERS = ("surveillance",)

MARKED = kind_of(WinnerMarked)
EVERYBODY = 0  # in place of a seat, where several share a hand
LIST = (
    Column("award"), Column("table"), Column("round", COUNT), Column("seat", COUNT),
    Column("sensor", COUNT), Column("hand"), Column("total", MONEY, summed=True),
    Column("locked", TIME), Column("marked", TIME), Column("confirmed", TIME),
    Column("confirmed_by"), Column("seq", COUNT),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every award that was recorded at a table, in its order."""
    locked = {
        (entry.event.table, entry.event.round): entry.at_ms
        for entry in source.entries("round-started")
    }
    rows = [
        row
        for entry in source.entries("awards-recorded")
        for row in _rows(source, entry, locked.get((entry.event.table, entry.event.round)))
    ]
    return (source.sheet("surveillance", LIST, rows),)


def _rows(source: ReportSource, entry: Entry, locked_ms: int | None) -> Iterator[tuple[Cell, ...]]:
    event = entry.event
    marks = _marks(source, entry, locked_ms) if locked_ms is not None else {}
    for award in event.awards:
        if award.jackpot in source.training:
            continue
        yield (
            award_link(award.award),
            event.table,
            event.round,
            award.seat,
            award.sensor,
            source.hand(award.jackpot, award.outcome),
            award.total_cents,
            locked_ms,
            marks.get((award.jackpot, award.outcome, award.seat))
            or marks.get((award.jackpot, award.outcome, EVERYBODY)),
            entry.at_ms,
            source.people(event),
            row_link(entry.seq),
        )


def _marks(source: ReportSource, entry: Entry, locked_ms: int) -> dict[tuple[str, str, int], int]:
    """When each seat's hand was marked, and for seats that share a hand when it was. Marks are no
    rare events: the rows between START and confirmation say it."""
    played = (entry.event.table, entry.event.round)
    found: dict[tuple[str, str, int], int] = {}
    for row in source.books.rows(Period(locked_ms, entry.at_ms + 1)):
        if row.seq > entry.seq or MARKED not in row.events:
            continue
        for event in events_of(row.events):
            if isinstance(event, WinnerMarked) and (event.table, event.round) == played:
                mark = event.mark
                for seat in (mark.spot.seat, EVERYBODY):
                    found[mark.jackpot, mark.outcome, seat] = row.at_ms
    return found
