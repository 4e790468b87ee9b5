"""Unread messages from a broker, in a short line for each device, served in turn, so that a flood
under one name delays no one else. Only a device's sealed messages join its line; refusals for
everyone else share one place."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from pitboss.refusal import Refusal

LINE_MOST = 16  # messages of one device; it repeats unanswered ones


class SignalLines:
    """The lines of one connection. `unsealed` opens a device's message, or refuses it; `dropped`
    hears who lost a message: a device or a stranger."""

    def __init__(
        self, unsealed: Callable[[str, bytes], bytes], dropped: Callable[[str], None]
    ) -> None:
        self.refusals: asyncio.Queue[Refusal] = asyncio.Queue(1)
        self._unsealed = unsealed
        self._dropped = dropped
        self._lines: dict[str, deque[bytes]] = {}  # next to be served first
        self._filled = asyncio.Event()

    def put(self, device: str, message: bytes) -> None:
        """Keep a message, or drop it if its line is full."""
        try:
            body = self._unsealed(device, message)
        except Refusal as refusal:
            if self.refusals.full():
                self._dropped("stranger")
            else:
                self.refusals.put_nowait(refusal)
            return
        line = self._lines.setdefault(device, deque())
        if len(line) < LINE_MOST:
            line.append(body)
            self._filled.set()
        else:
            self._dropped("device")

    async def next(self) -> tuple[str, bytes]:
        """The oldest message of the device that is next."""
        while not self._lines:
            self._filled.clear()
            await self._filled.wait()
        device = next(iter(self._lines))
        line = self._lines.pop(device)
        body = line.popleft()
        if line:
            self._lines[device] = line  # behind all others
        return device, body
