"""A floor that runs as a site file says, to hold other files against."""

from __future__ import annotations

from itertools import count
from typing import Any

from site_support import PAYTABLES

from pitboss.floor.decide import decide
from pitboss.floor.facts.base import Command
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State
from pitboss.refusal import Told
from pitboss.site.first_commands import commands_of
from pitboss.site.parse import parse_site


def book() -> dict[str, Any]:
    """Every paytable with a meter."""
    every = (PAYTABLES.get(name) for name in PAYTABLES.ids())
    return {paytable.id: paytable for paytable in every if paytable.levels}


BOOK = book()


def ask(state: State, command: Command) -> None:
    """Ask the floor for what it must not refuse."""
    decision = decide(state, command, BOOK)
    assert not isinstance(decision, Told), (command, decision)
    record(state, decision)


def refused(state: State, command: Command) -> Told:
    """Ask the floor for what it must refuse."""
    decision = decide(state, command, BOOK)
    assert isinstance(decision, Told), decision
    return decision


def running(text: str) -> State:
    """The floor that a site file opens."""
    state = State()
    ids = (f"a{number}" for number in count())
    for command in commands_of(parse_site(text), PAYTABLES, at_ms=1_790_000_000_000, ids=ids):
        ask(state, command)
    return state
