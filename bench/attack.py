"""Fifty tables that play, in peace and under attack: presses of consoles, swipes of right cards.

Strangers hold two thousand half requests that are begun again whenever they are cut, send a head of
400 MB, and sign on with wrong PINs on fifty connections; then a sign's own token asks for pages on
a hundred connections, and then all of them at once. Attackers are processes of their own, and
niced: on a floor they are other machines, and do not take the server's cores."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import uvloop

from bench.attackers import FLOOD_BYTES, HALF_OPEN, HOGS, PIPELINED, SIGN_ONS
from bench.web import SPOTS, TABLES, ServerProcess, make_keys, make_site, percentile, served

PLAYING_S, ROUND_S = 12.0, 2.0  # a round at each table every two seconds
NICE = 19
LATER_S = 35.0  # the server gives memory back every 30 seconds
STRANGERS = ("half-open", "large", "sign-on")
ATTACKS = {
    "in peace": (),
    "strangers": STRANGERS,
    "a sign": ("hog",),
    "all at once": (*STRANGERS, "hog"),
}


def main() -> None:
    """Print the 99th percentiles in peace and under attack, how many right cards were refused, and
    what the server's memory was before and after."""
    print(
        f"   strangers: {HALF_OPEN:,} half requests, a head of {FLOOD_BYTES // 1_000_000} MB,"
        f" sign-ons on {SIGN_ONS} connections\n"
        f"   a sign: its token on {HOGS} connections, {PIPELINED} requests one behind the other\n"
        f"   a round at each of {TABLES} tables every {ROUND_S:.0f} s; each attacker is a process"
        f" of its own on the same {os.cpu_count()} cores, niced to {NICE}"
    )
    with tempfile.TemporaryDirectory() as name:
        make_site(Path(name))
        tokens, tracks = make_keys(Path(name))
        with served([sys.executable, "-m", "pitboss", "serve", "--site", name]) as server:
            _measure(server, tokens, tracks)


def _measure(server: ServerProcess, tokens: dict[str, str], tracks: dict[str, str]) -> None:
    peace, before_mb = 0.0, 0.0
    for attack, kinds in ATTACKS.items():
        with _attacked(server.port, kinds, tokens["sign T1"]):
            consoles = _Consoles(server.port, tokens, tracks)
            presses, swipes, refused = uvloop.run(consoles.play())
        found = percentile(presses, 99)
        peace, before_mb = peace or found, before_mb or server.rss_mb()
        print(
            f"   {attack:12} press p50 / p99 {_ms(presses, 50)} / {_ms(presses, 99)} ms,"
            f" ratio {found / peace:.1f}; card p99 {_ms(swipes, 99)} ms;"
            f" {len(swipes)} right cards, {refused} refused; {server.rss_mb():.0f} MB"
        )
    during_mb = server.rss_mb()
    time.sleep(LATER_S)
    print(
        f"   memory before / under attack / {LATER_S:.0f} s after"
        f"  {before_mb:.1f} / {during_mb:.1f} / {server.rss_mb():.1f} MB"
    )


@contextmanager
def _attacked(port: int, kinds: tuple[str, ...], token: str) -> Iterator[None]:
    """The attackers of these kinds, until it is over."""
    with ExitStack() as stack:
        for kind in kinds:
            process = subprocess.Popen(
                [sys.executable, "-m", "bench.attackers", kind, str(port)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                preexec_fn=lambda: os.nice(NICE),
            )  # fmt: skip
            stack.callback(process.wait, 10)
            stack.callback(process.terminate)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{token}\n")
            process.stdin.flush()
            process.stdout.readline()
        yield


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


def _ms(values: list[float], percent: int) -> str:
    return f"{percentile(values, percent) * 1000:.1f}"
