"""May this be done now, and what follows? (state, command) -> events, or a refusal by value.

Nothing here changes the state: a decision is a list of facts that are not yet true."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from pitboss.floor import (
    badges,
    calls,
    commands,
    corrections,
    custody,
    events,
    papers,
    rounds,
    setting_up,
    site_changes,
)
from pitboss.floor.book import Book
from pitboss.floor.state import State
from pitboss.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Refused:
    """No, and why; it is recorded like everything else."""

    code: str
    reason: str


Decision: TypeAlias = tuple[events.Event, ...] | Refused


def decide(state: State, command: commands.Command, book: Book) -> Decision:
    """The events that a command makes, or why it is refused."""
    try:
        return tuple(_DECIDERS[type(command)](state, command, book))
    except Refusal as refusal:
        where = f"{refusal.where}: " if refusal.where else ""
        return Refused(refusal.code, where + refusal.reason)


# Every command has its decider, called after it: `start_round` for StartRound.
_ALL = vars(setting_up) | vars(rounds) | vars(corrections)
_ALL |= vars(custody) | vars(papers) | vars(calls)
_ALL |= vars(badges) | vars(site_changes)
_DECIDERS: dict[type, Callable[[State, Any, Book], Sequence[events.Event]]] = {
    kind: _ALL[re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()]
    for kind in get_args(commands.Command)
}
