"""What a person reads when a database server fails: the server's own words name nothing that anyone
at a console could fix, and the driver's may include host, port and user."""

from __future__ import annotations

import psycopg
from psycopg import errors

from pitboss.file_words import FULL, IT_GOES_ON, Cause
from pitboss.refusal import Told, say

# The driver's message when it gets no connection, and the case a person reads instead.
CAUSES = {
    "password": "password",
    "pg_hba.conf": "machine",
    "does not exist": "unknown",
    "resolve host": "no_host",
    "refused": "nobody_listens",
    "timeout": "silent",
    "too many clients": "no_connection",
    "connection slots": "no_connection",
    "starting up": "starting",
    "shutting down": "stopping",
}
# The server's answer, and what a person reads instead.
ANSWERS = (
    (
        (errors.InsufficientPrivilege, errors.UndefinedTable, errors.InvalidSchemaName),
        Cause(say("SERVER_FAILS", "rights")),
    ),
    (
        (errors.ReadOnlySqlTransaction,),
        Cause(say("SERVER_FAILS", "read_only")),
    ),
    (
        (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow),
        Cause(say("SERVER_FAILS", "restarting"), IT_GOES_ON),
    ),
    (
        (errors.QueryCanceled, errors.LockNotAvailable, errors.DeadlockDetected),
        Cause(say("SERVER_FAILS", "too_long"), IT_GOES_ON),
    ),
    (
        (errors.OutOfMemory, errors.TooManyConnections),
        Cause(say("SERVER_FAILS", "no_room")),
    ),
    (
        (errors.DataCorrupted, errors.IndexCorrupted, errors.IoError, errors.InternalError_),
        Cause(say("SERVER_FAILS", "damaged")),
    ),
)


def to_fix(what: Told) -> Cause:
    """Something that someone has to fix."""
    return Cause(say("SERVER_FAILS", "to_fix", what=what), IT_GOES_ON)


def cause_of(error: psycopg.Error) -> Cause:
    """Why, and what to do, for the person at a console."""
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        text = str(error)
        case = next((CAUSES[each] for each in CAUSES if each in text), "lost")
        return to_fix(say("NO_DATABASE", case))
    if isinstance(error, errors.DiskFull):
        return FULL
    for kinds, answer in ANSWERS:
        if isinstance(error, kinds):
            return answer
    return Cause(say("SERVER_FAILS", "refused", fault=type(error).__name__))


def is_unreadable(error: psycopg.Error) -> bool:
    """Whether this user can't see a table: without the right to look into a schema, the server
    answers as if nothing were there."""
    unreadable = (psycopg.errors.UndefinedTable, psycopg.errors.InsufficientPrivilege)
    return isinstance(error, unreadable)
