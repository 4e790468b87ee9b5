"""What the events of archives make of the floor."""

from __future__ import annotations

from pitboss.floor.facts import archives
from pitboss.floor.state.floor import State


def rows_removed(state: State, event: archives.RowsRemoved) -> None:
    """The floor is the same, wherever its rows are; it remembers which row says with what state a
    journal without them goes on."""
    assert event.last_seq <= state.seq
    here = (seq for seq in state.removals if seq > event.last_seq)
    state.removals = (*here, state.seq)
