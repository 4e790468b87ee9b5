"""What pages ask the books. These questions are here and not beside their pages, so that the keeper
of the books doesn't need the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.books.history import History, PlayPace, history_of, pace_of
from pitboss.books.keeper import UNREAD_MOST
from pitboss.books.keeping import Books
from pitboss.books.period import Entry, Sums
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.state.floor import AwardState
from pitboss.journal import Row
from pitboss.refusal import Refusal

TABLE_MOST = 50  # refusals and late bets of one table
TURNED_AWAY = "access-refused"
TURNED_AWAY_MOST = 200  # of the whole house, to search
STEP_ROWS = 1_000  # read at a time, backward
# What can happen to an award.
SETTLED = (
    "prize-paid", "payment-voided", "payment-held", "payment-released", "prize-forfeited",
    "prize-handed-over",
    "prize-canceled",
    "award-backed-out",
)  # fmt: skip
# Who notes the camera that saw an award.
ON_CAMERA = ("hand-verified", "camera-noted")
FORM_PRINTED = "report-recorded"  # with the award whose form it is


class TableMemory(NamedTuple):
    """The last refusals and late bets at one table, each in order; `rounds.py` has the rest."""

    refusals: list[Entry]
    late: list[Entry]


def rows_backward(books: Books, before: int, least: int = 0) -> Iterator[Row]:
    """The rows before one down to the one after `least`, newest first; if older ones were removed,
    as far as they go."""
    while before - 1 > least:
        after = max(least, before - 1 - STEP_ROWS)
        rows = list(books.stored_rows(after, before - 1))
        yield from reversed(rows)
        before = after + 1 if rows else 0


def history_and_pace(
    books: Books, jackpot: str, level: str, *, now_ms: int
) -> tuple[History, PlayPace | None]:
    """A meter's history, and the pace of play."""
    return history_of(books, jackpot, level), pace_of(books, jackpot, now_ms=now_ms)


def newest_awards(books: Books, *, most: int) -> tuple[list[Entry], int]:
    """The newest awards, from tables or off meters by hand, newest first, and how many there ever
    were. Most adjustments aren't awards and are left out."""
    by_hand = "meter-adjusted"
    found = [
        entry
        for entry in books.newest(*WON_AT_TABLE, by_hand, most=most)
        if entry.event.kind in WON_AT_TABLE or entry.event.award
    ]
    adjusted = sum(bool(entry.event.award) for entry in books.find_entries(by_hand))
    return found, books.awards_recorded() + adjusted


def settled_awards(books: Books, names: Sequence[str]) -> dict[str, AwardState]:
    """Awards that have left the floor, by name."""
    found = ((name, books.settled_award(name)) for name in names)
    return {name: award for name, award in found if award is not None}


def ended_day(books: Books, seq: int) -> tuple[Entry, Sums]:
    """The end of a gambling day by its row, and what moved in that day."""
    for entry in books.find_entries("day-ended"):
        if entry.seq == seq:
            return entry, books.day(seq)
    raise Refusal("ENTRY_UNKNOWN", "no_day_ended", where=str(seq))


def table_memory(books: Books, table: str, devices: Sequence[str]) -> TableMemory:
    """The last refusals and late bets of a table, unread rows included, and people turned away at
    its devices before the floor was asked anything."""
    unread = books.read_unread(most=UNREAD_MOST)

    def last(kind: str) -> list[Entry]:
        known = books.newest(kind, most=TABLE_MOST, table=table)[::-1]
        new = (entry for entry in unread if entry.event.kind == kind and entry.event.table == table)
        return [*known, *new][-TABLE_MOST:]

    met = [*books.newest(TURNED_AWAY, most=TURNED_AWAY_MOST)[::-1], *unread]
    away = [
        entry for entry in met if entry.event.kind == TURNED_AWAY and entry.event.device in devices
    ]
    refusals = sorted([*last("command-refused"), *away], key=lambda entry: entry.seq)
    return TableMemory(refusals[-TABLE_MOST:], last("late-bet-seen"))


def forms_printed(books: Books, award: str) -> int:
    """How often the form of an award's payment was printed, unread rows included."""
    unread = [
        entry
        for entry in books.read_unread(most=UNREAD_MOST)
        if entry.event.kind == FORM_PRINTED and entry.event.award == award
    ]
    return len(books.find_entries(FORM_PRINTED, award=award)) + len(unread)


def about_award(books: Books, award: str, *, table: str, round_number: int) -> list[Entry]:
    """What followed an award: payment, hold, back-out, cameras, and the end of its round if that
    paid envy. Unread rows included."""
    ended = (
        books.find_entries("round-ended", table=table, round_number=round_number) if table else []
    )
    followed = books.find_entries(*SETTLED, *ON_CAMERA, award=award)
    unread = [
        entry
        for entry in books.read_unread(most=UNREAD_MOST)
        if (entry.event.kind in (*SETTLED, *ON_CAMERA) and entry.event.award == award)
        or (
            entry.event.kind == "round-ended"
            and (entry.event.table, entry.event.round) == (table, round_number)
        )
    ]
    return [*ended, *followed, *unread]
