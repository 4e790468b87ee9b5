"""Sends commands from an asyncio loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from pitboss.engine.batch import Reply
from pitboss.engine.loop import Engine, WaitingQuestion
from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State

_Result = TypeVar("_Result")


class AsyncClient:
    """The client for one loop's tasks. All answers of a batch wake the loop once: waking it for
    each would cost more than deciding."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._loop = loop
        self._woken = False
        self._answered: deque[tuple[asyncio.Future[Reply], Reply]] = deque()

    async def ask(self, command: Command) -> Reply:
        """The answer to a command, once it is durable."""
        return await self._ask(command, None)

    async def ask_then(
        self, command: Command, question: Callable[[State], _Result]
    ) -> tuple[Reply, _Result | None]:
        """The same, plus the answer to a question about the state after it, in one trip to the
        engine and back; None if the engine didn't get to the command."""
        then = WaitingQuestion(question)
        reply = await self._ask(command, then)
        return reply, then.future.result() if then.future.done() else None

    async def _ask(self, command: Command, then: WaitingQuestion | None) -> Reply:
        future: asyncio.Future[Reply] = self._loop.create_future()
        self._engine.ask(command, partial(self._take, future), then)
        return await future

    def _take(self, future: asyncio.Future[Reply], reply: Reply) -> None:
        """Take answers, on a thread of the engine. The order of steps leaves no answer behind: it
        is stored before anyone checks whether the loop is already awake."""
        self._answered.append((future, reply))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # nobody waits on a closed loop
                self._loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        self._woken = False
        while self._answered:
            future, reply = self._answered.popleft()
            if not future.done():  # the caller may be gone
                future.set_result(reply)
