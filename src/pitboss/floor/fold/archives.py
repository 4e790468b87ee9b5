"""Applies events of archives to the floor."""

from __future__ import annotations

from pitboss.floor.facts import archives
from pitboss.floor.state.floor import State


def rows_removed(state: State, event: archives.RowsRemoved) -> None:
    """The floor is the same wherever its rows are; it only remembers which row states where a
    journal without them continues."""
    assert event.last_seq <= state.seq
    here = (seq for seq in state.removals if seq > event.last_seq)
    state.removals = (*here, state.seq)
