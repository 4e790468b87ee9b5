"""A wager's time to 200 consoles, next to a bare event stream; a press's time to its answer.

Both servers are separate processes with the same clients; the bare one only passes a message on,
and stores nothing."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import uvloop

from pitboss.live.clocks import clock_ms
from pitboss.web.access.admission import Access

TABLES, SCREENS, STARTS, PACE_S = 50, 200, 150, 0.06
AT_ONCE = 100  # screens to connect at a time
PLAYING_S, ROUND_S = 12.0, 1.0
HEAD = """
[property]
name = "Bench"
currency = "USD"
time_zone = "America/Los_Angeles"
profile = "washington"
opened_by = ["S200", "A400"]
"""
BADGE = '[[badge]]\nid = "{0}"\nname = "{0}"\nrole = "{1}"\n'
BADGES = {"S200": "supervisor", "E300": "executive", "A400": "accounting"}
JACKPOT = (
    '[[jackpot]]\nid = "fours"\nkind = "progressive"\npaytable = "crazy4/progressive/pays-3"\n'
)
TABLE = """
[[table]]
id = "T{0}"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["fours"]
[table.paytables]
base = "crazy4/base/c4p"
[table.limits]
ante = ["$5", "$100"]
[table.equipment]
controller = {{ name = "simulated controller", version = "1.0" }}
manager = {{ name = "pitboss", version = "0.1.0" }}
display = {{ name = "plain monitor", version = "1.0" }}
shuffler = {{ name = "single-deck shuffler", version = "1.0" }}
"""
SPOTS = [{"seat": seat, "sensor": 1} for seat in (1, 2, 4)]


def main() -> None:
    """Print 99th percentiles and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        make_site(Path(folder))
        tokens, tracks = make_keys(Path(folder))
        with served([sys.executable, "-m", "pitboss", "serve", "--site", folder]) as server:
            ours, answers = uvloop.run(_measure(server.port, tokens, tracks))
    with served([sys.executable, "-m", "proof.bench.bare_stream"]) as server:
        streams = [f"/stream/{n}" for n in range(SCREENS)]
        bare = uvloop.run(reach_screens(server.port, streams, Bare(server.port).start))
    print(f"   wager to {SCREENS} consoles, p50 / p99   {in_ms(ours, 50)} / {in_ms(ours, 99)} ms")
    print(f"   bare event stream, p50 / p99      {in_ms(bare, 50)} / {in_ms(bare, 99)} ms")
    print(f"   ratio of the 99th percentiles     {percentile(ours, 99) / percentile(bare, 99):.2f}")
    print(
        f"   press to answer, {TABLES} tables, p50 / p99"
        f" {in_ms(answers, 50)} / {in_ms(answers, 99)} ms"
        f"  ({len(answers) / PLAYING_S:.0f} presses/s)"
    )


async def _measure(
    port: int, tokens: dict[str, str], tracks: dict[str, str]
) -> tuple[list[float], list[float]]:
    floor = Floor(port, tokens, tracks)
    await floor.sign_in()
    tables = [f"T{n % TABLES + 1}" for n in range(SCREENS)]
    streams = [f"/api/stream/table/{table} {tokens[f'console {table}']}" for table in tables]
    waits = await reach_screens(port, streams, floor.start)
    return waits, await floor.play(PLAYING_S)


class Floor:
    """Fifty tables with their consoles."""

    def __init__(self, port: int, tokens: dict[str, str], tracks: dict[str, str]) -> None:
        numbers = range(1, TABLES + 1)
        self._post = {f"T{n}": Poster(port, tokens[f"console T{n}"]) for n in numbers}
        self._tracks = tracks
        self._next = 0

    async def sign_in(self) -> None:
        """Sign in a dealer at each."""
        for number in range(1, TABLES + 1):
            table = f"T{number}"
            await self._press("sign-in", table=table, swipe={"track": self._tracks[table]})

    async def start(self) -> int:
        """Start a round at the next table; returns the sequence that signs must reach."""
        table = f"T{self._next % TABLES + 1}"
        self._next += 1
        if self._next > TABLES:
            await self._press("end-round", table=table)
        self.started = time.perf_counter()
        return await self._press("start-round", table=table, spots=SPOTS)

    async def play(self, seconds: float) -> list[float]:
        """Play at all tables; returns how long each press waited for its answer."""
        waits: list[float] = []
        until = time.perf_counter() + seconds

        async def one(number: int) -> None:
            await asyncio.sleep(number / TABLES * ROUND_S)
            while time.perf_counter() < until:
                for name in ("end-round", "start-round"):
                    body = {"spots": SPOTS} if name == "start-round" else {}
                    begun = time.perf_counter()
                    await self._press(name, table=f"T{number}", **body)
                    waits.append(time.perf_counter() - begun)
                    await asyncio.sleep(ROUND_S / 2)

        await asyncio.gather(*(one(number) for number in range(1, TABLES + 1)))
        return waits

    async def _press(self, name: str, **body: object) -> int:
        """Press, and like a console repeat with the same id if the answer is unsure."""
        post = self._post[str(body["table"])]
        asked = {"command_id": str(uuid4()), **body}
        answer = await post(f"/api/commands/{name}", asked)
        while answer["code"] == "JOURNAL_UNSURE":
            answer = await post(f"/api/commands/{name}", asked)
        assert answer["accepted"], answer
        return int(answer["seq"])


class Bare:
    """Posts messages to the bare event stream."""

    def __init__(self, port: int) -> None:
        self._post = Poster(port, "")

    async def start(self) -> int:
        """Post; returns the number of the message that signs must reach."""
        self.started = time.perf_counter()
        answer = await self._post("/wager", {"spots": SPOTS})
        return int(answer["seq"])


class Poster:
    """Posts JSON over kept connections."""

    def __init__(
        self,
        port: int,
        token: str,
        *,
        host: str = "127.0.0.1",
        name: str = "",
        tls: ssl.SSLContext | None = None,
        head: str = "",
    ) -> None:
        self._port = port
        self._host = host
        self._tls = tls
        self._name = name if tls else None
        self._head = (
            f"Host: {name or f'{host}:{port}'}\r\n"
            f"{head or f'Authorization: Bearer {token}'}\r\nContent-Type: application/json\r\n"
        )
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def __call__(self, path: str, body: dict[str, object]) -> dict[str, str]:
        return (await self.ask(path, body))[1]

    async def ask(self, path: str, body: dict[str, object]) -> tuple[str, dict[str, Any]]:
        """Ask; returns the answer and its head in lowercase."""
        reader, writer = await self._connected()
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(content)}\r\n\r\n"
        try:
            writer.write(head.encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(answer.split("content-length:")[1].split("\r\n")[0])
            found: dict[str, Any] = json.loads(await reader.readexactly(length))
        except BaseException:
            writer.close()  # a late answer would be taken for the next one
            raise
        self._free.append((reader, writer))
        return answer, found

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A kept connection, like a browser's: one that the server has closed is no use."""
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(
            self._host, self._port, ssl=self._tls, server_hostname=self._name
        )


class Watchers:
    """Connected screens, and what each of them has seen."""

    def __init__(self, port: int, streams: list[str]) -> None:
        self._port = port
        self._streams = streams
        self.seen: list[list[tuple[float, int]]] = [[] for _ in streams]
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Connect all of them, some at a time; each then has its first picture."""
        ready = asyncio.Semaphore(0)
        for number, (stream, into) in enumerate(zip(self._streams, self.seen, strict=True), 1):
            watching = _watch(self._port, stream, into, ready)
            self._tasks.append(asyncio.create_task(watching))
            if number > AT_ONCE:
                await ready.acquire()
        for _ in self._streams[:AT_ONCE]:
            await ready.acquire()

    async def measure_reach(
        self, start: Callable[[], Awaitable[int]], *, times: int, pace_s: float
    ) -> list[float]:
        """How long each start took to reach each of them."""
        starts = []
        for _ in range(times):
            await asyncio.sleep(pace_s)
            seq = await start()
            starts.append((start.__self__.started, seq))  # type: ignore[attr-defined]
        await asyncio.sleep(2.0)  # a meter waits for a sign's next beat
        return [
            next(at for at, seen_seq in arrivals if seen_seq >= seq) - begun
            for arrivals in self.seen
            for begun, seq in starts
        ]

    async def end(self) -> None:
        """Disconnect them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def reach_screens(
    port: int,
    streams: list[str],
    start: Callable[[], Awaitable[int]],
    *,
    times: int = STARTS,
    pace_s: float = PACE_S,
) -> list[float]:
    """How long each start took to reach each screen."""
    watching = Watchers(port, streams)
    await watching.begin()
    waits = await watching.measure_reach(start, times=times, pace_s=pace_s)
    await watching.end()
    return waits


async def _watch(
    port: int, stream: str, into: list[tuple[float, int]], ready: asyncio.Semaphore
) -> None:
    path, _, token = stream.partition(" ")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
    writer.write(f"{head}\r\n".encode())
    kind = b""
    first = True
    async for line in reader:
        if line.startswith(b"event:"):
            kind = line
        elif line.startswith(b"data:") and b"jackpot" in kind:
            into.append((time.perf_counter(), int(json.loads(line[5:])["seq"])))
            if first:
                ready.release()
                first = False


def make_site(folder: Path, *, tables: int = TABLES) -> None:
    """A site of many tables that share a jackpot."""
    badges = BADGES | {f"D{number}": "dealer" for number in range(1, tables + 1)}
    text = HEAD + "".join(BADGE.format(name, role) for name, role in badges.items()) + JACKPOT
    text += "".join(TABLE.format(number) for number in range(1, tables + 1))
    (folder / "site.toml").write_text(text, "utf-8")


def make_keys(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """A token for each table's console and sign, and each dealer's track."""
    access = Access(folder)
    numbers = range(1, TABLES + 1)
    tracks = {f"T{number}": access.issue(f"D{number}").track for number in numbers}
    tokens = {
        f"{kind} T{number}": access.add_device(
            kind=kind, table=f"T{number}", enrolled_by="E300", now_ms=clock_ms()
        )[1]
        for kind in ("console", "sign")
        for number in numbers
    }
    access.close()
    return tokens, tracks


@dataclass(frozen=True, kw_only=True)
class ServerProcess:
    """A running server in its own process."""

    port: int
    pid: int

    def rss_mb(self) -> float:
        """The memory it holds now."""
        status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def cpu_s(pid: int) -> float:
    """The processor time of a server and of its books' process."""
    listed = Path(f"/proc/{pid}/task").glob("*/children")  # any thread may have started one
    children = [child for each in listed for child in each.read_text("ascii").split()]
    ticks = 0
    for each in (pid, *children):
        fields = Path(f"/proc/{each}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(command: list[str]) -> Iterator[ServerProcess]:
    """Start a server in its own process; it prints its address in its first line that has one."""
    process = subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "://" in line:
                yield ServerProcess(port=int(line.strip().rsplit(":", 1)[1]), pid=process.pid)
                break
    finally:
        process.terminate()
        process.wait(10)


def percentile(values: list[float], percent: int) -> float:
    """The value that this many percent stay below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def in_ms(values: list[float], percent: int) -> str:
    """A percentile in milliseconds."""
    return f"{percentile(values, percent) * 1000:.1f}"
