"""What the events of archives make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.archives import RowsRemoved
from pitboss.floor.state import State


def rows_removed(state: State, event: RowsRemoved) -> None:
    """Kept, and changes nothing: the floor is the same, wherever its rows are."""
    assert event.last_seq <= state.seq
