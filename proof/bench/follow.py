"""Signs on a follower: how long a wager takes to reach them, and what a press costs the leader with
no signs, with signs on the leader itself, and with all of them on the follower.

A thousand signs, or three thousand with `--long`; the leader itself takes six hundred. Costs are a
server's processor time, less what it uses when idle. So signs and clients on the same machine don't
count, and a busy machine shows nearly the same."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from proof.bench import web

SIGNS, SIGNS_LONG, ON_LEADER = 1000, 3000, 600
STARTS, PACE_S = 40, 0.5
PRESSES, PRESS_PACE_S = 100, 0.05
IDLE_S = 3.0
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print costs, their ratios, and the signs' waits."""
    signs = SIGNS_LONG if "--long" in sys.argv else SIGNS
    with tempfile.TemporaryDirectory() as folder:
        web.make_site(Path(folder))
        keys = web.make_keys(Path(folder))
        serve = [sys.executable, "-m", "pitboss", "serve", "--site", folder]
        with web.served(serve) as leader, web.served([*serve, "--follow"]) as follower:
            waits = uvloop.run(Measuring(leader, follower, *keys).run(signs))
    p50, p99 = (web.in_ms(waits, percent) for percent in (50, 99))
    print(f"   wager to {signs} signs, with their next beat: p50 / p99 {p50} / {p99} ms")


class Measuring:
    """A leader and a follower with the same clients."""

    def __init__(
        self,
        leader: web.ServerProcess,
        follower: web.ServerProcess,
        tokens: dict[str, str],
        tracks: dict[str, str],
    ) -> None:
        self._leader = leader
        self._follower = follower
        self._tokens = tokens
        self._floor = web.Floor(leader.port, tokens, tracks)

    async def run(self, signs: int) -> list[float]:
        """Print the leader's cost of a round; then how fast signs on the follower update."""
        await self._floor.sign_in()
        for _ in range(web.TABLES):
            await self._floor.start()
        alone_ms = await self._pressed("no signs", self._follower, 0)
        lit_ms = await self._pressed(f"{ON_LEADER} signs on the leader", self._leader, ON_LEADER)
        beside_ms = await self._pressed(f"{signs} signs on the follower", self._follower, signs)
        print(f"   ratios to the first: {lit_ms / alone_ms:.2f} and {beside_ms / alone_ms:.2f}")
        streams = self._streams(signs)
        return await web.reach_screens(
            self._follower.port, streams, self._floor.start, times=STARTS, pace_s=PACE_S
        )

    async def _pressed(self, where: str, server: web.ServerProcess, signs: int) -> float:
        """The leader's milliseconds of processor time for a round, while these signs are on."""
        watching = web.Watchers(server.port, self._streams(signs))
        await watching.begin()
        used = Used(self._leader.pid)
        await used.begin()
        waits = []
        for _ in range(PRESSES):
            await asyncio.sleep(PRESS_PACE_S)
            begun = time.perf_counter()
            await self._floor.start()
            waits.append(time.perf_counter() - begun)
        cost_ms = used.since_s() / PRESSES * 1000
        await watching.end()
        p50, p99 = (web.in_ms(waits, percent) for percent in (50, 99))
        print(f"   a round, {where:<26} {cost_ms:>6.2f} ms of the leader's processor;", end="")
        print(f" END and START answered in {p50} / {p99} ms, p50 / p99")
        return cost_ms

    def _streams(self, signs: int) -> list[str]:
        tables = [f"T{n % web.TABLES + 1}" for n in range(signs)]
        return [f"/api/stream/sign/{table} {self._tokens[f'sign {table}']}" for table in tables]


class Used:
    """The processor time of a process, less its idle use."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    async def begin(self) -> None:
        """Measure its idle use, then count."""
        before_s = cpu_s(self._pid)
        await asyncio.sleep(IDLE_S)
        self._idle = (cpu_s(self._pid) - before_s) / IDLE_S
        self._begun, self._begun_s = time.perf_counter(), cpu_s(self._pid)

    def since_s(self) -> float:
        """Processor time since then, beyond idle use."""
        passed_s = time.perf_counter() - self._begun
        return cpu_s(self._pid) - self._begun_s - self._idle * passed_s


def cpu_s(pid: int) -> float:
    """The processor time a process has used so far."""
    parts = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) * TICK_S
