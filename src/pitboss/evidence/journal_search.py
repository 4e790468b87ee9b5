"""The journal for a reader: finds entries, describes them in sentences, and shows one with its row.
The keeper of the books answers these questions in another process, so that the floor doesn't feel a
reader.

A reader from outside gets entries about a person as the dispute pack has them: without the person,
and without the row itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.books import ALWAYS, Books, Period
from pitboss.books.moves import PLAIN_KINDS
from pitboss.books.pages import rows_backward
from pitboss.evidence.award_pack import PackWords
from pitboss.evidence.filling import Pieces
from pitboss.evidence.teller import ToldEntry, teller_of
from pitboss.floor.money.meter import read_shown
from pitboss.journal import NO_HASH, Row
from pitboss.journal.chain import row_hash
from pitboss.journal.withheld import is_withheld
from pitboss.refusal import Refusal
from pitboss.reports.source import SiteFacts
from pitboss.words.language import offered_reasons

SHOWN_MOST = 200
LOOKED_MOST = 20_000  # rows that one answer reads


class EntrySearch(Struct, frozen=True, kw_only=True):
    """What to search for; empty parts match everything. `withholds` is for an outside reader: he
    searches only what he may read."""

    kind: str = ""
    table: str = ""
    jackpot: str = ""
    badge: str = ""
    text: str = ""
    since_ms: int | None = None
    until_ms: int | None = None
    withholds: bool = False

    @property
    def period(self) -> Period:
        """The time it covers."""
        until_ms = ALWAYS.to_ms if self.until_ms is None else self.until_ms + 1
        return Period(self.since_ms or 0, until_ms)

    def fits(self, row: Row) -> bool:
        """Whether a row matches; text is checked elsewhere if the search covers the sentences."""
        stored = f"{row.asked}{row.events}"
        if not self.period.holds(row.at_ms):
            return False
        if self.text and not self.withholds and not self._is_in(stored):
            return False
        if self.jackpot and not any(
            f'"{field}":{json.dumps(self.jackpot)}' in stored for field in ("jackpot", "into")
        ):
            return False
        named = [name for name in (self.kind, self.table, self.badge) if name]
        if any(json.dumps(name, ensure_ascii=False) not in stored for name in named):
            return False  # reading the row would take ten times as long
        return not named or self._fits(row)

    def _is_in(self, stored: str) -> bool:
        """Whether a row has the text, or a standard reason whose words in any language have it."""
        text = self.text.lower()
        return text in stored.lower() or any(
            f'"{key}"' in stored
            for key, said in offered_reasons().items()
            if any(text in each.lower() for each in said)
        )

    def _fits(self, row: Row) -> bool:
        facts = [json.loads(row.asked), *json.loads(row.events)]
        return (
            (not self.kind or self.kind in [fact["kind"] for fact in facts])
            and (not self.table or self.table in [fact.get("table") for fact in facts])
            and (
                not self.badge or self.badge in [name for fact in facts for name in badges_in(fact)]
            )
        )


class EntryLines(NamedTuple):
    """Entries, newest first; `reached` is how far back we looked, `least` the row before the first
    possible match, `kinds` every kind of event so far."""

    entries: list[ToldEntry]
    reached: int
    least: int
    kinds: list[str]


class StoredEntry(NamedTuple):
    """One row with what verifies it, its sentence, and whether it stays in the house."""

    row: Row
    previous: str
    is_chained: bool
    pieces: Pieces
    withheld: bool
    last: int


def find_entries(
    books: Books, wanted: EntrySearch, site: SiteFacts, words: PackWords, *, before: int
) -> EntryLines:
    """Entries before a sequence (0: all), newest first."""
    teller = teller_of(books, replace(site, names_staff=not wanted.withholds), words)
    least = _least(books, wanted)
    before = min(before, books.last_seq() + 1) if before > 0 else books.last_seq() + 1
    rows = _candidates(books, wanted, before, least)
    found: list[ToldEntry] = []
    reached = before
    for looked, row in enumerate(rows, 1):
        if wanted.fits(row):
            line = teller.row(row)
            if not (wanted.withholds and wanted.text.lower() not in line.sentence.lower()):
                found.append(line)
        reached = row.seq
        if len(found) == SHOWN_MOST or looked == LOOKED_MOST:
            return EntryLines(found, reached, least, books.kinds())
    return EntryLines(found, least + 1, least, books.kinds())


def fitting_rows(books: Books, wanted: EntrySearch, *, before: int, most: int) -> Iterator[Row]:
    """Every row that a search from inside the house finds, newest first. Raises PERIOD_TOO_LONG if
    it would have to read more than this many rows."""
    assert not wanted.withholds, "who is no staff searches what he is told"
    before = min(before, books.last_seq() + 1) if before > 0 else books.last_seq() + 1
    for looked, row in enumerate(_candidates(books, wanted, before, _least(books, wanted))):
        if looked == most:
            raise Refusal("PERIOD_TOO_LONG", "more_than_entries", where="period", most=most)
        if wanted.fits(row):
            yield row


def find_entry(
    books: Books, seq: int, site: SiteFacts, words: PackWords, *, withholds: bool
) -> StoredEntry:
    """One row, and whether its hash follows from the row before; or ENTRY_UNKNOWN."""
    last = min(seq, books.last_seq())
    rows = list(books.stored_rows(max(0, min(seq, last + 1) - 2), last))
    row = next((each for each in rows if each.seq == seq), None)
    if row is None:
        raise Refusal("ENTRY_UNKNOWN", "journal_no_such", where=str(seq))
    previous = rows[0].hash if rows[0].seq == seq - 1 else NO_HASH
    withheld = withholds and is_withheld(row)
    teller = teller_of(books, replace(site, names_staff=not withholds), words)
    return StoredEntry(
        row._replace(asked="", events="") if withheld else row,
        previous,
        row_hash(previous, row) == row.hash,
        teller.row(row).pieces,
        withheld,
        books.last_seq(),
    )


class PastLevel(NamedTuple):
    """A level at a past time."""

    jackpot: str
    level: str
    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    shown_cents: int
    status: str


class Witness(NamedTuple):
    """A row that stands for a time, without its contents."""

    seq: int
    at_ms: int
    hash: str


class PastMeters(NamedTuple):
    """Every level at an instant: the floor after the row `last`, before `following` was written;
    either is None if there is no such row. `is_chained` says whether one follows from the other."""

    levels: list[PastLevel]
    last: Witness | None
    following: Witness | None
    is_chained: bool


def meters_at(books: Books, at_ms: int) -> PastMeters:
    """What every level held at an instant, and what its sign showed."""
    seq = books.seq_at(at_ms)
    state = books.state_after(seq)
    levels = [
        PastLevel(
            jackpot,
            name,
            level.reading.meter_micros,
            level.reading.reserve_micros,
            level.reading.overflow_micros,
            read_shown(level),
            "training" if standing.terms.training else standing.status,
        )
        for jackpot, standing in state.jackpots.items()
        for name, level in standing.levels.items()
    ]
    near = list(books.stored_rows(max(0, seq - 2), seq + 1))
    witnesses = {row.seq: Witness(row.seq, row.at_ms, row.hash) for row in near}
    return PastMeters(levels, witnesses.get(seq), witnesses.get(seq + 1), _is_chain(near))


# ---- inside -------------------------------------------------------------------------------------


def _is_chain(rows: list[Row]) -> bool:
    """Whether each row follows from the one before."""
    before = {row.seq: row.hash for row in rows} | {0: NO_HASH}
    return all(
        row_hash(before[row.seq - 1], row) == row.hash for row in rows if row.seq - 1 in before
    )


def _least(books: Books, wanted: EntrySearch) -> int:
    """The row before the first possible match."""
    return 0 if wanted.since_ms is None else books.first_at(wanted.since_ms) - 1


def _candidates(books: Books, wanted: EntrySearch, before: int, least: int) -> Iterator[Row]:
    if wanted.kind and wanted.kind not in PLAIN_KINDS:  # the books list all of these
        return _list_rows(books, wanted, before)
    return rows_backward(books, before, least)


def _list_rows(books: Books, wanted: EntrySearch, before: int) -> Iterator[Row]:
    for seq in books.seqs_of(wanted.kind, period=wanted.period, before=before):
        row = books.row(seq)
        if row is not None:
            yield row


def badges_in(fact: dict[str, Any]) -> tuple[str, ...]:
    """The badges that a command or an event names as those who acted."""
    named = (fact.get("badge", ""), *fact.get("badges", ()), *fact.get("by", ()))
    return tuple(name for name in named if name)
