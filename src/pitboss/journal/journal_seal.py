"""The start of a journal whose old rows were removed: the floor after the last of them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.facts import archives
from pitboss.floor.facts.base import kind_of
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import is_of_another_shape, read_snapshot
from pitboss.journal import Journal, Snapshot, every_row
from pitboss.journal.chain import hex_digest, refuse_tampered
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal


def sealed_state(sealed: Snapshot) -> State:
    """The floor to continue from. There are no rows here to replay instead."""
    if is_of_another_shape(sealed.text):
        raise Refusal("SEAL_OTHER_VERSION", where=f"row {sealed.seq}")
    state = read_snapshot(sealed.text)
    if state.seq != sealed.seq:
        raise refuse_tampered(f"snapshot {sealed.seq}", "state")
    return state


def removals_in(journal: Journal, *, after_seq: int) -> list[int]:
    """The rows that say which older rows were removed, when no floor remembers them."""
    rows = every_row(journal, after_seq=after_seq)
    return [row.seq for row in rows if f'"{kind_of(archives.RowsRemoved)}"' in row.events]


def need_sealed_on_record(journal: Journal, removals: Iterable[int]) -> None:
    """Refuse a journal without its old rows if none of these rows states the state it begins with:
    anyone who can write to the storage can make a seal for any state, but not a row of a known
    chain."""
    sealed = journal.read_seal()
    if sealed is None:
        return
    begins = (sealed.seq, hex_digest(sealed.text.encode()))
    for seq in removals:
        for row in journal.rows(after_seq=seq - 1, limit=1):
            for event in events_of(row.events, seq=row.seq):
                if isinstance(event, archives.RowsRemoved) and begins == (
                    event.last_seq,
                    event.state_sha256,
                ):
                    return
    raise refuse_tampered(f"snapshot {sealed.seq}", "rows_gone")
