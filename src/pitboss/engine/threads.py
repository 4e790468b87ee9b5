"""The engine's own threads, and the queue before them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias, TypeVar

from pitboss.engine.core import Batch, Core, Reply
from pitboss.floor.commands import Command
from pitboss.floor.state import State

Result = TypeVar("Result")
Answer: TypeAlias = Callable[[Reply], None]

BATCH_MOST = 256
WAITING_MOST = 10_000
HALVED_FROM = 8


class Asked(NamedTuple):
    """A command that waits, and who gets its answer."""

    command: Command
    answer: Answer


class Looked(NamedTuple):
    """A question about the state that waits."""

    question: Callable[[State], Any]
    future: Future[Any]


class Engine:
    """A core with threads of its own: whoever asks gets a durable answer.

    While one thread waits for a server's commit, a second decides the next batch; for a file one
    thread is quicker, because its commit is short. Who has `_deciding` takes the next commands and
    decides them; who has `_writing` has the journal and may change the state. A thread has both
    from the end of its decision to the start of its commit, so that batches are written in the
    order in which they were decided."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._waiting: deque[Asked | Looked] = deque()
        self._work = threading.Event()
        self._deciding = threading.Lock()
        self._writing = threading.Lock()
        self._stopping = False
        self.fault: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._run, name=f"engine {number}", daemon=True)
            for number in range(1, 3 if core.remote else 2)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, command: Command, answer: Answer) -> None:
        """Ask; `answer` is called with the reply on a thread of the engine, and must be quick."""
        if self._ending():
            answer(_stopped(command))
        elif len(self._waiting) >= WAITING_MOST:
            answer(Reply(command.command_id, 0, "ENGINE_BUSY", "too much is waiting; ask again"))
        else:
            self._enter(Asked(command, answer))

    def submit(self, command: Command) -> Future[Reply]:
        """Ask; the future has the answer once it is durable."""
        future: Future[Reply] = Future()
        self.ask(command, future.set_result)
        return future

    def look(self, question: Callable[[State], Result]) -> Future[Result]:
        """Ask something of the state while it does not change, after all that was asked before is
        durable. Whatever the question raises, the future has."""
        future: Future[Result] = Future()
        if self._ending():
            future.set_exception(RuntimeError("the engine has stopped"))
        else:
            self._enter(Looked(question, future))
        return future

    def stop(self) -> None:
        """Answer what waits, keep a snapshot, and end."""
        self._stopping = True
        self._work.set()
        for thread in self._threads:
            thread.join()
        self._turn_away()  # what came in at the last moment
        if self.fault is None:
            self._core.keep_snapshot()

    # ---- inside -------------------------------------------------------------------------------

    def _enter(self, entry: Asked | Looked) -> None:
        self._waiting.append(entry)
        if not self._work.is_set():
            self._work.set()
        if self.fault is not None:
            self._turn_away()  # it came just then, and nobody else looks any more

    def _run(self) -> None:
        """Take turns, with the other thread if there is one, until it is time to end."""
        asked: list[Asked] = []
        try:
            while self._wait():
                self._turn(asked)
                asked.clear()
        except BaseException as fault:  # noqa: BLE001 - a fault stops the engine
            self.fault = fault
            self._work.set()
        if self.fault is not None:
            for command, answer in asked:
                answer(_stopped(command))
            self._turn_away()

    def _turn(self, asked: list[Asked]) -> None:
        """One batch or one question, from the queue to the answers."""
        with self._deciding:
            self._check_sound()
            if not self._waiting:
                return  # the other thread has taken it
            entry = self._waiting.popleft()
            if isinstance(entry, Looked):
                self._answer(entry)
                return
            asked += self._more(entry)
            batch = self._core.decide([each.command for each in asked])
            self._writing.acquire()
            try:
                self._check_sound()
                self._core.write(batch)
            except BaseException:
                self._writing.release()
                raise
        try:
            # The other thread may decide now, on top of this batch.
            finished = self._core.finish(batch)
        finally:
            self._writing.release()
        if not finished:
            self._finish_again(batch)
        for (_, answer), reply in zip(asked, batch.replies, strict=True):
            answer(reply)

    def _finish_again(self, batch: Batch) -> None:
        """Nobody else may decide while answers of old are looked up."""
        with self._deciding, self._writing:
            self._check_sound()
            self._core.write(batch)
            while not self._core.finish(batch):
                self._core.write(batch)

    def _wait(self) -> bool:
        """Until something waits; false when it is time to end. Without a lock: the other thread may
        need both to do its batch again."""
        while not self._waiting:
            if self._ending():
                return False
            self._work.clear()
            # Whoever comes now finds it cleared, and sets it again.
            if not self._waiting and not self._ending():
                self._work.wait()
        return True

    def _ending(self) -> bool:
        return self._stopping or self.fault is not None

    def _more(self, first: Asked) -> list[Asked]:
        """The batch that begins with a command. With two threads, and if nothing is being written,
        it is only half of what waits, so that there is something to decide while it is."""
        waiting = self._waiting
        most = BATCH_MOST
        two = len(self._threads) > 1
        if two and len(waiting) >= HALVED_FROM and not self._writing.locked():
            most = (len(waiting) + 1) // 2
        asked = [first]
        while waiting and len(asked) < most:
            entry = waiting[0]
            if isinstance(entry, Looked):
                break
            waiting.popleft()
            asked.append(entry)
        return asked

    def _answer(self, looked: Looked) -> None:
        with self._writing:
            try:
                looked.future.set_result(looked.question(self._core.state))
            except Exception as error:  # noqa: BLE001 - it is the asker's, who gets it
                looked.future.set_exception(error)

    def _check_sound(self) -> None:
        """Nothing is done after a fault: what it left behind is not known."""
        if self.fault is not None:
            raise self.fault

    def _turn_away(self) -> None:
        while self._waiting:
            with suppress(IndexError):  # the other thread does the same
                entry = self._waiting.popleft()
                if isinstance(entry, Asked):
                    entry.answer(_stopped(entry.command))
                else:
                    entry.future.set_exception(RuntimeError("the engine has stopped"))


def _stopped(command: Command) -> Reply:
    return Reply(
        command.command_id,
        0,
        "ENGINE_STOPPED",
        "the engine has stopped; start it again, then ask again with the same id",
    )
