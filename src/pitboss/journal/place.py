"""Where a site's journal is kept, said so that another process can open it too."""

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
WITNESS_FILE = "floor.witness"  # of a journal in a database; a file's is its lock
TAKEN_WAIT_MS = 1000
SILENT_S = 5.0  # more than the longest pause of an engine that is well
SERVERS = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """The file in a site's folder, or a database where one is named. Called, it is opened once more
    for reading, with the rows that lie in the folder's archives; an engine that `stands_by` notes
    what it has read, as it does what it writes, and shows the leader its `release`."""

    folder: Path
    database: str = ""
    stands_by: bool = False
    release: str = ""

    def open(self) -> Journal:
        """The journal for the engine."""
        if not self.database:
            return SqliteJournal(self.folder / JOURNAL_FILE)
        return journal_on_server(self.database, where="--database", witness=self._witness())

    def take(self) -> Journal:
        """The journal for an engine that stands by, once nobody else has it: a leader whose process
        has ended, or, in a database, has been silent for too long. Refused with JOURNAL_IN_USE
        while there is one; then it is tried again."""
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
        """The same for one that starts, if no other engine has it now; else it has nothing to say
        of that one's journal yet. One that lost rows, as a database that was put back, it cannot
        lead: it stands by, and says so."""
        try:
            return self._take(silent_s=None)
        except Refusal as refusal:
            if refusal.code not in ("JOURNAL_IN_USE", "JOURNAL_DAMAGED"):
                raise
            return None

    def __call__(self) -> Journal:
        """The journal for reading."""
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
    """The journal in a PostgreSQL database; its connections say the release, where one is given."""
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
    """Refuse what is no address of a database. It comes from a command line, which others see: a
    password in it is refused, and no message repeats it."""
    if not address.startswith(SERVERS):
        raise Refusal("DATABASE_UNKNOWN", where=where)
    if shows_password(address):
        raise Refusal("DATABASE_PASSWORD_SHOWN", where=where)
    try:
        import psycopg  # noqa: F401 - late: a site with a file needs none
    except ImportError:
        raise Refusal("PSYCOPG_MISSING", where="PostgreSQL") from None


def shows_password(address: str) -> bool:
    """Whether a password stands in an address: behind the user's name, or among the options. One
    that is not written as it should be counts too."""
    place, _, options = address.partition("://")[2].partition("?")
    names = (option.partition("=")[0] for option in options.split("&"))
    return ":" in place.rpartition("@")[0] or any("password" in name for name in names)
