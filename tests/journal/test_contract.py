"""What every journal promises, whatever it is kept in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from engine.support import BOOK, Asker
from pitboss.engine import Core, Engine
from pitboss.journal import EMPTY, Journal, Last, Row, every_row
from pitboss.journal.chain import verify
from pitboss.journal.codec import command_of, events_of
from pitboss.refusal import Refusal

from .places import Place
from .samples import AT_MS, ENDED, REFUSED, STARTED, asking, batch, ending, row_of, write


@pytest.fixture
def journal(place: Place) -> Iterator[Journal]:
    with closing(place.open()) as opened:
        yield opened


def is_answered(journal: Journal, name: str) -> bool:
    """Whether a journal has this command."""
    return bool(journal.find_commands([name]))


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.last() == (0, "0" * 64)
    assert list(journal.rows(after_seq=0, limit=10)) == []
    assert journal.find_commands(["a"]) == {}
    assert journal.last_snapshot() is None


def test_PS_60_rows_come_back_in_order(journal: Journal) -> None:
    end = write(journal, "a", "b", after=EMPTY)
    rows = list(journal.rows(after_seq=0, limit=10))
    assert rows == batch("a", "b", after=EMPTY)
    assert [row.seq for row in rows] == [1, 2]
    assert [row.command_id for row in rows] == ["a", "b"]
    assert {row.at_ms for row in rows} == {AT_MS}
    assert [command_of(row.asked) for row in rows] == [asking("a"), asking("b")]
    assert [events_of(row.events) for row in rows] == [(STARTED, ENDED)] * 2
    assert end == journal.last() == Last(2, rows[-1].hash)
    assert verify(rows) == end


def test_rows_are_read_from_anywhere(journal: Journal) -> None:
    write(journal, *"abcdef", after=EMPTY)
    assert [row.seq for row in journal.rows(after_seq=2, limit=3)] == [3, 4, 5]
    assert [row.seq for row in journal.rows(after_seq=6, limit=3)] == []
    assert [row.seq for row in every_row(journal, after_seq=3)] == [4, 5, 6]


def test_pages_join_without_a_gap(journal: Journal) -> None:
    write(journal, *(f"c{n}" for n in range(1200)), after=EMPTY)
    assert [row.seq for row in every_row(journal)] == list(range(1, 1201))


def test_batches_continue_the_chain(journal: Journal) -> None:
    first = write(journal, "a", after=EMPTY)
    middle = write(journal, "b", after=first)
    end = write(journal, "c", "d", after=middle)
    assert verify(every_row(journal)) == end == Last(4, end.hash)
    assert verify(every_row(journal, after_seq=2), after=middle) == end


def test_an_empty_batch_changes_nothing(journal: Journal) -> None:
    journal.append([], after=EMPTY)
    end = write(journal, "a", after=EMPTY)
    journal.append([], after=end)
    assert journal.last() == end


@pytest.mark.parametrize("seq", [0, 2, 4])
def test_a_journal_that_moved_on_refuses(journal: Journal, seq: int) -> None:
    end = write(journal, "a", "b", "c", after=EMPTY)
    with pytest.raises(Refusal, match=f"JOURNAL_MOVED_ON: row 3: .* not at row {seq}"):
        write(journal, "d", after=Last(seq, end.hash))
    assert journal.last() == end
    assert not is_answered(journal, "d")


def test_an_append_behind_another_row_of_the_same_number_is_refused(journal: Journal) -> None:
    end = write(journal, "a", after=EMPTY)
    stale = Last(1, "f" * 64)
    told = f"JOURNAL_MOVED_ON: row 1: the journal ends there with {end.hash[:16]}, not at row 1"
    with pytest.raises(Refusal, match=f"{told} with ffffffffffffffff"):
        write(journal, "b", after=stale)
    with pytest.raises(Refusal, match=told):
        journal.append([], after=stale)
    assert journal.last() == end
    assert not is_answered(journal, "b")


def test_what_was_sent_on_top_of_a_refused_batch_is_refused(journal: Journal) -> None:
    end = write(journal, "a", after=EMPTY)
    refused = batch("b", "a", after=end)
    above = Last(refused[-1].seq, refused[-1].hash)
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command a: "):
        journal.append(refused, after=end)
    with pytest.raises(Refusal, match=r"JOURNAL_MOVED_ON: row 1: .* not at row 3"):
        write(journal, "c", after=above)
    assert journal.last() == end
    assert journal.find_commands(["b", "c"]) == {}


def test_what_is_on_top_of_a_batch_that_was_written_otherwise_is_refused(journal: Journal) -> None:
    end = write(journal, "a", after=EMPTY)
    (other,) = batch("b", after=end)
    written = write(journal, "c", after=end)
    with pytest.raises(Refusal, match=r"JOURNAL_MOVED_ON: row 2: .* not at row 2"):
        write(journal, "d", after=Last(other.seq, other.hash))
    assert journal.last() == written


def test_a_bad_row_in_the_middle_leaves_nothing(journal: Journal) -> None:
    end = write(journal, "a", after=EMPTY)
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command a: "):
        write(journal, "b", "a", "c", after=end)
    assert [row.seq for row in every_row(journal)] == [1]
    assert not is_answered(journal, "b")
    assert write(journal, "b", "c", after=end).seq == 3


def test_a_command_is_answered_once_in_a_batch(journal: Journal) -> None:
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command b: "):
        write(journal, "a", "b", "b", after=EMPTY)
    assert journal.last() == EMPTY


@pytest.mark.parametrize("seq", [0, 3])
def test_a_snapshot_of_no_row_is_refused(journal: Journal, seq: int) -> None:
    write(journal, "a", "b", after=EMPTY)
    with pytest.raises(Refusal, match=f"JOURNAL_MOVED_ON: row {seq}: no such row"):
        journal.save_snapshot(seq=seq, text="state")
    assert journal.last_snapshot() is None


def test_the_row_of_a_command_is_found(journal: Journal) -> None:
    write(journal, "a", "b", after=EMPTY)
    first, second = every_row(journal)
    assert journal.find_commands(["a", "b"]) == {"a": first, "b": second}
    assert journal.find_commands(["c", "b", "\ud800", "a\0", "b"]) == {"b": second}
    assert journal.find_commands([]) == {}


def test_PS_60_a_refused_command_is_kept_word_for_word(journal: Journal) -> None:
    command = ending("a")
    journal.append([row_of(command, (REFUSED,), after=EMPTY)], after=EMPTY)
    (row,) = journal.rows(after_seq=0, limit=10)
    assert command_of(row.asked) == command
    assert events_of(row.events) == (REFUSED,)
    assert journal.find_commands(["a"]) == {"a": row}


def test_every_character_comes_back(journal: Journal) -> None:
    typed = 'Zoë \\ "quoted" \t tab \0 zero \n feed \r \u2028 line 🂡 $1 %s ? {} \\N \\.'
    event = replace(REFUSED, values={"name": typed})
    command = replace(asking("a"), table=typed)
    written = row_of(command, (event,), after=EMPTY)
    journal.append([written], after=EMPTY)
    (row,) = journal.rows(after_seq=0, limit=1)
    assert row == written
    assert (command_of(row.asked), events_of(row.events)) == (command, (event,))
    assert verify([row]).seq == 1


def test_the_newest_snapshot_is_kept(journal: Journal) -> None:
    end = write(journal, "a", after=EMPTY)
    write(journal, "b", after=end)
    hashes = [row.hash for row in every_row(journal)]
    journal.save_snapshot(seq=1, text='{"state":"é"}')
    assert journal.last_snapshot() == (1, hashes[0], '{"state":"é"}')
    journal.save_snapshot(seq=2, text="newer")
    assert journal.last_snapshot() == (2, hashes[1], "newer")
    journal.save_snapshot(seq=2, text="same row again")
    assert journal.last_snapshot() == (2, hashes[1], "same row again")


def test_old_rows_are_taken_out_and_the_journal_begins_with_a_state(journal: Journal) -> None:
    end = write(journal, *"abcdef", after=EMPTY)
    rows = list(every_row(journal))
    journal.save_snapshot(seq=2, text="older")
    assert journal.read_seal() is None
    journal.remove_before(seq=4, text="after four")
    sealed = (4, rows[3].hash, "after four")
    assert journal.read_seal() == journal.last_snapshot() == sealed
    assert list(every_row(journal)) == rows[3:]
    assert [row.seq for row in journal.rows(after_seq=4, limit=1)] == [5]
    assert journal.find_commands(["a", "e"]).keys() == {"e"}
    end = write(journal, "g", after=end)
    journal.save_snapshot(seq=7, text="newest")
    assert journal.last_snapshot() == (7, end.hash, "newest")
    journal.save_snapshot(seq=6, text="newest again")
    assert journal.read_seal() == sealed
    journal.prove_pages()
    journal.remove_before(seq=6, text="after six")
    assert journal.read_seal() == (6, rows[5].hash, "after six")
    assert [row.seq for row in every_row(journal)] == [6, 7]
    journal.prove_pages()


@pytest.mark.parametrize("seq", [0, 3])
def test_no_rows_are_taken_out_before_one_that_is_not_there(journal: Journal, seq: int) -> None:
    write(journal, "a", "b", after=EMPTY)
    with pytest.raises(Refusal, match=f"JOURNAL_MOVED_ON: row {seq}: "):
        journal.remove_before(seq=seq, text="state")
    assert [row.seq for row in every_row(journal)] == [1, 2]
    assert journal.read_seal() is None


def test_a_journal_may_begin_with_a_row_and_the_state_after_it(journal: Journal) -> None:
    first, *others = batch(*"abcde", after=EMPTY)[3:]
    journal.begin_with(first, text="after four")
    assert journal.read_seal() == journal.last_snapshot() == (4, first.hash, "after four")
    journal.append(others, after=Last(4, first.hash))
    assert list(every_row(journal)) == [first, *others]
    journal.prove_pages()
    with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 5: "):
        journal.begin_with(first, text="after four")


def test_who_reads_takes_nothing_out(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", "b", after=EMPTY)
    with (
        closing(place.open_to_read()) as journal,
        pytest.raises(Refusal, match="JOURNAL_READ_ONLY"),
    ):
        journal.remove_before(seq=2, text="state")


def test_a_changed_snapshot_is_found(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", "b", after=EMPTY)
        journal.save_snapshot(seq=2, text="meter 100")
    place.tamper_snapshot("meter 900")
    with (
        closing(place.open()) as journal,
        pytest.raises(Refusal, match="JOURNAL_TAMPERED: snapshot 2: "),
    ):
        journal.last_snapshot()


def test_a_snapshot_of_a_changed_row_is_found(place: Place) -> None:
    with closing(place.open()) as journal:
        write(journal, "a", "b", after=EMPTY)
        journal.save_snapshot(seq=2, text="meter 100")
    place.tamper(2, "hash", "0" * 64)
    with (
        closing(place.open_to_read()) as journal,
        pytest.raises(Refusal, match="JOURNAL_TAMPERED: snapshot 2: "),
    ):
        journal.last_snapshot()


def test_everything_is_there_after_reopening(place: Place) -> None:
    with closing(place.open()) as journal:
        end = write(journal, "a", "b", after=EMPTY)
        journal.save_snapshot(seq=2, text="state")
    with closing(place.open()) as journal:
        assert journal.last() == end
        assert is_answered(journal, "b")
        assert journal.last_snapshot() == (2, end.hash, "state")
        further = write(journal, "c", after=end)
        assert verify(every_row(journal)) == further


def test_a_second_engine_is_refused(place: Place) -> None:
    with closing(place.open()) as journal:
        with pytest.raises(Refusal, match=r"JOURNAL_IN_USE: .*: another engine has it open"):
            place.open()
        write(journal, "a", after=EMPTY)
    place.open().close()


def test_an_auditor_reads_while_an_engine_writes(place: Place) -> None:
    with closing(place.open()) as journal:
        first = write(journal, "a", after=EMPTY)
        with closing(place.open_to_read()) as reader:
            assert reader.last() == first
            end = write(journal, "b", after=first)
            assert verify(every_row(reader)) == end


def test_an_auditor_cannot_write(place: Place) -> None:
    with closing(place.open()) as journal:
        end = write(journal, "a", after=EMPTY)
    with closing(place.open_to_read()) as reader:
        with pytest.raises(Refusal, match="JOURNAL_READ_ONLY"):
            write(reader, "b", after=end)
        with pytest.raises(Refusal, match="JOURNAL_READ_ONLY"):
            reader.save_snapshot(seq=1, text="state")
        assert reader.last() == end


def test_a_broken_storage_refuses_and_works_again_by_itself(place: Place) -> None:
    with closing(place.open()) as journal:
        first = write(journal, "a", after=EMPTY)
        with place.broken():
            for _ in range(3):
                with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE: "):
                    write(journal, "b", "c", after=first)
        assert journal.last() == first
        assert not is_answered(journal, "b")
        end = write(journal, "b", "c", after=first)
        assert verify(every_row(journal)) == end == Last(3, end.hash)
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            place.open()


@pytest.mark.parametrize("seq", [1, 3, 6])
@pytest.mark.parametrize("column", Row._fields)
def test_PS_60_any_changed_field_is_found(place: Place, seq: int, column: str) -> None:
    with closing(place.open()) as journal:
        write(journal, *"abcdef", after=EMPTY)
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
    return f"{value[:-1]}{chr(ord(value[-1]) ^ 1)}"


def test_PS_60_an_engine_that_starts_anew_finds_the_first_answer_by_its_id(place: Place) -> None:
    """Whoever cannot ask a command again word for word asks for what it got; a new id has none."""
    asker = Asker()
    start, end = asker.round()[0], asker.round()[-1]
    with closing(place.open()) as journal:
        core = Core(journal, BOOK)
        core.handle(asker.opening())
        (refused,) = core.handle([end])
        (started,) = core.handle([start])
        assert (refused.code, started.code) == ("NO_ROUND", "")
    with closing(place.open()) as journal:
        engine = Engine(Core(journal, BOOK))
        found = [engine.first_answer(name).result(10) for name in (end.command_id, "new")]
        first = engine.first_answer(start.command_id).result(10)
        engine.stop()
    assert found == [(end, refused), None]
    assert first == (start, started)
