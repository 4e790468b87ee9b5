"""Messages between a property and its hub."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from pitboss.journal import Row
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing

Sign: TypeAlias = Callable[[bytes], bytes]


class StatementMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A statement to the hub, signed along with the last row of the hub that the property has
    `heard` of. `asked_ms` is when it was sent, on the property's clock: the lease counts from
    there. `shown` is what the property was granted by rows that the hub has lost, beyond statement
    `shown_beyond`; empty if it has lost none. `proof` is the hub's answer that told of the `heard`
    row: a hub without that row believes nothing less."""

    stated: sharing.StatementRow
    heard: sharing.HubRow
    signature: str
    asked_ms: int
    shown: tuple[sharing.ShownAnswer, ...] | None = None
    shown_beyond: int = 0
    proof: sharing.ShownAnswer | None = None


class AnswerMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The hub's answer, signed."""

    answer: sharing.HubAnswer
    signature: str


def need_row(found: Row | None, seq: int) -> Row:
    """A row that must exist."""
    if found is None or found.seq != seq:
        raise Refusal("ROW_ARCHIVED", where=f"row {seq}")
    return found
