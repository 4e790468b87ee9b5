"""What is due: one list for the office's first page, from every subject with deadlines.

Each module in this folder is a subject. Its function `due` returns what is due in the state at a
time. Modules are found in their folder: a new subject is a new file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules

from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing

Finder = Callable[[State, int], Iterable[DueThing]]
VALUES = "thing"  # not a subject: the type they all return

_FINDERS: dict[str, Finder] = {
    module.name: import_module(f"{__name__}.{module.name}").due
    for module in iter_modules(__path__)
    if module.name != VALUES
}


def due_things(state: State, at_ms: int) -> list[DueThing]:
    """What is due, most urgent first."""
    found = [thing for finder in _FINDERS.values() for thing in finder(state, at_ms)]
    return sorted(found, key=lambda thing: thing.urgency)
