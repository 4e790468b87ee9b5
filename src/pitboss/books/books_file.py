"""The file of the books: one SQLite database, with a write-ahead log, that may be thrown away.

It holds what its rows say and nothing else, so it is pinned to the journal by the sequence and the
hash of the last row it was made of. A file of another form, of another shape of the floor's state,
or of another journal is thrown away and made anew.

Nobody waits for the disk: to do so would keep the journal waiting, whose rows come to the same
disk. So the file is sealed: a digest of all its rows, under a key that lies elsewhere, proves that
it holds what was written to it. One that was edited, that has a trigger or anything else beside the
tables below, or that a crash of the machine left torn, is thrown away and made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pitboss.books.period import Moved
from pitboss.file_words import cause_of
from pitboss.floor.state.snapshot import is_our_shape, shape
from pitboss.journal import EMPTY, Last
from pitboss.refusal import Refusal

FORM = 7  # of the tables below and of what their index names
DIGEST_BYTES = 32
DIGESTS = 1 << 8 * DIGEST_BYTES
BUSY_TIMEOUT_S = 20.0
AMOUNTS = Moved._fields
_AMOUNTS = ", ".join(f"{name} INTEGER NOT NULL" for name in AMOUNTS)
SCHEMA = (
    # `begun` is the row whose state they begin with, where older ones are in archives; 0: none.
    "CREATE TABLE pin (shape TEXT NOT NULL, begun INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " hash TEXT NOT NULL, seal TEXT NOT NULL) STRICT",
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


# Whatever is written to these tables changes the digest of the file.
SEALED = (
    "place", "hour", "day", "entry", "mover", "named", "kind", "round", "began", "page", "state",
    "kept",
)  # fmt: skip


class Altered(sqlite3.DatabaseError):
    """The file holds something else than was written to it."""


class Store:
    """One connection to the file, or to a database in memory where there is no path. The digest of
    its rows is a sum, so that a row that comes or goes changes it alone."""

    def __init__(self, path: Path | None, *, key: bytes = b"", read_only: bool = False) -> None:
        self._path, self._key = path, key
        self._sum = 0  # of the digests of all rows
        self._version: int | None = None  # of the file, as others change it, when that was made
        self.altered = False  # whether a file was thrown away because it did not fit its seal
        self._connection = self._read() if read_only else self._opened()

    @property
    def execute(self) -> Any:
        """Run one statement."""
        return self._connection.execute

    @property
    def executemany(self) -> Any:
        """Run one statement for many rows."""
        return self._connection.executemany

    def read_last(self) -> Last:
        """The last row that the file is made of."""
        seq, found = self.execute("SELECT seq, hash FROM pin").fetchone()
        return Last(seq, found)

    def read_first_seq(self) -> int:
        """The row whose state the file begins with; 0 where it has all rows from the first on."""
        (seq,) = self.execute("SELECT begun FROM pin").fetchone()
        return int(seq)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Everything that is read was true at one time, and is what was written here."""
        self.execute("BEGIN")
        try:
            self._prove()
            yield
        finally:
            self.execute("ROLLBACK")

    @contextmanager
    def writing(self, after: Last) -> Iterator[bool]:
        """One transaction: all of it or nothing. It is given false where somebody else has written
        meanwhile; then nothing is to be written."""
        self.execute("BEGIN IMMEDIATE")
        try:
            self._prove()
            before = self._sum
            try:
                yield self.read_last() == after
                self.execute("UPDATE pin SET seal = ?", (self._seal(),))
                self.execute("COMMIT")
            except BaseException:
                self._sum = before
                raise
        except BaseException:
            with suppress(sqlite3.Error):  # the first error is the one to tell
                self.execute("ROLLBACK")
            raise

    def begin_anew(self) -> None:
        """Throw the file away, and begin an empty one."""
        self._connection.close()
        self._remove()
        self._connection = self._opened()

    def copy(self, path: Path) -> None:
        """Take what another file holds, in memory; nothing, where that does not fit its seal."""
        assert self._path is None
        with closing(Store(path, read_only=True)._connection) as found:
            found.backup(self._connection)
        self._version = None
        try:
            self._prove()
        except Altered:
            self.begin_anew()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # ---- the seal -----------------------------------------------------------------------------

    def has_own_schema(self) -> bool:
        """Whether the file has its tables and indexes, and no trigger or view that would change
        what is written to them or read."""
        found = self.execute("SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL")
        return sorted(sql for (sql,) in found) == sorted(SCHEMA)

    def _prove(self) -> None:
        """Raise `Altered` unless the file fits its seal; all of it is read where somebody else has
        written to it."""
        (version,) = self.execute("PRAGMA data_version").fetchone()
        is_whole = version == self._version
        if not is_whole:
            is_whole = self.has_own_schema() and self._is_intact()
            self._sum = 0
            for name in SEALED if is_whole else ():
                for row in self.execute(f"SELECT * FROM {name} NOT INDEXED"):  # noqa: S608
                    self._add(1, name, *row)
            self._version = version
        if not is_whole or self.execute("SELECT seal FROM pin").fetchone() != (self._seal(),):
            self._version, self.altered = None, True
            raise Altered("it does not fit its seal")

    def _is_intact(self) -> bool:
        found: tuple[str] = self.execute("PRAGMA integrity_check").fetchone()
        return found == ("ok",)

    def _add(self, times: int, *row: Any) -> None:
        self._sum = (self._sum + times * int.from_bytes(self._digest(row))) % DIGESTS

    def _seal(self) -> str:
        """What only who has the key makes of all rows, and of the pin."""
        pin = self.execute("SELECT shape, begun, seq, hash FROM pin").fetchone()
        return self._digest((*pin, self._sum)).hex()

    def _digest(self, values: tuple[Any, ...]) -> bytes:
        text = repr(values).encode("utf-8", "surrogatepass")
        return blake2b(text, key=self._key, digest_size=DIGEST_BYTES).digest()

    def _watch(self, connection: sqlite3.Connection) -> None:
        """Have every row that comes or goes counted."""
        connection.execute("PRAGMA recursive_triggers = ON")  # what is replaced goes, too
        connection.create_function("add_row", -1, self._add)
        for name in SEALED:
            columns = [each for _, each, *_ in connection.execute(f"PRAGMA table_info({name})")]
            new, old = (", ".join(f'{row}."{each}"' for each in columns) for row in ("NEW", "OLD"))
            comes = f"SELECT add_row(1, '{name}', {new});"
            goes = f"SELECT add_row(-1, '{name}', {old});"
            for event, done in (("INSERT", comes), ("DELETE", goes), ("UPDATE", goes + comes)):
                connection.execute(
                    f"CREATE TEMP TRIGGER {name}_{event} AFTER {event} ON main.{name}"
                    f" BEGIN {done} END"
                )

    # ---- opening ------------------------------------------------------------------------------

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
        return self._prepared(sqlite3.connect(":memory:", **_HOW))

    def _opened(self) -> sqlite3.Connection:
        if self._path is None:
            return self._prepared(sqlite3.connect(":memory:", **_HOW))
        try:
            connection = sqlite3.connect(self._path, **_HOW)
            try:
                return self._prepared(connection)
            except sqlite3.DatabaseError as fault:
                connection.close()
                if isinstance(fault, sqlite3.OperationalError):
                    raise
            self._remove()  # it is damaged, altered, or no such file
            return self._prepared(sqlite3.connect(self._path, **_HOW))
        except (sqlite3.Error, OSError) as fault:
            why, goes_on = cause_of(fault)
            where = str(self._path)
            raise Refusal(
                "BOOKS_UNAVAILABLE", "because", where=where, why=why, goes_on=goes_on
            ) from fault

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A connection to tables of this form; a file without them, or with others, gets new
        ones."""
        self._connection, self._version, self._sum = connection, None, 0
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN IMMEDIATE")
        if not _is_ours(connection):
            if connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
                raise sqlite3.DatabaseError("it has another form")
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute("INSERT INTO pin VALUES (?, 0, ?, ?, '')", (shape(), *EMPTY))
            connection.execute("UPDATE pin SET seal = ?", (self._seal(),))
            connection.execute(f"PRAGMA user_version = {FORM}")
        self._prove()
        self._watch(connection)
        connection.execute("COMMIT")
        return connection

    def _remove(self) -> None:
        if self._path is not None:
            for end in ("", "-wal", "-shm"):
                Path(f"{self._path}{end}").unlink(missing_ok=True)


_HOW: dict[str, Any] = {
    "isolation_level": None,
    "check_same_thread": False,
    "timeout": BUSY_TIMEOUT_S,
}


def _is_ours(connection: sqlite3.Connection) -> bool:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found != FORM:
        return False
    written = connection.execute("SELECT shape FROM pin").fetchone()
    return written is not None and is_our_shape(written[0])
