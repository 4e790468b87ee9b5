"""Where the tables stand in the room, as the pit and its wall draw them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, TableId
from pitboss.floor.facts.permission import ONE_CHANGER


class TablePlace(Struct, frozen=True, kw_only=True):
    """A table's place on the plan: whole columns from the left and rows from the top."""

    table: TableId
    column: int
    row: int


class ArrangeTables(Command):
    """Arrange the tables on the pit's plan; those without a place follow in rows."""

    permission = ONE_CHANGER
    places: tuple[TablePlace, ...]
    badge: BadgeId


class TablesArranged(Event):
    """The pit draws the tables on this plan."""

    places: tuple[TablePlace, ...]
    badge: BadgeId
