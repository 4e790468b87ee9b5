"""The door: strangers who have connected and wait to be looked at.

It lets one in every few milliseconds, address by address, so a crowd costs those inside almost
nothing. Once someone is recognized, the next one comes in at once: after a restart, a crowd of
honest devices comes in as fast as it is recognized. When too many wait, the one that has waited
longest goes: at the newest one's own address if it has more than its share, else at the address
that has the most.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

PAUSE_S = 0.005


class Door:
    """Those waiting to be let in, by address."""

    def __init__(self, places: int, places_of_address: int) -> None:
        self._places = places
        self._places_of_address = places_of_address
        self._waiting: dict[str, dict[socket.socket, Callable[[], None]]] = {}  # next one first
        self._count = 0
        self._next: asyncio.TimerHandle | None = None  # while the door is closed

    def receive(self, address: str, line: socket.socket, let_in: Callable[[], None]) -> None:
        """Let someone in, or make them wait."""
        if self._next is None:
            self._shut()
            let_in()
            return
        waiting = self._waiting.setdefault(address, {})
        waiting[line] = let_in
        self._count += 1
        if len(waiting) > self._places_of_address:
            self._take(address)[0].close()
        elif self._count > self._places:
            has_most = len(waiting) > self._places / len(self._waiting)
            self._take(address if has_most else self._most_crowded())[0].close()

    def hurry(self) -> None:
        """The last one let in is recognized: the next may come."""
        if self._next is not None:
            self._next.cancel()
            self._open()

    def close(self) -> None:
        """Let nobody else in."""
        if self._next is not None:
            self._next.cancel()
        while self._waiting:
            self._take(next(iter(self._waiting)))[0].close()

    def _most_crowded(self) -> str:
        return max(self._waiting, key=lambda address: len(self._waiting[address]))

    def _shut(self) -> None:
        self._next = asyncio.get_running_loop().call_later(PAUSE_S, self._open)

    def _open(self) -> None:
        self._next = None
        if self._waiting:
            self._shut()
            self._take(next(iter(self._waiting)))[1]()

    def _take(self, address: str) -> tuple[socket.socket, Callable[[], None]]:
        """The one that has waited longest there; the address goes to the back."""
        waiting = self._waiting.pop(address)
        line = next(iter(waiting))
        let_in = waiting.pop(line)
        self._count -= 1
        if waiting:
            self._waiting[address] = waiting
        return line, let_in
