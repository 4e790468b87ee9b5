"""Messages from a broker that nobody has looked at yet: a short line for each device, served in
turn, so that a flood under one name delays no other. Only what a device has sealed comes into its
line; the refusals of everybody else have one place together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from pitboss.refusal import Refusal

LINE_MOST = 16  # messages of one device; it repeats what was not answered


class SignalLines:
    """The lines of one connection. `unsealed` opens a message of a device, or refuses it; `dropped`
    hears who lost a message: a device or a stranger."""

    def __init__(
        self, unsealed: Callable[[str, bytes], bytes], dropped: Callable[[str], None]
    ) -> None:
        self.refusals: asyncio.Queue[Refusal] = asyncio.Queue(1)
        self._unsealed = unsealed
        self._dropped = dropped
        self._lines: dict[str, deque[bytes]] = {}  # whose turn is next, first
        self._filled = asyncio.Event()

    def put(self, device: str, message: bytes) -> None:
        """Keep a message, or drop it where there is no place left."""
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
        """The oldest message of the device whose turn it is."""
        while not self._lines:
            self._filled.clear()
            await self._filled.wait()
        device = next(iter(self._lines))
        line = self._lines.pop(device)
        body = line.popleft()
        if line:
            self._lines[device] = line  # behind all others
        return device, body
