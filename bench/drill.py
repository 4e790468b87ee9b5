"""Two engines on one database under load: one is killed, paused and woken, asked to hand over. How
long nobody gets an answer, and whether an acknowledged command was lost or doubled.

With `--long`: a hundred kills, a hundred pauses of thirty seconds, twenty hand-overs."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import httpx

from bench import web
from journal.cluster import Cluster
from pitboss.audit import audit
from pitboss.journal import every_row
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import clock_ms, read_folder
from pitboss.refusal import Refusal
from pitboss.web.access import Access
from pitboss.web.server import bound

TABLES, ROUND_S, AGAIN_S = 50, 1.0, 0.1
SETTLE_S, AFTER_S = 4.0, 6.0
WAIT_S = 60.0
SHORT = {"kill": 3, "pause": 1, "hand over": 3}
LONG = {"kill": 100, "pause": 100, "hand over": 20}
PAUSE_S = 30.0
PORTS = range(20_000, 30_000)


def main() -> None:
    """Print the longest gap of each fault, and what the journal says afterwards."""
    faults = LONG if "--long" in sys.argv else SHORT
    cluster = Cluster()
    cluster.start()
    try:
        with tempfile.TemporaryDirectory() as name:
            asyncio.run(Drill(cluster, Path(name)).run(faults))
    finally:
        cluster.stop()
        cluster.remove()


class EngineProcess:
    """A `serve --standby` that is started again when it has ended."""

    def __init__(self, name: str, folder: Path, database: str) -> None:
        self.name = name
        self._command = [
            sys.executable, "-m", "pitboss", "serve", "--standby", "--site", str(folder),
            "--database", database,
        ]  # fmt: skip
        self.folder = folder
        self._log = (folder / "log.txt").open("a")
        self._port = _port()
        self.start()

    def start(self) -> None:
        """Start it, at the same port as before."""
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self._port)],
            stdout=subprocess.PIPE, stderr=self._log, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                return
        told = (self.folder / "log.txt").read_text().splitlines()[-1:]
        raise AssertionError(f"{self.name} did not start: {told}")

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    def end(self) -> None:
        """Stop it for good."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGCONT)
        self.process.terminate()
        self.process.wait(WAIT_S)
        self._log.close()


def _port() -> int:
    """A free port that the system gives to nobody: while an engine is gone, a client that asks for
    such a one on loopback would find itself."""
    for port in random.sample(PORTS, len(PORTS)):
        with suppress(Refusal):
            bound("127.0.0.1", port).close()
            return port
    raise AssertionError("no port is free")


@dataclass
class Load:
    """What all tables press, at whichever engine answers, and what they were told."""

    engines: list[EngineProcess]
    tokens: dict[str, str]
    tracks: dict[str, str]
    acknowledged: list[str] = field(default_factory=list)
    yes_at: list[float] = field(default_factory=list)  # when an answer came
    yes_from: list[tuple[float, str]] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    over: bool = False

    async def table(self, number: int) -> None:
        """Rounds without end, each press repeated with its id until it is answered."""
        limits = httpx.Limits(max_keepalive_connections=2)
        async with httpx.AsyncClient(timeout=2.0, limits=limits) as client:
            name = f"T{number}"
            await self._press(client, name, "sign-in", swipe={"track": self.tracks[name]})
            await asyncio.sleep(number / TABLES * ROUND_S)
            while not self.over:
                await self._press(client, name, "start-round", spots=web.SPOTS)
                await asyncio.sleep(ROUND_S / 2)
                await self._press(client, name, "end-round")
                await asyncio.sleep(ROUND_S / 2)

    async def _press(
        self, client: httpx.AsyncClient, table: str, command: str, **more: object
    ) -> None:
        body = {"command_id": str(uuid4()), "table": table, **more}
        headers = {"Authorization": f"Bearer {self.tokens[f'console {table}']}"}
        asked = 0
        while True:
            engine = self.engines[asked % len(self.engines)]
            asked += 1
            try:
                url = f"{engine.address}/api/commands/{command}"
                answer = (await client.post(url, json=body, headers=headers)).json()
            except (httpx.HTTPError, json.JSONDecodeError):
                answer = {"accepted": False, "code": "no connection"}
            if answer["accepted"]:
                self._yes(str(body["command_id"]), engine.name)
                return
            self.codes[answer["code"]] += 1
            await asyncio.sleep(AGAIN_S)

    def _yes(self, command_id: str, engine: str) -> None:
        self.acknowledged.append(command_id)
        self.yes_at.append(time.monotonic())
        self.yes_from.append((time.monotonic(), engine))

    def gap_s(self, since_s: float) -> float:
        """The longest time without an answer from a moment on."""
        moments = [since_s, *(at for at in self.yes_at if at > since_s), time.monotonic()]
        return max(later - sooner for sooner, later in pairwise(moments))


class Drill:
    """One database, two engines, fifty tables."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        parts = dict(part.split("=") for part in cluster.new_database().split())
        self._database = "postgresql://{user}@{host}:{port}/{dbname}".format_map(parts)
        self._folder = folder
        self._engines: list[EngineProcess] = []

    async def run(self, faults: dict[str, int]) -> None:
        """Play, with every fault so often."""
        tokens, tracks = self._made_site()
        self._engines = [
            EngineProcess(name, self._folder / name, self._database) for name in ("one", "two")
        ]
        load = Load(self._engines, tokens, tracks)
        tables = [asyncio.create_task(load.table(n)) for n in range(1, TABLES + 1)]
        try:
            await asyncio.sleep(SETTLE_S)
            for fault, times in faults.items():
                gaps = [await self._fault(fault, load) for _ in range(times)]
                print(
                    f"   {fault:<10} {times:>4} times: longest without an answer {max(gaps):.2f} s"
                )
            load.over = True
            await asyncio.gather(*tables)
        finally:
            for engine in self._engines:
                engine.end()
        self._check(load)

    def _made_site(self) -> tuple[dict[str, str], dict[str, str]]:
        """A folder for each machine, with the site file and nothing else."""
        web.TABLES = TABLES
        for name in ("one", "two"):
            (self._folder / name).mkdir()
            web.make_site(self._folder / name)
        with closing(Access(self._folder / "one", self._database)) as access:
            numbers = range(1, TABLES + 1)
            tracks = {f"T{number}": access.issue(f"D{number}").track for number in numbers}
            tokens = {
                f"console T{number}": access.add_device(
                    kind="console", table=f"T{number}", enrolled_by="E300", now_ms=clock_ms()
                )[1]
                for number in numbers
            }
        return tokens, tracks

    async def _fault(self, fault: str, load: Load) -> float:
        leader = await self._leader()
        begun = time.monotonic()
        if fault == "kill":
            leader.process.kill()
            leader.process.wait()
            await asyncio.sleep(AFTER_S)
            gap_s = load.gap_s(begun)
            await asyncio.to_thread(leader.start)
        elif fault == "pause":
            os.kill(leader.process.pid, signal.SIGSTOP)
            await asyncio.sleep(PAUSE_S)
            gap_s = load.gap_s(begun)
            woken = time.monotonic()
            os.kill(leader.process.pid, signal.SIGCONT)
            await asyncio.sleep(AFTER_S)
            late = [at for at, name in load.yes_from if at > woken and name == leader.name]
            assert not late, f"{leader.name} has said yes {len(late)} times after it woke"
        else:
            await self._hand_over(leader)
            await asyncio.sleep(AFTER_S)
            gap_s = load.gap_s(begun)
        await self._standby()
        return gap_s

    async def _hand_over(self, leader: EngineProcess) -> None:
        asked = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pitboss", "hand-over", "--site", str(leader.folder),
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert await asked.wait() == 0, "it did not hand over"

    async def _leader(self) -> EngineProcess:
        return await self._until("leads", value=True)

    async def _standby(self) -> EngineProcess:
        return await self._until("leads", value=False)

    async def _until(self, name: str, *, value: object) -> EngineProcess:
        """The engine of which that is so, as soon as it is."""
        async with httpx.AsyncClient(timeout=2.0) as client:
            until_s = time.monotonic() + WAIT_S
            while time.monotonic() < until_s:
                for engine in self._engines:
                    with suppress(httpx.HTTPError):
                        answer = await client.get(f"{engine.address}/healthz")
                        if answer.status_code == httpx.codes.OK and answer.json()[name] == value:
                            return engine
                await asyncio.sleep(AGAIN_S)
        raise AssertionError(f"no engine of which {name} is {value}")

    def _check(self, load: Load) -> None:
        """Every acknowledged command stands in a sound journal, once."""
        folder = self._folder / "one"
        with closing(JournalPlace(folder, self._database)()) as journal:
            lookup = read_folder(folder).paytable_lookup
            audit(journal, paytables=lookup)
            ids = Counter(row.command_id for row in every_row(journal))
        lost = sum(ids[each] == 0 for each in load.acknowledged)
        doubled = sum(ids[each] > 1 for each in load.acknowledged)
        print(f"   {len(load.acknowledged):,} acknowledged, {lost} lost, {doubled} doubled;")
        told = ", ".join(f"{code} {times}" for code, times in load.codes.most_common())
        print(f"   the audit is sound. Meanwhile they were told: {told}")
        assert not lost
        assert not doubled
