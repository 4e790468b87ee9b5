"""The one loop: a thread that takes what waits, and gives answers once they are durable."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from pitboss.engine.batch import Batch, Beside, Reply
from pitboss.engine.core import Core
from pitboss.floor.facts.base import Command
from pitboss.floor.state import State

_Result = TypeVar("_Result")
Answer: TypeAlias = Callable[[Reply], None]

BATCH_MOST = 128
WAITING_MOST = 10_000
# A thread that decides holds Python's lock; each answer of a database would wait for it as long.
SWITCH_S = 0.0002


class JournalThread(Beside):
    """One thread that calls a journal elsewhere, while the engine's decides what comes next. A file
    is written by the engine's own: two threads would mostly wait for Python's lock."""

    batches_most = 2

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "journal")
        self._switch_s_before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Calls are done one after the other, in the order in which they begin."""
        return self._executor.submit(call).result

    def stop(self) -> None:
        """Finish what has begun."""
        self._executor.shutdown()
        sys.setswitchinterval(self._switch_s_before)


class WaitingCommand(Struct):
    """A command that waits, and who gets its answer."""

    command: Command
    answer: Answer


class WaitingQuestion(Struct):
    """A question about the state that waits."""

    question: Callable[[State], Any]
    future: Future[Any]


class Engine:
    """A core with a thread of its own: whoever asks gets a durable answer.

    Where many commands wait, and the journal is elsewhere, a second batch is decided while the
    first is written. While another engine leads, this one follows the journal."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._waiting: deque[WaitingCommand | WaitingQuestion] = deque()
        self._work = threading.Event()
        self._under_way: deque[Batch] = deque()
        self._beside = JournalThread() if core.journal_is_elsewhere else Beside()
        core.write_beside(self._beside)
        self._owed: deque[WaitingCommand] = deque()  # in the order of the batches
        self._followed_s = 0.0  # when new rows were last looked for
        self._asleep = True  # or about to be
        self._ending = False
        self._gone = False  # nobody looks at what waits any more
        self.fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def ask(self, command: Command, answer: Answer) -> None:
        """Ask; `answer` is called with the reply on the engine's thread, and must be quick."""
        if self._ending:
            answer(_stopped(command))
        elif len(self._waiting) >= WAITING_MOST:
            answer(Reply(command.command_id, 0, "ENGINE_BUSY", "too much is waiting; ask again"))
        else:
            self._enter(WaitingCommand(command, answer))

    def submit(self, command: Command) -> Future[Reply]:
        """Ask; the future has the answer once it is durable."""
        future: Future[Reply] = Future()
        future.set_running_or_notify_cancel()  # nobody can take it back
        self.ask(command, future.set_result)
        return future

    def look(self, question: Callable[[State], _Result]) -> Future[_Result]:
        """Ask something of the state while it does not change, after all that was asked before is
        durable. Whatever the question raises, the future has. It is answered in the
        context of who asks, such as his language."""
        future: Future[_Result] = Future()
        future.set_running_or_notify_cancel()
        if self._ending:
            future.set_exception(RuntimeError("the engine has stopped"))
        else:
            context = copy_context()
            self._enter(WaitingQuestion(lambda state: context.run(question, state), future))
        return future

    def first_answer(self, command_id: str) -> Future[tuple[Command, Reply] | None]:
        """What was asked under an id, and what it got; after all that was asked before this."""
        return self.look(lambda _: self._core.first_answer(command_id))

    def stop(self) -> None:
        """Answer what waits, keep a snapshot, and end."""
        self._ending = True
        self._work.set()
        self._thread.join()
        self._gone = True
        self._turn_away()  # what came in at the last moment
        try:
            if self.fault is None:
                self._core.keep_snapshot()
        finally:
            self._beside.stop()

    # ---- inside -------------------------------------------------------------------------------

    def _enter(self, entry: WaitingCommand | WaitingQuestion) -> None:
        self._waiting.append(entry)
        if self._asleep:
            self._work.set()
        if self._gone:
            self._turn_away()  # it came just then

    def _run(self) -> None:
        """Take turns until it is time to end."""
        try:
            while self._wait():
                self._turn()
                if self._core.follow_every_s is not None:
                    self._follow()  # also while one question comes after the other
        except BaseException as fault:  # noqa: BLE001 - a fault stops the engine
            self.fault = fault
            self._ending = self._gone = True
            while self._owed:
                asked = self._owed.popleft()
                with suppress(Exception):  # perhaps it was this one; the others have theirs
                    asked.answer(_stopped(asked.command))
            self._turn_away()

    def _wait(self) -> bool:
        """Until there is something to do; false when it is time to end."""
        while not (self._waiting or self._under_way):
            if self._ending:
                return False
            self._work.clear()
            self._asleep = True
            # Whoever comes now finds it asleep, and wakes it.
            if not self._waiting and not self._ending:
                self._rest()
            self._asleep = False
        return True

    def _rest(self) -> None:
        """Until somebody comes; meanwhile a follower looks for new rows."""
        if not self._work.wait(self._core.follow_every_s):
            self._follow()

    def _follow(self) -> None:
        """Look for new rows, if it is time to."""
        every_s, now_s = self._core.follow_every_s, time.monotonic()
        if every_s is not None and now_s - self._followed_s >= every_s:
            self._followed_s = now_s
            self._core.follow()

    def _turn(self) -> None:
        """Begin a batch, if one more may be under way; else finish one, or answer a question."""
        if not self._waiting or not self._may_begin():
            self._finish()
        elif isinstance(self._waiting[0], WaitingCommand):
            self._begin()
        elif self._under_way:
            self._finish()  # a question waits for all that was asked before it
        else:
            self._answer()

    def _may_begin(self) -> bool:
        """On top of what has failed nothing is decided; that is decided again first."""
        if not self._under_way:
            return True
        newest = self._under_way[-1]
        return len(self._under_way) < self._beside.batches_most and self._core.holds(newest)

    def _begin(self) -> None:
        asked = self._taken()
        self._owed += asked
        batch = self._core.decide([each.command for each in asked])
        self._core.write(batch)
        self._under_way.append(batch)

    def _finish(self) -> None:
        batch = self._under_way.popleft()
        while not self._core.finish(batch):
            self._core.write(batch)
        for reply in batch.replies:
            self._owed.popleft().answer(reply)

    def _taken(self) -> list[WaitingCommand]:
        """The next commands, up to a question."""
        waiting = self._waiting
        asked: list[WaitingCommand] = []
        while waiting and len(asked) < BATCH_MOST:
            entry = waiting[0]
            if isinstance(entry, WaitingQuestion):
                break
            waiting.popleft()
            asked.append(entry)
        return asked

    def _answer(self) -> None:
        looked = self._waiting.popleft()
        assert isinstance(looked, WaitingQuestion)
        try:
            looked.future.set_result(looked.question(self._core.state))
        except Exception as error:  # noqa: BLE001 - it is the asker's, who gets it
            looked.future.set_exception(error)

    def _turn_away(self) -> None:
        while self._waiting:
            with suppress(IndexError):  # another thread does the same
                entry = self._waiting.popleft()
                if isinstance(entry, WaitingCommand):
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
