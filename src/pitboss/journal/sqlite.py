"""The journal in one SQLite file: write-ahead log, full synchronization, one writing connection.

A lock file beside it keeps a second engine out, and notes the last row."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pitboss.file_words import cause_of, code_of
from pitboss.journal import EMPTY, FORMAT, Journal, Last, Row, Snapshot, sql_statements
from pitboss.journal.chain import (
    ids_of,
    is_command_id,
    refuse_first_reused,
    refuse_moved_on,
    refuse_tampered,
    sealed_at,
    snapshot_seal,
    sound_snapshot,
)
from pitboss.journal.lockfile import LockFile, awaited_by, lock_path
from pitboss.journal.witness import read_note, refuse_end_before, refuse_other_row, write_note
from pitboss.refusal import Refusal, say

BUSY_TIMEOUT_S = 1.0
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
NO_JOURNAL = "no such table: journal"
# A refused row ends the whole transaction; otherwise SQLite would keep every page that a multi-row
# statement changes, just to undo that statement.
INSERT = "INSERT OR ROLLBACK INTO journal (seq, at_ms, command_id, asked, events, hash) VALUES "
VALUES = "(?, ?, ?, ?, ?, ?)"
# Each statement releases Python's lock and takes it back; one for many rows is quicker than one
# each.
ROWS_A_STATEMENT = 64
FIND_COMMAND = sql_statements.SELECT + " WHERE command_id = ?"
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS journal (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL,"
    " command_id TEXT NOT NULL, asked TEXT NOT NULL, events TEXT NOT NULL, hash TEXT NOT NULL)"
    " STRICT",
    sql_statements.COMMAND_INDEX,
    "CREATE TABLE IF NOT EXISTS snapshot (seq INTEGER PRIMARY KEY, text TEXT NOT NULL,"
    " seal TEXT NOT NULL) STRICT",
)
FORMAT_1 = "SELECT 1 FROM pragma_table_info('journal') WHERE name = 'body'"
# Everything the file must hold, with kind, name and table, and nothing else.
PLACES = ("table journal journal", "index journal_command journal", "table snapshot snapshot")
PARTS = (
    "SELECT type || ' ' || name || ' ' || tbl_name || ': ' || coalesce(sql, '') FROM sqlite_master"
)


class Seen(NamedTuple):
    """Which file a name points to, and its length."""

    device: int
    number: int
    size: int

    def is_before(self, later: Seen, *, or_smaller: bool = False) -> bool:
        """Whether this is an earlier state of the same file; a journal only grows."""
        return self[:2] == later[:2] and (or_smaller or self.size <= later.size)


NO_FILE = Seen(0, 0, 0)


class SqliteJournal(Journal):
    """A journal in a file; opening it for writing creates it if necessary.

    Opening it for reading is for auditors, unless `prove_pages` is false: proving a long file takes
    a while."""

    def __init__(
        self,
        path: Path,
        *,
        read_only: bool = False,
        prove_pages: bool = True,
        lock_wait_ms: int = sql_statements.LOCK_WAIT_MS,
        release: str = "",
    ) -> None:
        self._path = path.resolve()
        self.name = str(self._path)
        self._read_only = read_only
        with self._refusing():
            self._lock = (
                None if read_only else LockFile(self._path, wait_ms=lock_wait_ms, release=release)
            )
            try:
                if not read_only:
                    self._look_first()
                self._connection = self._connect()
            except BaseException:
                self._unlock()
                raise
            self._files = self._seen()
        self._missing = ""  # what is missing, once something was cut off
        if read_only and prove_pages:
            self.prove_pages()

    def last(self) -> Last:
        with self._refusing():
            return self._last()

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write all rows in one transaction, and note the last one."""
        with self._refusing():
            try:
                with self._rolling_back():
                    self._open_transaction()
                    last = self._last()
                    if last != after:
                        raise refuse_moved_on(after=after, last=last)
                    self._insert(rows)
                    self._connection.execute("COMMIT")
            except sqlite3.IntegrityError:
                raise refuse_first_reused(self.find_commands(ids_of(rows)), rows) from None
        assert self._lock is not None
        if rows:
            write_note(self._lock.descriptor, Last(rows[-1].seq, rows[-1].hash))

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        with self._refusing():
            found = self._connection.execute(sql_statements.ROWS, (after_seq, limit)).fetchall()
        return map(Row._make, found)

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Row]:
        found: dict[str, Row] = {}
        with self._refusing():
            for command_id in filter(is_command_id, command_ids):
                row = self._connection.execute(FIND_COMMAND, (command_id,)).fetchone()
                if row:
                    found[command_id] = Row(*row)
        return found

    def save_snapshot(self, *, seq: int, text: str) -> None:
        with self._refusing(), self._rolling_back():
            self._open_transaction()
            found = self._connection.execute(sql_statements.ROW_HASH, (seq,)).fetchone()
            seal = sealed_at(seq, found, text)
            self._connection.execute(sql_statements.DROP_SNAPSHOTS)
            self._connection.execute(sql_statements.SAVE_SNAPSHOT, (seq, text, seal))
            self._connection.execute("COMMIT")

    def last_snapshot(self) -> Snapshot | None:
        return self._snapshot(sql_statements.LAST_SNAPSHOT)

    def read_seal(self) -> Snapshot | None:
        return self._snapshot(sql_statements.SEALED)

    def _snapshot(self, statement: str) -> Snapshot | None:
        with self._refusing():
            found = self._connection.execute(statement).fetchone()
        return None if found is None else sound_snapshot(*found)

    def remove_before(self, *, seq: int, text: str) -> None:
        """Remove all rows before one, and free their disk space."""
        with self._refusing(), self._rolling_back():
            self._open_transaction()
            found = self._connection.execute(sql_statements.ROW_HASH, (seq,)).fetchone()
            seal = sealed_at(seq, found, text)
            self._connection.execute(sql_statements.DROP_OLDER_SNAPSHOTS, (seq,))
            self._connection.execute(sql_statements.REMOVE_BEFORE, (seq,))
            self._connection.execute(sql_statements.SAVE_SNAPSHOT, (seq, text, seal))
            self._connection.execute("COMMIT")
        with suppress(sqlite3.Error):  # a full disk: new rows reuse the space
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with self._refusing():
            self._files = self._seen()

    def begin_with(self, row: Row, *, text: str) -> None:
        seal = snapshot_seal(row_hash=row.hash, seq=row.seq, text=text)
        with self._refusing(), self._rolling_back():
            self._open_transaction()
            if self._last() != EMPTY:
                raise refuse_moved_on(after=EMPTY, last=self._last())
            self._insert([row])
            self._connection.execute(sql_statements.SAVE_SNAPSHOT, (row.seq, text, seal))
            self._connection.execute("COMMIT")

    def prove_pages(self) -> None:
        """Refuse damage that no row shows, such as in an index."""
        with self._refusing():
            (verdict,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise _damage_refusal(self._path, "fails", fault=verdict)
            self._check_schema(self._connection)
            self._check_note(self._connection)
            stray = self._connection.execute(sql_statements.STRAYS).fetchone()
        if stray is not None:
            raise refuse_tampered(stray[0], "not_written")

    def awaited_by(self) -> str | None:
        return awaited_by(self._path)

    def close(self) -> None:
        """Release the file and the lock."""
        self._connection.close()
        self._unlock()

    def _connect(self) -> sqlite3.Connection:
        mode = "rwc"
        if self._read_only:
            mode = "ro&immutable=1" if self._is_frozen() else "ro"
        connection = sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_TIMEOUT_S,
            isolation_level=None, check_same_thread=False,
        )  # fmt: skip
        try:
            self._check_format(connection)
            if self._read_only:
                connection.execute(sql_statements.LAST)  # there must be a journal to read
            else:
                _prepare(connection)
                self._check_schema(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_frozen(self) -> bool:
        """Whether nobody can write there and everything is in the one file, as on a read-only disk:
        SQLite would create files beside it even to read."""
        log = Path(f"{self.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
        return not has_log and not os.access(self._path.parent, os.W_OK)

    def _check_format(self, connection: sqlite3.Connection) -> None:
        """Rows of format 1 had no format field, and were events with a body each."""
        ((found,),) = connection.execute("PRAGMA user_version").fetchall()
        old = connection.execute(FORMAT_1).fetchone()
        if old is not None or found not in (0, FORMAT):
            raise sql_statements.refuse_other_format(
                str(self._path), 1 if old is not None else found
            )

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        """Refuse triggers, which could write rows of their own, and a missing index, which would
        allow a second answer."""
        found = [part for (part,) in connection.execute(PARTS)]
        for name, due in (("user_version", FORMAT), ("application_id", 0)):
            ((value,),) = connection.execute(f"PRAGMA {name}").fetchall()
            found += [f"PRAGMA {name} = {value}"] if value != due else []
        stated = [statement.replace("IF NOT EXISTS ", "") for statement in SCHEMA]
        expected = [f"{place}: {text}" for place, text in zip(PLACES, stated, strict=True)]
        for part in found:
            if part not in expected:
                raise _damage_refusal(self._path, "no_part", part=part[:100])
        for part in expected:
            if part not in found:
                raise _damage_refusal(self._path, "missing", part=part[:100])

    def _look_first(self) -> None:
        """Check before an engine opens a journal, because SQLite would clear away what is left of
        its log."""
        note = read_note(lock_path(self._path))
        if note is not None and not self._path.exists():
            raise self._ends_before(note, EMPTY)
        if note is not None:
            with closing(sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)) as reader:
                self._check_note(reader)

    def _check_note(self, connection: sqlite3.Connection) -> None:
        """Check that the journal holds at least what its engine noted: a damaged, truncated or
        missing log leaves a shorter journal that looks sound."""
        note = read_note(lock_path(self._path))
        if note is None:
            return
        try:
            found = connection.execute(sql_statements.ROW_HASH, (note.seq,)).fetchone()
            last = connection.execute(sql_statements.LAST).fetchone() or EMPTY
        except sqlite3.OperationalError as error:
            if NO_JOURNAL not in str(error):
                raise
            found, last = None, EMPTY
        if found is None:
            raise self._ends_before(note, Last(*last))
        if found[0] != note.hash:
            raise refuse_other_row(str(self._path), note)

    def _ends_before(self, note: Last, last: Last) -> Refusal:
        return refuse_end_before(str(self._path), lock_path(self._path), note, last)

    def _insert(self, rows: Sequence[Row]) -> None:
        for first in range(0, len(rows), ROWS_A_STATEMENT):
            some = rows[first : first + ROWS_A_STATEMENT]
            self._connection.execute(_insert_of(len(some)), list(chain.from_iterable(some)))

    def _last(self) -> Last:
        found = self._connection.execute(sql_statements.LAST).fetchone()
        return Last(*found) if found else EMPTY

    def _open_transaction(self) -> None:
        if self._read_only:
            raise sql_statements.refuse_read_only(str(self._path))
        self._check_files()
        self._connection.execute("BEGIN IMMEDIATE")

    def _check_files(self) -> None:
        """Check that the open files still exist under their names: a file can be written long after
        it was deleted or truncated, and nobody would find the rows."""
        (file, log), found = self._files, self._seen()
        if found == self._files and not self._missing:
            return
        if not file.is_before(found[0], or_smaller=True):
            raise sql_statements.refuse_unavailable(str(self._path), say("FILE_FAILS", "replaced"))
        if not file.is_before(found[0]) or not log.is_before(found[1]):
            self._bring_home()
            found = self._seen()
        if self._missing:
            raise _damage_refusal(self._path, "fails", fault=self._missing)
        self._files = found

    def _bring_home(self) -> None:
        """Recover when the write-ahead log was deleted or truncated. The log's open copy goes into
        the file, and a new log begins; then nothing may be missing."""
        (busy, *_) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sql_statements.refuse_unavailable(
                str(self._path), say("FILE_FAILS", "log_removed")
            )
        fresh = self._connect()
        self._connection.close()
        self._connection = fresh
        (verdict,) = fresh.execute("PRAGMA quick_check(1)").fetchone()
        self._missing = "" if verdict == "ok" else verdict

    def _seen(self) -> tuple[Seen, Seen]:
        """The file and its write-ahead log, as found under their names now."""
        try:
            return _seen(self.name), _seen(f"{self.name}-wal")
        except FileNotFoundError:
            return _seen(self.name), NO_FILE

    @contextmanager
    def _rolling_back(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # Some errors have already rolled back; the first error is the one to report.
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn errors of the driver and the system into refusals."""
        try:
            yield
        except sqlite3.Error as error:
            code = code_of(error)
            # Our statements are right: if one fails, a journal has lost a table or column.
            lost = code == sqlite3.SQLITE_ERROR and NO_JOURNAL not in str(error)
            if code in DAMAGED or lost:
                raise _damage_refusal(self._path, "fails", fault=error) from error
            if not code and "decode" in str(error):  # the driver's own, with the whole text
                raise _damage_refusal(self._path, "not_text") from error
            raise sql_statements.refuse_unavailable(str(self._path), *cause_of(error)) from error
        except UnicodeDecodeError as error:  # in SQLite's report of a damaged schema
            raise _damage_refusal(self._path, "not_text") from error
        except OSError as error:
            raise sql_statements.refuse_unavailable(str(self._path), *cause_of(error)) from error

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


@cache
def _insert_of(rows: int) -> str:
    return INSERT + ", ".join([VALUES] * rows)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _damage_refusal(path: Path, case: str, **values: object) -> Refusal:
    """The refusal of data that no engine stores."""
    return Refusal("JOURNAL_DAMAGED", case, where=str(path), **values)


def _seen(path: str) -> Seen:
    found = os.stat(path)  # noqa: PTH116 - before each batch, and quicker
    return Seen(found.st_dev, found.st_ino, found.st_size)
