"""What is told of a SQLite file that fails: the driver's own words name no cause that anybody at a
console could mend."""

from __future__ import annotations

import errno
import sqlite3
from typing import NamedTuple

from pitboss.refusal import Told, say


class Cause(NamedTuple):
    """Why a file or a database fails, with what to do; and what a server does by itself then."""

    why: Told
    goes_on: str = ""


IT_GOES_ON, PLAY_GOES_ON = "it", "play"
FULL = Cause(say("FILE_FAILS", "full"), PLAY_GOES_ON)
FULL_DISK = (errno.ENOSPC, errno.EDQUOT)
SERVER_FULL = "53100"  # what PostgreSQL answers when its disk is full
PRIMARY_CODE = 0xFF  # the low byte of an extended SQLite error code
# What SQLite and the system say, and what a person is told instead.
CAUSES = (
    ((sqlite3.SQLITE_FULL,), FULL_DISK, FULL),
    (
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM),
        (errno.EACCES, errno.EPERM, errno.EROFS),
        Cause(say("FILE_FAILS", "not_writable"), IT_GOES_ON),
    ),
    (
        (sqlite3.SQLITE_CANTOPEN,),
        (errno.ENOENT,),
        Cause(say("FILE_FAILS", "not_there")),
    ),
    (
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        (),
        Cause(say("FILE_FAILS", "held"), IT_GOES_ON),
    ),
    (
        (sqlite3.SQLITE_IOERR,),
        (errno.EIO, errno.EFBIG),
        Cause(say("FILE_FAILS", "disk"), IT_GOES_ON),
    ),
    (
        (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        (),
        Cause(say("FILE_FAILS", "damaged")),
    ),
)


def code_of(error: sqlite3.Error) -> int:
    """What kind of error SQLite says it is; 0 where the driver itself complains. On a disk with
    hardly any room left the index of the log is the first that does not fit, which SQLite calls a
    failure of the disk."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return sqlite3.SQLITE_FULL if code == sqlite3.SQLITE_IOERR_SHMSIZE else code & PRIMARY_CODE


def cause_of(error: sqlite3.Error | OSError) -> Cause:
    """Why, and what to do, for who stands at a console. What nobody expects is told as it is."""
    for codes, numbers, cause in CAUSES:
        if error.errno in numbers if isinstance(error, OSError) else code_of(error) in codes:
            return cause
    return Cause(say("PART", "as_is", text=getattr(error, "strerror", None) or str(error)))


def is_full(error: BaseException | None) -> bool:
    """Whether there is no room on a disk: of a file, or of a database server."""
    if isinstance(error, sqlite3.Error):
        return code_of(error) == sqlite3.SQLITE_FULL
    if isinstance(error, OSError):
        return error.errno in FULL_DISK
    return getattr(error, "sqlstate", None) == SERVER_FULL
