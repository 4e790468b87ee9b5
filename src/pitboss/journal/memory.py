"""The journal in memory, for tests and simulations. The store outlives an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.journal import EMPTY, Journal, Last, Row, Snapshot
from pitboss.journal.chain import (
    ids_of,
    refuse_first_reused,
    refuse_missing_row,
    refuse_moved_on,
    snapshot_seal,
    sound_snapshot,
)
from pitboss.refusal import Refusal


@dataclass(slots=True)
class MemoryStore:
    """The storage itself: like a disk, it stays when a journal on it is closed.

    `fault` is what is wrong with it now; empty while it works."""

    rows: list[Row] = field(default_factory=list)
    by_command: dict[str, Row] = field(default_factory=dict)
    snapshot: tuple[int, str, str] | None = None  # seq, text, seal
    sealed: tuple[int, str, str] | None = None  # the same for the first row, if older ones are gone
    in_use: bool = False
    awaited: str | None = None  # the release of a standby engine
    fault: str = ""

    @property
    def gone(self) -> int:
        """How many rows before the first were removed."""
        return self.rows[0].seq - 1 if self.sealed is not None else 0


class MemoryJournal(Journal):
    """A journal on a store."""

    def __init__(self, store: MemoryStore, *, read_only: bool = False) -> None:
        if store.in_use and not read_only:
            raise Refusal("JOURNAL_IN_USE", "another_engine_open", where="memory")
        self._store = store
        self._read_only = read_only
        if not read_only:
            store.in_use = True

    def last(self) -> Last:
        rows = self._working().rows
        return Last(rows[-1].seq, rows[-1].hash) if rows else EMPTY

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write all rows or none."""
        store = self._writable()
        end = store.rows[-1] if store.rows else None
        if after != (EMPTY if end is None else (end.seq, end.hash)):
            raise refuse_moved_on(after=after, last=self.last())
        fresh = {row.command_id: row for row in rows}
        if len(fresh) < len(rows) or not store.by_command.keys().isdisjoint(fresh):
            raise refuse_first_reused(self.find_commands(ids_of(rows)), rows)
        store.rows.extend(rows)
        store.by_command |= fresh

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        store = self._working()
        first = max(0, after_seq - store.gone)
        return iter(store.rows[first : first + limit])

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Row]:
        found = self._working().by_command
        return {name: found[name] for name in command_ids if name in found}

    def save_snapshot(self, *, seq: int, text: str) -> None:
        store = self._writable()
        store.snapshot = (seq, text, self._seal(store, seq, text))

    def last_snapshot(self) -> Snapshot | None:
        store = self._working()
        return _sound(store, store.snapshot or store.sealed)

    def read_seal(self) -> Snapshot | None:
        store = self._working()
        return _sound(store, store.sealed)

    def remove_before(self, *, seq: int, text: str) -> None:
        store = self._writable()
        store.sealed = (seq, text, self._seal(store, seq, text))
        for row in store.rows[: seq - 1 - store.gone]:
            del store.by_command[row.command_id]
        del store.rows[: seq - 1 - store.gone]
        if store.snapshot is not None and store.snapshot[0] <= seq:
            store.snapshot = None

    def begin_with(self, row: Row, *, text: str) -> None:
        self.append([row], after=EMPTY)
        seal = snapshot_seal(row_hash=row.hash, seq=row.seq, text=text)
        self._store.sealed = (row.seq, text, seal)

    def prove_pages(self) -> None:
        """Memory has no pages."""

    def awaited_by(self) -> str | None:
        return self._store.awaited

    def close(self) -> None:
        """Release the store."""
        if not self._read_only:
            self._store.in_use = False

    def _seal(self, store: MemoryStore, seq: int, text: str) -> str:
        if not store.gone < seq <= store.gone + len(store.rows):
            raise refuse_missing_row(seq)
        row = store.rows[seq - 1 - store.gone]
        return snapshot_seal(row_hash=row.hash, seq=seq, text=text)

    def _working(self) -> MemoryStore:
        if self._store.fault:
            raise Refusal("JOURNAL_UNAVAILABLE", "fails", where="memory", fault=self._store.fault)
        return self._store

    def _writable(self) -> MemoryStore:
        if self._read_only:
            raise Refusal("JOURNAL_READ_ONLY", where="memory")
        return self._working()


def _sound(store: MemoryStore, kept: tuple[int, str, str] | None) -> Snapshot | None:
    if kept is None:
        return None
    seq, text, seal = kept
    return sound_snapshot(seq, store.rows[seq - 1 - store.gone].hash, text, seal)
