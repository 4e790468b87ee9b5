"""The command line's line to a running server: an owner-only socket in the site's folder."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.refusal import Refusal, Told
from pitboss.web.shell.log import log

if TYPE_CHECKING:  # the command line imports this without the rest of the server
    from pitboss.live.running_site import RunningSite

SOCKET = "control"
OWNER_ONLY = 0o177
HAND_OVER = b"hand-over\n"
HAND_OVER_ANYWAY = b"hand-over anyway\n"
DONE = b"done\n"
ASKED_S = 30.0  # pending answers finish, then the other engine begins
LINE_MOST = 64


@asynccontextmanager
async def listening(running_site: RunningSite) -> AsyncIterator[None]:
    """Listen while the server runs. A standby server of the same folder takes over the socket's
    name only when it leads: the last one to listen is asked."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError):
            asked = await reader.readline()
            writer.write(await _answer(running_site, asked))
            await writer.drain()
        writer.close()

    with _named(running_site.folder) as name:
        listener = _bound(name)
    serving = await asyncio.start_unix_server(hear, sock=listener, limit=LINE_MOST)
    try:
        yield
    finally:
        serving.close()


async def _answer(running_site: RunningSite, asked: bytes) -> bytes:
    if asked not in (HAND_OVER, HAND_OVER_ANYWAY):
        return _line_of(Refusal("COMMAND_UNREADABLE", "takes_hand_over", where="control"))
    try:
        await running_site.hand_over(anyway=asked == HAND_OVER_ANYWAY)
    except Refusal as refusal:
        return _line_of(refusal)
    log("hand over", seq=running_site.seq)
    return DONE


def _line_of(refusal: Refusal) -> bytes:
    return msgspec.json.encode(refusal.told) + b"\n"


def hand_over(folder: Path, *, anyway: bool = False) -> None:
    """Ask a folder's server to let another engine lead; it leads when this returns. `anyway` allows
    one with unapproved software, too."""
    with _named(folder) as name, socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(ASKED_S)
        try:
            asking.connect(name)
            asking.sendall(HAND_OVER_ANYWAY if anyway else HAND_OVER)
            answer = asking.makefile("rb").readline()
        except OSError as fault:
            raise Refusal(
                "SERVER_UNREACHABLE",
                "no_server_folder",
                where=str(folder),
                fault=fault.strerror or fault,
            ) from None
    if answer != DONE:
        if not answer:
            raise Refusal("SERVER_UNREACHABLE", "no_answer", where=str(folder))
        raise Refusal.of(msgspec.json.decode(answer, type=Told))


def _bound(name: str) -> socket.socket:
    with suppress(FileNotFoundError):
        os.unlink(name)  # noqa: PTH108 - left by a killed server
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(OWNER_ONLY)
    try:
        listener.bind(name)
    finally:
        os.umask(before)
    listener.listen()
    return listener


@contextmanager
def _named(folder: Path) -> Iterator[str]:
    """A short path for the socket: the system limits its length."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{opened}/{SOCKET}"
    finally:
        os.close(opened)
