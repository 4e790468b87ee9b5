"""The books' file: one SQLite database, with a write-ahead log, that can be deleted at any time.

It holds only what its rows say, so the sequence and hash of the last row it covers pin it to the
journal. A file in another form, with another shape of the floor's state, or for another journal is
deleted and rebuilt.

Nobody waits for the disk: that would hold up the journal, whose rows go to the same disk. Instead
the file is sealed: a digest of all its rows, under a key kept elsewhere, proves that it holds what
was written to it. A file that was edited, that has a trigger or anything else besides the tables
below, or that a crash tore, is deleted and rebuilt."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pitboss.books.period import Moved
from pitboss.books.play_sums import Played
from pitboss.file_words import cause_of
from pitboss.floor.state.snapshot import is_our_shape, shape
from pitboss.journal import EMPTY, Last
from pitboss.refusal import Refusal

FORM = 9  # of the tables below and of their index names
DIGEST_BYTES = 32
DIGESTS = 1 << 8 * DIGEST_BYTES
BUSY_TIMEOUT_S = 20.0
AMOUNTS = Moved._fields
PLAYED = Played._fields
_AMOUNTS, _PLAYED = (
    ", ".join(f"{name} INTEGER NOT NULL" for name in names) for names in (AMOUNTS, PLAYED)
)
SCHEMA = (
    # `begun` is the row whose state the books start with, if older rows are archived; 0: none.
    "CREATE TABLE pin (shape TEXT NOT NULL, begun INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " hash TEXT NOT NULL, seal TEXT NOT NULL) STRICT",
    # What a sum is about; sums refer to it by number.
    'CREATE TABLE place (number INTEGER PRIMARY KEY, "table" TEXT NOT NULL, jackpot TEXT NOT NULL,'
    " level TEXT NOT NULL, kind TEXT NOT NULL, cause TEXT NOT NULL) STRICT",
    f"CREATE TABLE hour (place INTEGER NOT NULL, hour INTEGER NOT NULL, {_AMOUNTS},"
    " PRIMARY KEY (place, hour)) STRICT, WITHOUT ROWID",
    # From one day's close to the next, by the row that closed it; 0: the open day.
    f"CREATE TABLE day (close INTEGER NOT NULL, place INTEGER NOT NULL, {_AMOUNTS},"
    " PRIMARY KEY (close, place)) STRICT, WITHOUT ROWID",
    # What tables offered, and how it was played: by blocks of so many gambling days, and by slice.
    'CREATE TABLE offer (number INTEGER PRIMARY KEY, "table" TEXT NOT NULL, jackpot TEXT NOT NULL,'
    " seats INTEGER NOT NULL, is_training INTEGER NOT NULL, plays TEXT NOT NULL,"
    " terms TEXT NOT NULL) STRICT",
    "CREATE TABLE play (size INTEGER NOT NULL, block INTEGER NOT NULL, offer INTEGER NOT NULL,"
    f" slice TEXT NOT NULL, value TEXT NOT NULL, {_PLAYED},"
    " PRIMARY KEY (size, slice, block, offer, value)) STRICT, WITHOUT ROWID",
    # Prizes won and rare presses, for surveillance; and how many acts of each kind people did.
    "CREATE TABLE incident (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, seq INTEGER NOT NULL,"
    " day INTEGER NOT NULL, at_ms INTEGER NOT NULL, hour TEXT NOT NULL,"
    ' "table" TEXT NOT NULL, round INTEGER NOT NULL, dealer TEXT NOT NULL, badges TEXT NOT NULL,'
    " seat INTEGER NOT NULL, jackpot TEXT NOT NULL, outcome TEXT NOT NULL,"
    " award TEXT NOT NULL) STRICT",
    "CREATE INDEX incident_day ON incident (day)",
    "CREATE TABLE act (day INTEGER NOT NULL, badge TEXT NOT NULL, kind TEXT NOT NULL,"
    " times INTEGER NOT NULL, PRIMARY KEY (day, badge, kind)) STRICT, WITHOUT ROWID",
    # Everything except plain rounds. The id is the row's sequence and the place in the row.
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
    # The earliest and latest time in so many rows: where to look for rows of a time.
    "CREATE TABLE page (page INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL,"
    " to_ms INTEGER NOT NULL) STRICT",
    # The floor after a row; what grows with every award is stored value by value.
    "CREATE TABLE state (seq INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT",
    "CREATE TABLE kept (part TEXT NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL,"
    " text BLOB NOT NULL, PRIMARY KEY (part, name, seq)) STRICT, WITHOUT ROWID",
)
_SUMS, _PLAY_SUMS = (
    ", ".join(f"{name} = {name} + excluded.{name}" for name in names) for names in (AMOUNTS, PLAYED)
)
_MARKS = ", ".join("?" * (2 + len(AMOUNTS)))
_ADD = "INSERT INTO {} VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}"
ADD_HOUR = _ADD.format("hour", _MARKS, "place, hour", _SUMS)
ADD_DAY = _ADD.format("day", _MARKS, "close, place", _SUMS)
ADD_PLAYED = _ADD.format(
    "play", ", ".join("?" * (5 + len(PLAYED))), "size, slice, block, offer, value", _PLAY_SUMS
)
ADD_ACTS = _ADD.format("act", "?, ?, ?, ?", "day, badge, kind", "times = times + excluded.times")
ROLL_UP = (
    f"INSERT OR REPLACE INTO play SELECT ?, ?, offer, slice, value,"  # noqa: S608 - our own names
    f" {', '.join(f'sum({name})' for name in PLAYED)} FROM play"
    " WHERE size = ? AND block >= ? AND block < ? GROUP BY offer, slice, value"
)
ADD_PAGE = (
    "INSERT INTO page VALUES (?, ?, ?) ON CONFLICT (page) DO UPDATE SET"
    " from_ms = min(from_ms, excluded.from_ms), to_ms = max(to_ms, excluded.to_ms)"
)


# Any write to these tables changes the digest of the file.
SEALED = (
    "place", "hour", "day", "offer", "play", "incident", "act", "entry", "mover", "named", "kind",
    "round", "began", "page", "state", "kept",
)  # fmt: skip


class Altered(sqlite3.DatabaseError):
    """The file doesn't hold what was written to it."""


class Store:
    """One connection to the file, or to an in-memory database if there is no path. The digest of
    its rows is a sum, so adding or removing a row is one step."""

    def __init__(self, path: Path | None, *, key: bytes = b"", read_only: bool = False) -> None:
        self._path, self._key = path, key
        self._sum = 0  # digests of all rows
        self._version: int | None = None  # the file's data version when that sum was made
        self.altered = False  # whether a file was deleted because its seal was broken
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
        """The last row the file covers."""
        seq, found = self.execute("SELECT seq, hash FROM pin").fetchone()
        return Last(seq, found)

    def read_first_seq(self) -> int:
        """The row whose state the file starts with; 0 if it starts with the first row."""
        (seq,) = self.execute("SELECT begun FROM pin").fetchone()
        return int(seq)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read from one snapshot, and only what was written here."""
        self.execute("BEGIN")
        try:
            self._prove()
            yield
        finally:
            self.execute("ROLLBACK")

    @contextmanager
    def writing(self, after: Last) -> Iterator[bool]:
        """Run one transaction, all or nothing. Yields False if another process has written in the
        meantime; then write nothing."""
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
            with suppress(sqlite3.Error):  # report the first error
                self.execute("ROLLBACK")
            raise

    def begin_anew(self) -> None:
        """Delete the file, and start an empty one."""
        self._connection.close()
        self._remove()
        self._connection = self._opened()

    def copy(self, path: Path) -> None:
        """Copy another file into memory; nothing if its seal is broken."""
        assert self._path is None
        with closing(Store(path, read_only=True)._connection) as found:
            found.backup(self._connection)
        self._version = None
        try:
            self._prove()
        except Altered:
            self.begin_anew()

    def close(self) -> None:
        self._connection.close()

    # ---- the seal -----------------------------------------------------------------------------

    def has_own_schema(self) -> bool:
        """Whether the file has its own tables and indexes, and no trigger or view that would change
        what is written or read."""
        found = self.execute("SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL")
        return sorted(sql for (sql,) in found) == sorted(SCHEMA)

    def _prove(self) -> None:
        """Raise `Altered` unless the seal fits; if another process has written, read the whole
        file."""
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
        """What only the key's holder can compute from all rows and the pin."""
        pin = self.execute("SELECT shape, begun, seq, hash FROM pin").fetchone()
        return self._digest((*pin, self._sum)).hex()

    def _digest(self, values: tuple[Any, ...]) -> bytes:
        text = repr(values).encode("utf-8", "surrogatepass")
        return blake2b(text, key=self._key, digest_size=DIGEST_BYTES).digest()

    def _watch(self, connection: sqlite3.Connection) -> None:
        """Count every row that is added or removed."""
        connection.execute("PRAGMA recursive_triggers = ON")  # count replaced rows as removed
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
        """For a reader beside the writer; empty books if there is no file to read."""
        assert self._path is not None
        with suppress(sqlite3.Error):
            connection: sqlite3.Connection = sqlite3.connect(
                f"{self._path.as_uri()}?mode=ro", uri=True, **_HOW
            )
            if _is_ours(connection):
                connection.execute("BEGIN")  # read everything from one snapshot
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
            self._remove()  # it is damaged, altered, or missing
            return self._prepared(sqlite3.connect(self._path, **_HOW))
        except (sqlite3.Error, OSError) as fault:
            why, goes_on = cause_of(fault)
            where = str(self._path)
            raise Refusal(
                "BOOKS_UNAVAILABLE", "because", where=where, why=why, goes_on=goes_on
            ) from fault

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A connection to tables in this form; a file without them, or with others, gets new
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
