"""Where a site's journal is, in a form that lets another process open it too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.journal import Journal
from pitboss.journal.server_lock import connection_name
from pitboss.journal.sql_statements import LOCK_WAIT_MS
from pitboss.journal.sqlite import SqliteJournal
from pitboss.journal.whole import ARCHIVES_FOLDER, with_archives
from pitboss.journal.witness import WitnessFile
from pitboss.refusal import Refusal

JOURNAL_FILE = "floor.db"
WITNESS_FILE = "floor.witness"  # for a journal in a database; a file uses its lock
TAKEN_WAIT_MS = 1000
SILENT_S = 5.0  # more than the longest pause of a healthy engine
SERVERS = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """The file in a site's folder, or a named database. Calling it opens the journal once more for
    reading, including rows in the folder's archives. An engine that `stands_by` notes what it has
    read, as well as what it writes, and shows the leader its `release`."""

    folder: Path
    database: str = ""
    stands_by: bool = False
    release: str = ""

    def open(self) -> Journal:
        """Open the journal for the engine."""
        if not self.database:
            return SqliteJournal(self.folder / JOURNAL_FILE)
        return journal_on_server(self.database, where="--database", witness=self._witness())

    def take(self) -> Journal:
        """Open the journal for a standby engine once nobody else has it: the leader's process has
        ended or, in a database, has been silent for too long. Refused with JOURNAL_IN_USE while
        there is a leader; then try again."""
        return self._take(silent_s=SILENT_S)

    def _take(self, *, silent_s: float | None) -> Journal:
        if not self.database:
            file = self.folder / JOURNAL_FILE
            return SqliteJournal(file, lock_wait_ms=TAKEN_WAIT_MS, release=self.release)
        return journal_on_server(
            self.database,
            where="--database",
            lock_wait_ms=TAKEN_WAIT_MS,
            silent_s=silent_s,
            witness=self._witness(),
            release=self.release,
        )

    def _witness(self) -> WitnessFile:
        return WitnessFile(self.folder / WITNESS_FILE)

    def taken_at_once(self) -> Journal | None:
        """Open the journal for a starting engine; None if another engine has it. An engine can't
        lead a journal that lost rows, such as a restored database: it stands by, and says so."""
        try:
            return self._take(silent_s=None)
        except Refusal as refusal:
            if refusal.code not in ("JOURNAL_IN_USE", "JOURNAL_DAMAGED"):
                raise
            return None

    def __call__(self) -> Journal:
        """Open the journal for reading."""
        if not self.database:
            file = self.folder / JOURNAL_FILE
            if not file.is_file():
                raise Refusal("FILE_MISSING", "no_journal_yet", where=str(file))
            live: Journal = SqliteJournal(file, read_only=True, prove_pages=False)
        else:
            witness = self._witness() if self.stands_by else None
            live = journal_on_server(
                self.database, where="--database", read_only=True, witness=witness
            )
        try:
            return with_archives(live, self.folder / ARCHIVES_FOLDER)
        except BaseException:
            live.close()
            raise


def journal_on_server(
    address: str,
    *,
    where: str,
    read_only: bool = False,
    lock_wait_ms: int = LOCK_WAIT_MS,
    silent_s: float | None = None,
    witness: WitnessFile | None = None,
    release: str = "",
) -> Journal:
    """The journal in a PostgreSQL database; its connections show the release, if given."""
    check_server(address, where=where)
    from psycopg.conninfo import make_conninfo

    from pitboss.journal.postgres import PostgresJournal

    if release:
        address = make_conninfo(address, application_name=connection_name(release))
    return PostgresJournal(
        address,
        read_only=read_only,
        lock_wait_ms=lock_wait_ms,
        silent_s=silent_s,
        witness=witness,
    )


def check_server(address: str, *, where: str) -> None:
    """Refuse an invalid database address. It comes from a command line, which others can see, so a
    password in it is refused and no message repeats it."""
    if not address.startswith(SERVERS):
        raise Refusal("DATABASE_UNKNOWN", where=where)
    if shows_password(address):
        raise Refusal("DATABASE_PASSWORD_SHOWN", where=where)
    try:
        import psycopg  # noqa: F401 - late: a site with a file doesn't need it
    except ImportError:
        raise Refusal("PSYCOPG_MISSING", where="PostgreSQL") from None


def shows_password(address: str) -> bool:
    """Whether an address contains a password, after the user's name or among the options. A
    malformed one counts too."""
    place, _, options = address.partition("://")[2].partition("?")
    names = (option.partition("=")[0] for option in options.split("&"))
    return ":" in place.rpartition("@")[0] or any("password" in name for name in names)
