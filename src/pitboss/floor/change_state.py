"""Changes that wait, as the state keeps them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import Change, Standing


class ChangeState(Struct, frozen=True, gc=False):
    """A change that somebody asked for; `role` is what he was then."""

    change: str
    what: Change
    before: Standing
    after: Standing
    warnings: tuple[str, ...]
    reason: str
    badge: str
    role: str
    status: str = "requested"  # requested, approved, rejected, withdrawn, applied
    planned_ms: int = 0  # from when it applies by itself
    planned_by: str = ""
    held: tuple[str, ...] = ()  # jackpots that take no wagers until it is applied


IS_OVER = " is over"


def end_reason(change: str) -> str:
    """Why the jackpots that a change has held take wagers again."""
    return f"{change}{IS_OVER}"


def end_said(reason: str, said: str) -> str:
    """Such a reason in a reader's words, which have {change} for its number; empty where somebody
    gave a reason of his own."""
    number = change_number(reason.removesuffix(IS_OVER))
    is_end = reason.endswith(IS_OVER) and number.isdecimal()
    return said.format(change=number) if is_end else ""


def change_number(change: str) -> str:
    """What people call a change by: the number of the entry that asked for it."""
    return change.removeprefix("change-")
