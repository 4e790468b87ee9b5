"""The journal: the append-only list of commands and their events, the only source of truth.

Each answered command is one row: the command word for word, and the events it led to. Rows are
chained by hash (see `chain`), so any change shows. Memory, SQLite and PostgreSQL keep the same rows
behind the one protocol below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, NamedTuple, Protocol

FORMAT = 3  # of the rows; a journal in another format is refused by name
NO_HASH = "0" * 64  # what the first row chains to
PAGE_ROWS = 1000
# Why a journal takes no rows now. Nothing was decided, so the same command may be sent again.
CANNOT_WRITE = frozenset(
    {
        "JOURNAL_DAMAGED",
        "JOURNAL_IN_USE",
        "JOURNAL_MOVED_ON",
        "JOURNAL_TAMPERED",
        "JOURNAL_UNAVAILABLE",
        "JOURNAL_UNSURE",
    }
)


class Last(NamedTuple):
    """Where a journal ends: the last row's sequence and hash."""

    seq: int
    hash: str


EMPTY = Last(0, NO_HASH)


class Row(NamedTuple):
    """One command as stored. A tuple, because databases take and return tuples.

    `asked` is the command and `events` what followed, both as JSON (see `codec`); id and time are
    separate fields too, so that a database can search for them."""

    seq: int
    at_ms: int
    command_id: str
    asked: str
    events: str
    hash: str


class Snapshot(NamedTuple):
    """The state after row `seq`, as text; `hash` is that row's, so the chain continues from
    there."""

    seq: int
    hash: str
    text: str


class Journal(Protocol):
    """One writer, called by one thread at a time. These rules hold for every kind of journal.

    Any call may be refused with JOURNAL_UNAVAILABLE while the storage is full, read-only or gone;
    the same journal works again when the storage does."""

    is_elsewhere: ClassVar[bool] = False  # whether another process does the work of a call
    name: str = "the journal"  # its file or database, for the person who has to look there

    def last(self) -> Last:
        """Where the journal ends; `EMPTY` before the first row."""

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write rows chained to `after` in one transaction; when this returns they are durable.

        Refused with JOURNAL_MOVED_ON if the journal doesn't end there, and with COMMAND_ID_REUSED
        if a command was answered before. A refusal leaves nothing half written. After
        JOURNAL_UNSURE the batch is either all there or not at all (the server may have died between
        its commit and its answer), and `last` tells which. The same holds for JOURNAL_UNAVAILABLE
        if a disk fails in the middle of a commit."""

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order, up to `limit`."""

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Row]:
        """The rows of those commands that were answered: one query for a whole batch."""

    def save_snapshot(self, *, seq: int, text: str) -> None:
        """Keep the state after row `seq` in place of the previous snapshot. Refused with
        JOURNAL_MOVED_ON if there is no such row."""

    def last_snapshot(self) -> Snapshot | None:
        """The newest snapshot; refused with JOURNAL_TAMPERED if its seal doesn't match."""

    def read_seal(self) -> Snapshot | None:
        """Where the journal begins if its old rows were removed: the state after its first row.
        Refused with JOURNAL_TAMPERED if its seal doesn't match."""

    def remove_before(self, *, seq: int, text: str) -> None:
        """Remove all rows before `seq` for good, in one transaction; the journal then begins with
        that row and the state after it. Refused with JOURNAL_MOVED_ON if there is no such row."""

    def begin_with(self, row: Row, *, text: str) -> None:
        """Begin an empty journal with a row whose older ones were removed, and with the state after
        it. Refused with JOURNAL_MOVED_ON if it has rows."""

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Fill an empty journal from a backup. A database ends up with all of it or nothing,
        whatever happens; a file is in a folder marked unfinished until it is whole."""
        yield

    def prove_pages(self) -> None:
        """Refuse with JOURNAL_DAMAGED if the storage is damaged where no row shows it, as far as it
        can tell."""

    def awaited_by(self) -> str | None:
        """The release of the engine now waiting to open it for writing; empty if it doesn't say,
        None if none waits. Between two tries an engine isn't waiting, for a moment."""

    def close(self) -> None:
        """Release the journal, so that another engine may open it."""


def last_row(journal: Journal) -> Row | None:
    return next(journal.rows(after_seq=journal.last().seq - 1, limit=1), None)


def every_row(journal: Journal, *, after_seq: int = 0) -> Iterator[Row]:
    """All rows after a sequence, read in pages so that a long journal needs little memory."""
    while True:
        seq = after_seq
        for row in journal.rows(after_seq=after_seq, limit=PAGE_ROWS):
            yield row
            seq = row.seq
        if seq <= after_seq:
            return
        after_seq = seq
