"""Decisions about the pit's plan: known tables, each at a place of its own."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.facts import floor_plan
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal

SIDE_MOST = 24  # columns, and rows


def arrange_tables(state: State, command: floor_plan.ArrangeTables) -> Sequence[Event]:
    """Refuse a plan that draws a table twice, over another one, or beyond its edge."""
    tables, taken = set[str](), set[tuple[int, int]]()
    for each in command.places:
        place = (each.column, each.row)
        state.table(each.table)
        if each.table in tables:
            raise Refusal("PLAN_WRONG", "twice", where=each.table)
        if place in taken:
            raise Refusal("PLAN_WRONG", "taken", where=each.table)
        if not all(0 <= side < SIDE_MOST for side in place):
            raise Refusal("PLAN_WRONG", "beyond", where=each.table, most=SIDE_MOST)
        tables.add(each.table)
        taken.add(place)
    return [event_from(floor_plan.TablesArranged, command)]
