"""What is told of a database server that fails: its own words name no cause that anybody at a
console could mend, and those of the driver may name host, port and user."""

from __future__ import annotations

import psycopg
from psycopg import errors

from pitboss.file_words import FULL, IT_GOES_ON, Cause

# What the driver says when it gets no connection, and what a person is told instead.
CAUSES = {
    "password": "it does not take this site's password",
    "pg_hba.conf": "it does not let this machine in",
    "does not exist": "it has no such database or user",
    "resolve host": "there is no machine of that name",
    "refused": "nobody listens at its address",
    "timeout": "it did not answer in time",
    "too many clients": "it has no connection left",
    "connection slots": "it has no connection left",
    "starting up": "it is being started",
    "shutting down": "it is being stopped",
}
# What the server answers, and what a person is told instead.
ANSWERS = (
    (
        (errors.InsufficientPrivilege, errors.UndefinedTable, errors.InvalidSchemaName),
        Cause(
            "this site's user may not use the tables, or they are not there; docs/operations.md "
            "says which rights it needs"
        ),
    ),
    (
        (errors.ReadOnlySqlTransaction,),
        Cause("it may only be read; give the address of the server that leads"),
    ),
    (
        (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow),
        Cause("it is being stopped or started; wait until it runs", IT_GOES_ON),
    ),
    (
        (errors.QueryCanceled, errors.LockNotAvailable, errors.DeadlockDetected),
        Cause("it took too long; look at what else runs there", IT_GOES_ON),
    ),
    (
        (errors.OutOfMemory, errors.TooManyConnections),
        Cause("it has too little memory, or no connection left; look at what else runs there"),
    ),
    (
        (errors.DataCorrupted, errors.IndexCorrupted, errors.IoError, errors.InternalError_),
        Cause(
            "its files are damaged, or its disk fails; look at its log, and put it back from a "
            "backup"
        ),
    ),
)


def to_fix(what: str) -> Cause:
    """Something that somebody has to fix."""
    return Cause(f"{what}; fix that", IT_GOES_ON)


def cause_of(error: psycopg.Error) -> Cause:
    """Why, and what to do, for who stands at a console."""
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        text = str(error)
        cause = next((CAUSES[each] for each in CAUSES if each in text), "the connection is lost")
        return to_fix(f"no database: {cause}")
    if isinstance(error, errors.DiskFull):
        return FULL
    for kinds, answer in ANSWERS:
        if isinstance(error, kinds):
            return answer
    return Cause(f"it refused that ({type(error).__name__}); its log says why")


def is_unreadable(error: psycopg.Error) -> bool:
    """Whether a table is not there for this user: without the right to look into a schema, a server
    says the same of what is in it as where there is nothing."""
    unreadable = (psycopg.errors.UndefinedTable, psycopg.errors.InsufficientPrivilege)
    return isinstance(error, unreadable)
