"""The journal in a PostgreSQL database: the same rows as in a file.

An advisory lock, one for each database, keeps a second engine out. The next call replaces a lost
connection, lock included, so a journal outlives restarts of its server.

No call takes longer than its deadline, even if the server is frozen. A write without an answer by
then, or one that committed with a warning (its wait for a standby was canceled), is JOURNAL_UNSURE,
and its connection is dropped. The next connection begins with a commit of its own, which the same
standbys must confirm, so everything read after it is just as durable."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

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
from pitboss.journal.server_lock import (
    END_SILENT,
    LOCK,
    LOCK_AWAITED,
    LOCK_HOLDER,
    LOCK_KEY,
    release_in,
)
from pitboss.journal.server_words import cause_of, to_fix
from pitboss.journal.servers import first_of
from pitboss.journal.witness import WitnessFile, refuse_end_before, refuse_other_row
from pitboss.refusal import Refusal, Told, say

_Result = TypeVar("_Result")

# A server that no longer answers must not block the floor forever.
DEADLINE_S = 5.0
CONNECTION_LIMITS = {
    "connect_timeout": 2,  # for each host; the lowest possible
    "tcp_user_timeout": 5000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
# The server gives up before the deadline, which is a clear answer. After three seconds of lost
# packets it also finds out that an engine's machine is gone, so another can get the lock.
SESSION: Mapping[str, str] = {
    "statement_timeout": "4000",
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "1",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "3000",
}
SET_SESSION: LiteralString = "SELECT set_config(%s, %s, false)"
# What makes a commit less than durable, as far as a session can see.
UNSAFE: LiteralString = (
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'"
)
PRIMARY_KEY = "journal_pkey"
HUNG = to_fix(say("NO_DATABASE", "hung"))
SCHEMA: tuple[LiteralString, ...] = (
    "CREATE TABLE IF NOT EXISTS journal (seq BIGINT CONSTRAINT journal_pkey PRIMARY KEY,"
    " at_ms BIGINT NOT NULL, command_id TEXT NOT NULL, asked TEXT NOT NULL, events TEXT NOT NULL,"
    " hash TEXT NOT NULL)",
    sql_statements.COMMAND_INDEX,
    "CREATE TABLE IF NOT EXISTS snapshot (seq BIGINT PRIMARY KEY, text TEXT NOT NULL,"
    " seal TEXT NOT NULL)",
)


def _place_values(statement: LiteralString) -> LiteralString:
    """Convert a shared statement to this driver's placeholders."""
    return statement.replace("?", "%s")


LAST = _place_values(sql_statements.LAST)
# Faster than inserts, and just as atomic: a statement is a transaction.
COPY: LiteralString = "COPY journal (seq, at_ms, command_id, asked, events, hash) FROM STDIN"
LINE = "\t".join(["%s"] * len(Row._fields)) + "\n"
TABS = LINE.count("\t")
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
ROWS = _place_values(sql_statements.ROWS)
FIND_COMMANDS: LiteralString = sql_statements.SELECT + " WHERE command_id = ANY(%s)"
ROW_HASH = _place_values(sql_statements.ROW_HASH)
DROP_OLDER_SNAPSHOTS = _place_values(sql_statements.DROP_OLDER_SNAPSHOTS)
REMOVE_BEFORE = _place_values(sql_statements.REMOVE_BEFORE)
SAVE_SNAPSHOT = _place_values(sql_statements.SAVE_SNAPSHOT)
FORMAT_WORDS = "pitboss journal, format "
FORMAT_NOTE: LiteralString = "pitboss journal, format 3"
NOTE_FORMAT: LiteralString = f"COMMENT ON TABLE journal IS '{FORMAT_NOTE}'"
FORMAT_NOTED: LiteralString = (
    "SELECT obj_description(oid, 'pg_class') FROM pg_class WHERE oid = to_regclass('journal')"
)
assert f"{FORMAT_WORDS}{FORMAT}" == FORMAT_NOTE
# A replica may lack the last rows, and lets nobody write.
JOURNAL_THERE: LiteralString = (
    "SELECT 1 WHERE to_regclass('journal') IS NOT NULL AND NOT pg_is_in_recovery()"
)
FOREIGN: LiteralString = (
    "SELECT 'trigger ' || tgname FROM pg_trigger"
    " WHERE tgrelid IN ('journal'::regclass, 'snapshot'::regclass) AND NOT tgisinternal"
    " UNION ALL SELECT 'rule ' || rulename FROM pg_rewrite"
    " WHERE ev_class IN ('journal'::regclass, 'snapshot'::regclass)"
    " UNION ALL SELECT 'index journal_command' WHERE NOT EXISTS (SELECT FROM pg_index"
    " WHERE indexrelid = to_regclass('journal_command') AND indrelid = 'journal'::regclass"
    " AND indisunique AND indisvalid) LIMIT 1"
)


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that waits for no answer beyond a deadline, and keeps the server's warnings."""

    until_s = float("inf")

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.warned: list[Told] = []
        self.add_notice_handler(self._hear)

    def wait(self, gen: PQGen[_Result], *words: Any, **named: Any) -> _Result:
        """Wait for the server, but not beyond the deadline."""
        named["timeout"] = max(0.0, self.until_s - time.monotonic())
        return super().wait(gen, *words, **named)

    def _hear(self, said: psycopg.errors.Diagnostic) -> None:
        if said.severity_nonlocalized == "WARNING":
            self.warned.append(say("PART", "as_is", text=said.message_primary or ""))


def connect(conninfo: str) -> Connection:
    """A connection beside the journal's, with the same limits."""
    until_s = time.monotonic() + DEADLINE_S
    parameters: dict[str, Any] = {**CONNECTION_LIMITS, **conninfo_to_dict(conninfo)}
    connection = first_of(Connection.connect, {**parameters, "autocommit": True})
    connection.until_s = until_s
    for name, value in SESSION.items():
        connection.execute(SET_SESSION, (name, value))
    return connection


def begin(connection: Connection) -> None:
    """Begin a call on such a connection: its deadline counts from here."""
    connection.until_s = time.monotonic() + DEADLINE_S


class PostgresJournal(Journal):
    """A journal in a database; opening it for writing creates what is missing. A standby engine
    says after how many seconds of silence it may disconnect the lock's holder, and it waits only
    for a journal it could lead with. A witness on the engine's own disk, which a follower keeps
    too, reveals a database restored to an earlier state."""

    is_elsewhere = True

    def __init__(
        self,
        conninfo: str,
        *,
        read_only: bool = False,
        lock_wait_ms: int = sql_statements.LOCK_WAIT_MS,
        deadline_s: float = DEADLINE_S,
        silent_s: float | None = None,
        witness: WitnessFile | None = None,
    ) -> None:
        with _refusing("PostgreSQL"):
            parameters = conninfo_to_dict(conninfo)
        self.name = f"database {parameters.get('dbname', '')}"
        self._parameters: dict[str, Any] = {**CONNECTION_LIMITS, **parameters}
        self._read_only = read_only
        self._lock_wait_ms = lock_wait_ms
        self._deadline_s = deadline_s
        self._silent_s = silent_s
        self._witness = witness
        self._until_s = 0.0  # the deadline of the current call
        self._closed = False
        self._connection: Connection | None = None
        self._backend = 0  # the server process that last had this engine's lock
        self._followed = EMPTY  # where the journal ended at the last read
        self._begin()
        with _refusing(self.name):
            self._connection = self._connect()
            if not read_only:
                self._warn(self._connection)

    def last(self) -> Last:
        self._begin()
        last = self._reading(_last)
        if self._read_only and self._witness is not None and last != self._followed:
            self._note_followed(self._witness, last)
        return last

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write all rows in one statement, which is a transaction."""
        if self._read_only:
            raise sql_statements.refuse_read_only(self.name)
        # This read finds a lost connection while it is still safe to replace it.
        last = self.last()
        if last != after:
            raise refuse_moved_on(after=after, last=last)
        if not rows:
            return
        try:
            with self._writing() as connection, connection.cursor().copy(COPY) as copy:
                copy.write("".join(map(_copy_line, rows)))
            if self._witness is not None:
                self._witness.note(Last(rows[-1].seq, rows[-1].hash))
        except psycopg.errors.UniqueViolation as error:
            if error.diag.constraint_name == PRIMARY_KEY:
                raise refuse_moved_on(after=after, last=self.last()) from None
            raise refuse_first_reused(self.find_commands(ids_of(rows)), rows) from None

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        return map(Row._make, self._find(ROWS, after_seq, limit))

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Row]:
        found = self._find(FIND_COMMANDS, list(filter(is_command_id, command_ids)))
        return {row.command_id: row for row in map(Row._make, found)}

    def save_snapshot(self, *, seq: int, text: str) -> None:
        seal = self._sealed_at(seq, text)
        with self._writing() as connection, connection.transaction():
            connection.execute(sql_statements.DROP_SNAPSHOTS)
            connection.execute(SAVE_SNAPSHOT, (seq, text, seal))

    def _sealed_at(self, seq: int, text: str) -> str:
        if self._read_only:
            raise sql_statements.refuse_read_only(self.name)
        return sealed_at(seq, next(iter(self._find(ROW_HASH, seq)), None), text)

    def last_snapshot(self) -> Snapshot | None:
        return self._snapshot(sql_statements.LAST_SNAPSHOT)

    def read_seal(self) -> Snapshot | None:
        return self._snapshot(sql_statements.SEALED)

    def _snapshot(self, statement: LiteralString) -> Snapshot | None:
        found = self._find(statement)
        return sound_snapshot(*found[0]) if found else None

    def remove_before(self, *, seq: int, text: str) -> None:
        """Remove all rows before one. It has no deadline."""
        seal = self._sealed_at(seq, text)
        assert self._connection is not None
        self._connection.until_s = float("inf")
        with self._writing() as connection, connection.transaction():
            connection.execute("SET LOCAL statement_timeout = 0")
            connection.execute(DROP_OLDER_SNAPSHOTS, (seq,))
            connection.execute(REMOVE_BEFORE, (seq,))
            connection.execute(SAVE_SNAPSHOT, (seq, text, seal))

    def begin_with(self, row: Row, *, text: str) -> None:
        if self._read_only:
            raise sql_statements.refuse_read_only(self.name)
        last = self.last()
        if last != EMPTY:
            raise refuse_moved_on(after=EMPTY, last=last)
        seal = snapshot_seal(row_hash=row.hash, seq=row.seq, text=text)
        with self._writing() as connection, connection.transaction():
            with connection.cursor().copy(COPY) as copy:
                copy.write(_copy_line(row))
            connection.execute(SAVE_SNAPSHOT, (row.seq, text, seal))

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Load all rows in one transaction. It has no deadline."""
        self.last()  # replaces a lost connection
        with self._writing() as connection, connection.transaction():
            yield
            connection.until_s = float("inf")

    def prove_pages(self) -> None:
        """Check what no row shows. The server checks its own pages, and reports a damaged one when
        it reads it."""
        self._begin()
        self._reading(self._check_schema)
        stray = self._reading(lambda it: it.execute(sql_statements.STRAYS).fetchone())
        if stray is not None:
            raise refuse_tampered(stray[0], "not_written")

    def awaited_by(self) -> str | None:
        found = self._find(LOCK_AWAITED, LOCK_KEY)
        return release_in(found[0][0]) if found else None

    def close(self) -> None:
        """Release the connection and the lock."""
        self._closed = True
        self._disconnect()
        if self._witness is not None:
            self._witness.close()

    def _begin(self) -> None:
        """Begin a call: its deadline counts from here."""
        self._until_s = time.monotonic() + self._deadline_s
        if self._connection is not None:
            self._connection.until_s = self._until_s

    def _connect(self) -> Connection:
        """Open a new connection; for an engine, only with the lock."""
        if self._closed:
            raise sql_statements.refuse_unavailable(self.name, say("FILE_FAILS", "closed"))
        connection = first_of(Connection.connect, {**self._parameters, "autocommit": True})
        connection.until_s = self._until_s
        try:
            for name, value in SESSION.items():
                connection.execute(SET_SESSION, (name, value))
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
                self._check_format(connection)
                _last(connection)  # there must be a journal to read
            else:
                self._check_direct(connection)
                if self._silent_s is not None and connection.execute(JOURNAL_THERE).fetchone():
                    self._check_sound(connection)
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_direct(self, connection: Connection) -> None:
        """Refuse a pooler: it shares one server process among many clients, so all of them would
        have the lock. The process number gives it away, because a pooler can't know it when a
        client connects."""
        found = connection.execute("SELECT pg_backend_pid()").fetchone()
        if found != (connection.info.backend_pid,):
            raise Refusal("DATABASE_POOLED", where=self.name)

    def _prepare(self, connection: Connection) -> None:
        with connection.transaction():
            self._take_lock(connection)
            self._check_format(connection)
            for statement in SCHEMA:
                connection.execute(statement)
            # Always write: this commit waits for the standbys, as every row before it must have.
            connection.execute(NOTE_FORMAT)
            self._check_sound(connection)
        if connection.warned:
            raise sql_statements.refuse_unavailable(self.name, *to_fix(connection.warned[0]))
        if self._witness is not None:
            self._witness.note(_last(connection))  # as durable as the commit behind it

    def _take_lock(self, connection: Connection) -> None:
        wait_ms = str(self._lock_wait_ms)
        connection.execute("SELECT set_config('lock_timeout', %s, true)", (wait_ms,))
        try:
            with connection.transaction():
                connection.execute(LOCK, (LOCK_KEY,))
        except psycopg.errors.LockNotAvailable:
            if connection.execute(LOCK_HOLDER, (LOCK_KEY,)).fetchone() == (self._backend,):
                raise sql_statements.refuse_unavailable(self.name, *HUNG) from None
            if self._silent_s is not None:
                connection.execute(END_SILENT, (LOCK_KEY, self._silent_s))
            raise sql_statements.refuse_in_use(self.name) from None
        self._backend = connection.info.backend_pid

    def _warn(self, connection: Connection) -> None:
        """Tell someone if commits are less than durable; a test may continue."""
        for (name,) in connection.execute(UNSAFE).fetchall():
            logging.getLogger(__name__).warning(
                "%s: %s is off, so a power cut can lose confirmed entries", self.name, name
            )

    def _check_format(self, connection: Connection) -> None:
        """A table without a format is format 1."""
        found = connection.execute(FORMAT_NOTED).fetchone()
        if found is not None and found[0] != FORMAT_NOTE:
            noted = str(found[0] or "")
            number = noted.removeprefix(FORMAT_WORDS)
            raise sql_statements.refuse_other_format(
                self.name, int(number) if number.isdecimal() else 1
            )

    def _check_sound(self, connection: Connection) -> None:
        """Refuse a journal that no engine of this machine may write."""
        self._check_format(connection)
        self._check_schema(connection)
        self._check_witness(connection)

    def _check_schema(self, connection: Connection) -> None:
        """Refuse triggers, which could write rows of their own, and a missing index, which would
        allow a second answer."""
        found = connection.execute(FOREIGN).fetchone()
        if found is not None:
            raise Refusal("JOURNAL_DAMAGED", where=self.name, found=found[0])

    def _check_witness(self, connection: Connection) -> None:
        """A server restored to an earlier state looks sound but has lost rows. If a row is gone and
        later ones are there, it was archived; another engine led meanwhile."""
        note = None if self._witness is None else self._witness.read_noted()
        if self._witness is None or note is None:
            return
        found, last = connection.execute(ROW_HASH, (note.seq,)).fetchone(), _last(connection)
        if last.seq < note.seq:
            raise refuse_end_before(self.name, self._witness.path, note, last)
        if found is not None and found[0] != note.hash:
            raise refuse_other_row(self.name, note)

    def _note_followed(self, witness: WitnessFile, last: Last) -> None:
        """Note where a followed journal ended at the previous look: a leader writes more only once
        those rows are durable. The newest rows may exist only on a primary that is lost. A note
        that this journal contradicts stays, for the engine that takes the lock."""
        before, self._followed = self._followed, last
        note = witness.read_noted() or EMPTY
        if last.seq > before.seq > note.seq:
            found = self._reading(lambda it: it.execute(ROW_HASH, (note.seq,)).fetchone())
            if found is None or found[0] == note.hash:
                witness.note(before)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None

    def _find(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """Run a read-only call: all rows of a statement."""
        self._begin()
        return self._reading(lambda it: it.execute(statement, values).fetchall())

    def _reading(self, read: Callable[[Connection], _Result]) -> _Result:
        """Read, on a new connection if the old one turns out to be lost."""
        with _refusing(self.name):
            if self._connection is not None:
                try:
                    return read(self._connection)
                except psycopg.Error:
                    self._disconnect()
                    if time.monotonic() >= self._until_s:
                        raise
            self._connection = self._connect()
            return read(self._connection)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Write once, never twice: the commit may have gone through."""
        assert self._connection is not None, "a write follows a read, which connects"
        connection = self._connection
        connection.warned.clear()
        try:
            yield connection
        except psycopg.errors.UniqueViolation:
            raise  # rolled back; the connection is sound, and keeps the lock
        except psycopg.Error as error:
            self._disconnect()
            if error.sqlstate is None:  # the server said nothing; the driver reports its silence
                raise sql_statements.refuse_unsure(self.name, cause_of(error).why) from error
            raise sql_statements.refuse_unavailable(self.name, *cause_of(error)) from error
        except BaseException:
            self._disconnect()
            raise
        if connection.warned:
            self._disconnect()
            raise sql_statements.refuse_unsure(self.name, connection.warned[0])


def _last(connection: Connection) -> Last:
    found = connection.execute(LAST).fetchone()
    return Last(*found) if found else EMPTY


def _copy_line(row: Row) -> str:
    """A row as a line of COPY: fields between tabs. Characters that would end a field are escaped,
    which is rare, so one search per row checks for them."""
    line = LINE % row
    if line.count("\t") > TABS or "\\" in line or "\r" in line:
        return LINE % tuple(str(field).translate(ESCAPES) for field in row)
    return line


@contextmanager
def _refusing(where: str) -> Iterator[None]:
    """Turn the driver's errors into refusals."""
    try:
        yield
    except psycopg.Error as error:
        raise sql_statements.refuse_unavailable(where, *cause_of(error)) from error
