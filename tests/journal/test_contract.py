"""What every journal promises, whatever it is kept in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from pitboss.floor.facts.base import Event
from pitboss.journal import EMPTY, Answer, Group, Journal, Last, Row, every_row
from pitboss.journal.chain import verify
from pitboss.journal.codec import decode, entry_of
from pitboss.refusal import Refusal

from .places import Place
from .samples import AT_MS, DIGEST, ENDED, REFUSED, STARTED, group, write


@pytest.fixture
def journal(place: Place) -> Iterator[Journal]:
    with closing(place.open()) as opened:
        yield opened


def one_event(event: Event, *, reply: str) -> list[Group]:
    """A command that led to one event."""
    return [replace(group("a"), entries=(entry_of(event),), reply=reply)]


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.last() == (0, "0" * 64)
    assert list(journal.rows(after_seq=0, limit=10)) == []
    assert journal.find_command("a") is None
    assert journal.last_snapshot() is None


def test_PS_60_rows_come_back_in_order(journal: Journal) -> None:
    end = write(journal, "a", "b", at=0)
    rows = list(journal.rows(after_seq=0, limit=10))
    assert [row.seq for row in rows] == [1, 2, 3, 4]
    assert [row.command_id for row in rows] == ["a", "a", "b", "b"]
    assert [row.kind for row in rows] == ["round-started", "round-ended"] * 2
    assert [row.reply for row in rows] == ["", '{"id":"a"}', "", '{"id":"b"}']
    assert {row.at_ms for row in rows} == {AT_MS}
    assert {row.command_digest for row in rows} == {DIGEST}
    assert [decode(row.kind, row.version, row.body) for row in rows[:2]] == [STARTED, ENDED]
    assert end == journal.last() == Last(4, rows[-1].hash)
    assert verify(rows) == end


def test_rows_are_read_from_anywhere(journal: Journal) -> None:
    write(journal, "a", "b", "c", at=0)
    assert [row.seq for row in journal.rows(after_seq=2, limit=3)] == [3, 4, 5]
    assert [row.seq for row in journal.rows(after_seq=6, limit=3)] == []
    assert [row.seq for row in every_row(journal, after_seq=3)] == [4, 5, 6]


def test_pages_join_without_a_gap(journal: Journal) -> None:
    write(journal, *(f"c{n}" for n in range(600)), at=0)
    assert [row.seq for row in every_row(journal)] == list(range(1, 1201))


def test_batches_continue_the_chain(journal: Journal) -> None:
    write(journal, "a", at=0)
    middle = write(journal, "b", at=2)
    end = write(journal, "c", "d", at=4)
    assert verify(every_row(journal)) == end == Last(8, end.hash)
    assert verify(every_row(journal, after_seq=4), after=middle) == end


def test_an_empty_batch_changes_nothing(journal: Journal) -> None:
    assert journal.append([], after_seq=0) == EMPTY
    end = write(journal, "a", at=0)
    assert journal.append([], after_seq=2) == end


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_journal_that_moved_on_refuses(journal: Journal, expected: int) -> None:
    write(journal, "a", at=0)
    with pytest.raises(Refusal, match=r"JOURNAL_MOVED_ON: row 2: .* not at row"):
        write(journal, "b", at=expected)
    assert journal.last().seq == 2
    assert journal.find_command("b") is None


def test_a_bad_row_in_the_middle_leaves_nothing(journal: Journal) -> None:
    write(journal, "a", at=0)
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command a: "):
        write(journal, "b", "a", "c", at=2)
    assert [row.seq for row in every_row(journal)] == [1, 2]
    assert journal.find_command("b") is None
    assert write(journal, "b", "c", at=2).seq == 6


def test_a_command_is_answered_once_in_a_batch(journal: Journal) -> None:
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command b: "):
        write(journal, "a", "b", "b", at=0)
    assert journal.last() == EMPTY


@pytest.mark.parametrize("seq", [0, 3])
def test_a_snapshot_of_no_row_is_refused(journal: Journal, seq: int) -> None:
    write(journal, "a", at=0)
    with pytest.raises(Refusal, match=f"JOURNAL_MOVED_ON: row 2: .* not at row {seq}"):
        journal.save_snapshot(seq=seq, text="state")
    assert journal.last_snapshot() is None


def test_the_answer_of_a_command_is_found(journal: Journal) -> None:
    write(journal, "a", "b", at=0)
    assert journal.find_command("a") == Answer(DIGEST, '{"id":"a"}')
    assert journal.find_command("b") == Answer(DIGEST, '{"id":"b"}')
    assert journal.find_command("c") is None
    assert journal.find_command("a\0") is None
    assert journal.find_commands(["c", "b", "\ud800", "b"]) == {"b": Answer(DIGEST, '{"id":"b"}')}
    assert journal.find_commands([]) == {}


def test_PS_60_a_refused_command_is_kept_with_its_answer(journal: Journal) -> None:
    answered = '{"refused":"AWARD_UNCONFIRMED"}'
    journal.append(one_event(REFUSED, reply=answered), after_seq=0)
    (row,) = journal.rows(after_seq=0, limit=10)
    assert decode(row.kind, row.version, row.body) == REFUSED
    assert journal.find_command("a") == Answer(DIGEST, answered)


def test_every_character_comes_back(journal: Journal) -> None:
    reason = 'Zoë \\ "quoted" \t tab \0 zero \u2028 line 🂡 $1 %s ? {}'
    event = replace(REFUSED, reason=reason)
    journal.append(one_event(event, reply='"é\\n🂡"'), after_seq=0)
    (row,) = journal.rows(after_seq=0, limit=1)
    assert decode(row.kind, row.version, row.body) == event
    assert row.reply == '"é\\n🂡"'
    assert verify([row]).seq == 1


def test_the_newest_snapshot_is_kept(journal: Journal) -> None:
    write(journal, "a", at=0)
    write(journal, "b", at=2)
    hashes = [row.hash for row in every_row(journal)]
    journal.save_snapshot(seq=2, text='{"state":"é"}')
    assert journal.last_snapshot() == (2, hashes[1], '{"state":"é"}')
    journal.save_snapshot(seq=4, text="newer")
    assert journal.last_snapshot() == (4, hashes[3], "newer")
    journal.save_snapshot(seq=4, text="same row again")
    assert journal.last_snapshot() == (4, hashes[3], "same row again")


def test_a_changed_snapshot_is_found(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", at=0)
        journal.save_snapshot(seq=2, text="meter 100")
    place.tamper_snapshot("meter 900")
    with (
        closing(place.open()) as journal,
        pytest.raises(Refusal, match="JOURNAL_TAMPERED: snapshot 2: "),
    ):
        journal.last_snapshot()


def test_a_snapshot_of_a_changed_row_is_found(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", at=0)
        journal.save_snapshot(seq=2, text="meter 100")
    place.tamper(2, "hash", "0" * 64)
    with (
        closing(place.open_to_read()) as journal,
        pytest.raises(Refusal, match="JOURNAL_TAMPERED: snapshot 2: "),
    ):
        journal.last_snapshot()


def test_everything_is_there_after_reopening(place: Place) -> None:
    with closing(place.open()) as journal:
        end = write(journal, "a", "b", at=0)
        journal.save_snapshot(seq=4, text="state")
    with closing(place.open()) as journal:
        assert journal.last() == end
        assert journal.find_command("b") == Answer(DIGEST, '{"id":"b"}')
        assert journal.last_snapshot() == (4, end.hash, "state")
        further = write(journal, "c", at=4)
        assert verify(every_row(journal)) == further


def test_a_second_engine_is_refused(place: Place) -> None:
    with closing(place.open()) as journal:
        with pytest.raises(Refusal, match=r"JOURNAL_IN_USE: .*: another engine has it open"):
            place.open()
        write(journal, "a", at=0)
    place.open().close()


def test_an_auditor_reads_while_an_engine_writes(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", at=0)
        with closing(place.open_to_read()) as reader:
            assert reader.last().seq == 2
            end = write(journal, "b", at=2)
            assert verify(every_row(reader)) == end


def test_an_auditor_can_not_write(place: Place) -> None:
    with closing(place.open()) as journal:
        end = write(journal, "a", at=0)
    with closing(place.open_to_read()) as reader:
        with pytest.raises(Refusal, match="JOURNAL_READ_ONLY"):
            write(reader, "b", at=2)
        with pytest.raises(Refusal, match="JOURNAL_READ_ONLY"):
            reader.save_snapshot(seq=2, text="state")
        assert reader.last() == end


def test_a_broken_storage_refuses_and_works_again_by_itself(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", at=0)
        with place.broken():
            for _ in range(3):
                with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE: "):
                    write(journal, "b", "c", at=2)
        assert journal.last().seq == 2
        assert journal.find_command("b") is None
        end = write(journal, "b", "c", at=2)
        assert verify(every_row(journal)) == end == Last(6, end.hash)
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            place.open()


@pytest.mark.parametrize("seq", [1, 2, 5, 6])
@pytest.mark.parametrize("column", Row._fields)
def test_PS_60_any_changed_field_is_found(place: Place, seq: int, column: str) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", "b", "c", at=0)
        (row,) = journal.rows(after_seq=seq - 1, limit=1)
    place.tamper(seq, column, changed(row._asdict()[column]))
    with (
        closing(place.open_to_read()) as reader,
        pytest.raises(Refusal, match=f"JOURNAL_TAMPERED: row {seq}: "),
    ):
        verify(every_row(reader))


def changed(value: int | str) -> int | str:
    """Another value of the same type, as near as can be."""
    if isinstance(value, int):
        return value + 1_000_000
    return f"{value[:-1]}{chr(ord(value[-1]) ^ 1)}" if value else "x"
