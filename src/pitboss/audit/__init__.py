"""Proves a journal from its first row, with no other state.

`proof` takes the rows one by one, `entries` explains every meter, `redecide` decides every command
a second time, `in_two` has two processes do it, `finding` is what is told of the first row that
does not hold."""

from __future__ import annotations

from pitboss.audit.finding import BadRow
from pitboss.audit.proof import JournalAuditor, Until, audit, replay

__all__ = ["BadRow", "JournalAuditor", "Until", "audit", "replay"]
