"""The lock of a journal in a PostgreSQL database, as statements: an advisory lock, one for each
database, which ends with the connection that has it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import LiteralString

LOCK_KEY = 0x70_69_74_62_6F_73_73  # "pitboss"
LOCK: LiteralString = "SELECT pg_advisory_lock(%s)"
# Who holds it: a key of 64 bits stands there in two halves.
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
# A leader asks once a second where the journal ends, also while nobody plays. One that has asked
# nothing for so long, and whom the server waits for, is frozen: its connection is ended, and the
# lock with it.
END_SILENT: LiteralString = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid IN"  # noqa: S608
    f" (SELECT pid FROM pg_locks WHERE granted AND{OUR_LOCK})"
    " AND (state LIKE 'idle%%' OR wait_event_type = 'Client')"
    " AND state_change < clock_timestamp() - make_interval(secs => %s)"
)
SAID = re.compile(r"pitboss ([\w-]{43}=)")


def connection_name(release: str) -> str:
    """What a connection is called whose engine has this release: a name there has at most 63
    letters, one less than the digest."""
    return f"pitboss {urlsafe_b64encode(bytes.fromhex(release)).decode()}"


def release_in(name: str | None) -> str:
    """The release in such a name; nothing where it does not say, or is another role's."""
    found = SAID.fullmatch(name or "")
    return urlsafe_b64decode(found[1]).hex() if found else ""
