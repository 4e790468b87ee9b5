"""Who keeps the books beside a running site: apart, niced, and made again after a fault."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest

from audit.support import fill
from pitboss.books import Books, clerk
from pitboss.books.clerk import Clerk
from pitboss.books.opening import BOOKS_FILE
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.place import JournalPlace
from pitboss.refusal import Refusal

WAIT_S = 20


def seq_and_process(books: Books) -> tuple[int, int]:
    return books.end.seq, os.getpid()


def niceness(books: Books) -> int:
    return os.nice(0)


def refuse(books: Books) -> None:
    raise Refusal("LEVEL_UNKNOWN", where="J9")


def die(books: Books) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def journal_place(tmp_path: Path) -> JournalPlace:
    """A journal of 36 rows in a folder."""
    found = JournalPlace(tmp_path)
    journal = found.open()
    fill(journal)
    journal.close()
    return found


def asking(journal_place: JournalPlace, ask: Callable[[Clerk], Awaitable[Any]]) -> Any:
    async def asked() -> Any:
        keeper = Clerk(journal_place, journal_place.folder)
        try:
            return await ask(keeper)
        finally:
            await keeper.close()

    return asyncio.run(asked())


def test_books_are_kept_in_another_process_that_gives_way(journal_place: JournalPlace) -> None:
    async def ask(keeper: Clerk) -> tuple[Any, ...]:
        return *await keeper.ask(seq_and_process), await keeper.ask(niceness)

    seq, process, nice = asking(journal_place, ask)
    assert seq == 36
    assert process != os.getpid()
    assert nice == min(19, os.nice(0) + clerk.NICE)
    assert (journal_place.folder / BOOKS_FILE).exists()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_refusal_and_an_entry_come_back_as_they_are(journal_place: JournalPlace) -> None:
    async def ask(keeper: Clerk) -> Any:
        with pytest.raises(Refusal) as refused:
            await keeper.ask(refuse)
        return refused.value, await keeper.ask(Books.newest, "prize-paid", most=5)

    refusal, entries = asking(journal_place, ask)
    assert (refusal.code, refusal.where) == ("LEVEL_UNKNOWN", "J9")
    assert [(entry.seq, entry.event.award) for entry in entries] == [(22, "T1-1-13.1")]


def test_a_process_that_ends_is_started_again(journal_place: JournalPlace) -> None:
    async def ask(keeper: Clerk) -> Any:
        first = await keeper.ask(seq_and_process)
        with pytest.raises(Refusal) as refused:
            await keeper.ask(die)
        return first, refused.value.code, await keeper.ask(seq_and_process)

    (before, first), code, (after, second) = asking(journal_place, ask)
    assert (before, after) == (36, 36)
    assert code == "BOOKS_UNAVAILABLE"
    assert first != second


def test_made_ready_the_process_has_read_before_somebody_asks(journal_place: JournalPlace) -> None:
    """Once: who makes it ready again finds it so."""

    async def ask(keeper: Clerk) -> None:
        keeper.make_ready()
        began = keeper._catching
        assert began is not None
        await began
        assert keeper._process is not None
        ready = keeper._process.result(), (journal_place.folder / BOOKS_FILE).exists()
        keeper.make_ready()
        assert keeper._catching is began
        assert ready == ((await keeper.ask(seq_and_process))[1], True)

    asking(journal_place, ask)


def test_tables_are_answered_while_the_process_starts(
    journal_place: JournalPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, start = threading.Event(), Clerk._apart

    def start_late(keeper: Clerk) -> Executor:
        assert answered.wait(WAIT_S)
        return start(keeper)

    async def ask(keeper: Clerk) -> Any:
        asked = asyncio.create_task(keeper.ask(seq_and_process))
        asyncio.get_running_loop().call_soon(answered.set)  # after the question has begun
        return await asked

    monkeypatch.setattr(Clerk, "_apart", start_late)
    assert asking(journal_place, ask)[0] == 36


def test_a_process_that_cannot_be_started_is_tried_again_by_the_next_question(
    journal_place: JournalPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, start = itertools.count(1), Clerk._apart

    def start_third(keeper: Clerk) -> Executor:
        if next(tries) < 3:
            raise BlockingIOError(errno.EAGAIN, "no more processes")
        return start(keeper)

    async def ask(keeper: Clerk) -> Any:
        with pytest.raises(Refusal, match="BOOKS_UNAVAILABLE"):
            await keeper.ask(seq_and_process)
        return await keeper.ask(seq_and_process)

    monkeypatch.setattr(Clerk, "_apart", start_third)
    assert asking(journal_place, ask)[0] == 36


def test_a_journal_in_memory_is_kept_in_a_thread() -> None:
    store = MemoryStore()
    fill(MemoryJournal(store))

    async def ask() -> tuple[int, int]:
        keeper = Clerk(lambda: MemoryJournal(store, read_only=True), Path("nowhere"))
        try:
            assert await keeper.glance(seq_and_process) == await keeper.ask(seq_and_process)
            return await keeper.ask(seq_and_process)
        finally:
            await keeper.close()

    assert asyncio.run(ask()) == (36, os.getpid())


def test_a_long_journal_is_read_a_little_at_a_time(
    journal_place: JournalPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole answer is refused until all is read; a page says how far it is."""
    store = MemoryStore()
    fill(MemoryJournal(store))
    monkeypatch.setattr("pitboss.books.keeping.TAKEN_ROWS", 10)
    monkeypatch.setattr(clerk, "PATIENCE_S", 0.0)
    monkeypatch.setattr(clerk, "SLICE_S", 0.0)

    async def ask() -> tuple[Any, ...]:
        keeper = Clerk(lambda: MemoryJournal(store, read_only=True), Path("nowhere"))
        try:
            with pytest.raises(Refusal) as refused:
                await keeper.ask(seq_and_process)
            assert keeper._catching is not None
            await keeper._catching
            return refused.value.code, refused.value.reason, (await keeper.ask(seq_and_process))[0]
        finally:
            await keeper.close()

    code, reason, seq = asyncio.run(ask())
    assert code == "BOOKS_BEHIND"
    assert reason == "still building the books, 27% done. Try again soon"
    assert seq == 36


ORPHAN = """
import asyncio, os, signal, sys
from pathlib import Path
from books.test_clerk import seq_and_process
from pitboss.books.clerk import Clerk
from pitboss.journal.place import JournalPlace

async def main():
    folder = Path(sys.argv[1])
    print((await Clerk(JournalPlace(folder), folder).ask(seq_and_process))[1], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_without_its_server_the_process_ends(journal_place: JournalPlace, tmp_path: Path) -> None:
    """Its output ends only when both have ended."""
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN, "utf-8")
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    ran = subprocess.run(
        [sys.executable, script, journal_place.folder],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    assert ran.returncode == -signal.SIGKILL
    assert int(ran.stdout) > 0
