"""Where a site's journal is kept, said so that another process can open it too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.journal import Journal
from pitboss.journal.sqlite import SqliteJournal
from pitboss.refusal import Refusal

JOURNAL_FILE = "floor.db"
SERVERS = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """The file in a site's folder, or a database where one is named. Called, it is opened once more
    for reading."""

    folder: Path
    database: str = ""

    def opened(self) -> Journal:
        """The journal for the engine."""
        if not self.database:
            return SqliteJournal(self.folder / JOURNAL_FILE)
        return self._postgres(read_only=False)

    def __call__(self) -> Journal:
        """The journal for reading."""
        if not self.database:
            file = self.folder / JOURNAL_FILE
            if not file.is_file():
                reason = "there is no journal yet; pitboss serve begins one"
                raise Refusal("FILE_MISSING", where=str(file), reason=reason)
            return SqliteJournal(file, read_only=True, prove_pages=False)
        return self._postgres(read_only=True)

    def _postgres(self, *, read_only: bool) -> Journal:
        if not self.database.startswith(SERVERS):
            reason = "write it as postgresql://HOST/NAME"
            raise Refusal("DATABASE_UNKNOWN", where="--database", reason=reason)
        try:
            from pitboss.journal.postgres import PostgresJournal
        except ImportError:
            raise Refusal(
                "PSYCOPG_MISSING", where="PostgreSQL", reason="install pitboss[postgres]"
            ) from None
        return PostgresJournal(self.database, read_only=read_only)
