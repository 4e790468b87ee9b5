"""The file of the books: one SQLite database, with a write-ahead log, that may be thrown away.

It holds what its rows say and nothing else, so it is pinned to the journal by the sequence and the
hash of the last row it was made of. A file of another form, of another shape of the floor's state,
or of another journal is thrown away and made anew.

Nobody waits for the disk: to do so would keep the journal waiting, whose rows come to the same
disk. So the file is sound after a crash of the program, and not to be trusted after one of the
machine. It says since when the machine has run that wrote to it; closed in order, it says that all
of it is on the disk."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pitboss.books.period import Moved
from pitboss.file_words import cause_of
from pitboss.floor.snapshot import shape
from pitboss.journal import EMPTY, Last
from pitboss.refusal import Refusal

FORM = 6  # of the tables below and of what their index names
ON_DISK = 0  # in place of when the machine was started
BOOT_S = 60  # a clock is set a little now and then; a machine does not run for less
BUSY_TIMEOUT_S = 20.0
AMOUNTS = Moved._fields
_AMOUNTS = ", ".join(f"{name} INTEGER NOT NULL" for name in AMOUNTS)
SCHEMA = (
    # `begun` is the row whose state they begin with, where older ones are in archives; 0: none.
    "CREATE TABLE pin (shape TEXT NOT NULL, booted_s INTEGER NOT NULL, begun INTEGER NOT NULL,"
    " seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT",
    # What a sum is of; the sums stand under its number.
    'CREATE TABLE place (number INTEGER PRIMARY KEY, "table" TEXT NOT NULL, jackpot TEXT NOT NULL,'
    " level TEXT NOT NULL, kind TEXT NOT NULL, cause TEXT NOT NULL) STRICT",
    f"CREATE TABLE hour (place INTEGER NOT NULL, hour INTEGER NOT NULL, {_AMOUNTS},"
    " PRIMARY KEY (place, hour)) STRICT, WITHOUT ROWID",
    # From one close of a day to the next, by the row that closed it; 0: the day that is open.
    f"CREATE TABLE day (close INTEGER NOT NULL, place INTEGER NOT NULL, {_AMOUNTS},"
    " PRIMARY KEY (close, place)) STRICT, WITHOUT ROWID",
    # Everything but plain rounds. The id is the row's sequence and the place in the row.
    "CREATE TABLE entry (id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,"
    ' "table" TEXT NOT NULL, round INTEGER NOT NULL, jackpot TEXT NOT NULL, award TEXT NOT NULL,'
    " badge TEXT NOT NULL, text TEXT NOT NULL) STRICT",
    "CREATE INDEX entry_kind ON entry (kind, at_ms)",
    'CREATE INDEX entry_table ON entry ("table", kind, at_ms) WHERE "table" != \'\'',
    "CREATE INDEX entry_award ON entry (award) WHERE award != ''",
    # Which entries moved a level.
    "CREATE TABLE mover (jackpot TEXT NOT NULL, level TEXT NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY (jackpot, level, id)) STRICT, WITHOUT ROWID",
    # Which entries name a thing, such as an award, a badge or an amount.
    "CREATE TABLE named (kind TEXT NOT NULL, name TEXT NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY (kind, name, id)) STRICT, WITHOUT ROWID",
    "CREATE TABLE kind (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    # The newest rounds of each table.
    'CREATE TABLE round ("table" TEXT NOT NULL, round INTEGER NOT NULL, id INTEGER NOT NULL,'
    ' at_ms INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY ("table", round)) STRICT,'
    " WITHOUT ROWID",
    # The first round that a table began in so many rows: where to look for any other.
    'CREATE TABLE began ("table" TEXT NOT NULL, round INTEGER NOT NULL, seq INTEGER NOT NULL,'
    ' PRIMARY KEY ("table", round)) STRICT, WITHOUT ROWID',
    # The least and the greatest time in so many rows: where to look for rows of a time.
    "CREATE TABLE page (page INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL,"
    " to_ms INTEGER NOT NULL) STRICT",
    # The floor after a row; what grows with every award stands value by value.
    "CREATE TABLE state (seq INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT",
    "CREATE TABLE kept (part TEXT NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL,"
    " text BLOB NOT NULL, PRIMARY KEY (part, name, seq)) STRICT, WITHOUT ROWID",
)
_SUMS = ", ".join(f"{name} = {name} + excluded.{name}" for name in AMOUNTS)
_MARKS = ", ".join("?" * (2 + len(AMOUNTS)))
_ADD = "INSERT INTO {} VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}"
ADD_HOUR = _ADD.format("hour", _MARKS, "place, hour", _SUMS)
ADD_DAY = _ADD.format("day", _MARKS, "close, place", _SUMS)
ADD_PAGE = (
    "INSERT INTO page VALUES (?, ?, ?) ON CONFLICT (page) DO UPDATE SET"
    " from_ms = min(from_ms, excluded.from_ms), to_ms = max(to_ms, excluded.to_ms)"
)


class Store:
    """One connection to the file, or to a database in memory where there is no path."""

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        self._path = path
        self._has_marked = False  # whether it was this one who said that the file is written to
        self._connection = self._read() if read_only else self._opened()

    @property
    def execute(self) -> Any:
        """Run one statement."""
        return self._connection.execute

    @property
    def executemany(self) -> Any:
        """Run one statement for many rows."""
        return self._connection.executemany

    def pinned(self) -> Last:
        """The last row that the file is made of."""
        seq, found = self.execute("SELECT seq, hash FROM pin").fetchone()
        return Last(seq, found)

    def begun(self) -> int:
        """The row whose state the file begins with; 0 where it has all rows from the first on."""
        (seq,) = self.execute("SELECT begun FROM pin").fetchone()
        return int(seq)

    @contextmanager
    def writing(self, after: Last) -> Iterator[bool]:
        """One transaction: all of it or nothing. It is given false where somebody else has written
        meanwhile; then nothing is to be written."""
        (booted_s,) = self.execute("SELECT booted_s FROM pin").fetchone()
        if booted_s == ON_DISK:
            self._mark(_booted_s())
            self._has_marked = True
        self.execute("BEGIN IMMEDIATE")
        try:
            yield self.pinned() == after
            self.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # the first error is the one to tell
                self.execute("ROLLBACK")
            raise

    def begin_anew(self) -> None:
        """Throw the file away, and begin an empty one."""
        self._connection.close()
        self._remove()
        self._has_marked = False
        self._connection = self._opened()

    def close(self) -> None:
        """Let go of the file. Who was the first to write brings it to the disk, unless somebody
        reads on: a server that stops does not wait for him."""
        if self._path is not None and self._has_marked:
            with suppress(sqlite3.Error, OSError):  # then it is made again after a crash
                self.execute("PRAGMA busy_timeout = 1000")
                self.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                with self._path.open("rb") as file:
                    os.fsync(file.fileno())
                self._mark(ON_DISK)
        self._connection.close()

    def _mark(self, booted_s: int) -> None:
        """Say whether the file is on the disk, and wait until that is."""
        self.execute("PRAGMA synchronous = FULL")
        self.execute("UPDATE pin SET booted_s = ?", (booted_s,))
        self.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.execute("PRAGMA synchronous = OFF")

    def _read(self) -> sqlite3.Connection:
        """For a reader beside whoever writes; without a file to read, books without a row."""
        assert self._path is not None
        with suppress(sqlite3.Error):
            connection: sqlite3.Connection = sqlite3.connect(
                f"{self._path.as_uri()}?mode=ro", uri=True, **_HOW
            )
            if _is_ours(connection):
                connection.execute("BEGIN")  # all that is read was true at one time
                return connection
            connection.close()
        return _prepared(sqlite3.connect(":memory:", **_HOW))

    def _opened(self) -> sqlite3.Connection:
        if self._path is None:
            return _prepared(sqlite3.connect(":memory:", **_HOW))
        try:
            connection = sqlite3.connect(self._path, **_HOW)
            try:
                return _prepared(connection)
            except sqlite3.DatabaseError as fault:
                connection.close()
                if isinstance(fault, sqlite3.OperationalError):
                    raise
            self._remove()  # it is damaged, or no such file
            return _prepared(sqlite3.connect(self._path, **_HOW))
        except (sqlite3.Error, OSError) as fault:
            reason, goes_on = cause_of(fault)
            raise Refusal(
                "BOOKS_UNAVAILABLE", where=str(self._path), reason=reason, goes_on=goes_on
            ) from fault

    def _remove(self) -> None:
        if self._path is not None:
            for end in ("", "-wal", "-shm"):
                Path(f"{self._path}{end}").unlink(missing_ok=True)


_HOW: dict[str, Any] = {
    "isolation_level": None,
    "check_same_thread": False,
    "timeout": BUSY_TIMEOUT_S,
}


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A connection to tables of this form; a file without them, or with others, gets new ones."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    if not _is_ours(connection):
        connection.execute("BEGIN IMMEDIATE")
        if not _is_ours(connection):
            if connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
                connection.execute("ROLLBACK")
                raise sqlite3.DatabaseError("it has another form")
            for statement in SCHEMA:
                connection.execute(statement)
            begin = (shape(), ON_DISK, 0, *EMPTY)
            connection.execute("INSERT INTO pin VALUES (?, ?, ?, ?, ?)", begin)
            connection.execute(f"PRAGMA user_version = {FORM}")
        connection.execute("COMMIT")
    return connection


def _is_ours(connection: sqlite3.Connection) -> bool:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found != FORM:
        return False
    written = connection.execute("SELECT shape, booted_s FROM pin").fetchone()
    if written is None or written[0] != shape():
        return False
    booted_s: int = written[1]
    return booted_s == ON_DISK or abs(booted_s - _booted_s()) <= BOOT_S


def _booted_s() -> int:
    """When this machine was started, in seconds since 1970."""
    return int(time.time() - time.clock_gettime(time.CLOCK_BOOTTIME))
