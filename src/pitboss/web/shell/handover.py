"""How one application of this process makes way for the next one on the same address: the setup
for the floor that it has written, a floor in training for the same floor for money.

The line stays open in between, so that whoever asks meanwhile waits a moment and is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from fastapi import FastAPI

LAST_ANSWER_S = 0.8  # until the page that says so has all its parts


class Handover:
    """What comes after an application; `opens` makes it, in the same process, from what is in the
    folder `place`. Who begins it holds the `token` of what comes after."""

    def __init__(self, opens: Callable[[], FastAPI] | None = None, *, place: str = "") -> None:
        self._opens = opens
        self.place = place
        self.token = secrets.token_urlsafe(32)
        self._is_begun = False
        self.stop: Callable[[], None] = lambda: None  # the server puts in how it stops

    @property
    def is_possible(self) -> bool:
        """Whether anything can follow; where a test runs an application alone, nothing does."""
        return self._opens is not None

    async def begin(self) -> None:
        """Stop after the answer that is being given, and let the next one come."""
        await asyncio.sleep(LAST_ANSWER_S)
        self._is_begun = True
        self.stop()

    def next(self) -> FastAPI | None:
        """The application that follows; none where somebody simply stopped this one."""
        return self._opens() if self._is_begun and self._opens is not None else None
