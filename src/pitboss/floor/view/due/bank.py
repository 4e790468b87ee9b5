"""The deposit that the jackpot bank account lacks."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.money.custody import bank_stop, sum_account
from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing
from pitboss.money import dollars


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """The deposit due and its deadline: at once while it stops play; nothing while the account
    holds what it must."""
    found, is_stopped = sum_account(state), bank_stop(state, at_ms) is not None
    if found.due_cents:
        due_ms = found.due_ms or 0
        yield DueThing(
            what="deposit",
            about=dollars(found.due_cents),
            due_ms=min(due_ms or at_ms, at_ms) if is_stopped else due_ms,
            address="/office/bank",
            stops_play=is_stopped,
        )
