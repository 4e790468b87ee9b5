"""Fifty tables that play, in peace and under attack: presses of consoles, swipes of right cards.

The attack is what a stranger on the network can do: two thousand half requests that are begun again
whenever they are cut, a head of 400 MB, and sign-ons with wrong PINs on fifty connections. It comes
from another process, so that the attacker's work is not the consoles' clock."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from uuid import uuid4

import uvloop

from bench.web import SPOTS, TABLES, make_keys, make_site, percentile, served

PLAYING_S, ROUND_S = 12.0, 4.0  # a round at each table every four seconds
HALF_OPEN, FLOOD_BYTES, SIGN_ONS = 2000, 400_000_000, 50
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
ATTACK = "--attack"


def main() -> None:
    """Print the 99th percentile in peace and under attack, and how many cards were refused."""
    if ATTACK in sys.argv:
        uvloop.run(_attack(int(sys.argv[-1])))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_site(folder)
        tokens, tracks = make_keys(folder)
        with served([sys.executable, "-m", "pitboss", "serve", "--site", name]) as port:
            peace = uvloop.run(_Consoles(port, tokens, tracks).play())
            command = [sys.executable, "-m", "bench.attack", ATTACK, str(port)]
            attacker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            try:
                assert attacker.stdout is not None
                print(f"   the attack: {attacker.stdout.readline().strip()}")
                war = uvloop.run(_Consoles(port, tokens, tracks).play())
            finally:
                attacker.terminate()
                attacker.wait(10)
    for text, found in (("in peace", peace), ("under attack", war)):
        presses, swipes, refused = found
        print(
            f"   {text:13} press p50 / p99 {_ms(presses, 50)} / {_ms(presses, 99)} ms,"
            f" card p99 {_ms(swipes, 99)} ms; {len(swipes)} right cards, {refused} refused"
        )
    ratio = percentile(war[0], 99) / percentile(peace[0], 99)
    print(f"   ratio of the 99th percentiles     {ratio:.2f}")


class _Consoles:
    """A console for each table, each on a connection that is made anew when it is cut."""

    def __init__(self, port: int, tokens: dict[str, str], tracks: dict[str, str]) -> None:
        self._port = port
        self._tokens = tokens
        self._tracks = tracks
        self._lines: dict[str, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}
        self._presses: list[float] = []
        self._swipes: list[float] = []
        self._refused = 0

    async def play(self) -> tuple[list[float], list[float], int]:
        """How long presses and swipes waited, and how many right cards were refused."""
        until = time.perf_counter() + PLAYING_S
        await asyncio.gather(*(self._table(table, until) for table in self._tracks))
        for _, writer in self._lines.values():
            writer.close()
        return self._presses, self._swipes, self._refused

    async def _table(self, table: str, until: float) -> None:
        await asyncio.sleep(int(table[1:]) / TABLES * ROUND_S)
        while time.perf_counter() < until:
            swipe = {"track": self._tracks[table]}
            presses: list[tuple[str, dict[str, object]]] = [
                ("sign-in", {"swipe": swipe}),
                ("start-round", {"spots": SPOTS}),
                ("end-round", {}),
                ("sign-out", {}),
            ]
            for name, body in presses:
                begun = time.perf_counter()
                answer = await self._press(table, name, body)
                waited = time.perf_counter() - begun
                (self._swipes if "swipe" in body else self._presses).append(waited)
                if not answer["accepted"]:
                    assert "swipe" in body, answer
                    self._refused += 1
                await asyncio.sleep(ROUND_S / 4)

    async def _press(self, table: str, name: str, body: dict[str, object]) -> dict[str, object]:
        """Ask until an answer comes, on a new connection where the old one was cut."""
        content = json.dumps({"command_id": str(uuid4()), "table": table, **body}).encode()
        head = (
            f"POST /api/commands/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {self._tokens[f'console {table}']}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        while True:
            try:
                if table not in self._lines:
                    self._lines[table] = await asyncio.open_connection("127.0.0.1", self._port)
                reader, writer = self._lines[table]
                writer.write(head.encode() + content)
                answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(answer.split("content-length:")[1].split("\r\n")[0])
                found: dict[str, object] = json.loads(await reader.readexactly(length))
                return found
            except (OSError, asyncio.IncompleteReadError):
                self._lines.pop(table, None)


# ---- the attacker -------------------------------------------------------------------------------


async def _attack(port: int) -> None:
    half = [asyncio.create_task(_half(port)) for _ in range(HALF_OPEN)]
    await asyncio.sleep(2.0)
    print(
        f"{HALF_OPEN:,} half requests, a head of {FLOOD_BYTES // 1_000_000} MB,"
        f" sign-ons on {SIGN_ONS} connections",
        flush=True,
    )
    signing = [_sign_on(port, number) for number in range(SIGN_ONS)]
    await asyncio.gather(*half, _large(port), *signing)


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


def _ms(values: list[float], percent: int) -> str:
    return f"{percentile(values, percent) * 1000:.1f}"


if __name__ == "__main__":
    main()
