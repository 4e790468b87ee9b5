"""What may be asked of the floor and what can have happened: a file for each subject, each command
beside its events."""

from __future__ import annotations

# Importing a subject is what makes its commands and events known.
from pitboss.floor.facts import (  # noqa: F401
    approvals,
    archives,
    awards,
    bank,
    changes,
    clock,
    cover,
    days,
    devices,
    engines,
    jackpots,
    law,
    papers,
    paying_over,
    payments,
    people,
    persons,
    remittances,
    reports,
    rounds,
    shufflers,
    tables,
    wide,
    wide_lost,
)
from pitboss.floor.facts.base import Command, Event

COMMANDS = tuple(Command.__subclasses__())
EVENTS = tuple(Event.__subclasses__())

for _kind in COMMANDS:
    assert "permission" in vars(_kind), f"{_kind.__name__} does not say who may ask for it"
