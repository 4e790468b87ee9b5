"""Where a journal can be: what the contract needs to open, break and tamper with each storage."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql

from pitboss.journal import Journal, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.postgres import PostgresJournal
from pitboss.journal.sqlite import SqliteJournal

from .cluster import Cluster

SHORT_WAIT_MS = 20


class Place(Protocol):
    """A storage under test."""

    def open(self) -> Journal:
        """An engine's journal."""
        ...

    def open_to_read(self) -> Journal:
        """An auditor's journal."""
        ...

    def tamper(self, seq: int, column: str, value: int | str) -> None:
        """Change one field of one row behind the journal's back."""
        ...

    def tamper_snapshot(self, text: str) -> None:
        """Change the kept snapshot behind the journal's back."""
        ...

    @contextmanager
    def broken(self) -> Iterator[None]:
        """The storage does not work inside this block, and works again after it."""
        ...


class MemoryPlace:
    """A store in this process."""

    def __init__(self) -> None:
        self._store = MemoryStore()

    def open(self) -> Journal:
        return MemoryJournal(self._store)

    def open_to_read(self) -> Journal:
        return MemoryJournal(self._store, read_only=True)

    def tamper(self, seq: int, column: str, value: int | str) -> None:
        fields = {**self._store.rows[seq - 1]._asdict(), column: value}
        self._store.rows[seq - 1] = Row(**fields)

    def tamper_snapshot(self, text: str) -> None:
        assert self._store.snapshot is not None
        seq, _, seal = self._store.snapshot
        self._store.snapshot = (seq, text, seal)

    @contextmanager
    def broken(self) -> Iterator[None]:
        self._store.fault = "out of order"
        yield
        self._store.fault = ""


class SqlitePlace:
    """A file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self) -> Journal:
        return SqliteJournal(self._path, lock_wait_ms=SHORT_WAIT_MS)

    def open_to_read(self) -> Journal:
        # Not proven: a tampered file is refused at once then, before its rows are looked at.
        return SqliteJournal(self._path, read_only=True, prove_pages=False)

    def tamper(self, seq: int, column: str, value: int | str) -> None:
        self._execute("DROP INDEX journal_command")  # it would stop some changes
        self._execute(f"UPDATE journal SET {column} = ? WHERE seq = ?", value, seq)  # noqa: S608

    def tamper_snapshot(self, text: str) -> None:
        self._execute("UPDATE snapshot SET text = ?", text)

    @contextmanager
    def broken(self) -> Iterator[None]:
        """No file may grow: what a full disk does to a write."""
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    def _execute(self, statement: str, *values: int | str) -> None:
        connection = sqlite3.connect(self._path)
        connection.execute(statement, values)
        connection.commit()
        connection.close()


class PostgresPlace:
    """A database of the private server."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._conninfo = cluster.new_database()

    def open(self) -> Journal:
        return PostgresJournal(self._conninfo, lock_wait_ms=SHORT_WAIT_MS)

    def open_to_read(self) -> Journal:
        return PostgresJournal(self._conninfo, read_only=True)

    def tamper(self, seq: int, column: str, value: int | str) -> None:
        statement = sql.SQL("UPDATE journal SET {} = %s WHERE seq = %s")
        with psycopg.connect(self._conninfo) as connection:
            connection.execute("DROP INDEX journal_command")  # it would stop some changes
            connection.execute(statement.format(sql.Identifier(column)), (value, seq))

    def tamper_snapshot(self, text: str) -> None:
        with psycopg.connect(self._conninfo) as connection:
            connection.execute("UPDATE snapshot SET text = %s", (text,))

    @contextmanager
    def broken(self) -> Iterator[None]:
        self._cluster.stop()
        try:
            yield
        finally:
            self._cluster.start()
