"""What the SQL storages share: their statements, with `?` for each value, and the refusals for
their drivers' errors."""

from __future__ import annotations

from pitboss.journal import FORMAT
from pitboss.refusal import Refusal, Told

# A server keeps a killed engine's lock until it notices that the engine is gone.
LOCK_WAIT_MS = 2000
LAST = "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1"
SELECT = "SELECT seq, at_ms, command_id, asked, events, hash FROM journal"
ROWS = SELECT + " WHERE seq > ? ORDER BY seq LIMIT ?"
# The index prevents a second answer to a command.
COMMAND_INDEX = "CREATE UNIQUE INDEX IF NOT EXISTS journal_command ON journal (command_id)"
ROW_HASH = "SELECT hash FROM journal WHERE seq = ?"
# If old rows were removed, the state that the journal begins with stands in for them.
DROP_SNAPSHOTS = "DELETE FROM snapshot WHERE NOT (seq > 1 AND seq = (SELECT min(seq) FROM journal))"
DROP_OLDER_SNAPSHOTS = "DELETE FROM snapshot WHERE seq <= ?"
REMOVE_BEFORE = "DELETE FROM journal WHERE seq < ?"
SAVE_SNAPSHOT = "INSERT INTO snapshot (seq, text, seal) VALUES (?, ?, ?)"
LAST_SNAPSHOT = (
    "SELECT snapshot.seq, hash, text, seal"
    " FROM snapshot LEFT JOIN journal ON journal.seq = snapshot.seq"
    " ORDER BY snapshot.seq DESC LIMIT 1"
)
SEALED = (
    "SELECT snapshot.seq, hash, text, seal"
    " FROM snapshot JOIN journal ON journal.seq = snapshot.seq"
    " WHERE snapshot.seq > 1 AND snapshot.seq = (SELECT min(seq) FROM journal)"
)
# Leftovers that no row and no snapshot shows: rows before the first one, and snapshots beside the
# newest and the one the journal begins with.
STRAYS = (
    "SELECT 'row ' || seq FROM journal WHERE seq < 1"
    " UNION ALL SELECT 'snapshot ' || seq FROM snapshot"
    " WHERE seq < (SELECT max(seq) FROM snapshot)"
    " AND NOT (seq > 1 AND seq = (SELECT min(seq) FROM journal)) LIMIT 1"
)


def refuse_unavailable(where: str, why: Told, goes_on: str = "") -> Refusal:
    """The storage can't be used now."""
    return Refusal("JOURNAL_UNAVAILABLE", "because", where=where, why=why, goes_on=goes_on)


def refuse_unsure(where: str, why: Told) -> Refusal:
    """Nobody knows whether a batch was written; the next call finds out."""
    return Refusal("JOURNAL_UNSURE", "may_done_not", where=where, why=why)


def refuse_other_format(where: str, found: int) -> Refusal:
    """The rows come from a release before 0.3.0, or from one newer than this."""
    case = "older" if found < FORMAT else "newer"
    return Refusal("JOURNAL_FORMAT_UNKNOWN", case, where=where, found=found, format=FORMAT)


def refuse_in_use(where: str) -> Refusal:
    """A journal has one writer."""
    return Refusal("JOURNAL_IN_USE", "another_engine_open_stop", where=where)


def refuse_read_only(where: str) -> Refusal:
    """An auditor's journal is read-only."""
    return Refusal("JOURNAL_READ_ONLY", where=where)
