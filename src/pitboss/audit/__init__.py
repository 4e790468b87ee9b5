"""Proves a journal from its first row, with no other state.

`proof` takes the rows one by one, `entries` explains every meter, `redecide` decides every command
a second time, `in_two` has two processes do it, `finding` is what is told of the first row that
does not hold."""

from __future__ import annotations

from pitboss.audit.entries import CAUSES, Explained
from pitboss.audit.finding import BadRow
from pitboss.audit.in_two import BeginFirst, FirstPart, audit_in_two, prove_first
from pitboss.audit.proof import (
    JournalAuditor,
    Until,
    audit,
    check_assertions_run,
    first_difference,
    replay,
    stored_rows,
)

__all__ = [
    "CAUSES",
    "BadRow",
    "BeginFirst",
    "Explained",
    "FirstPart",
    "JournalAuditor",
    "Until",
    "audit",
    "audit_in_two",
    "check_assertions_run",
    "first_difference",
    "prove_first",
    "replay",
    "stored_rows",
]
