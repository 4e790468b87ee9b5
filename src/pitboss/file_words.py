"""What is told of a SQLite file that fails: the driver's own words name no cause that anybody at a
console could mend."""

from __future__ import annotations

import errno
import re
import sqlite3

FULL = "its disk is full; make room there, and play goes on by itself"
FULL_DISK = (errno.ENOSPC, errno.EDQUOT)
SERVER_FULL = "53100"  # what PostgreSQL answers when its disk is full
GOES_ON = re.compile("(it|play) goes on by itself")
PRIMARY_CODE = 0xFF  # the low byte of an extended SQLite error code
# What SQLite and the system say, and what a person is told instead.
CAUSES = (
    ((sqlite3.SQLITE_FULL,), FULL_DISK, FULL),
    (
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM),
        (errno.EACCES, errno.EPERM, errno.EROFS),
        "it may not be written; let the user of this service write the file and its folder, and it "
        "goes on by itself",
    ),
    (
        (sqlite3.SQLITE_CANTOPEN,),
        (errno.ENOENT,),
        "it is not there, or may not be opened; put it back, or let the user of this service read "
        "and write it",
    ),
    (
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        (),
        "another program holds it; end that one, and it goes on by itself",
    ),
    (
        (sqlite3.SQLITE_IOERR,),
        (errno.EIO, errno.EFBIG),
        "its disk is full, fails or is gone; look at that disk, and it goes on once that works",
    ),
    (
        (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        (),
        "it is damaged; put it back from a backup",
    ),
)


def code_of(error: sqlite3.Error) -> int:
    """What kind of error SQLite says it is; 0 where the driver itself complains."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE


def reason_of(error: sqlite3.Error | OSError) -> str:
    """Why, and what to do, for who stands at a console. What nobody expects is told as it is."""
    for codes, numbers, told in CAUSES:
        if error.errno in numbers if isinstance(error, OSError) else code_of(error) in codes:
            return told
    return getattr(error, "strerror", None) or str(error)


def is_full(error: BaseException | None) -> bool:
    """Whether there is no room on a disk: of a file, or of a database server."""
    if isinstance(error, sqlite3.Error):
        return code_of(error) == sqlite3.SQLITE_FULL
    if isinstance(error, OSError):
        return error.errno in FULL_DISK
    return getattr(error, "sqlstate", None) == SERVER_FULL


def for_a_command(reason: str) -> str:
    """The same for who gave a command: it has ended, where a server goes on."""
    return GOES_ON.sub("try again", reason)
