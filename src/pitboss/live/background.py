"""Work that goes on beside something, and ends with it; and calls that may hang."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any, TypeVar

_Found = TypeVar("_Found")


@asynccontextmanager
async def in_background(work: Mapping[str, Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Do all of it, each by its name, until the block ends."""
    tasks = [asyncio.create_task(each, name=name) for name, each in work.items()]
    for task in tasks:
        task.add_done_callback(_tell_fault)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _tell_fault(task: asyncio.Task[None]) -> None:
    """Say so in the log where a fault has ended the work before its time."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        log = logging.getLogger(__name__)
        log.error("background work ended by a fault: %s", task.get_name(), exc_info=fault)


def call_aside(call: Callable[[], _Found], name: str) -> Future[_Found]:
    """What a call brings that waits for another machine, from a thread of its own. Nobody waits for
    that thread when the process ends: what is silent must not keep it."""
    done: Future[_Found] = Future()
    done.set_running_or_notify_cancel()  # who stops waiting takes nothing back

    def run() -> None:
        try:
            found = call()
        except BaseException as fault:  # noqa: BLE001 - it is the asker's, who gets it
            done.set_exception(fault)
        else:
            done.set_result(found)

    threading.Thread(target=run, name=name, daemon=True).start()
    return done
