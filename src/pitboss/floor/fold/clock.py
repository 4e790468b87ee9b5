"""Applies a clock jump to the floor: timers continue from elapsed time."""

from __future__ import annotations

from pitboss.floor.facts import clock
from pitboss.floor.fold import bank, papers
from pitboss.floor.state.floor import State


def clock_jumped(state: State, event: clock.ClockJumped) -> None:
    by_ms = event.found_ms - event.expected_ms
    bank.clock_set(state, by_ms)
    papers.clock_set(state, by_ms)
