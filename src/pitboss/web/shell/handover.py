"""How one application of this process makes way for the next on the same address: setup for the
floor it wrote, a training floor for the same floor for money.

The socket stays open meanwhile, so a client only waits a moment for its answer.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from fastapi import FastAPI

LAST_ANSWER_S = 0.8  # until the page about it has loaded completely


class Handover:
    """What follows an application; `opens` makes it in the same process, from the folder `place`.
    The browser that starts it holds the `token` for what follows."""

    def __init__(self, opens: Callable[[], FastAPI] | None = None, *, place: str = "") -> None:
        self._opens = opens
        self.place = place
        self.token = secrets.token_urlsafe(32)
        self._is_begun = False
        self.stop: Callable[[], None] = lambda: None  # the server sets how it stops

    @property
    def is_possible(self) -> bool:
        """Whether anything can follow; in a test that runs an application alone, nothing does."""
        return self._opens is not None

    async def begin(self) -> None:
        """Stop after the current answer, and start what follows."""
        await asyncio.sleep(LAST_ANSWER_S)
        self._is_begun = True
        self.stop()

    def next(self) -> FastAPI | None:
        """The application that follows; none if someone just stopped this one."""
        return self._opens() if self._is_begun and self._opens is not None else None
