"""Whether the journal can be reached, and was a moment ago.

What a site shows is true as long as nobody else writes its journal. An engine that was paused, or
whose machine slept, can't know that. So health and pictures need a journal call that began within
the last two seconds, by a clock that counts sleep."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from pitboss.engine import Core
from pitboss.live.clocks import passed_ms
from pitboss.live.folder import has_room

PROVE_S = 1.0
FRESH_MS = 2000
PROOF_S = 1.0  # how long a caller waits for a new proof
SILENT_S = 3.0  # an engine silent for this long isn't working


class Contact:
    """The current proof, on one event loop. `available` is the last result."""

    def __init__(self, core: Core, folder: Path, prove: Callable[[], Awaitable[bool]]) -> None:
        self._core = core
        self._folder = folder
        self._prove = prove
        self.available = True
        self.has_room = True  # on the disk with the site's folder

    @property
    def is_fresh(self) -> bool:
        """Whether the last result is at most two seconds old."""
        return passed_ms() - self._core.contact_ms <= FRESH_MS

    @property
    def is_full(self) -> bool:
        """Whether the journal's disk is full. A journal in a database can still be written, and an
        engine that plays must not look as if it doesn't."""
        return not self.has_room and not self._core.journal_is_elsewhere

    async def is_there(self) -> bool:
        """Whether the journal can be reached; an old proof is renewed."""
        if self.available and not self.is_fresh:
            try:
                async with asyncio.timeout(PROOF_S):
                    self.available = await self._prove()
            except Exception:  # noqa: BLE001 - whatever it is, there is no contact
                self.available = False
        return self.available

    async def keep_proving(self) -> None:
        """Keep checking whether the journal can write, even while nobody asks. A check without an
        answer isn't repeated: it would hold up everyone behind it."""
        asked: asyncio.Future[bool] | None = None
        try:
            while True:
                asked = asked or asyncio.ensure_future(self._prove())
                answered, _ = await asyncio.wait([asked], timeout=SILENT_S)
                if answered:
                    self.available = not asked.exception() and asked.result()
                    asked = None
                else:
                    self.available = False
                self.has_room = await asyncio.to_thread(has_room, self._folder)
                await asyncio.sleep(PROVE_S)
        finally:
            if asked is not None:
                asked.cancel()
