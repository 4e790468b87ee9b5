"""Decisions about the clock."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST
from pitboss.floor.decide.papers import CLOCK, propose_paper
from pitboss.floor.facts import clock
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.local_time import local_time
from pitboss.refusal import say


def note_clock_jump(state: State, command: clock.NoteClockJump) -> Sequence[Event]:
    """Always accepted: it has happened."""
    jumped = event_from(clock.ClockJumped, command, reason=command.reason[:TEXT_MOST])
    found = local_time(command.found_ms, state.time_zone)
    expected = local_time(command.expected_ms, state.time_zone)
    seen = say("MALFUNCTION", CLOCK, found=found, expected=expected)
    return [jumped, *propose_paper(state, CLOCK, seen, at_ms=command.at_ms)]
