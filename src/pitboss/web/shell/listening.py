"""Where connections come in. Each gets its place before a byte of it is read and before its TLS
handshake: asyncio's own server would wait for the handshake first, for anyone. Clients from unknown
addresses wait at the door first."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial

from pitboss.web.shell.connections import ClientConnection, Connections
from pitboss.web.shell.sources import network_of

AT_ONCE = 8  # then others get their turn
UNSENT_BYTES = 256 * 1024  # buffered by the system for a client that doesn't read; not megabytes
AGAIN_S = 0.1  # after the system ran out of files for us


class Listener:
    """Accepts connections from now until it is closed."""

    def __init__(
        self, line: socket.socket, made: Callable[[], ClientConnection], connections: Connections
    ) -> None:
        self._line = line
        self._made = made
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        line.settimeout(0)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)  # of all it accepts
        self._listen()

    def close(self) -> None:
        """Accept no more."""
        self._loop.remove_reader(self._line)
        self._connections.door.close()

    async def wait_closed(self) -> None:
        """Closing is immediate."""

    def _listen(self) -> None:
        self._loop.add_reader(self._line, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, (host, *_) = self._line.accept()
            except (BlockingIOError, ConnectionAbortedError, InterruptedError):
                return
            except OSError:
                self._pause()
                return
            if self._connections.turns.knows(network_of(host)):
                self._let_in(line, host)
            else:
                self._connections.door.receive(
                    network_of(host), line, partial(self._let_in, line, host)
                )

    def _let_in(self, line: socket.socket, host: str) -> None:
        line.settimeout(0)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._made().begin(line, host)

    def _pause(self) -> None:
        """No file is left to open: drop a stranger, and try again soon."""
        self._connections.make_room()
        self._loop.remove_reader(self._line)
        self._loop.call_later(AGAIN_S, self._resume)

    def _resume(self) -> None:
        if self._line.fileno() >= 0:
            self._listen()
