"""What a jump of the clock makes of the floor: what counts time goes on from what has passed."""

from __future__ import annotations

from pitboss.floor.facts.clock import ClockJumped
from pitboss.floor.fold import bank, papers, wide
from pitboss.floor.state import State


def clock_jumped(state: State, event: ClockJumped) -> None:
    by_ms = event.found_ms - event.expected_ms
    bank.clock_set(state, by_ms)
    papers.clock_set(state, by_ms)
    wide.clock_set(state, by_ms)
