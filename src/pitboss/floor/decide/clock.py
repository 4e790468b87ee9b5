"""What is kept about the clock."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.clock import ClockJumped, NoteClockJump
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State


def note_clock_jump(
    state: State, command: NoteClockJump, paytables: PaytableLookup
) -> Sequence[Event]:
    """Kept whatever it says: it has happened."""
    return [
        ClockJumped(
            expected_ms=command.expected_ms,
            found_ms=command.found_ms,
            reason=command.reason[:TEXT_MOST],
        )
    ]
