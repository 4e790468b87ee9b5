"""Keeps the books of a running site in a process beside the server, so that the floor doesn't feel
it; for an in-memory journal, in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from pitboss.books.keeper import BooksAnswer, BooksKeeper, Question, ask_nothing, glance
from pitboss.books.keeping import Books
from pitboss.engine import settle_memory
from pitboss.journal import Journal
from pitboss.journal.place import JournalPlace
from pitboss.refusal import Refusal

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")

PATIENCE_S = 2.5  # how long a question waits while a journal is read for the first time
SLICE_S = 0.5  # then others get a turn
EVERY_S = 60.0  # the books catch up this often, even if nobody asks
NICE = 10
STARTED_BY = "spawn"  # a fork would copy the server's locks in whatever state its threads left them
CLOSE_S = 1.0  # how long a stopping server waits for a file to reach the disk


async def _say_nothing() -> None:
    """For when nobody needs a notice."""


class Clerk:
    """Brings the books up to date and asks them, one question at a time, from one event loop.
    Starts its worker when somebody needs it, or soon will."""

    def __init__(
        self,
        reading: Callable[[], Journal],
        folder: Path,
        *,
        key: Callable[[], bytes] = bytes,
        on_altered: Callable[[], Awaitable[None]] = _say_nothing,
    ) -> None:
        """`key` seals the file; `on_altered` is called if somebody altered it."""
        self._reading = reading
        self._folder = folder
        self._key = key
        self._on_altered = on_altered
        self._pool: asyncio.Future[Executor] | None = None
        self._process: Future[int] | None = None  # its process id, once it runs
        self._answer: Callable[..., BooksAnswer] = _answer_there
        self._catching: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def is_apart(self) -> bool:
        """Whether another process keeps the books, because it can open the journal, too."""
        return isinstance(self._reading, JournalPlace)

    def make_ready(self) -> None:
        """Start the worker unless it runs: somebody is here who may soon ask, and shouldn't wait
        then."""
        if self._pool is None:
            self._catch_up_beside()

    async def ask(
        self,
        question: Callable[Concatenate[Books, _Given], _Found],
        *given: _Given.args,
        **named: _Given.kwargs,
    ) -> _Found:
        """Answer a question from complete books. The question runs in another process: it is a
        module's function, and its arguments and answer can be pickled. Raises BOOKS_BEHIND while a
        long journal is being read."""
        reply = await self._ask(PATIENCE_S, question, given, named)
        if reply.is_behind:
            self._catch_up_beside()
        if reply.refused is not None:
            raise Refusal.of(reply.refused)
        found: _Found = reply.found
        return found

    async def glance(
        self,
        question: Callable[Concatenate[Books, _Given], _Found],
        *given: _Given.args,
        **named: _Given.kwargs,
    ) -> _Found:
        """Answer a small question about entries from the file as it is, however long a report
        takes. The question itself looks at unread rows (`Books.unread`)."""
        if not self.is_apart:
            return await self.ask(question, *given, **named)
        found: _Found = await asyncio.to_thread(
            glance, self._reading, self._folder, question, given, named
        )
        return found

    async def keep_up(self) -> None:
        """Catch up from time to time, so that the first page finds the books ready."""
        while True:
            await asyncio.sleep(EVERY_S)
            await self._catch_up()

    async def close(self) -> None:
        """End the worker, whatever it is doing; the file is sound at every moment."""
        self._closed = True
        if self._catching is not None:
            self._catching.cancel()
            await asyncio.gather(self._catching, return_exceptions=True)
        if self._pool is not None:
            with contextlib.suppress(OSError):  # it didn't start
                await asyncio.to_thread(_end, await self._pool, self._process)

    def _catch_up_beside(self) -> None:
        if self._catching is None or self._catching.done():
            self._catching = asyncio.create_task(self._catch_up(), name="books")

    async def _catch_up(self) -> None:
        """Read everything new, a slice at a time, so that questions get their turn."""
        with contextlib.suppress(Refusal):  # storage may work at the next try
            while (await self._ask(SLICE_S, ask_nothing, (), {})).is_behind:
                pass

    async def _ask(
        self, seconds: float, question: Question, given: tuple[Any, ...], named: dict[str, Any]
    ) -> BooksAnswer:
        for last_try in (False, True):
            started = self._started()
            try:
                pool = await asyncio.shield(started)
                asked = (seconds, question, given, named)
                reply = await asyncio.get_running_loop().run_in_executor(pool, self._answer, *asked)
                break
            except (BrokenExecutor, OSError, Refusal) as fault:  # it has ended, or didn't start
                self._pool = None if self._pool is started else self._pool
                if isinstance(fault, Refusal):
                    raise
                if last_try:
                    raise _ended() from None
        if reply.altered:
            await self._on_altered()
        return reply

    def _started(self) -> asyncio.Future[Executor]:
        """Start the worker. On a busy machine that takes a while, so a thread waits for it and
        tables keep getting answers."""
        if self._closed:
            raise _ended()
        if self._pool is None:
            start = self._apart if self.is_apart else self._beside
            self._pool = asyncio.ensure_future(asyncio.to_thread(start))
        return self._pool

    def _apart(self) -> Executor:
        pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context(STARTED_BY),
            initializer=_begin_there,
            initargs=(self._reading, self._folder, self._key()),
        )
        self._process = pool.submit(os.getpid)
        return pool

    def _beside(self) -> Executor:
        self._answer = BooksKeeper(self._reading, None).answer
        return ThreadPoolExecutor(max_workers=1, thread_name_prefix="books")


def _ended() -> Refusal:
    return Refusal("BOOKS_UNAVAILABLE", where="books")


def _end(pool: Executor, process: Future[int] | None) -> None:
    """Close the file properly, unless something long is running: a report nobody is waiting for is
    dropped."""
    if process is not None:
        with contextlib.suppress(BrokenExecutor, TimeoutError):
            pool.submit(_close_there).result(CLOSE_S)
        with contextlib.suppress(BrokenExecutor, CancelledError, ProcessLookupError, TimeoutError):
            os.kill(process.result(0), signal.SIGTERM)
    pool.shutdown(cancel_futures=True)


# ---- in the other process -----------------------------------------------------------------------

_there: list[BooksKeeper] = []  # the one keeper of this process


def _begin_there(reading: Callable[[], Journal], folder: Path, key: bytes) -> None:
    """Set up the worker: the floor has priority, interrupts are the server's to handle, and without
    the server this process ends."""
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    settle_memory()
    _there.append(BooksKeeper(reading, folder, key))


def _close_there() -> None:
    _there[0].close()


def _end_with(server: Any) -> None:
    server.join()
    os._exit(0)


def _answer_there(*asked: Any) -> BooksAnswer:
    return _there[0].answer(*asked)
