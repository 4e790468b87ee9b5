"""The one loop: a thread that takes waiting commands, and answers once they are durable."""

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
# Any busy thread holds Python's lock this long before another gets it. A press needs it a dozen
# times, before and after each call of the journal.
SWITCH_S = 0.0002


class JournalThread(Beside):
    """One thread that calls a journal elsewhere, while the engine's thread decides what comes next.
    The engine's own thread writes files: two threads would mostly wait for Python's lock."""

    batches_most = 2

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "journal")

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Run calls one after another, in the order they begin."""
        return self._executor.submit(call).result

    def stop(self) -> None:
        """Finish what was begun."""
        self._executor.shutdown()


class WaitingQuestion:
    """A waiting question about the state. It is answered in the caller's context, such as the
    language; the future gets any error."""

    def __init__(self, question: Callable[[State], Any]) -> None:
        self.future: Future[Any] = Future()
        self.future.set_running_or_notify_cancel()  # nobody can cancel it now
        self._question = question
        self._context = copy_context()

    def answer(self, state: State) -> None:
        """Look at the state, which nobody changes meanwhile."""
        try:
            self.future.set_result(self._context.run(self._question, state))
        except Exception as error:  # noqa: BLE001 - the caller gets it
            self.future.set_exception(error)


class WaitingCommand(Struct):
    """A waiting command, who gets its answer, and the question to ask of the state afterward."""

    command: Command
    answer: Answer
    then: WaitingQuestion | None = None


class Engine:
    """A core with a thread of its own: every caller gets a durable answer.

    If many commands wait and the journal is elsewhere, a second batch is decided while the first is
    being written. While another engine leads, this one follows the journal."""

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
        self._gone = False  # nobody looks at waiting commands any more
        self.fault: BaseException | None = None
        self._switch_s_before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def ask(self, command: Command, answer: Answer, then: WaitingQuestion | None = None) -> None:
        """Send a command; the engine's thread calls `answer` with the reply, so it must be quick.
        `then` already has its own answer by then, from a state after the command; None if the
        engine has stopped or is too busy."""
        if self._ending:
            answer(_refuse_stopped(command))
        elif len(self._waiting) >= WAITING_MOST:
            answer(Reply(command.command_id, 0, say("ENGINE_BUSY", "waiting")))
        else:
            self._enter(WaitingCommand(command, answer, then))

    def submit(self, command: Command) -> Future[Reply]:
        """Send a command; the future gets the answer once it is durable."""
        future: Future[Reply] = Future()
        future.set_running_or_notify_cancel()  # nobody can cancel it now
        self.ask(command, future.set_result)
        return future

    def look(self, question: Callable[[State], _Result]) -> Future[_Result]:
        """Ask a question of the state while it doesn't change, once all earlier commands are
        durable."""
        asked = WaitingQuestion(question)
        if self._ending:
            asked.future.set_exception(RuntimeError("the engine has stopped"))
        else:
            self._enter(asked)
        return asked.future

    def first_answer(self, command_id: str) -> Future[tuple[Command, Reply] | None]:
        """The first command with an id and its answer, once all earlier commands are done."""
        return self.look(lambda _: self._core.first_answer(command_id))

    def stop(self) -> None:
        """Answer what waits, keep a snapshot, and end."""
        self._ending = True
        self._work.set()
        self._thread.join()
        self._gone = True
        self._turn_away()  # what arrived at the last moment
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
            self._turn_away()  # it arrived just then

    def _run(self) -> None:
        """Take turns until it is time to end."""
        try:
            while self._wait():
                self._turn()
                if self._core.follow_every_s is not None:
                    self._follow()  # also while questions keep coming
        except BaseException as fault:  # noqa: BLE001 - a fault stops the engine
            self.fault = fault
            self._ending = self._gone = True
            while self._owed:
                asked = self._owed.popleft()
                with suppress(Exception):  # perhaps this one failed; the others have theirs
                    asked.answer(_refuse_stopped(asked.command))
            self._turn_away()

    def _wait(self) -> bool:
        """Wait until there is something to do; False when it is time to end."""
        while not (self._waiting or self._under_way):
            if self._ending:
                return False
            self._work.clear()
            self._asleep = True
            # A command that arrives now finds it asleep, and wakes it.
            if not self._waiting and not self._ending:
                self._rest()
            self._asleep = False
        return True

    def _rest(self) -> None:
        """Sleep until a command arrives; meanwhile a follower looks for new rows."""
        if not self._work.wait(self._core.follow_every_s):
            self._follow()

    def _follow(self) -> None:
        """Look for new rows, if it is time."""
        every_s, now_s = self._core.follow_every_s, time.monotonic()
        if every_s is not None and now_s - self._followed_s >= every_s:
            self._followed_s = now_s
            self._core.follow()

    def _turn(self) -> None:
        """Begin a batch, if one more fits; else finish one, or answer a question."""
        if not self._waiting or not self._may_begin():
            self._finish()
        elif isinstance(self._waiting[0], WaitingCommand):
            self._begin()
        elif self._under_way:
            self._finish()  # a question waits for all earlier commands
        else:
            self._answer()

    def _may_begin(self) -> bool:
        """Whether a batch may begin: never on top of a failed one, which is decided again first."""
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
