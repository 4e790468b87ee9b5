"""What one press costs the processor: START over HTTP at an enrolled console, with the journal in
SQLite, next to a bare route of the same framework that reads the same body, checks a token and
inserts one row. Also which Python files and functions a press runs, by a trace."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

from pitboss.live.clocks import clock_ms
from pitboss.web.access.admission import Access
from proof.bench.web import SPOTS, make_site, served

TABLES, BATCHES, TRACES = 10, 60, 5
TARGET, FILES_MOST, FUNCTIONS_MOST = 3.0, 45, 200
PAUSE_S = 0.02  # of a trace: work after the answer belongs to the press


def main() -> None:
    """Print both times, their ratio, and what a press runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_site(folder, tables=TABLES)
        tokens, tracks = _keys(folder)
        serve = ["serve", "--site", name]
        ours_s, bare_s = _measure(folder, serve, tokens, tracks)
        trace = folder / "trace"
        command = [sys.executable, "-m", "proof.bench.traced", str(trace), *serve]
        with served(command) as server:
            floor = _Floor(server.port, tokens, tracks)
            floor.play()
            passed = floor.trace(server.pid, trace)
    print(f"   START over HTTP     {ours_s * 1e6:>7.0f} us of the processor")
    print(f"   a bare route        {bare_s * 1e6:>7.0f} us")
    print(f"   ratio               {ours_s / bare_s:>7.1f} (target {TARGET})")
    own = [line for line in passed if _room(line).startswith("pitboss")]
    for whose, lines in (("of ours", own), ("with libraries", passed)):
        files = {line.partition(" ")[0] for line in lines}
        print(f"   files / functions   {len(files)} / {len(lines)} {whose}", end=" ")
        print(f"(target {FILES_MOST} / {FUNCTIONS_MOST})")
    rooms = Counter(_room(line) for line in passed)
    print("   functions by room   " + ", ".join(f"{n} {room}" for room, n in rooms.most_common()))


def _measure(
    folder: Path, serve: list[str], tokens: dict[str, str], tracks: dict[str, str]
) -> tuple[float, float]:
    """The costs of a START and of a bare press, in turns, so that both see the machine equally
    busy."""
    token = str(uuid4())
    bare_words = ["--file", str(folder / "bare.sqlite"), "--token", token]
    with (
        served([sys.executable, "-m", "pitboss", *serve]) as ours,
        served([sys.executable, "-m", "proof.bench.bare_press", *bare_words]) as bare,
    ):
        floor, line = _Floor(ours.port, tokens, tracks), Line(bare.port)
        floor.play()
        _press_bare(line, token)
        ours_ns, bare_ns = [], []
        for _ in range(BATCHES):
            ours_ns.append(floor.play(lambda: cpu_ns(ours.pid)))
            before = cpu_ns(bare.pid)
            _press_bare(line, token)
            bare_ns.append(cpu_ns(bare.pid) - before)
    return median(ours_ns) / TABLES / 1e9, median(bare_ns) / TABLES / 1e9


def _keys(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The token of each table's console, and its dealer's track."""
    access = Access(folder)
    tables = [f"T{number}" for number in range(1, TABLES + 1)]
    tracks = {table: access.issue(f"D{table[1:]}").track for table in tables}
    tokens = {
        table: access.add_device(
            kind="console", table=table, enrolled_by="E300", now_ms=clock_ms()
        )[1]
        for table in tables
    }
    access.close()
    return tokens, tracks


def cpu_ns(pid: int) -> int:
    """The processor time of a process's threads, in nanoseconds."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((each / "schedstat").read_text("ascii").split()[0]) for each in threads)


def _room(line: str) -> str:
    """The package of a function; for ours, its room."""
    path = Path(line.partition(" ")[0])
    parts = path.parts
    if "pitboss" in parts and "src" in parts:
        return "/".join(parts[parts.index("pitboss") :][:2])
    return parts[parts.index("site-packages") + 1] if "site-packages" in parts else "Python"


class Line:
    """One kept connection for one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._line = socket.create_connection(("127.0.0.1", port))
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = self._line.makefile("rb")

    def post(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post, and return the answer."""
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        self._line.sendall(head.encode() + content)
        length = 0
        for line in iter(self._reader.readline, b"\r\n"):
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        answer: dict[str, Any] = json.loads(self._reader.read(length))
        assert answer["accepted"], answer
        return answer


class _Floor:
    """The consoles of all tables, a connection each."""

    def __init__(self, port: int, tokens: dict[str, str], tracks: dict[str, str]) -> None:
        self._tokens = tokens
        self._lines = {table: Line(port) for table in tokens}
        for table, track in tracks.items():
            self.press(table, "sign-in", swipe={"track": track})

    def press(self, table: str, name: str, **body: object) -> None:
        """Press once, and wait for the answer."""
        asked = {"command_id": str(uuid4()), "table": table, **body}
        self._lines[table].post(f"/api/commands/{name}", self._tokens[table], asked)

    def play(self, cpu: Callable[[], int] = lambda: 0) -> int:
        """Play a round at each table; returns the cost of the STARTs."""
        before = cpu()
        for table in self._lines:
            self.press(table, "start-round", spots=SPOTS)
        spent = cpu() - before
        for table in self._lines:
            self.press(table, "end-round")
        return spent

    def trace(self, pid: int, file: Path) -> set[str]:
        """Trace several STARTs and keep the one with the fewest calls: a beat may come between."""
        found = []
        for table in list(self._lines)[:TRACES]:
            os.kill(pid, signal.SIGUSR1)
            time.sleep(PAUSE_S)
            self.press(table, "start-round", spots=SPOTS)
            time.sleep(PAUSE_S)
            os.kill(pid, signal.SIGUSR2)
            while not file.exists():
                time.sleep(PAUSE_S)
            found.append(set(file.read_text("utf-8").splitlines()))
            file.unlink()
        return min(found, key=len)


def _press_bare(line: Line, token: str) -> None:
    """Press the bare route as often as there are tables."""
    for number in range(1, TABLES + 1):
        body = {"command_id": str(uuid4()), "table": f"T{number}", "spots": SPOTS}
        line.post("/press", token, body)
