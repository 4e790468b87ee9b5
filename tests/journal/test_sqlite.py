"""What only a file can go through: it is gone, damaged, read-only, or not a journal."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.journal import EMPTY, Last, every_row
from pitboss.journal.chain import verify
from pitboss.journal.lockfile import LockFile, awaited_by, lock_path, waiting_path
from pitboss.journal.sqlite import SqliteJournal
from pitboss.journal.witness import NOTE, read_note
from pitboss.refusal import Refusal

from .samples import write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_it_writes_ahead_and_synchronises_fully(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        connection = journal._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_full_file_refuses_until_there_is_room(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        connection = journal._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()
        many = [f"c{n}" for n in range(1000)]
        with pytest.raises(
            Refusal, match=r"JOURNAL_UNAVAILABLE: .*journal\.db: its disk is full. Free"
        ):
            write(journal, *many, after=end)
        assert journal.last() == end
        connection.execute("PRAGMA max_page_count = 1000000").fetchone()
        assert write(journal, *many, after=end).seq == 1001
        assert verify(every_row(journal)) == journal.last()


def test_a_read_only_file_refuses_until_it_is_writable(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        # The same answer from SQLite as for a file without write permission, for root too.
        journal._connection.execute("PRAGMA query_only = on")
        with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it can't be written. Give"):
            write(journal, "a", after=EMPTY)
        journal._connection.execute("PRAGMA query_only = off")
        assert write(journal, "a", after=EMPTY).seq == 1


def test_a_file_that_is_taken_away_refuses_until_it_is_back(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        path.rename(path.with_suffix(".away"))
        with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it's missing or can't"):
            write(journal, "b", after=end)
        path.write_bytes(b"")
        with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: the file was replaced"):
            write(journal, "b", after=end)
        path.with_suffix(".away").rename(path)
        assert write(journal, "b", after=end).seq == 2


def log_of(path: Path) -> Path:
    """The write-ahead log of a journal."""
    return path.with_name(f"{path.name}-wal")


def after_power_cut(path: Path) -> Path:
    """The files as whoever comes after a power cut finds them."""
    away = path.with_name("after.db")
    away.write_bytes(path.read_bytes())
    log_of(away).write_bytes(log_of(path).read_bytes())
    lock_path(away).write_bytes(lock_path(path).read_bytes())
    return away


def kept(path: Path) -> int:
    """The rows that are there after a power cut."""
    away = after_power_cut(path)
    with closing(sqlite3.connect(away)) as other:
        (rows,) = other.execute("SELECT count(*) FROM journal").fetchone()
    return int(rows)


def test_a_log_that_is_taken_away_takes_no_row_with_it(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        first = write(journal, "a", after=EMPTY)
        log_of(path).unlink()
        second = write(journal, "b", after=first)
        assert kept(path) == 2
        log_of(path).unlink()
        log_of(path).write_bytes(b"")
        assert write(journal, "c", after=second).seq == 3
        assert kept(path) == 3
        assert verify(every_row(journal)) == journal.last()


def test_a_log_that_is_taken_away_while_somebody_reads_is_waited_for(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        journal._connection.execute("PRAGMA busy_timeout = 0").fetchone()
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM journal").fetchone()
            log_of(path).unlink()
            with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .* while someone was reading"):
                write(journal, "b", after=end)
            reader.execute("COMMIT")
            assert write(journal, "b", after=end).seq == 2
        assert kept(path) == 2


def test_a_log_that_is_emptied_by_its_own_rules_is_not_missed(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        with closing(sqlite3.connect(path)) as keeper:
            keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert log_of(path).stat().st_size == 0
        assert write(journal, "b", after=end).seq == 2
        assert kept(path) == 2


def test_a_log_that_is_cut_off_refuses(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        os.truncate(log_of(path), 0)
        for _ in range(2):
            with pytest.raises(
                Refusal, match=r"JOURNAL_UNAVAILABLE: .*: its disk is full, failing or gone. Get"
            ):
                write(journal, "b", after=end)


def test_a_file_that_is_cut_off_refuses(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        first = write(journal, "a", after=EMPTY)
        journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        end = write(journal, "b", after=first)
        os.truncate(path, 4096)
        for _ in range(2):
            with pytest.raises(Refusal, match="JOURNAL_DAMAGED"):
                write(journal, "c", after=end)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_changed_byte_of_the_log_loses_no_row_unnoticed(path: Path, *, read_only: bool) -> None:
    """SQLite takes the log only as far as it is sound, and says nothing of the rest."""
    with closing(SqliteJournal(path)) as journal:
        end = EMPTY
        for name in "abcdef":
            end = write(journal, name, after=end)
        away = after_power_cut(path)
    whole = bytearray(log_of(away).read_bytes())
    whole[len(whole) // 2] ^= 1
    log_of(away).write_bytes(whole)
    told = r"JOURNAL_DAMAGED: .*: it ends at row [1-5], but row 6 was written. Put the missing"
    with pytest.raises(Refusal, match=told):
        SqliteJournal(away, read_only=read_only)
    assert log_of(away).read_bytes() == whole  # whoever can mend it still has it
    lock_path(away).unlink()
    SqliteJournal(away).close()  # somebody means to go on without them


def test_another_journal_in_the_place_of_one_is_found(path: Path) -> None:
    for file, name in ((path, "a"), (path.with_name("other.db"), "b")):
        with closing(SqliteJournal(file)) as journal:
            write(journal, name, after=EMPTY)
    path.with_name("other.db").rename(path)
    for read_only in (False, True):
        with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: row 1 isn't the one"):
            SqliteJournal(path, read_only=read_only)


def test_a_journal_that_is_gone_does_not_begin_anew(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "a", after=EMPTY)
    path.unlink()
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: it ends at row 0, but row 1 was"):
        SqliteJournal(path)
    path.write_bytes(b"")
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: it ends at row 0, but row 1 was"):
        SqliteJournal(path)
    lock_path(path).unlink()
    SqliteJournal(path).close()


@pytest.mark.parametrize("note", [b"", b"\0" * 86, b"half a no"])
def test_a_note_that_a_power_cut_spoiled_says_nothing(path: Path, note: bytes) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
    lock_path(path).write_bytes(note)
    with closing(SqliteJournal(path)) as journal:
        write(journal, "b", after=end)
    assert read_note(lock_path(path)) == Last(2, last_hash(path))


def test_a_refused_batch_is_not_noted(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        with pytest.raises(Refusal, match="COMMAND_ID_REUSED"):
            write(journal, "b", "a", after=end)
        assert read_note(lock_path(path)) == end


def last_hash(path: Path) -> str:
    """The hash of the last row."""
    with closing(sqlite3.connect(path)) as other:
        (found,) = other.execute("SELECT hash FROM journal ORDER BY seq DESC LIMIT 1").fetchone()
    return str(found)


def test_a_writer_beside_the_engine_is_found(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", "b", after=EMPTY)
        execute(path, "DELETE FROM journal WHERE seq = 2")
        with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 1: "):
            write(journal, "c", after=end)


def test_a_row_that_somebody_wrote_over_is_not_built_upon(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        end = write(journal, "a", after=EMPTY)
        execute(path, "UPDATE journal SET hash = replace(hash, '0', '1') WHERE seq = 1")
        with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 1: "):
            write(journal, "b", after=end)


def test_a_journal_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it's missing or can't be opened. Put"
    ):
        SqliteJournal(tmp_path / "nowhere" / "journal.db")


def test_reading_makes_no_journal(path: Path) -> None:
    with pytest.raises(
        Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it's missing or can't be opened. Put"
    ):
        SqliteJournal(path, read_only=True)
    assert not path.exists()


def test_reading_needs_a_journal(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: no such table: journal"):
        SqliteJournal(path, read_only=True)


@pytest.mark.parametrize("read_only", [False, True])
def test_another_kind_of_file_is_refused(path: Path, *, read_only: bool) -> None:
    path.write_text("not a journal at all" * 100)
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: file is not a database"):
        SqliteJournal(path, read_only=read_only)
    path.unlink()
    SqliteJournal(path).close()  # the refused opening has let go of its lock


def test_a_damaged_index_is_found_by_an_auditor(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "first-command", after=EMPTY)
    content = path.read_bytes()
    marks = [mark.start() for mark in re.finditer(b"first-command", content)]
    assert len(marks) == 3  # beside what was asked, in it, and in the index
    for mark in marks:
        path.write_bytes(content[:mark] + b"F" + content[mark + 1 :])
        with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED|JOURNAL_TAMPERED"):
            audit(path)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP INDEX journal_command",
        "CREATE TRIGGER more AFTER INSERT ON journal BEGIN DELETE FROM snapshot; END",
        "CREATE TABLE more (seq INTEGER)",
        "ALTER TABLE journal ADD COLUMN more TEXT",
        "PRAGMA user_version = 0",
        "PRAGMA application_id = 7",
    ],
)
def test_PS_60_a_changed_schema_is_found(path: Path, statement: str) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "a", after=EMPTY)
    execute(path, statement)
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: (missing|not part of a journal): "):
        audit(path)


def test_an_engine_does_not_start_on_a_journal_with_a_trigger(path: Path) -> None:
    SqliteJournal(path).close()
    execute(path, "CREATE TRIGGER more AFTER INSERT ON journal BEGIN DELETE FROM snapshot; END")
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: not part of a journal"):
        SqliteJournal(path)


@pytest.mark.parametrize("seq", [0, -1, -(2**63)])
def test_PS_60_a_row_before_the_first_is_found(path: Path, seq: int) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "a", after=EMPTY)
    execute(
        path,
        "INSERT INTO journal SELECT ?, at_ms, 'forged', asked, events, hash FROM journal",
        seq,
    )
    with pytest.raises(Refusal, match=f"JOURNAL_TAMPERED: row {seq}: "):
        audit(path)


def test_a_second_snapshot_is_found(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "a", "b", after=EMPTY)
        journal.save_snapshot(seq=2, text="{}")
    execute(path, "INSERT INTO snapshot SELECT 1, text, seal FROM snapshot")
    with pytest.raises(Refusal, match="JOURNAL_TAMPERED: snapshot 1: "):
        audit(path)


def test_a_text_that_is_none_is_damage(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        write(journal, "a", after=EMPTY)
        journal.save_snapshot(seq=1, text="{}")
    execute(path, "UPDATE snapshot SET text = CAST(x'ff' AS TEXT)")
    with (
        closing(SqliteJournal(path, read_only=True)) as journal,
        pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: some text isn't UTF-8"),
    ):
        journal.last_snapshot()


def test_a_schema_that_is_no_text_is_damage(path: Path) -> None:
    SqliteJournal(path).close()
    content = path.read_bytes()
    place = content.index(b"CREATE TABLE journal")
    path.write_bytes(content[:place] + b"CREATE\xff" + content[place + 7 :])
    with pytest.raises(Refusal, match="JOURNAL_DAMAGED: "):
        SqliteJournal(path, read_only=True)


FORMAT_1 = (
    "CREATE TABLE journal (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, command_id TEXT NOT"
    " NULL, command_digest TEXT NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, body TEXT"
    " NOT NULL, reply TEXT NOT NULL, hash TEXT NOT NULL) STRICT"
)
ROW_1 = "INSERT INTO journal VALUES (1, 0, 'a', '', 'round-ended', 1, '{}', '{}', ?)"


@pytest.mark.parametrize("note", [b"", (NOTE % (1, "a" * 64)).encode()])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_format_1_is_refused(path: Path, note: bytes, *, read_only: bool) -> None:
    execute(path, FORMAT_1)
    execute(path, ROW_1, "a" * 64)
    lock_path(path).write_bytes(note)
    before = path.read_bytes()
    told = r"JOURNAL_FORMAT_UNKNOWN: .*journal\.db: it has format 1, and this program reads 3. Read"
    with pytest.raises(Refusal, match=told):
        SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_a_later_format_is_refused_by_name(path: Path, *, read_only: bool) -> None:
    SqliteJournal(path).close()
    execute(path, "PRAGMA user_version = 4")
    with pytest.raises(
        Refusal, match=r"JOURNAL_FORMAT_UNKNOWN: .*: it has format 4, and this program"
    ):
        SqliteJournal(path, read_only=read_only)


def test_a_journal_says_its_format(path: Path) -> None:
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (3,)


def execute(path: Path, statement: str, *values: int | str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def audit(path: Path) -> None:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        verify(every_row(journal))


def test_an_engine_that_begins_to_wait_while_the_leader_looks_is_seen_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look has the lock that shows who waits, for a moment."""
    leader, seen = LockFile(path, wait_ms=0), list[str | None]()
    looking = os.open(waiting_path(path), os.O_RDWR | os.O_CREAT)
    fcntl.flock(looking, fcntl.LOCK_EX)

    def pause(_: float) -> None:
        if not seen:
            os.close(looking)
        seen.append(awaited_by(path))
        if len(seen) == 2:
            leader.close()

    monkeypatch.setattr("pitboss.journal.lockfile.time.sleep", pause)
    LockFile(path, wait_ms=60_000, release="next").close()
    assert seen == [None, "next"]
