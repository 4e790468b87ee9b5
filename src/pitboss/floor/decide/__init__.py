"""Decides commands: (state, command) -> events, or a refusal by value.

Nothing here changes the state: a decision is a list of facts that aren't true yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, TypeAlias

from pitboss.floor.decide.limits import need_limits
from pitboss.floor.decide.permissions import need_permission
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command, Event, function_for, modules_of
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.local_time import local_day
from pitboss.refusal import Refusal, Told

Decision: TypeAlias = tuple[Event, ...] | Told  # no, and why: refusals are recorded too


def decide(state: State, command: Command, paytables: PaytableLookup) -> Decision:
    """The events of a command, or why it is refused."""
    try:
        need_permission(state, command, paytables)
        # Time zones are data, like paytables: an instant is the same day wherever it is decided.
        need_limits(command, lambda: local_day(command.at_ms, state.time_zone))
        return tuple(DECISIONS[type(command)](state, command, paytables))
    except Refusal as refusal:
        return refusal.told


def decision_of(
    command: type[Command], subjects: Iterable[ModuleType]
) -> Callable[[State, Any, PaytableLookup], Sequence[Event]]:
    """The function named for a command; some also ask what a hand pays."""
    found: Any = function_for(command, subjects)
    if found.__code__.co_argcount == 3:
        return found  # type: ignore[no-any-return]
    return lambda state, asked, paytables: found(state, asked)


_SUBJECTS = modules_of(__name__, __path__)
DECISIONS = {command: decision_of(command, _SUBJECTS) for command in COMMANDS}
