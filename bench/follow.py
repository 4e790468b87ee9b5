"""Signs on a server that follows: how long a wager takes to reach them, beside a bare event stream
with as many clients; and what a press costs the leader with no signs, with all of them on it, and
with all of them on the follower.

A thousand signs, or three thousand with `--long`; the leader itself takes six hundred. What a press
costs is time of the leader's processor: signs and clients on the same machine do not count."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from bench import web

SIGNS, SIGNS_LONG, ON_LEADER = 1000, 3000, 600
STARTS, PACE_S = 40, 0.5
PRESSES = 100
PRESS_PACE_S = 0.05
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print 99th percentiles, costs and their ratios."""
    signs = SIGNS_LONG if "--long" in sys.argv else SIGNS
    web.STARTS, web.PACE_S = STARTS, PACE_S
    with tempfile.TemporaryDirectory() as folder:
        web.make_site(Path(folder))
        tokens, tracks = web.make_keys(Path(folder))
        serve = [sys.executable, "-m", "pitboss", "serve", "--site", folder]
        with web.served(serve) as leader, web.served([*serve, "--follow"]) as follower:
            measured = Measuring(leader, follower, tokens, tracks)
            ours = uvloop.run(measured.run(signs))
    with web.served([sys.executable, "-m", "bench.bare_stream"]) as server:
        streams = [f"/stream/{n}" for n in range(signs)]
        bare = uvloop.run(web.reach_signs(server.port, streams, web.Bare(server.port).start))
    print(f"   wager to {signs} signs, p50 / p99  {web.in_ms(ours, 50)} / {web.in_ms(ours, 99)} ms")
    print(f"   bare event stream, p50 / p99  {web.in_ms(bare, 50)} / {web.in_ms(bare, 99)} ms")
    ratio = web.percentile(ours, 99) / web.percentile(bare, 99)
    print(f"   ratio of the 99th percentiles {ratio:.2f}")


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
        """Print what a press costs; how long each start took to reach each sign."""
        await self._floor.sign_in()
        for _ in range(web.TABLES):
            await self._floor.start()
        alone_ms = await self._pressed("no signs", None, 0)
        await self._pressed(f"{ON_LEADER} signs on the leader", self._leader, ON_LEADER)
        beside_ms = await self._pressed(f"{signs} signs on the follower", self._follower, signs)
        print(f"   ratio of the first and the last {beside_ms / alone_ms:.2f}")
        return await web.reach_signs(self._follower.port, self._streams(signs), self._floor.start)

    async def _pressed(self, where: str, server: web.ServerProcess | None, signs: int) -> float:
        """The leader's milliseconds of processor time for a round, while these signs are lit."""
        watching = web.Watchers(server.port if server else 0, self._streams(signs))
        await watching.begin()
        waits, before_s = [], cpu_s(self._leader.pid)
        for _ in range(PRESSES):
            await asyncio.sleep(PRESS_PACE_S)
            begun = time.perf_counter()
            await self._floor.start()
            waits.append(time.perf_counter() - begun)
        cost_ms = (cpu_s(self._leader.pid) - before_s) / PRESSES * 1000
        await watching.end()
        print(f"   a round, {where:<28} {cost_ms:>6.2f} ms of the leader's processor;", end="")
        print(
            f" END and START answered, p50 / p99 {web.in_ms(waits, 50)} / {web.in_ms(waits, 99)} ms"
        )
        return cost_ms

    def _streams(self, signs: int) -> list[str]:
        tables = [f"T{n % web.TABLES + 1}" for n in range(signs)]
        return [f"/api/stream/sign/{table} {self._tokens[f'sign {table}']}" for table in tables]


def cpu_s(pid: int) -> float:
    """The processor time that a process has taken so far."""
    parts = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) * TICK_S
