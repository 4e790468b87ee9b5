"""Background work that ends with its block, and calls that may hang."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar

_Found = TypeVar("_Found")
Work: TypeAlias = Coroutine[Any, Any, None]
TellFault: TypeAlias = Callable[[str, BaseException], None]


def tell_fault(name: str, fault: BaseException) -> None:
    """Log a fault that ended work early."""
    log = logging.getLogger(__name__)
    log.error("background work stopped by a software error: %s", name, exc_info=fault)


@asynccontextmanager
async def in_background(
    work: Mapping[str, Work], on_fault: TellFault = tell_fault
) -> AsyncIterator[None]:
    """Run all of it in the background, each task by name, until the block ends."""
    tasks = [begin_work(name, each, on_fault) for name, each in work.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def begin_work(name: str, work: Work, on_fault: TellFault) -> asyncio.Task[None]:
    """Begin work that runs until canceled; an early fault is reported."""

    def look(ended: asyncio.Task[None]) -> None:
        if not ended.cancelled() and (fault := ended.exception()) is not None:
            on_fault(name, fault)

    task = asyncio.create_task(work, name=name)
    task.add_done_callback(look)
    return task


def call_aside(call: Callable[[], _Found], name: str) -> Future[_Found]:
    """Run a call that waits for another machine, in a thread of its own. Nothing waits for that
    thread when the process ends: a silent machine must not keep it alive."""
    done: Future[_Found] = Future()
    done.set_running_or_notify_cancel()  # a caller that stops waiting cancels nothing

    def run() -> None:
        try:
            found = call()
        except BaseException as fault:  # noqa: BLE001 - the caller gets it
            done.set_exception(fault)
        else:
            done.set_result(found)

    threading.Thread(target=run, name=name, daemon=True).start()
    return done
