"""Work that goes on beside something, and ends with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any


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
