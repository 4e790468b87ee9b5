"""Applies notes to the floor: they are on record alone."""

from __future__ import annotations

from pitboss.floor.facts import notes
from pitboss.floor.state.floor import State


def note_added(state: State, event: notes.NoteAdded) -> None:
    """Recorded only; it changes nothing."""
