"""The gambling day waiting for its close."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.floor.state.gambling_day import HOUR_MS, find_waiting_close
from pitboss.floor.view.due.thing import DueThing


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """The oldest finished day that isn't closed, with the rule's deadline."""
    law = state.law_at(at_ms)
    found = find_waiting_close(state.calendar, law, at_ms)
    if found is None:
        return
    hours = law.close_hours.value
    yield DueThing(
        what="close_day",
        about=found.day,
        due_ms=found.ended_ms + hours * HOUR_MS if hours else 0,
        address="/office/day",
    )
