"""Applies changes of the pit's plan to the floor."""

from __future__ import annotations

from pitboss.floor.facts import floor_plan
from pitboss.floor.state.floor import State


def tables_arranged(state: State, event: floor_plan.TablesArranged) -> None:
    state.floor_plan = event.places
