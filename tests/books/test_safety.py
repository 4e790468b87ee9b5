"""A file of books is worth what its journal says: never trusted, always made again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from audit.support import filled_store, rechained
from pitboss.books import Books, books_file, copy_books, folding, keeping, open_books
from pitboss.books.keeper import BooksKeeper, glance
from pitboss.books.opening import BOOKS_FILE, read_books
from pitboss.journal import EMPTY, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.refusal import Refusal

from . import plain

ROWS = filled_store().rows


def made(folder: Path, rows: list[Row]) -> Books:
    books = open_books(plain.journal_of(rows), folder)
    assert books.catch_up() == 0
    return books


def content(books: Books) -> list[list[object]]:
    names = ("place", "hour", "day", "entry", "mover", "kind", "round", "page")
    return [books._store.execute(f"SELECT * FROM {name}").fetchall() for name in names]  # noqa: S608


@pytest.fixture
def whole() -> list[list[object]]:
    """What the file of the known journal holds."""
    books = open_books(plain.journal_of(ROWS))
    books.catch_up()
    return content(books)


def test_books_are_pinned_to_the_last_row(tmp_path: Path) -> None:
    books = made(tmp_path, ROWS)
    assert books.end == (ROWS[-1].seq, ROWS[-1].hash)
    assert books_file.Store(tmp_path / BOOKS_FILE).read_last() == books.end


def test_a_file_that_was_taken_away_is_made_again(tmp_path: Path, whole: object) -> None:
    made(tmp_path, ROWS).close()
    (tmp_path / BOOKS_FILE).unlink()
    assert content(made(tmp_path, ROWS)) == whole


def test_books_of_another_journal_are_made_anew(tmp_path: Path, whole: object) -> None:
    """The other one has as many rows, and the same ids."""
    other = rechained(row._replace(at_ms=row.at_ms + 1) for row in ROWS)
    made(tmp_path, other).close()
    assert content(made(tmp_path, ROWS)) == whole


def test_books_of_more_rows_than_there_are_are_made_anew(tmp_path: Path) -> None:
    made(tmp_path, ROWS).close()
    books = made(tmp_path, ROWS[:20])
    assert books.end.seq == 20
    assert books.find_entries("prize-paid") == []


@pytest.mark.parametrize("text", [b"no database at all" * 500, b""])
def test_a_damaged_file_is_made_anew(tmp_path: Path, whole: object, text: bytes) -> None:
    made(tmp_path, ROWS).close()
    (tmp_path / BOOKS_FILE).write_bytes(text)
    assert content(made(tmp_path, ROWS)) == whole


def test_a_file_that_is_damaged_while_it_is_open_is_made_anew(tmp_path: Path) -> None:
    keeper = BooksKeeper(lambda: plain.journal_of(ROWS), tmp_path)
    asked = (1.0, Books.newest, ("prize-paid",), {"most": 5})
    before = keeper.answer(*asked)
    assert keeper._books is not None
    keeper._books._store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (tmp_path / BOOKS_FILE).open("r+b") as file:
        file.write(b"\xff" * 8192)
    assert keeper.answer(*asked).found == before.found
    keeper.close()


def test_books_of_another_version_are_made_anew(
    tmp_path: Path, whole: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another form of the tables, and of another shape of the floor's state."""
    for name, value in (("FORM", 99), ("shape", lambda: "another")):
        with monkeypatch.context() as patched:
            patched.setattr(books_file, name, value)
            made(tmp_path, ROWS).close()
        assert content(made(tmp_path, ROWS)) == whole


def edit(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / BOOKS_FILE)) as base, base:
        base.execute(statement)


TRIGGER = "CREATE TRIGGER more AFTER INSERT ON entry BEGIN UPDATE entry SET text = '[]'; END"
# In each table one thing that somebody may want to hide.
EDITS = (
    "UPDATE entry SET text = replace(text, '100060', '60060') WHERE kind = 'awards-recorded'",
    "UPDATE hour SET meter_micros = meter_micros - 1",
    "UPDATE day SET bets = bets + 1",
    "UPDATE place SET jackpot = 'J2'",
    "UPDATE round SET at_ms = at_ms + 1",
    "UPDATE pin SET begun = 7",
    "DELETE FROM entry WHERE kind = 'prize-paid'",
    "DELETE FROM named WHERE kind = 'award'",
    "INSERT INTO kind VALUES ('made-up')",
    TRIGGER,
    "CREATE VIEW more AS SELECT * FROM entry",
    "CREATE INDEX more ON entry (badge)",
    "DROP INDEX entry_kind",
)


@pytest.mark.parametrize("statement", EDITS)
def test_an_edited_file_is_made_anew(tmp_path: Path, whole: object, statement: str) -> None:
    made(tmp_path, ROWS).close()
    edit(tmp_path, statement)
    books = made(tmp_path, ROWS)
    assert content(books) == whole
    assert books.store.altered


def test_a_file_that_is_edited_while_it_is_open_answers_nothing_wrong(tmp_path: Path) -> None:
    keeper = BooksKeeper(lambda: plain.journal_of(ROWS), tmp_path)
    asked = (1.0, Books.newest, ("awards-recorded",), {"most": 5})
    before = keeper.answer(*asked)
    edit(tmp_path, EDITS[0])
    after = keeper.answer(*asked)
    assert (after.found, after.altered) == (before.found, True)
    assert not keeper.answer(*asked).altered
    keeper.close()


@pytest.mark.parametrize("rows", [0, 20])
def test_a_trigger_in_an_open_file_alters_nothing_that_is_written_later(
    tmp_path: Path, whole: object, rows: int
) -> None:
    written = MemoryStore()
    written.rows[:] = ROWS[:rows]
    keeper = BooksKeeper(lambda: MemoryJournal(written, read_only=True), tmp_path)
    keeper.answer(1.0, content, (), {})
    edit(tmp_path, TRIGGER)
    written.rows[:] = ROWS
    found = keeper.answer(1.0, content, (), {})
    assert (found.found, found.altered) == (whole, True)
    keeper.close()


def test_a_file_of_another_key_is_not_believed(tmp_path: Path, whole: object) -> None:
    made(tmp_path, ROWS).close()
    assert open_books(plain.journal_of(ROWS), tmp_path, key=b"other").end == EMPTY


def test_a_small_question_holds_entries_against_the_journal(tmp_path: Path) -> None:
    made(tmp_path, ROWS).close()
    edit(tmp_path, EDITS[0])
    with pytest.raises(Refusal, match="BOOKS_UNAVAILABLE"):
        glance(
            lambda: plain.journal_of(ROWS),
            tmp_path,
            Books.newest,
            ("awards-recorded",),
            {"most": 5},
        )


def test_a_copy_in_memory_takes_only_a_file_that_is_sealed(tmp_path: Path) -> None:
    made(tmp_path, ROWS).close()
    assert copy_books(plain.journal_of(ROWS), tmp_path, b"").end.seq == len(ROWS)
    edit(tmp_path, EDITS[1])
    assert copy_books(plain.journal_of(ROWS), tmp_path, b"").end == EMPTY


def test_a_fault_in_the_middle_leaves_the_rows_before(
    tmp_path: Path, whole: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stops the program between two statements, the next try ends in the same books."""
    monkeypatch.setattr(keeping, "TAKEN_ROWS", 7)
    take = folding.Folding._take
    for fails_at in range(1, 30, 4):
        books = open_books(plain.journal_of(ROWS), tmp_path)
        steps = iter(range(fails_at))

        def failing(self: folding.Folding, row: Row, steps: object = steps) -> None:
            if next(steps, None) is None:  # type: ignore[call-overload]
                raise KeyboardInterrupt
            take(self, row)

        with monkeypatch.context() as patched:
            patched.setattr(folding.Folding, "_take", failing)
            with pytest.raises(KeyboardInterrupt):
                books.catch_up()
        assert books.end.seq == fails_at // 7 * 7
        assert books.catch_up() == 0  # with what it has in memory
        assert [sorted(each) for each in content(books)] == [sorted(each) for each in whole]  # type: ignore[type-var, attr-defined]
        books.begin_anew()
        books.close()


def test_two_writers_do_not_count_a_row_twice(tmp_path: Path, whole: object) -> None:
    one, other = (open_books(plain.journal_of(ROWS[:9]), tmp_path) for _ in range(2))
    one.catch_up()
    other.catch_up()
    for books in (one, other):
        books._journal = plain.journal_of(ROWS)
        books.catch_up()
    assert content(other) == content(one) == whole


def test_an_overtaken_writer_begins_from_what_is_there(tmp_path: Path, whole: object) -> None:
    one, other = (open_books(plain.journal_of(ROWS), tmp_path) for _ in range(2))
    one.catch_up()
    other.take(ROWS[:9])  # as if it had not seen that the other has written
    assert other.end == one.end
    assert content(other) == whole


def test_a_reader_beside_the_writer_sees_whole_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is not in the file yet it finds in the newest rows."""
    monkeypatch.setitem(
        books_file._HOW, "timeout", 0.1
    )  # the writer waits for a reader who reads on
    made(tmp_path, ROWS[:20]).close()
    reader = read_books(plain.journal_of(ROWS), tmp_path)
    assert reader.end.seq == 20
    assert [entry.seq for entry in reader.read_unread(most=5)] == [32, 32, 32, 33, 34, 35, 36]
    assert len({entry.seq for entry in reader.read_unread(most=100)}) == len(ROWS) - 20
    made(tmp_path, ROWS).close()
    assert reader.end.seq == 20
    with pytest.raises(sqlite3.OperationalError):
        reader._store.execute("UPDATE pin SET seq = 1")


def test_without_a_file_a_reader_has_books_without_a_row(tmp_path: Path) -> None:
    reader = read_books(plain.journal_of(ROWS), tmp_path)
    assert reader.end == EMPTY
    assert not (tmp_path / BOOKS_FILE).exists()


def test_a_row_that_does_not_follow_is_told_by_name(tmp_path: Path) -> None:
    forged = [*ROWS[:9], *ROWS[10:]]  # a round without its beginning
    with pytest.raises(Refusal) as refused:
        made(tmp_path, rechained(forged))
    assert (refused.value.code, refused.value.where) == ("JOURNAL_TAMPERED", "row 10")


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    answer = BooksKeeper(lambda: plain.journal_of(ROWS), tmp_path / "missing").answer(
        1.0, Books.kinds, (), {}
    )
    assert answer.refused is not None
    told = answer.refused
    assert (told.code, told.where) == ("BOOKS_UNAVAILABLE", str(tmp_path / "missing" / BOOKS_FILE))
    assert told.reason.startswith("it's missing or can't be opened. Put it back, or give")


def test_a_small_question_to_damaged_books_is_refused_in_words(tmp_path: Path) -> None:
    made(tmp_path, ROWS).close()
    file = tmp_path / BOOKS_FILE
    with closing(sqlite3.connect(file)) as base:
        (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'kind'").fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
    whole = file.read_bytes()
    file.write_bytes(whole[: (page - 1) * size] + b"x" * size + whole[page * size :])
    with pytest.raises(Refusal) as refused:
        glance(lambda: plain.journal_of(ROWS), tmp_path, Books.kinds, (), {})
    assert (refused.value.code, refused.value.where) == ("BOOKS_UNAVAILABLE", BOOKS_FILE)
    assert "it's damaged" in refused.value.reason


def test_a_journal_that_is_away_is_told_so() -> None:
    gone = MemoryStore(rows=list(ROWS), fault="the storage is gone")
    keeper = BooksKeeper(lambda: MemoryJournal(gone, read_only=True), None)
    refused = keeper.answer(1.0, Books.kinds, (), {}).refused
    assert str(refused) == "JOURNAL_UNAVAILABLE: memory: the storage is gone"
    gone.fault = ""
    assert keeper.answer(1.0, Books.kinds, (), {}).refused is None
