"""Where access data is stored: beside the journal, in a file of the site's folder or in the
journal's database. A standby machine then knows everyone too.

Both take the same SQL, with `?` for each value.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, LiteralString, ParamSpec, Protocol, TypeAlias, TypeVar

from pitboss import file_words
from pitboss.journal.place import check_server
from pitboss.refusal import Refusal, Told

ACCESS_FILE = "access.db"
BUSY_TIMEOUT_S = 5.0
OWNER_ONLY = 0o600
SCHEMA: tuple[LiteralString, ...] = (
    "CREATE TABLE IF NOT EXISTS key (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS badge (badge TEXT PRIMARY KEY, pin TEXT NOT NULL,"
    " code_sha256 TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS session (id_sha256 TEXT PRIMARY KEY, badge TEXT NOT NULL,"
    " until_ms BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS browser (visitor_sha256 TEXT NOT NULL, badge TEXT NOT NULL,"
    " at_ms BIGINT NOT NULL, PRIMARY KEY (visitor_sha256, badge))",
    "CREATE TABLE IF NOT EXISTS device (device TEXT PRIMARY KEY, kind TEXT NOT NULL,"
    " gaming_table TEXT NOT NULL, token_sha256 TEXT NOT NULL UNIQUE,"
    " enrolled_ms BIGINT NOT NULL, enrolled_by TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS device_line (device TEXT PRIMARY KEY, seats TEXT NOT NULL,"
    " last_n BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS device_code (code_sha256 TEXT PRIMARY KEY, kind TEXT NOT NULL,"
    " gaming_table TEXT NOT NULL, until_ms BIGINT NOT NULL, made_by TEXT NOT NULL,"
    " seats TEXT NOT NULL, replaces TEXT NOT NULL, proof TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS language (badge TEXT PRIMARY KEY, language TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS published (seq BIGINT NOT NULL, hash TEXT NOT NULL)",
    # Pictures and videos of the signs, in the parts that they arrived in.
    "CREATE TABLE IF NOT EXISTS sign_file (sha256 TEXT NOT NULL, part BIGINT NOT NULL,"
    " content TEXT NOT NULL, PRIMARY KEY (sha256, part))",
)
# Outside the journal's own tables, which must be alone in their schema.
OWN_SCHEMA: tuple[LiteralString, ...] = (
    "CREATE SCHEMA IF NOT EXISTS access",
    "SET search_path TO access",
)
# Every writer locks this row first: one at a time, and readers see that something changed.
CHANGES: tuple[LiteralString, ...] = (
    "CREATE TABLE IF NOT EXISTS changes (number BIGINT NOT NULL)",
    "INSERT INTO changes SELECT 0 WHERE NOT EXISTS (SELECT FROM changes)",
)
SCHEMA_LOCK = 0x61_63_63_65_73_73  # "access"
_Found = TypeVar("_Found")
FoundRows: TypeAlias = list[tuple[Any, ...]]
Execute: TypeAlias = Callable[[LiteralString, Sequence[Any]], FoundRows]


class Remembering(Protocol):
    """Caches what the store has in memory."""

    changing: threading.RLock


_Who = TypeVar("_Who", bound=Remembering)
_Given = ParamSpec("_Given")


def one_at_a_time(
    change: Callable[Concatenate[_Who, _Given], _Found],
) -> Callable[Concatenate[_Who, _Given], _Found]:
    """Keep a thread from loading the store while another one changes both."""

    @wraps(change)
    def alone(who: _Who, /, *given: _Given.args, **named: _Given.kwargs) -> _Found:
        with who.changing:
            return change(who, *given, **named)

    return alone


class FileStore:
    """A file with a rollback journal, not a write-ahead log: the command line may set a PIN while a
    server runs, and only this is safe with two writers."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._path = path
        self._read_only = read_only
        self._lock = threading.Lock()
        with self._refusing():
            self._connection = self._connected()

    @contextmanager
    def writing(self) -> Iterator[Execute]:
        with self._lock, self._refusing():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._execute
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def read(self, question: LiteralString, values: Sequence[Any] = ()) -> FoundRows:
        """Run a query."""
        with self._lock, self._refusing():
            return self._execute(question, values)

    def read_version(self) -> int:
        """SQLite's count of other connections' writes."""
        ((version,),) = self.read("PRAGMA data_version")
        return int(version)

    def close(self) -> None:
        self._connection.close()

    def _execute(self, statement: LiteralString, values: Sequence[Any]) -> FoundRows:
        return self._connection.execute(statement, values).fetchall()

    def _connected(self) -> sqlite3.Connection:
        mode = "ro" if self._read_only else "rwc"
        connection = sqlite3.connect(
            f"{self._path.resolve().as_uri()}?mode={mode}", uri=True, timeout=BUSY_TIMEOUT_S,
            isolation_level=None, check_same_thread=False,
        )  # fmt: skip
        if self._read_only:
            return connection
        self._path.chmod(OWNER_ONLY)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
        for statement in SCHEMA:
            connection.execute(statement)
        return connection

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise _unavailable(str(self._path), *file_words.cause_of(error)) from error


class DatabaseStore:
    """Separate tables in the journal's database. After a lost connection the next call reconnects;
    an interrupted write is refused and can be tried again."""

    def __init__(self, address: str, *, read_only: bool = False) -> None:
        from psycopg import Error  # late: a site with a file needs no driver

        from pitboss.journal import postgres, server_words

        self._postgres = postgres
        self._cause_of = server_words.cause_of
        self._is_unreadable = server_words.is_unreadable
        self._read_only = read_only
        self._error = Error
        self._address = address
        self._lock = threading.Lock()
        self._connection: postgres.Connection | None = None
        if not read_only:
            with self._lock, self._using() as connection:
                _prepare(connection)

    @contextmanager
    def writing(self) -> Iterator[Execute]:
        """One transaction, after all others."""
        with self._lock, self._using() as connection, connection.transaction():
            connection.execute("UPDATE changes SET number = number + 1")
            yield lambda statement, values: _executed(connection, statement, values)

    def read(self, question: LiteralString, values: Sequence[Any] = ()) -> FoundRows:
        """Run a query."""
        with self._lock, self._using() as connection:
            return _executed(connection, question, values)

    def read_version(self) -> int:
        """The number of writes by anyone."""
        ((number,),) = self.read("SELECT number FROM changes")
        return int(number)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _using(self) -> Iterator[Any]:
        """The connection, reopened if lost; a failed one is dropped."""
        try:
            yield self._live()
        except self._error as fault:
            with suppress(self._error):
                self.close()
            if self._read_only and self._is_unreadable(fault):
                raise Refusal("ACCESS_UNAVAILABLE", "no_schema", where="the database") from fault
            raise _unavailable("the database", *self._cause_of(fault)) from fault

    def _live(self) -> Any:
        found = self._connection
        if found is not None:
            try:
                self._postgres.begin(found)
                found.execute("SELECT 1")
            except self._error:
                self.close()
            else:
                return found
        self._connection = self._postgres.connect(self._address)
        self._connection.execute(OWN_SCHEMA[1])
        return self._connection


def _prepare(connection: Any) -> None:
    """Create missing tables, one process at a time."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
        for statement in (*OWN_SCHEMA, *SCHEMA, *CHANGES):
            connection.execute(statement)


def _executed(connection: Any, statement: LiteralString, values: Sequence[Any]) -> FoundRows:
    found = connection.execute(statement.replace("?", "%s"), values)
    rows: FoundRows = found.fetchall() if found.description is not None else []
    return rows


@contextmanager
def as_kept() -> Iterator[None]:
    """Refuse a store with content that we didn't write and can't read, by its name."""
    try:
        yield
    except (AttributeError, TypeError, ValueError) as fault:
        raise Refusal("ACCESS_UNAVAILABLE", "unreadable", where="access") from fault


def _unavailable(where: str, why: Told, goes_on: str = "") -> Refusal:
    return Refusal("ACCESS_UNAVAILABLE", "because", where=where, why=why, goes_on=goes_on)


# What `Access` writes and reads; one thread at a time. Fails with ACCESS_UNAVAILABLE.
AccessStore: TypeAlias = FileStore | DatabaseStore


def access_store(folder: Path, database: str, *, read_only: bool = False) -> AccessStore:
    """The store beside a site's journal; a reader may use a replica."""
    if not database:
        return FileStore(folder / ACCESS_FILE, read_only=read_only)
    check_server(database, where="--database")
    return DatabaseStore(database, read_only=read_only)
