"""The journal: the append-only list of events, the only truth there is.

Every command that was answered has its rows here: the events it led to, in order, and on the last
of them the answer it got. Rows are chained by hash (see `chain`), so that a change of any of them
is found. Memory, SQLite and PostgreSQL keep the same rows behind the one protocol below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from msgspec import Struct

NO_HASH = "0" * 64  # what the first row is chained to
PAGE_ROWS = 1000


class Last(NamedTuple):
    """Where a journal ends: the last row's sequence and hash."""

    seq: int
    hash: str


EMPTY = Last(0, NO_HASH)


class Row(NamedTuple):
    """One event as it is stored. A tuple, because that is what the databases take and give.

    `reply` is empty on all rows of a command but its last."""

    seq: int
    at_ms: int
    command_id: str
    command_digest: str
    kind: str
    version: int
    body: str
    reply: str
    hash: str


class Answer(NamedTuple):
    """What a command was, and what was answered to it."""

    command_digest: str
    reply: str


class Snapshot(NamedTuple):
    """The state after row `seq`, as text; `hash` is that row's, where the chain goes on."""

    seq: int
    hash: str
    text: str


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """One event as text (see `codec`)."""

    kind: str
    version: int
    body: str


class Group(Struct, frozen=True, array_like=True, gc=False):
    """What one command led to: at least one event (a refused command has its `CommandRefused`) and
    the reply, a JSON text on one line."""

    command_id: str
    command_digest: str
    at_ms: int
    entries: tuple[Entry, ...]
    reply: str


class Journal(Protocol):
    """One writer, used by one thread at a time.

    Everything may be refused with JOURNAL_UNAVAILABLE while the storage is full, read-only or gone;
    the same journal works again when the storage does.

    `remote` tells whether somebody else writes: then there is time to decide more while a batch is
    on its way, and a second one may begin before the first is durable."""

    remote: bool = False

    def last(self) -> Last:
        """Where the journal ends; `EMPTY` before the first row."""
        ...

    def append(self, batch: Sequence[Group], *, after_seq: int) -> Last:
        """Chain all groups to the last row, and write them in one transaction; when this returns
        they are durable.

        Refused with JOURNAL_MOVED_ON if the journal does not end at `after_seq`, and with
        COMMAND_ID_REUSED if a command was answered before. A refusal leaves nothing half written;
        after JOURNAL_UNAVAILABLE the batch is there wholly or not at all (a server may be lost
        between its commit and its answer), and `last` tells which."""
        ...

    def begin(self, batch: Sequence[Group], *, after_seq: int) -> Callable[[], Last]:
        """Send a batch on its way. What is returned is called once, in the order of the batches,
        and does what `append` does, or waits until it is done. A batch that begins before the one
        in front of it is durable expects to find it there."""
        return partial(self.append, batch, after_seq=after_seq)

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order, at most `limit`."""
        ...

    def find_command(self, command_id: str) -> Answer | None:
        """The stored answer of a command."""
        return self.find_commands([command_id]).get(command_id)

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Answer]:
        """The stored answers of those commands that have one: one question for a whole batch."""
        ...

    def save_snapshot(self, *, seq: int, text: str) -> None:
        """Keep the state after row `seq`; it takes the place of the one before. Refused with
        JOURNAL_MOVED_ON if there is no such row."""
        ...

    def last_snapshot(self) -> Snapshot | None:
        """The newest snapshot; refused with JOURNAL_TAMPERED if its seal does not fit."""
        ...

    def prove_pages(self) -> None:
        """Refused with JOURNAL_DAMAGED if the storage is damaged where no row shows it, as far as
        it can tell."""
        ...

    def close(self) -> None:
        """Let go of the journal, so that another engine may open it."""
        ...


def every_row(journal: Journal, *, after_seq: int = 0) -> Iterator[Row]:
    """All rows behind a sequence, read in pages so that a long journal needs little memory."""
    while True:
        seq = after_seq
        for row in journal.rows(after_seq=after_seq, limit=PAGE_ROWS):
            yield row
            seq = row.seq
        if seq <= after_seq:
            return
        after_seq = seq
