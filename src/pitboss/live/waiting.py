"""Waits on an event loop for another thread's answer."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import Future
from typing import TypeVar

_Answer = TypeVar("_Answer")


async def wait_for(future: Future[_Answer]) -> _Answer:
    """The engine's answer. A caller that stops waiting cancels nothing: it may be durable
    already."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[None] = loop.create_future()

    def wake(_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits
            loop.call_soon_threadsafe(_end, answered)

    future.add_done_callback(wake)
    await answered
    return future.result()


def _end(answered: asyncio.Future[None]) -> None:
    if not answered.done():  # the caller may be gone
        answered.set_result(None)
