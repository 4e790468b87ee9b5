"""Old rows that remain only in archives."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.meanings import OpenName
from pitboss.floor.facts.permission import Permission


class RemoveRows(Command):
    """Remove the rows before `last_seq` from the journal: they are in archives. `newest_ms` is the
    latest time of any of them, `state_sha256` the digest of the floor after `last_seq`, where the
    journal continues, and `archives` are the digests of the archives' manifests."""

    permission = Permission()
    last_seq: int
    hash: OpenName
    newest_ms: TimeMs
    state_sha256: str
    archives: tuple[str, ...]


class RowsRemoved(Event):
    """The rows before `last_seq` may go: the last day on which they had to stay is over."""

    last_seq: int
    hash: OpenName
    newest_ms: int
    state_sha256: str
    archives: tuple[str, ...]
    kept_until: str
