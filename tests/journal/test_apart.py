"""What a journal in another process promises beyond the contract: it outlives that process, and it
ends with the engine."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.journal import EMPTY, Last, every_row
from pitboss.journal.apart import ApartJournal
from pitboss.journal.calls import Open
from pitboss.journal.chain import verify
from pitboss.journal.lockfile import noted
from pitboss.journal.sqlite import SqliteJournal
from pitboss.refusal import Refusal

from .places import ApartPlace
from .samples import batch, group, write

ENDED = "JOURNAL_UNAVAILABLE: .*the process that keeps it has ended; ask again"
WAIT_S = 20.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[ApartJournal]:
    with closing(ApartJournal(Open(file=str(path)))) as opened:
        yield opened


def keeper_of(journal: ApartJournal) -> int:
    assert journal._process is not None
    return journal._process.pid


def kill(journal: ApartJournal) -> None:
    """The process dies; its end is seen by the next who speaks with it."""
    os.kill(keeper_of(journal), signal.SIGKILL)
    os.waitid(os.P_PID, keeper_of(journal), os.WEXITED | os.WNOWAIT)


def begun(journal: ApartJournal, *names: str, at: int) -> Callable[[], Last]:
    """A batch that is on its way."""
    return journal.begin(batch(*names), after_seq=at)


def test_batches_begin_before_those_before_them_are_durable(journal: ApartJournal) -> None:
    commits = [begun(journal, "a", "b", at=0), begun(journal, "c", at=4)]
    ends = [commit() for commit in commits]
    assert [end.seq for end in ends] == [4, 6]
    assert verify(every_row(journal)) == ends[-1]


def test_a_question_in_between_loses_no_answer(journal: ApartJournal) -> None:
    commits = [begun(journal, "a", at=0), begun(journal, "b", at=2)]
    end = journal.last()
    assert [commit().seq for commit in commits] == [2, 4]
    assert commits[1]() == end


def test_what_was_begun_on_a_refused_batch_is_refused(journal: ApartJournal) -> None:
    end = write(journal, "a", at=0)
    commits = [begun(journal, "b", "a", at=2), begun(journal, "c", at=6)]
    with pytest.raises(Refusal, match="COMMAND_ID_REUSED: command a: "):
        commits[0]()
    with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 2: "):
        commits[1]()
    assert journal.last() == end


def test_a_killed_process_loses_what_was_under_way_and_nothing_else(journal: ApartJournal) -> None:
    end = write(journal, "a", at=0)
    os.kill(keeper_of(journal), signal.SIGSTOP)
    commits = [begun(journal, "b", at=2), begun(journal, "c", at=4)]
    kill(journal)
    for commit in commits:
        with pytest.raises(Refusal, match=ENDED):
            commit()
    assert journal.last() == end
    assert write(journal, "b", "c", at=2).seq == 6


def test_nobody_hears_of_a_process_that_died_while_nothing_was_asked(journal: ApartJournal) -> None:
    write(journal, "a", at=0)
    kill(journal)
    assert write(journal, "b", at=2).seq == 4


def test_a_batch_on_top_of_one_that_is_lost_is_refused(journal: ApartJournal) -> None:
    os.kill(keeper_of(journal), signal.SIGSTOP)
    commit = begun(journal, "a", at=0)
    kill(journal)
    with pytest.raises(Refusal, match=ENDED):
        begun(journal, "b", at=2)
    with pytest.raises(Refusal, match=ENDED):
        commit()
    assert journal.last() == EMPTY


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_is_the_engine_that_is_told_to_stop(journal: ApartJournal, number: int) -> None:
    """A terminal and a service manager tell every process of a group."""
    os.kill(keeper_of(journal), number)
    assert write(journal, "a", at=0).seq == 2


def test_a_closed_journal_stays_closed(path: Path) -> None:
    journal = ApartJournal(Open(file=str(path)))
    write(journal, "a", at=0)
    journal.close()
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*journal\.db: it was closed"):
        journal.last()
    with closing(SqliteJournal(path, lock_wait_ms=0)) as opened:
        assert opened.last().seq == 2


def test_what_can_not_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*nowhere"):
        ApartJournal(Open(file=str(tmp_path / "nowhere" / "journal.db")))


def test_a_second_engine_is_refused(journal: ApartJournal, path: Path) -> None:
    with pytest.raises(Refusal, match=r"JOURNAL_IN_USE: .*another engine has it open"):
        ApartJournal(Open(file=str(path)))
    assert write(journal, "a", at=0).seq == 2


def test_a_second_engine_does_not_come_in_between_two_processes(
    journal: ApartJournal, path: Path
) -> None:
    write(journal, "a", at=0)
    kill(journal)
    with pytest.raises(Refusal, match=r"JOURNAL_IN_USE: .*another engine has it open"):
        SqliteJournal(path, lock_wait_ms=0)
    assert write(journal, "b", at=2).seq == 4
    assert noted(path) == journal.last()


def test_a_fault_of_the_program_is_told_where_it_matters(journal: ApartJournal) -> None:
    with pytest.raises(AssertionError, match="command a led to no event"):
        journal.append([replace(group("a"), entries=())], after_seq=0)
    assert write(journal, "a", at=0).seq == 2


def test_the_log_has_the_words_of_the_system(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = ApartPlace(tmp_path / "journal.db")
    with closing(place.open()) as journal, place.broken():
        with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE"):
            write(journal, "a", at=0)
        assert "disk I/O error" in caplog.text or "full" in caplog.text


ENGINE = """
import sys
from pitboss.journal.apart import ApartJournal
from pitboss.journal.calls import Open
journal = ApartJournal(Open(file=sys.argv[1]))
print(journal._process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_process_ends_with_its_engine(path: Path, number: int) -> None:
    words = [sys.executable, "-c", ENGINE, str(path)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdout is not None
        keeper = int(engine.stdout.readline())
        engine.send_signal(number)
    # Whoever starts at once waits for its lock, which is not asked for long.
    with closing(SqliteJournal(path)) as opened:
        assert opened.last() == Last(0, EMPTY.hash)
    end_s = time.monotonic() + WAIT_S
    while Path(f"/proc/{keeper}").exists():
        assert time.monotonic() < end_s, "the process outlives its engine"
        time.sleep(0.01)


def test_the_password_of_a_database_is_no_word_of_a_command(path: Path) -> None:
    with closing(ApartJournal(Open(file=str(path)))) as journal:
        words = Path(f"/proc/{keeper_of(journal)}/cmdline").read_text().split("\0")
    assert str(path) not in words
    assert words[1:4] == ["-P", "-m", "pitboss.journal.keeper"]


def test_a_folder_with_modules_of_its_own_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sqlite3.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    with closing(ApartJournal(Open(file=str(tmp_path / "journal.db")))) as journal:
        assert journal.last() == EMPTY


def in_a_thread(act: Callable[[], object]) -> None:
    thread = threading.Thread(target=act)
    thread.start()
    thread.join()


def test_a_process_outlives_the_thread_that_asked_for_it(journal: ApartJournal) -> None:
    """Linux ends a process with the thread that began it."""
    kill(journal)
    in_a_thread(lambda: write(journal, "a", at=0))
    keeper = keeper_of(journal)
    write(journal, "b", at=2)
    assert keeper_of(journal) == keeper


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/false"])
def test_a_process_that_can_not_start_is_tried_again(
    journal: ApartJournal, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(journal, "a", at=0)
    kill(journal)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "executable", program)
        for _ in range(2):
            with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE"):
                write(journal, "b", at=2)
    assert write(journal, "b", at=2).seq == 4


def test_a_process_without_memory_is_begun_anew(journal: ApartJournal) -> None:
    write(journal, "a", at=0)
    megabyte = 1 << 20
    keeper = keeper_of(journal)
    resource.prlimit(keeper, resource.RLIMIT_AS, (megabyte, megabyte))
    names = [f"c{number}" for number in range(20_000)]
    assert write(journal, *names, at=2).seq == 40_002  # it died before it had all of them
    assert keeper_of(journal) != keeper


def test_another_journal_in_its_place_is_not_written(path: Path, tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "other.db")) as other:
        write(other, "z", at=0)
    journal = ApartJournal(Open(file=str(path)))
    write(journal, "a", at=0)
    os.kill(keeper_of(journal), signal.SIGSTOP)
    kill(journal)
    for suffix in ("", "-wal", "-shm", ".lock"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    for suffix in ("", ".lock"):
        Path(f"{tmp_path}/other.db{suffix}").rename(f"{path}{suffix}")
    for _ in range(2):
        with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*row 2 is not the one that was"):
            write(journal, "b", at=2)
    journal.close()


def test_a_folder_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/\xff")
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*not UTF-8; rename its folder"):
        ApartJournal(Open(file=f"{folder}/journal.db"))
