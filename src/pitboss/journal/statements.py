"""What the SQL storages share: their statements, with `?` for each value, and the refusals that
their drivers' errors become."""

from __future__ import annotations

from pitboss.refusal import Refusal

# An engine that was killed leaves its lock to whoever keeps the journal for it, a process or a
# server, until that sees that it is gone.
LOCK_WAIT_MS = 2000
LAST = "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1"
ROWS = (
    "SELECT seq, at_ms, command_id, command_digest, kind, version, body, reply, hash"
    " FROM journal WHERE seq > ? ORDER BY seq LIMIT ?"
)
# One row of a command carries its reply; the index makes a second answer impossible.
ANSWER_INDEX = (
    "CREATE UNIQUE INDEX IF NOT EXISTS journal_answer ON journal (command_id) WHERE reply <> ''"
)
ROW_HASH = "SELECT hash FROM journal WHERE seq = ?"
DROP_SNAPSHOTS = "DELETE FROM snapshot"
SAVE_SNAPSHOT = "INSERT INTO snapshot (seq, text, seal) VALUES (?, ?, ?)"
LAST_SNAPSHOT = (
    "SELECT snapshot.seq, hash, text, seal"
    " FROM snapshot LEFT JOIN journal ON journal.seq = snapshot.seq"
)
# What no row and no snapshot shows: rows before the first one, snapshots beside the newest.
STRAYS = (
    "SELECT 'row ' || seq FROM journal WHERE seq < 1"
    " UNION ALL SELECT 'snapshot ' || seq FROM snapshot"
    " WHERE seq < (SELECT max(seq) FROM snapshot) LIMIT 1"
)


def unavailable(where: str, reason: str) -> Refusal:
    """The storage can not be used now."""
    return Refusal("JOURNAL_UNAVAILABLE", where=where, reason=reason)


def in_use(where: str) -> Refusal:
    """A journal has one writer."""
    return Refusal("JOURNAL_IN_USE", where=where, reason="another engine has it open")


def read_only(where: str) -> Refusal:
    """An auditor's journal is for reading."""
    return Refusal("JOURNAL_READ_ONLY", where=where, reason="it was opened for reading")
