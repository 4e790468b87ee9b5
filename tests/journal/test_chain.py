"""The chain's documented form, worked out by another program, and what breaks it.

The expected hashes come from `printf ... | sha256sum` over the lines that the form names."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts.people import BadgeIssued, DealerSignedIn
from pitboss.journal import EMPTY, Group, Last, Row
from pitboss.journal.chain import make_rows, snapshot_seal, verify
from pitboss.journal.codec import entry_of
from pitboss.refusal import Refusal

FIRST = "976805066c156f4345b8758bb010b078943ef1c3c171643862468e64adb9e9f7"
SECOND = "d04306c52509ddf15cbad9772bd35de23de0b13ae6a0c9909b4fbb5b4322080a"
SEAL = "9b8c454d237c1d32dd12f668a5e0c21e97d4be5fffe9290a2665d2142543cc6c"
ISSUED = BadgeIssued(badge="7", name="Zoë", role="dealer", by=("8", "9"))
SIGNED_IN = DealerSignedIn(table="T-1", badge="7")


FIRST_GROUP = Group("a", "d1", 1_800_000_000_000, (entry_of(ISSUED),), '{"ok":true}')
SECOND_GROUP = Group("b", "d2", 1_800_000_000_001, (entry_of(SIGNED_IN),), '"ok"')


@pytest.fixture
def rows() -> list[Row]:
    return make_rows([FIRST_GROUP, SECOND_GROUP], last=EMPTY, after_seq=0)


def test_PS_60_hashes_follow_the_documented_form(rows: list[Row]) -> None:
    assert [row.hash for row in rows] == [FIRST, SECOND]
    assert verify(rows) == (2, SECOND)


def test_a_row_is_chained_to_the_end_it_was_given(rows: list[Row]) -> None:
    assert make_rows([SECOND_GROUP], last=Last(1, FIRST), after_seq=1) == rows[1:]
    assert verify(rows[1:], after=Last(1, FIRST)) == (2, SECOND)


def test_a_command_without_an_event_stops_the_program() -> None:
    with pytest.raises(AssertionError, match="command a led to no event"):
        make_rows([replace(FIRST_GROUP, entries=())], last=EMPTY, after_seq=0)


def test_only_the_last_row_of_a_command_has_its_reply() -> None:
    group = replace(FIRST_GROUP, entries=(entry_of(ISSUED), entry_of(SIGNED_IN)), reply="{}")
    rows = make_rows([group], last=EMPTY, after_seq=0)
    assert [row.reply for row in rows] == ["", "{}"]
    assert verify(rows) == (2, rows[-1].hash)


def test_a_snapshot_is_bound_to_its_row() -> None:
    assert snapshot_seal(row_hash=SECOND, seq=2, text='{"meter":"1"}') == SEAL


def test_no_rows_end_where_they_began() -> None:
    assert verify([]) == EMPTY


def refused(rows: list[Row]) -> str:
    with pytest.raises(Refusal) as caught:
        verify(rows)
    return str(caught.value)


def test_a_missing_row_is_found(rows: list[Row]) -> None:
    assert refused(rows[1:]) == "JOURNAL_TAMPERED: row 1: the row that follows has sequence 2"


def test_rows_in_another_order_are_found(rows: list[Row]) -> None:
    assert refused(rows[::-1]) == "JOURNAL_TAMPERED: row 1: the row that follows has sequence 2"


def test_a_row_written_anew_with_its_hash_breaks_the_next(rows: list[Row]) -> None:
    forged = make_rows([SECOND_GROUP], last=EMPTY, after_seq=0)
    assert refused([*forged, rows[1]]).startswith("JOURNAL_TAMPERED: row 2: its hash does not fit")


def test_a_field_that_swallows_its_neighbour_is_found(rows: list[Row]) -> None:
    row = rows[0]
    moved = row._replace(body=f"{row.body}\n{row.reply}", reply="")
    assert refused([moved]).startswith("JOURNAL_TAMPERED: row 1: its hash does not fit")


def test_half_a_character_is_found(rows: list[Row]) -> None:
    assert refused([rows[0]._replace(reply="\ud800")]).startswith(
        "JOURNAL_TAMPERED: row 1: its hash"
    )
