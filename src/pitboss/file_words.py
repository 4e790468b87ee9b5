"""What is told of a SQLite file that fails: the driver's own words name no cause that anybody at a
console could mend."""

from __future__ import annotations

import errno
import sqlite3

FULL = "its disk is full; make room there, and play goes on by itself"
PRIMARY_CODE = 0xFF  # the low byte of an extended SQLite error code
# What SQLite and the system say, and what a person is told instead.
CAUSES = (
    ((sqlite3.SQLITE_FULL,), (errno.ENOSPC, errno.EDQUOT), FULL),
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
