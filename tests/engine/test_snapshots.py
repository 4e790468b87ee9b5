"""A snapshot of another shape: values are kept by position, so that another version's would be read
as something else."""

from __future__ import annotations

import json

from pitboss.audit import audit
from pitboss.engine import Core
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import is_of_another_shape, read_snapshot, write_snapshot
from pitboss.journal.memory import MemoryJournal, MemoryStore

from .support import BOOK, Asker


def floor_with_older_snapshot() -> tuple[MemoryStore, str]:
    """A journal with a snapshot that another version wrote, and the state it ends with."""
    store, asker = MemoryStore(), Asker()
    journal = MemoryJournal(store)
    core = Core(journal, BOOK)
    core.handle([*asker.opening(), *asker.round(hit=2)])
    written = write_snapshot(core.state)
    older = json.loads(written)
    older["shape"] = "0123456789abcdef"
    older["tables"] = {"T1": ["=TableState", "one", "field"]}
    journal.save_snapshot(seq=core.state.seq, text=json.dumps(older))
    journal.close()
    return store, written


def test_an_engine_passes_over_it_and_replays_from_the_first_event() -> None:
    store, written = floor_with_older_snapshot()
    assert write_snapshot(Core(MemoryJournal(store), BOOK).state) == written


def test_an_audit_proves_the_rows_and_does_not_compare_it() -> None:
    store, written = floor_with_older_snapshot()
    auditor = audit(MemoryJournal(store, read_only=True), paytables=BOOK)
    assert write_snapshot(auditor.state) == written
    assert auditor.snapshot is not None
    assert not auditor.snapshot_is_ours


def test_one_without_a_shape_is_of_another() -> None:
    assert is_of_another_shape('{"seq":5,"balances":{}}')
    assert read_snapshot('{"seq":5,"balances":{}}').seq == 0
    assert not is_of_another_shape(write_snapshot(State()))
