"""What travels between a property and its hub."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from pitboss.floor.facts.wide import HubAnswer, StatementRow
from pitboss.journal import Journal, Row
from pitboss.refusal import Refusal

RowAt: TypeAlias = Callable[[int], Row | None]
Sign: TypeAlias = Callable[[bytes], bytes]


class StatementMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A statement on its way to the hub, signed. `asked_ms` is when it was sent, on the clock of
    the property: the lease counts from there."""

    stated: StatementRow
    signature: str
    asked_ms: int


class AnswerMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The hub's answer, signed."""

    answer: HubAnswer
    signature: str


def row_at(journal: Journal) -> RowAt:
    """A way to look up rows of a journal by their number; none where it has no such row."""

    def found(seq: int) -> Row | None:
        row = next(journal.rows(after_seq=seq - 1, limit=1), None) if seq else None
        return row if row is not None and row.seq == seq else None

    return found


def need_row(rows: RowAt, seq: int) -> Row:
    """A row that must be there."""
    found = rows(seq)
    if found is None:
        reason = "it is not in this journal any more; put its archive back"
        raise Refusal("ROW_ARCHIVED", where=f"row {seq}", reason=reason)
    return found
