"""A site file's commands for a floor with shared jackpots, and whether they are on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.wide.facts.sharing import AdmitProperty, JoinHub
from pitboss.wide.state import properties_of, wide_of


def make_joins(site: Any, at_ms: int, ids: Iterator[str]) -> Iterator[JoinHub]:
    """Make a floor a property of its hub, before it opens the hub's jackpots."""
    wide = site.wide
    if wide is not None:
        first, second = site.opened_by
        yield JoinHub(
            command_id=next(ids),
            at_ms=at_ms,
            hub=wide.hub,
            property=wide.property,
            key=wide.key,
            badges=(first, second),
        )


def make_admissions(site: Any, at_ms: int, ids: Iterator[str]) -> Iterator[AdmitProperty]:
    """Admit the properties of a hub, after it has opened its jackpots."""
    for each in site.hub.properties if site.hub is not None else ():
        first, second = site.opened_by
        yield AdmitProperty(
            command_id=next(ids),
            at_ms=at_ms,
            hub=site.hub.name if site.hub else "",
            property=each.property,
            key=each.key,
            tables=each.tables,
            seats=each.seats,
            rounds_an_hour=each.rounds_an_hour,
            jackpots=each.jackpots,
            badges=(first, second),
        )


def is_on_record(state: State, wanted: Command) -> bool:
    """Whether a floor is on record as this property of this hub, or has admitted the same."""
    if isinstance(wanted, JoinHub):
        wide = wide_of(state)
        return (wide.hub, wide.property, wide.key) == (wanted.hub, wanted.property, wanted.key)
    assert isinstance(wanted, AdmitProperty)
    found = properties_of(state).get(wanted.property)
    if found is None:
        return False
    standing = (found.hub, found.key, found.tables, found.seats, found.rounds_an_hour)
    asked = (wanted.hub, wanted.key, wanted.tables, wanted.seats, wanted.rounds_an_hour)
    return standing == asked and set(found.jackpots) == set(wanted.jackpots)
