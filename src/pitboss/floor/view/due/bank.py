"""The deposit that the jackpot bank account lacks (WAC 230-15-455)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.custody import standing
from pitboss.floor.state import State
from pitboss.floor.view.due.thing import DueThing
from pitboss.money import dollars


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """What is to be deposited, by when; nothing while the account holds what it must."""
    found = standing(state)
    if found.due_cents:
        yield DueThing(
            what="deposit",
            about=dollars(found.due_cents),
            due_ms=found.due_ms or 0,
            address="/office/bank",
        )
