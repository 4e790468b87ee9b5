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
from pitboss.floor.state.floor import State
from pitboss.refusal import say

_Result = TypeVar("_Result")
Answer: TypeAlias = Callable[[Reply], None]

BATCH_MOST = 128
WAITING_MOST = 10_000
# Whoever is busy beside the engine holds Python's lock so long before the other has it: a press
# needs it a dozen times, before and after each call of the journal.
SWITCH_S = 0.0002


class JournalThread(Beside):
    """One thread that calls a journal elsewhere, while the engine's decides what comes next. A file
    is written by the engine's own: two threads would mostly wait for Python's lock."""

    batches_most = 2

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "journal")

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Calls are done one after the other, in the order in which they begin."""
        return self._executor.submit(call).result

    def stop(self) -> None:
        """Finish what has begun."""
        self._executor.shutdown()


class WaitingQuestion:
    """A question about the state that waits. It is answered in the context of who asks, such as his
    language; whatever it raises, the future has."""

    def __init__(self, question: Callable[[State], Any]) -> None:
        self.future: Future[Any] = Future()
        self.future.set_running_or_notify_cancel()  # nobody can take it back
        self._question = question
        self._context = copy_context()

    def answer(self, state: State) -> None:
        """Look at the state, which nobody changes meanwhile."""
        try:
            self.future.set_result(self._context.run(self._question, state))
        except Exception as error:  # noqa: BLE001 - it is the asker's, who gets it
            self.future.set_exception(error)


class WaitingCommand(Struct):
    """A command that waits, who gets its answer, and what he asks of the state then."""

    command: Command
    answer: Answer
    then: WaitingQuestion | None = None


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
        self._switch_s_before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def ask(self, command: Command, answer: Answer, then: WaitingQuestion | None = None) -> None:
        """Ask; `answer` is called with the reply on the engine's thread, and must be quick. `then`
        has its own by that time, from a state with all that was done; none where the engine has
        stopped or is too busy."""
        if self._ending:
            answer(_refuse_stopped(command))
        elif len(self._waiting) >= WAITING_MOST:
            answer(Reply(command.command_id, 0, say("ENGINE_BUSY", "waiting")))
        else:
            self._enter(WaitingCommand(command, answer, then))

    def submit(self, command: Command) -> Future[Reply]:
        """Ask; the future has the answer once it is durable."""
        future: Future[Reply] = Future()
        future.set_running_or_notify_cancel()  # nobody can take it back
        self.ask(command, future.set_result)
        return future

    def look(self, question: Callable[[State], _Result]) -> Future[_Result]:
        """Ask something of the state while it does not change, after all that was asked before is
        durable."""
        asked = WaitingQuestion(question)
        if self._ending:
            asked.future.set_exception(RuntimeError("the engine has stopped"))
        else:
            self._enter(asked)
        return asked.future

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
            sys.setswitchinterval(self._switch_s_before)

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
                    asked.answer(_refuse_stopped(asked.command))
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
        asked = self._take_commands()
        self._owed += asked
        batch = self._core.decide([each.command for each in asked])
        self._core.write(batch)
        self._under_way.append(batch)

    def _finish(self) -> None:
        batch = self._under_way.popleft()
        while not self._core.finish(batch):
            self._core.write(batch)
        for reply in batch.replies:
            asked = self._owed.popleft()
            if asked.then is not None:
                asked.then.answer(self._core.state)
            asked.answer(reply)

    def _take_commands(self) -> list[WaitingCommand]:
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
        looked.answer(self._core.state)

    def _turn_away(self) -> None:
        while self._waiting:
            with suppress(IndexError):  # another thread does the same
                entry = self._waiting.popleft()
                if isinstance(entry, WaitingCommand):
                    entry.answer(_refuse_stopped(entry.command))
                else:
                    entry.future.set_exception(RuntimeError("the engine has stopped"))


def _refuse_stopped(command: Command) -> Reply:
    return Reply(command.command_id, 0, say("ENGINE_STOPPED", "asked_again"))
