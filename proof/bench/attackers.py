"""The attackers of `attack`, each a process: `python -m proof.bench.attackers KIND PORT`.

Strangers come from 300 unknown addresses. They send half requests, 400 MB heads and wrong PINs, ask
for the sign-in page in browsers that never signed in, and start TLS handshakes without finishing
them, which costs them nothing. A sign's token, given on standard input, asks for pages on a hundred
connections, sixteen pipelined requests on each."""

from __future__ import annotations

import asyncio
import signal
import ssl
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvloop

HALF_OPEN, FLOOD_BYTES, ADDRESSES = 2000, 400_000_000, 300
HOGS, PIPELINED = 100, 16
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
AGAIN_S = 0.1
LATER_S = 1.0
A_SIGNS = "127.0.0.2"  # address


class Attacker:
    """One kind of attack on a server; `done` is how often it has gotten through."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self.done = 0

    async def attack(self, kind: str) -> None:
        """Attack until the process ends."""
        once, times = KINDS[kind]
        await asyncio.gather(*(self._repeat(once, number) for number in range(times)))

    async def _repeat(self, once: Once, number: int) -> None:
        """Reconnect and repeat whenever it is over or cut."""
        here = f"127.0.{1 + number % ADDRESSES // 100}.{1 + number % 100}"
        here = A_SIGNS if once is Attacker.hog else here
        while True:
            writer = None
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(here, 0)
                )
                await once(self, reader, writer)
            if writer is not None:
                writer.close()
            await asyncio.sleep(AGAIN_S)

    async def spin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do nothing, as busily as the others."""
        while True:
            await asyncio.sleep(0)

    async def half_open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send half a request."""
        writer.write(HALF)
        self.done += 1
        await reader.read()
        await asyncio.sleep(LATER_S)

    async def large(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a head of 400 MB."""
        writer.write(HALF)
        self.done += 1
        for _ in range(FLOOD_BYTES // 65_536):
            writer.write(b"a" * 65_536)
            await writer.drain()

    async def ask_for_page(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[str, str]:
        """Ask for the sign-in page in a browser without a sign-in; its head and text."""
        page = f"GET /sign-on HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
        writer.write(page.encode())
        return await self._answer(reader)

    async def guess(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Try wrong PINs, one after the other."""
        head, text = await self.ask_for_page(reader, writer)
        cookie = head.split("set-cookie: ")[1].split(";")[0]
        token = text.split('name="csrf" content="')[1].split('"')[0]
        while True:
            form = f"csrf={token}&badge=X{self.done}&pin=90210"
            post = (
                f"POST /sign-on HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\n"
                f"Content-Length: {len(form)}\r\n\r\n{form}"
            )
            writer.write(post.encode())
            await self._answer(reader)

    async def hog(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for a page of the sign, again as soon as it comes."""
        head = "GET /sign/T1 HTTP/1.1\r\nHost: localhost\r\n"
        page = f"{head}Authorization: Bearer {self._token}\r\n\r\n".encode()
        writer.write(page * PIPELINED)
        while True:
            await self._answer(reader)
            writer.write(page)

    async def shake_hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the first message of a handshake: the server signs, and the attacker leaves."""
        writer.write(HELLO)
        if await reader.read(1):
            self.done += 1

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[str, str]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
        text = (await reader.readexactly(length)).decode()
        self.done += 1
        return head, text


def _first_message() -> bytes:
    """A client's first message, the same each time."""
    sent = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), sent).do_handshake()
    return sent.read()


HELLO = _first_message()
Once = Callable[[Attacker, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[object]]
KINDS: dict[str, tuple[Once, int]] = {
    "nothing": (Attacker.spin, 1),
    "half requests": (Attacker.half_open, HALF_OPEN),
    "large heads": (Attacker.large, 1),
    "wrong PINs": (Attacker.guess, ADDRESSES),
    "sign-on pages": (Attacker.ask_for_page, ADDRESSES),
    "a sign": (Attacker.hog, HOGS),
    "handshakes": (Attacker.shake_hands, ADDRESSES),
}


async def _run(kind: str, port: int, token: str) -> None:
    attacker = Attacker(port, token)
    attack = asyncio.create_task(attacker.attack(kind))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, attack.cancel)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # cut connections
    print("begun", flush=True)
    with suppress(asyncio.CancelledError):
        await attack
    print(attacker.done)


if __name__ == "__main__":
    uvloop.run(_run(sys.argv[1], int(sys.argv[2]), sys.stdin.readline().strip()))
