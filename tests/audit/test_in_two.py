"""Two processes prove what one proves, and find the same bad row."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pitboss.audit import BadRow, JournalAuditor, audit
from pitboss.audit.in_two import FirstPart, audit_in_two, prove_first
from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore

from .support import PAYTABLES, filled_store, rechained

ROWS = tuple(filled_store().rows)
SPLIT_SEQ = len(ROWS) * 60 // 100


@pytest.fixture(autouse=True)
def long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.audit.in_two.LONG_ROWS", 1)


class Both:
    """The rows, and how often each part was asked for."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.store = MemoryStore(rows=list(rows))
        self.firsts: list[FirstPart | None] = []

    def journal(self) -> MemoryJournal:
        return MemoryJournal(self.store, read_only=True)

    def audited(self, known: Last | None = None) -> JournalAuditor:
        def begin(until_seq: int) -> object:
            assert until_seq == SPLIT_SEQ
            found = prove_first(
                self.journal(), until_seq=until_seq, paytables=PAYTABLES, known=known, begun=None
            )
            self.firsts.append(found)
            return lambda: found

        return audit_in_two(self.journal(), begin, paytables=PAYTABLES, known=known)  # type: ignore[arg-type]


def test_two_processes_tell_what_one_tells() -> None:
    alone = audit(MemoryJournal(MemoryStore(rows=list(ROWS)), read_only=True), paytables=PAYTABLES)
    both = Both(ROWS)
    found = both.audited()
    assert both.firsts[0] is not None
    assert found.last == alone.last
    assert found.kinds == alone.kinds
    assert found.begun == alone.begun
    explained = [{place: each.causes for place, each in it.levels.items()} for it in (found, alone)]
    assert explained[0] == explained[1]
    assert found.redecider is not None
    assert alone.redecider is not None
    assert (found.redecider.done, found.redecider.refused) == (
        alone.redecider.done,
        alone.redecider.refused,
    )


@pytest.mark.parametrize("seq", [3, SPLIT_SEQ, SPLIT_SEQ + 1, len(ROWS)])
@pytest.mark.parametrize("how", ["changed", "forged"])
def test_the_bad_row_is_the_one_that_a_single_proof_names(seq: int, how: str) -> None:
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(at_ms=rows[seq - 1].at_ms + 1)
    rows = rechained(rows) if how == "forged" else rows
    with pytest.raises(BadRow) as alone:
        audit(MemoryJournal(MemoryStore(rows=rows), read_only=True), paytables=PAYTABLES)
    with pytest.raises(BadRow) as found:
        Both(rows).audited()
    assert str(found.value) == str(alone.value)
    assert found.value.seq == seq


def test_an_id_of_the_first_part_is_not_answered_again_in_the_second() -> None:
    rows = list(ROWS)
    first, last = rows[1], rows[-1]
    asked = last.asked.replace(f'"{last.command_id}"', f'"{first.command_id}"')
    rows[-1] = last._replace(command_id=first.command_id, asked=asked)
    with pytest.raises(BadRow, match="already answered"):
        Both(rechained(rows)).audited()


@pytest.mark.parametrize("seq", [2, len(ROWS)])
def test_a_hash_that_was_written_down_is_held_against_either_part(seq: int) -> None:
    assert Both(ROWS).audited(Last(seq, ROWS[seq - 1].hash)).last.seq == len(ROWS)
    with pytest.raises(BadRow, match="on record as"):
        Both(ROWS).audited(Last(seq, "f" * 64))
