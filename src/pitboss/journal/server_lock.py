"""The lock of a journal in a PostgreSQL database, as SQL: an advisory lock, one for each database,
which ends with its connection."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import LiteralString

LOCK_KEY = 0x70_69_74_62_6F_73_73  # "pitboss"
LOCK: LiteralString = "SELECT pg_advisory_lock(%s)"
# The holder: PostgreSQL stores the 64-bit key as two halves.
OUR_LOCK: LiteralString = (
    " locktype = 'advisory' AND objsubid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND (classid::bigint << 32) | objid::bigint = %s"
)
LOCK_HOLDER: LiteralString = f"SELECT pid FROM pg_locks WHERE granted AND{OUR_LOCK}"  # noqa: S608
LOCK_AWAITED: LiteralString = (
    "SELECT application_name FROM pg_stat_activity WHERE pid IN"  # noqa: S608
    f" (SELECT pid FROM pg_locks WHERE NOT granted AND{OUR_LOCK})"
)
# A leader asks once a second where the journal ends, even while nobody plays. If it has been silent
# for this long while the server waits for it, it is frozen: end its connection, and the lock with
# it.
END_SILENT: LiteralString = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid IN"  # noqa: S608
    f" (SELECT pid FROM pg_locks WHERE granted AND{OUR_LOCK})"
    " AND (state LIKE 'idle%%' OR wait_event_type = 'Client')"
    " AND state_change < clock_timestamp() - make_interval(secs => %s)"
)
SAID = re.compile(r"pitboss ([\w-]{43}=)")


def connection_name(release: str) -> str:
    """The name of a connection whose engine has this release: at most 63 letters, one less than the
    digest."""
    return f"pitboss {urlsafe_b64encode(bytes.fromhex(release)).decode()}"


def release_in(name: str | None) -> str:
    """The release in such a name; empty if it has none, or belongs to another role."""
    found = SAID.fullmatch(name or "")
    return urlsafe_b64decode(found[1]).hex() if found else ""
