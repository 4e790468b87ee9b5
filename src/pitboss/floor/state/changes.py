"""Pending changes, as the state keeps them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import Change, Standing
from pitboss.refusal import Told


class ChangeState(Struct, frozen=True, gc=False):
    """A change that someone requested; `role` is the requester's at that time."""

    change: str
    what: Change
    before: Standing
    after: Standing
    warnings: tuple[Told, ...]
    reason: str
    badge: str
    role: str
    status: str = "requested"  # requested, approved, rejected, withdrawn, applied
    planned_ms: int = 0  # when it applies automatically
    planned_by: str = ""
    held: tuple[str, ...] = ()  # jackpots that take no wagers until it is applied


def change_number(change: str) -> str:
    """A change's number for people: that of the row with its request."""
    return change.removeprefix("change-")
