"""Fifty tables at play, in peace and under attack: console presses, swipes of valid cards, and the
time to load the sign-in page.

Strangers at 300 addresses hold two thousand half requests and reopen them whenever they are cut,
send a 400 MB head, sign in with wrong PINs, ask for the sign-in page, and start handshakes with a
TLS server. A sign's own token asks for pages on a hundred connections.

On a real floor, attackers and consoles are separate machines. Here they share the last core, and
the server has the others. Consoles have priority over attackers when an answer comes, so that a
press waits only for the server. In peace, a process that attacks nobody keeps that core as busy.
Each percentile is from the middle one of five slices: the machine itself may stall in one."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from uuid import uuid4

import uvloop

from pitboss.live.clocks import clock_ms
from pitboss.web.access.admission import Access
from proof.bench import web
from proof.bench.attackers import ADDRESSES, FLOOD_BYTES, HALF_OPEN, HOGS, PIPELINED

PLAYING_S, ROUND_S = 20.0, 2.0  # a round at each table every two seconds: 1,500 presses
SLICE_S = PLAYING_S / 5
PAGE_S = 0.1  # a sign-in page
RECONNECTING = 5  # every fifth console reconnects for each press
NICE = 19
LATER_S = 35.0  # the server returns memory every 30 seconds
STRANGERS = ("half requests", "large heads", "wrong PINs", "sign-on pages")
ATTACKS = {
    "in peace": ("nothing",),
    **{kind: (kind,) for kind in (*STRANGERS, "a sign")},
    "all at once": (*STRANGERS, "a sign"),
}
TLS_ATTACKS: dict[str, tuple[str, ...]] = {"in peace": ("nothing",), "handshakes": ("handshakes",)}
OFFICE = "office"  # a browser with an earlier sign-in
KINDS = ("press", "reconnecting", "card", "sign-on page", "stranger's page")
CERTIFICATE = (
    "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
)  # fmt: skip


def main() -> None:
    """Print the 99th percentiles in peace and under attack, the server's share of a core, how many
    valid cards were refused, and memory before and after."""
    print(
        f"   strangers at {ADDRESSES} addresses: {HALF_OPEN:,} half requests, a head of"
        f" {FLOOD_BYTES // 1_000_000} MB, wrong PINs, sign-on pages, TLS handshakes\n"
        f"   a sign: its token on {HOGS} connections, {PIPELINED} requests one behind the other\n"
        f"   a round at each of {web.TABLES} tables every {ROUND_S:.0f} s"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        web.make_site(folder)
        tokens, tracks = web.make_keys(folder)
        access = Access(folder)
        access.remember_browser(OFFICE, "A400", now_ms=clock_ms())
        access.close()
        serve = [sys.executable, "-m", "pitboss", "serve", "--site", name]
        with _served_apart(serve) as server:
            before_mb = server.rss_mb()
            _measure(ATTACKS, server, tokens, tracks)
            during_mb = server.rss_mb()
            time.sleep(LATER_S)
            print(
                f"   memory before / under attack / {LATER_S:.0f} s after"
                f"  {before_mb:.1f} / {during_mb:.1f} / {server.rss_mb():.1f} MB"
            )
        words, trusted = _own_certificate(folder)
        with _served_apart([*serve, *words]) as server:
            _measure(TLS_ATTACKS, server, tokens, tracks, trusted)


def _own_certificate(folder: Path) -> tuple[tuple[str, ...], ssl.SSLContext]:
    """The options to serve with it, and who trusts it."""
    certificate, key = str(folder / "certificate.pem"), str(folder / "key.pem")
    made = [*CERTIFICATE, "-keyout", key, "-out", certificate]
    subprocess.run(made, check=True, capture_output=True)
    trusted = ssl.create_default_context(cafile=certificate)
    return ("--certificate", certificate, "--key", key), trusted


@contextmanager
def _served_apart(command: list[str]) -> Iterator[web.ServerProcess]:
    """A server on all cores except the last, which everyone else uses meanwhile."""
    cores = os.sched_getaffinity(0)
    last = {max(cores)}
    os.sched_setaffinity(0, cores - last or last)
    try:
        with web.served(command) as server:
            os.sched_setaffinity(0, last)
            with suppress(PermissionError):
                os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
            yield server
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.sched_setaffinity(0, cores)


def _give_way() -> None:
    """Give an attacker what the consoles leave of their core."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(NICE)


def _measure(
    attacks: dict[str, tuple[str, ...]],
    server: web.ServerProcess,
    tokens: dict[str, str],
    tracks: dict[str, str],
    trusted: ssl.SSLContext | None = None,
) -> None:
    """Print a line for each attack, starting with none."""
    peace: dict[str, float] = {}
    print(f"\n   {'p99, ms':14}" + "".join(f"{kind:>18}" for kind in KINDS))
    for attack, kinds in attacks.items():
        with _attacked(server.port, kinds, tokens["sign T1"]) as done:
            floor = _Floor(server.port, tokens, tracks, trusted)
            begun, cpu_before_s = time.perf_counter(), web.cpu_s(server.pid)
            uvloop.run(floor.play())
            share = (web.cpu_s(server.pid) - cpu_before_s) / (time.perf_counter() - begun)
        found = {kind: floor.middle_p99(kind) for kind in KINDS}
        peace = peace or found
        shown = (f"{found[kind] * 1000:.1f} ({found[kind] / peace[kind]:.1f})" for kind in KINDS)
        print(
            f"   {attack:14}" + "".join(f"{each:>18}" for each in shown),
            f"  {share:>4.0%} of a core, {sum(done):,} attacks, {floor.refused} cards refused",
        )


@contextmanager
def _attacked(port: int, kinds: tuple[str, ...], token: str) -> Iterator[list[int]]:
    """Run attackers of these kinds until the block ends; yields how often each got through."""
    done: list[int] = []
    with ExitStack() as stack:
        for kind in kinds:
            process = subprocess.Popen(
                [sys.executable, "-m", "proof.bench.attackers", kind, str(port)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                preexec_fn=_give_way,
            )  # fmt: skip
            stack.callback(_end, process, done)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{token}\n")
            process.stdin.flush()
            process.stdout.readline()
        yield done


def _end(process: subprocess.Popen[str], done: list[int]) -> None:
    process.terminate()
    done.append(int(process.communicate(timeout=30)[0]))


class _Floor:
    """A console for each table, and two people who want to sign in."""

    def __init__(
        self,
        port: int,
        tokens: dict[str, str],
        tracks: dict[str, str],
        trusted: ssl.SSLContext | None,
    ) -> None:
        self._port = port
        self._tokens = tokens
        self._tracks = tracks
        self._trusted = trusted
        self._lines: dict[str, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}
        self._waits: dict[tuple[str, int], list[float]] = defaultdict(list)  # by kind and slice, s
        self._begun = time.perf_counter()
        self.refused = 0  # valid cards

    def middle_p99(self, kind: str) -> float:
        """The 99th percentile of the middle slice, in seconds."""
        return median(web.percentile(w, 99) for (of, _), w in self._waits.items() if of == kind)

    def _note(self, kind: str, begun: float) -> None:
        slice_of = int((begun - self._begun) / SLICE_S)
        self._waits[kind, slice_of].append(time.perf_counter() - begun)

    async def play(self) -> None:
        """Press and ask for pages, and note how long each answer takes."""
        until = self._begun + PLAYING_S
        await asyncio.gather(
            *(self._play_at(table, until) for table in self._tracks),
            self._open_page(
                "sign-on page", "127.0.0.8", f"Cookie: pitboss_visitor={OFFICE}", until
            ),
            self._open_page("stranger's page", "127.0.0.9", "X-Nobody: knows me", until),
        )
        for _, writer in self._lines.values():
            writer.close()

    async def _play_at(self, table: str, until: float) -> None:
        number = int(table[1:])
        await asyncio.sleep(number / web.TABLES * ROUND_S)
        while time.perf_counter() < until:
            swipe = {"track": self._tracks[table]}
            presses: list[tuple[str, dict[str, object]]] = [
                ("sign-in", {"swipe": swipe}),
                ("start-round", {"spots": web.SPOTS}),
                ("end-round", {}),
                ("sign-out", {}),
            ]
            for name, body in presses:
                kind = "press" if number % RECONNECTING else "reconnecting"
                begun = time.perf_counter()
                if kind == "reconnecting" and (line := self._lines.pop(table, None)):
                    line[1].close()
                answer = await self._press(table, name, body)
                self._note("card" if "swipe" in body else kind, begun)
                if not answer["accepted"]:
                    assert "swipe" in body, answer
                    self.refused += 1
                await asyncio.sleep(ROUND_S / 4)

    async def _press(self, table: str, name: str, body: dict[str, object]) -> dict[str, object]:
        """Ask until an answer comes, reconnecting if the connection was cut."""
        content = json.dumps({"command_id": str(uuid4()), "table": table, **body}).encode()
        head = (
            f"POST /api/commands/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {self._tokens[f'console {table}']}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        while True:
            try:
                if table not in self._lines:
                    self._lines[table] = await self._connect("127.0.0.1")
                found: dict[str, object] = json.loads(
                    await _ask(*self._lines[table], head.encode() + content)
                )
                return found
            except (OSError, asyncio.IncompleteReadError):
                self._lines.pop(table, None)

    async def _open_page(self, kind: str, here: str, header: str, until: float) -> None:
        """Open the sign-in page on a new connection, again and again."""
        head = f"GET /sign-on HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{header}\r\n\r\n"
        while time.perf_counter() < until:
            begun, writer = time.perf_counter(), None
            while writer is None:
                try:
                    reader, writer = await self._connect(here)
                    await _ask(reader, writer, head.encode())
                except (OSError, asyncio.IncompleteReadError):
                    writer = None
            writer.close()
            self._note(kind, begun)
            await asyncio.sleep(PAGE_S)

    async def _connect(self, here: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(here, 0), ssl=self._trusted
        )


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """The body of the answer."""
    writer.write(request)
    answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    return await reader.readexactly(int(answer.split("content-length:")[1].split("\r\n")[0]))
