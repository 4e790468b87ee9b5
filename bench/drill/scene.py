"""Everything that a fault can happen to: databases, engines, tables at play."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bench.drill.databases import Databases
from bench.drill.engines import PORT, PROXY_PORT, TABLES, Engines
from bench.drill.load import Load
from bench.drill.machines import Network
from bench.drill.tools import Tools

BACK_S, LOOK_S = 120.0, 0.05
PROXY = "HAProxy"
# The engines' own sessions; only one of them writes.
WAITING = "SELECT pid FROM pg_stat_activity WHERE usename = 'pitboss' AND wait_event = ANY(%s)"


@dataclass
class Scene:
    """One drill: what runs, and how it is going."""

    databases: Databases
    engines: Engines
    load: Load
    random: Random
    pause_s: float
    can_cut: bool
    late: int = 0  # answers that should not have been given
    releases: int = 0
    _tables: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    async def begun(cls, folder: Path, tools: Tools, *, seed: int, pause_s: float) -> Scene:
        """Start all machines; the tables play."""
        network = Network()
        databases = Databases(network, folder, tools)
        engines = Engines(network, folder, databases.address)
        scene = cls(databases, engines, Load((), {}, {}), Random(seed), pause_s, network.can_cut)
        try:
            await databases.start()
            tokens, tracks = await asyncio.to_thread(engines.make_site)
            for machine in engines.machines:
                engines.serve(machine)
                await engines.leader()
            places = [{each.name: (each.address, PORT) for each in engines.machines}]
            if tools.haproxy:
                engines.start_proxy(tools.haproxy)
                places.append({PROXY: (engines.ours.address, PROXY_PORT)})
            scene.load = Load(places, tokens, tracks)
            await scene.whole()
            numbers = range(1, TABLES + 1)
            scene._tables = [asyncio.create_task(scene.load.table(n)) for n in numbers]
        except BaseException:
            scene.end()
            raise
        return scene

    async def whole(self) -> None:
        """Wait until everything is as it was before."""
        await self.databases.until_whole()
        await self.engines.until_whole()

    async def back(self, since_s: float, *, without: str = "") -> None:
        """Wait until a table is answered again that has asked after a moment; by another engine
        than one."""
        until_s = time.monotonic() + BACK_S
        while time.monotonic() < until_s:
            newest = self.load.yes[-1] if self.load.yes else None
            if newest is not None and newest.at_s > since_s and newest.place != without:
                return
            await asyncio.sleep(LOOK_S)
        raise AssertionError(f"nobody was answered for {BACK_S:.0f} s")

    async def finish(self) -> None:
        """The tables end their rounds."""
        self.load.over = True
        async with asyncio.timeout(BACK_S):
            await asyncio.gather(*self._tables)

    def end(self) -> None:
        """Stop everything."""
        for table in self._tables:
            table.cancel()
        self.engines.end()
        self.databases.end()


def load_now() -> float:
    """How many processes want a processor, over the last minute."""
    return os.getloadavg()[0]


async def until_waiting(connection: psycopg.Connection[tuple[Any, ...]], *events: str) -> int:
    """The server's process of an engine that waits for one of these, once there is one."""
    until_s = time.monotonic() + BACK_S
    while time.monotonic() < until_s:
        found = connection.execute(WAITING, (list(events),)).fetchone()
        if found is not None:
            return int(found[0])
        await asyncio.sleep(LOOK_S / 5)
    raise AssertionError("no engine writes")
