"""Changes that wait, as the state keeps them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import Change, Standing
from pitboss.refusal import Told


class ChangeState(Struct, frozen=True, gc=False):
    """A change that somebody asked for; `role` is what he was then."""

    change: str
    what: Change
    before: Standing
    after: Standing
    warnings: tuple[Told, ...]
    reason: str
    badge: str
    role: str
    status: str = "requested"  # requested, approved, rejected, withdrawn, applied
    planned_ms: int = 0  # from when it applies by itself
    planned_by: str = ""
    held: tuple[str, ...] = ()  # jackpots that take no wagers until it is applied


def change_number(change: str) -> str:
    """What people call a change by: the number of the entry that asked for it."""
    return change.removeprefix("change-")
