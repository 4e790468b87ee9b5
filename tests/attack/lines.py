"""Connections that no browser makes: half a request, or far too much of one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.parse import urlsplit

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
WAIT_S = 30
FLOOD = 100_000_000


def connected(address: str) -> socket.socket:
    """A connection to the server."""
    found = urlsplit(address)
    return socket.create_connection((found.hostname or "", found.port or 0), WAIT_S)


@contextmanager
def half_open(address: str, number: int) -> Iterator[list[socket.socket]]:
    """So many connections that have sent half a request each."""
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(address))) for _ in range(number)]
        for line in lines:
            with suppress(ConnectionError):  # others have taken its place already
                line.sendall(HALF)
        yield lines


def answer_of(line: socket.socket) -> bytes:
    """The first line of the next answer, which is read whole; nothing if the server has hung up."""
    whole = b""
    try:
        while b"\r\n\r\n" not in whole:
            whole += _some(line)
        head, _, body = whole.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        while len(body) < length:
            body += _some(line)
    except ConnectionError:
        return b""
    return whole.partition(b"\r\n")[0]


def _some(line: socket.socket) -> bytes:
    part = line.recv(65_536)
    if not part:
        raise ConnectionError
    return part


def sent_until_cut(line: socket.socket) -> int:
    """How many bytes of a flood are taken before the server hangs up; at most a hundred million."""
    sent = 0
    try:
        while sent < FLOOD:
            sent += line.send(b"a" * 65_536)
    except ConnectionError:
        return sent
    return sent
