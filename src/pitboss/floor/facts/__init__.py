"""What may be asked of the floor and what can have happened: a file for each subject, each command
beside its events."""

from __future__ import annotations

from pitboss.floor.facts import awards, bank, changes, devices, jackpots, people, rounds, tables
from pitboss.floor.facts.base import Command, Event

_SUBJECTS = (rounds, awards, tables, jackpots, bank, people, devices, changes)
COMMANDS = tuple(Command.__subclasses__())
EVENTS = tuple(Event.__subclasses__())
