"""What is kept about the clock."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST
from pitboss.floor.decide.papers import CLOCK, proposed
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.clock import ClockJumped, NoteClockJump
from pitboss.floor.state import State
from pitboss.local_time import local_time


def note_clock_jump(state: State, command: NoteClockJump) -> Sequence[Event]:
    """Kept whatever it says: it has happened."""
    jumped = event_from(ClockJumped, command, reason=command.reason[:TEXT_MOST])
    text = (
        f"the clock showed {local_time(command.found_ms, state.time_zone)} where "
        f"{local_time(command.expected_ms, state.time_zone)} was due"
    )
    return [jumped, *proposed(state, CLOCK, text, at_ms=command.at_ms)]
