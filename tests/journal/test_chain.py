"""The chain's documented form, worked out by another program, and what breaks it.

The expected hashes come from `printf ... | sha256sum` over the lines that the form names."""

from __future__ import annotations

import pytest

from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.chain import chain_row, snapshot_seal, verify
from pitboss.refusal import Refusal

FIRST = "7c7a486d32154649c23665eab22615809097539dbb0caa73d425046bc4df0090"
SECOND = "bf6f91c6923932bde67fca7ebe94959af56a38a39f38ee71fd93820e87d8ed2e"
SEAL = "08ca5e7aa210439a89859376451f1e6b332023e84f1fff6ab8d369576d9bcb27"
AT_MS = 1_800_000_000_000
ISSUED = (
    '{"kind":"issue-badge","command_id":"a","at_ms":1800000000000,"badge":"7","name":"Zoë",'
    '"role":"dealer","by":["8","9"]}',
    '[{"kind":"badge-issued","badge":"7","name":"Zoë","role":"dealer","by":["8","9"]}]',
)
SIGNED_IN = (
    '{"kind":"sign-in","command_id":"b","at_ms":1800000000001,"table":"T-1","badge":"7"}',
    '[{"kind":"dealer-signed-in","table":"T-1","badge":"7"}]',
)


@pytest.fixture
def rows() -> list[Row]:
    first = chain_row(EMPTY.hash, 1, AT_MS, "a", *ISSUED)
    return [first, chain_row(first.hash, 2, AT_MS + 1, "b", *SIGNED_IN)]


def test_PS_60_hashes_follow_the_documented_form(rows: list[Row]) -> None:
    assert [row.hash for row in rows] == [FIRST, SECOND]
    assert verify(rows) == (2, SECOND)


def test_a_row_holds_what_it_was_made_of(rows: list[Row]) -> None:
    assert rows[0] == Row(1, AT_MS, "a", *ISSUED, FIRST)
    assert type(rows[0]) is Row


def test_rows_are_proven_from_any_point_on(rows: list[Row]) -> None:
    assert verify(rows[1:], after=Last(1, FIRST)) == (2, SECOND)


def test_a_snapshot_is_bound_to_its_row() -> None:
    assert snapshot_seal(row_hash=SECOND, seq=2, text='{"meter":1}') == SEAL


def test_no_rows_end_where_they_began() -> None:
    assert verify([]) == EMPTY


def refused(rows: list[Row]) -> str:
    with pytest.raises(Refusal) as caught:
        verify(rows)
    return str(caught.value)


def test_a_missing_row_is_found(rows: list[Row]) -> None:
    assert refused(rows[1:]) == "JOURNAL_TAMPERED: row 1: the next row has sequence 2"


def test_rows_in_another_order_are_found(rows: list[Row]) -> None:
    assert refused(rows[::-1]) == "JOURNAL_TAMPERED: row 1: the next row has sequence 2"


def test_a_row_written_anew_with_its_hash_breaks_the_next(rows: list[Row]) -> None:
    forged = chain_row(EMPTY.hash, 1, AT_MS + 1, "b", *SIGNED_IN)
    assert refused([forged, rows[1]]).startswith("JOURNAL_TAMPERED: row 2: its hash doesn't match")


def test_a_field_that_swallows_its_neighbor_is_found(rows: list[Row]) -> None:
    row = rows[0]
    moved = row._replace(asked=f"{row.asked}\n{row.events}", events="")
    assert refused([moved]).startswith("JOURNAL_TAMPERED: row 1: its hash doesn't match")


def test_half_a_character_is_found(rows: list[Row]) -> None:
    assert refused([rows[0]._replace(events="\ud800")]).startswith(
        "JOURNAL_TAMPERED: row 1: its hash"
    )
