"""What is told of a database server that fails."""

from __future__ import annotations

import psycopg

from pitboss.file_words import FULL

GOES_ON = "fix that, and it goes on by itself"
# What the driver says when it gets no connection, and what a person is told instead.
CAUSES = (
    ("password", "it does not take this site's password"),
    ("pg_hba.conf", "it does not let this machine in"),
    ("does not exist", "it has no such database or user"),
    ("resolve host", "there is no machine of that name"),
    ("refused", "nobody listens at its address"),
    ("timeout", "it did not answer in time"),
)


def reason_of(error: psycopg.Error) -> str:
    """Why, for who stands at a console. Only an answer of the server is told as it is: what the
    driver says without one may name host, port and user."""
    text = str(error).strip()
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        cause = next((ours for theirs, ours in CAUSES if theirs in text), "the connection is lost")
        return f"no database: {cause}; {GOES_ON}"
    if isinstance(error, psycopg.errors.DiskFull):
        return FULL
    return text.splitlines()[0] if text else "no answer"


def is_unreadable(error: psycopg.Error) -> bool:
    """Whether a table is not there for this user: without the right to look into a schema, a server
    says the same of what is in it as where there is nothing."""
    unreadable = (psycopg.errors.UndefinedTable, psycopg.errors.InsufficientPrivilege)
    return isinstance(error, unreadable)
