"""Turns of strangers. Whoever is known is answered at once; strangers one after the other, so that
a flood of them keeps no console waiting, and the flood of one address no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

AT_ONCE = 2
OF_ADDRESS = 1


class Turns:
    """Who of the strangers is answered now. Those who wait are as many as their connections."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._addresses: dict[str, asyncio.Semaphore] = {}
        self._waiting: dict[str, int] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        own = self._addresses.setdefault(address, asyncio.Semaphore(OF_ADDRESS))
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            async with own, self._all:
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._addresses[address]
