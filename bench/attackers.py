"""The attackers of `attack`, each in a process of its own: `python -m bench.attackers KIND PORT`.

A stranger has half requests, a head of 400 MB and wrong PINs. A sign's token, given on standard
input, asks for pages on a hundred connections, sixteen requests one behind the other on each."""

from __future__ import annotations

import asyncio
import sys

import uvloop

HALF_OPEN, FLOOD_BYTES, SIGN_ONS = 2000, 400_000_000, 50
HOGS, PIPELINED = 100, 16
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "


def main() -> None:
    """Attack until somebody ends the process; the first line says that it has begun."""
    kind, port = sys.argv[1], int(sys.argv[2])
    uvloop.run(KINDS[kind](port))


async def _half_open(port: int) -> None:
    begun = [asyncio.create_task(_half(port)) for _ in range(HALF_OPEN)]
    await asyncio.sleep(2.0)
    print("begun", flush=True)
    await asyncio.gather(*begun)


async def _half(port: int) -> None:
    """Half a request, again whenever it is cut."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF)
            await reader.read()
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(1.0)


async def _large(port: int) -> None:
    """A head of 400 MB, again whenever it is cut."""
    print("begun", flush=True)
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF)
            for _ in range(FLOOD_BYTES // 65_536):
                writer.write(b"a" * 65_536)
                await writer.drain()
        except OSError:
            pass
        await asyncio.sleep(0.1)


async def _sign_on(port: int, number: int) -> None:
    """Wrong PINs, one after the other."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            page = f"GET /sign-on HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
            writer.write(page.encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
            text = (await reader.readexactly(length)).decode()
            cookie = head.split("set-cookie: ")[1].split(";")[0]
            token = text.split('name="csrf" content="')[1].split('"')[0]
            while True:
                form = f"csrf={token}&badge=X{number}&pin=90210"
                post = (
                    f"POST /sign-on HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
                    f"Content-Length: {len(form)}\r\n\r\n{form}"
                )
                writer.write(post.encode())
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                await reader.readexactly(int(head.split("content-length:")[1].split("\r\n")[0]))
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def _sign_ons(port: int) -> None:
    print("begun", flush=True)
    await asyncio.gather(*(_sign_on(port, number) for number in range(SIGN_ONS)))


async def _hogs(port: int) -> None:
    token = sys.stdin.readline().strip()
    print("begun", flush=True)
    await asyncio.gather(*(_hog(port, token) for _ in range(HOGS)))


async def _hog(port: int, token: str) -> None:
    """A page of the sign, again as soon as it is there."""
    head = f"GET /sign/T1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode() * PIPELINED)
            while True:
                answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                await reader.readexactly(int(answer.split("content-length:")[1].split("\r\n")[0]))
                writer.write(head.encode())
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


KINDS = {"half-open": _half_open, "large": _large, "sign-on": _sign_ons, "hog": _hogs}

if __name__ == "__main__":
    main()
