"""R15: where surveillance looks: every award with its table and seat, the times of lock, mark and
confirmation, and any cameras that somebody noted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.books import Entry, Period
from pitboss.books.pages import ON_CAMERA
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.facts import awards
from pitboss.floor.facts.base import kind_of
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, award_link, camera_text, row_link

READERS = ("supervisor", "accounting", "executive", "auditor")
SIGNERS = ("surveillance",)

ROUND_MS_MOST = 86_400_000  # how long before its award a round may have started
GRANTED = kind_of(awards.WideAwardRecorded)
EVERYBODY = 0  # replaces the seat if several share a hand
LIST = columns(
    "award table round:count@table seat:count@table sensor:count@table hand* total:money+",
    "locked:time marked:time@locked confirmed:time@locked confirmed_by camera:long seq:count",
)


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every award that was recorded at a table, in order."""
    since = Period(max(0, source.period.from_ms - ROUND_MS_MOST), source.period.to_ms)
    locked: dict[tuple[Any, ...], int] = {}
    marked: dict[tuple[Any, ...], int] = {}
    for entry in source.books.find_entries("round-started", "winner-marked", period=since):
        event = entry.event
        played = (event.table, event.round)
        if event.kind == "round-started":
            locked[played] = entry.at_ms
            continue
        for seat in (event.mark.spot.seat, EVERYBODY):
            marked[(*played, event.mark.jackpot, event.mark.outcome, seat)] = entry.at_ms
    cameras: dict[str, list[str]] = {}
    for entry in source.before_end(*ON_CAMERA):
        cameras.setdefault(entry.event.award, []).append(camera_text(entry.event))
    claimed = {entry.event.claim: entry.at_ms for entry in source.before_end("claim-made")}
    rows = [
        row
        for entry in source.find_entries(*WON_AT_TABLE)
        for row in _rows(source, entry, locked, marked, cameras, claimed)
    ]
    return (source.sheet("surveillance", LIST, rows),)


def _rows(
    source: ReportSource,
    entry: Entry,
    locked: dict[tuple[Any, ...], int],
    marked: dict[tuple[Any, ...], int],
    cameras: dict[str, list[str]],
    claimed: dict[str, int],
) -> Iterator[tuple[Cell, ...]]:
    """Each award of a confirmation. A seat that shares a hand was marked with it; a hub's grant was
    confirmed when it was claimed."""
    event = entry.event
    confirmed_ms = entry.at_ms
    if event.kind == GRANTED:  # if its rows are lost: when two people took it over
        confirmed_ms = claimed.get(event.claim, entry.at_ms)
    played = (event.table, event.round)
    for award in event.awards:
        if award.jackpot in source.training:
            continue
        hand = (*played, award.jackpot, award.outcome)
        called = source.hand(award.jackpot, award.outcome)
        yield (
            award_link(award.award, shown=called),
            event.table,
            event.round,
            award.seat,
            award.sensor,
            called,
            award.total_cents,
            locked.get(played),
            marked.get((*hand, award.seat)) or marked.get((*hand, EVERYBODY)),
            confirmed_ms,
            source.people(event),
            "; ".join(cameras.get(award.award, ())),
            row_link(entry.seq),
        )
