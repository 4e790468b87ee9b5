"""Finds the rows of the journal that concern an award: its round from START, everything that
touched its level until it was paid, refusals at its table, and the rows that set the terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.books import Books, Period
from pitboss.books.history import changes_of
from pitboss.floor.state.floor import AwardState
from pitboss.journal import Row
from pitboss.journal.codec import command_of, events_of

CLOCK_MS = 86_400_000  # how near a clock jump must be to count
SETTING_JACKPOT = ("jackpot-opened", "jackpot-suspended", "jackpot-resumed")
SETTING_TABLE = ("table-opened", "approval-entered", "bundle-changed", "equipment-recorded")
OVER = ("round-ended", "round-voided")


class AwardSpan(NamedTuple):
    """The rows of an award: START, its record, the end of its round, and the last that names it."""

    start: int
    recorded: int
    over: int  # the row that ended its round; the last row while the round is open
    last: int


def span_of(books: Books, found: AwardState) -> AwardSpan:
    """From START to payment; for an award recorded by hand, from its record."""
    named = [entry.seq for entry in books.find_entries(award=found.award.award)]
    last = max([found.seq, *named])
    started = (
        books.find_entries("round-started", table=found.table, round_number=found.round)
        if found.table
        else []
    )
    if not started:
        return AwardSpan(found.seq, found.seq, found.seq, last)
    over = _over(books, found, started[0].seq)
    return AwardSpan(started[0].seq, found.seq, over, max(last, over))


def rows_of(books: Books, found: AwardState, span: AwardSpan) -> list[Row]:
    """Every row that concerns an award, in order."""
    chosen = [
        row for row in books.rows_behind(span.start - 1, span.last) if _concerns(row, found, span)
    ]
    known = {row.seq for row in chosen}
    earlier = {*_settings(books, found, span.start), *_clocks(books, span)} - known
    return sorted([*chosen, *(row for seq in earlier if (row := books.row(seq)))])


def _over(books: Books, found: AwardState, start: int) -> int:
    """The end of its round; a hub may grant the award after that."""
    for row in books.rows_behind(start, books.end.seq):
        for event in events_of(row.events, seq=row.seq):
            if event.kind in OVER and _place(event) == (found.table, found.round):
                return row.seq
    return books.end.seq


def _concerns(row: Row, found: AwardState, span: AwardSpan) -> bool:
    events, command = events_of(row.events, seq=row.seq), command_of(row.asked, seq=row.seq)
    if getattr(command, "award", "") == found.award.award:
        return True
    at_table = getattr(command, "table", "") == found.table != ""
    if at_table and (row.seq <= span.over or events[0].kind == "command-refused"):
        return True
    return any(_touches(event, found) for event in events)


def _touches(event: Any, found: AwardState) -> bool:
    award = found.award
    if getattr(event, "award", "") == award.award or event.kind == "clock-jumped":
        return True
    if award.award in getattr(event, "awards", ()) or award in getattr(event, "awards", ()):
        return True
    if getattr(event, "jackpot", "") == award.jackpot:
        return True
    level = (award.jackpot, award.level)
    return any((each.jackpot, each.after.level) == level for each in changes_of(event))


def _settings(books: Books, found: AwardState, start: int) -> Iterator[int]:
    """The rows before START that set the terms, the table and the dealer."""
    entries = books.find_entries(*SETTING_JACKPOT, jackpot=found.award.jackpot)
    if found.table:
        entries += books.find_entries(*SETTING_TABLE, table=found.table)
        dealt = books.find_entries("dealer-signed-in", table=found.table)
        entries += [entry for entry in dealt if entry.seq < start][-1:]
    names = {found.award.jackpot, found.table} - {""}
    for entry in books.find_entries("change-applied"):
        about = {getattr(entry.event.what, name, "") for name in ("jackpot", "into", "table")}
        if about & names:
            entries.append(entry)
    yield from (entry.seq for entry in entries if entry.seq < start)


def _clocks(books: Books, span: AwardSpan) -> Iterator[int]:
    """Clock jumps near it."""
    ends = [row.at_ms for seq in (span.start, span.last) if (row := books.row(seq))]
    near = Period(max(0, min(ends) - CLOCK_MS), max(ends) + CLOCK_MS)
    yield from (entry.seq for entry in books.find_entries("clock-jumped", period=near))


def _place(event: Any) -> tuple[str, int]:
    return event.table, event.round
