"""The floor's commands and events: a file for each subject, each command beside its events."""

from __future__ import annotations

# Importing a subject makes its commands and events known.
from pitboss.floor.facts import (  # noqa: F401
    account_codes,
    approvals,
    archives,
    awards,
    bank,
    changes,
    clock,
    cover,
    days,
    devices,
    drawers,
    engines,
    floor_plan,
    jackpots,
    law,
    months,
    notes,
    papers,
    paying_over,
    payments,
    people,
    persons,
    reports,
    rounds,
    shufflers,
    signs,
    tables,
)
from pitboss.floor.facts.base import Command, Event, kind_of

COMMANDS: list[type[Command]] = []
_BY_KIND: dict[str, type[Command]] = {}
EVENTS: list[type[Event]] = []


def know_all() -> None:
    """Register every imported command and event; an extension adds more."""
    COMMANDS[:], EVENTS[:] = Command.__subclasses__(), Event.__subclasses__()
    for kind in COMMANDS:
        assert "permission" in vars(kind), f"{kind.__name__} does not say who may ask for it"
    _BY_KIND.update((kind_of(each), each) for each in COMMANDS)


def command_of_kind(kind: str) -> type[Command] | None:
    """The command with this name."""
    return _BY_KIND.get(kind)


know_all()
