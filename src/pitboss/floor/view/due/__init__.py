"""What is due: one list for the office's first page, from every subject that has clocks.

Each module of this folder is a subject. It has a function `due` that gives what is due of the state
at a time, and is found where it lies: a new subject is a new file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules

from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing

Finder = Callable[[State, int], Iterable[DueThing]]
VALUES = "thing"  # no subject: the value that all of them give

_FINDERS: dict[str, Finder] = {
    module.name: import_module(f"{__name__}.{module.name}").due
    for module in iter_modules(__path__)
    if module.name != VALUES
}


def due_things(state: State, at_ms: int) -> list[DueThing]:
    """What is due, the most urgent first."""
    found = [thing for finder in _FINDERS.values() for thing in finder(state, at_ms)]
    return sorted(found, key=lambda thing: thing.urgency)
