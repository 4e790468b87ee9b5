"""Proves a journal from its first row, with no other state.

`proof` checks row after row, `meter_entries` explains every meter, `redecide` decides every command
a second time, and `in_two` splits the work between two processes. `finding` describes the first bad
row."""

from __future__ import annotations

from pitboss.audit.finding import BadRow
from pitboss.audit.proof import JournalAuditor, Until, audit, replay

__all__ = ["BadRow", "JournalAuditor", "Until", "audit", "replay"]
