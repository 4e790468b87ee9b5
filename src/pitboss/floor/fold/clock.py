"""What a jump of the clock makes of the floor: what counts time goes on from what has passed."""

from __future__ import annotations

from pitboss.floor.facts import clock
from pitboss.floor.fold import bank, papers
from pitboss.floor.state.floor import State


def clock_jumped(state: State, event: clock.ClockJumped) -> None:
    by_ms = event.found_ms - event.expected_ms
    bank.clock_set(state, by_ms)
    papers.clock_set(state, by_ms)
