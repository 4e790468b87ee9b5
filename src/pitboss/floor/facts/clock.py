"""The clock that every row is dated by."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.meanings import TypedText
from pitboss.floor.facts.permission import Permission


class NoteClockJump(Command):
    """The server's clock was set, or is behind the last row; then `reason` says why it is right."""

    permission = Permission()
    expected_ms: TimeMs
    found_ms: TimeMs
    reason: TypedText = ""  # empty: it happened while the server ran, and nobody was asked


class ClockJumped(Event):
    """Times before and after this row can't be compared."""

    expected_ms: int
    found_ms: int
    reason: TypedText
