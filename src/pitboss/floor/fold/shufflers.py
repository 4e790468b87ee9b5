"""Applies events of a failing shuffler to the floor."""

from __future__ import annotations

from pitboss.floor.facts import shufflers
from pitboss.floor.fold.shared import change_table
from pitboss.floor.state.floor import ShufflerState, State


def shuffler_reported(state: State, event: shufflers.ShufflerReported) -> None:
    assert state.table(event.table).shuffler is None
    change_table(state, event.table, shuffler=ShufflerState(event.reason, done=0))


def shuffler_step_taken(state: State, event: shufflers.ShufflerStepTaken) -> None:
    table = state.table(event.table)
    failed = table.shuffler
    assert failed is not None
    assert event.step == failed.done + 1
    assert event.text == table.shuffler_steps[failed.done]
    is_last = event.step == len(table.shuffler_steps)
    left = None if is_last else ShufflerState(failed.reason, done=event.step)
    change_table(state, event.table, shuffler=left)


def shuffler_cleared(state: State, event: shufflers.ShufflerCleared) -> None:
    assert state.table(event.table).shuffler is not None
    change_table(state, event.table, shuffler=None)
