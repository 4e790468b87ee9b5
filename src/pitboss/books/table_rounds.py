"""One table's rounds, read backward from its rows: everything from one START to the next, and what
has happened to its awards since."""

from __future__ import annotations

import json
from typing import NamedTuple

from pitboss.books.keeper import UNREAD_MOST
from pitboss.books.keeping import Books
from pitboss.books.pages import ON_CAMERA, SETTLED, rows_backward
from pitboss.books.period import Entry
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.facts import changes, people
from pitboss.floor.facts.base import Event, kind_of
from pitboss.floor.facts.jackpots import JackpotResumed, JackpotSuspended
from pitboss.journal import Row
from pitboss.journal.codec import events_of

ROUNDS_MOST = 20
LOOKED_MOST = 20_000  # rows one answer reads: other tables' rows are in between
# What concerns a table without naming it.
ELSEWHERE = tuple(
    f'"{kind_of(each)}"'
    for each in (people.AccessRefused, JackpotSuspended, JackpotResumed, changes.ChangeBegun)
)


class RoundEntries(NamedTuple):
    """One round: `entries` from its START to the next one, in order; `followed` has the payments
    and back-outs of its awards."""

    entries: list[Entry]
    followed: list[Entry]


class RoundsFound(NamedTuple):
    """Rounds, newest first; older ones come before the row `before`, unless that is 0."""

    rounds: list[RoundEntries]
    before: int


class RoundPlace(NamedTuple):
    """A table; its devices, because a person turned away there is turned away in its round; and its
    jackpots, which are suspended and resumed wherever they are played."""

    table: str
    devices: tuple[str, ...] = ()
    jackpots: tuple[str, ...] = ()


def rounds_of(books: Books, at: RoundPlace, *, before: int, until_ms: int | None) -> RoundsFound:
    """The last rounds of a table that started before a row (0: all) or by an instant."""
    last = books.last_seq()
    before = min(before, last + 1) if before > 0 else last + 1
    if until_ms is not None and (seq := books.seq_at(until_ms)) < books.end.seq:
        before = seq + 1
    found: list[list[Entry]] = []
    newer: list[Entry] = []  # after the START we look for
    reached = before
    for looked, row in enumerate(rows_backward(books, before), 1):
        reached = row.seq
        if until_ms is not None and row.at_ms >= until_ms:
            continue
        for event in reversed(_events_at(row, at)):
            newer.append(Entry(row.seq, row.at_ms, event))
            if event.kind == "round-started":
                found.append(newer[::-1])
                newer = []
        if len(found) == ROUNDS_MOST or looked == LOOKED_MOST:
            break
    else:
        reached = 0
    if reached and found:
        reached = found[-1][0].seq
    return RoundsFound(_with_sequel(books, found), reached)


def last_start(books: Books, table: str, seq: int) -> Entry | None:
    """The last START of a table up to a row; None if it is too far back."""
    for looked, row in enumerate(rows_backward(books, seq + 1), 1):
        for event in _events_at(row, RoundPlace(table)):
            if event.kind == "round-started":
                return Entry(row.seq, row.at_ms, event)
        if looked == LOOKED_MOST:
            break
    return None


def _events_at(row: Row, at: RoundPlace) -> list[Event]:
    """The events of a row that name a table, a person turned away at its devices, or its jackpots
    being suspended or resumed. Most rows concern another table and aren't read."""
    named = f'"table":{json.dumps(at.table, ensure_ascii=False)}'
    if not any(each in row.events for each in (named, *ELSEWHERE)):
        return []
    return [event for event in events_of(row.events, seq=row.seq) if _is_at(event, at)]


def _is_at(event: Event, at: RoundPlace) -> bool:
    match event:
        case people.AccessRefused():
            return event.device in at.devices
        case JackpotSuspended() | JackpotResumed():
            return event.jackpot in at.jackpots
        case changes.ChangeBegun():
            return not set(event.jackpots).isdisjoint(at.jackpots)
        case _:
            return bool(getattr(event, "table", "") == at.table)


def _with_sequel(books: Books, found: list[list[Entry]]) -> list[RoundEntries]:
    kinds = (*SETTLED, *ON_CAMERA)
    names = {
        award.award
        for entries in found
        for entry in entries
        if entry.event.kind in WON_AT_TABLE
        for award in entry.event.awards
    }
    unread = [each for each in books.read_unread(most=UNREAD_MOST) if each.event.kind in kinds]
    followed: dict[str, list[Entry]] = {}
    for name in names:
        new = [each for each in unread if each.event.award == name]
        followed[name] = [*books.find_entries(*kinds, award=name), *new]
    played = []
    for entries in found:
        own = [
            sequel
            for entry in entries
            if entry.event.kind in WON_AT_TABLE
            for award in entry.event.awards
            for sequel in followed[award.award]
        ]
        played.append(RoundEntries(entries, sorted(own, key=lambda entry: entry.seq)))
    return played
