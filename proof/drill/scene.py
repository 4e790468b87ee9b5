"""Everything a fault can happen to: databases, engines, proxies, tables at play."""

from __future__ import annotations

import asyncio
import ssl
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psycopg

from pitboss.cluster.authority import AUTHORITY_FILE, SECRETS_FILE, Secrets
from pitboss.cluster.packing import pack_machines
from pitboss.cluster.plan import Plan
from proof.drill.databases import Databases
from proof.drill.engines import PORT, TABLES, Engines
from proof.drill.load import Door, Load
from proof.drill.machines import address_of, make_switch
from proof.drill.tools import postgresql_release

BACK_S, LOOK_S = 120.0, 0.05
DIRECT, PROXY = "engines", "HAProxy"
# The engines' own sessions; only one of them writes.
WAITING = "SELECT pid FROM pg_stat_activity WHERE usename = 'pitboss' AND wait_event = ANY(%s)"
PLAN = Plan.read(
    database=[f"{name}={address_of(11 + n)}" for n, name in enumerate(("one", "two", "three"))],
    engine=[f"A={address_of(21)}", f"B={address_of(22)}"],
    proxy=[f"P={address_of(31)}", f"Q={address_of(32)}"],
    address=f"floor.example={address_of(30)}/24",
)


@dataclass
class Scene:
    """One drill: what runs, and how it is going."""

    databases: Databases
    engines: Engines
    random: Random
    pause_s: float
    _authority: Path
    late: int = 0  # answers that should not have been given
    releases: int = 0
    _tables: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    async def start(cls, folder: Path, *, seed: int, pause_s: float) -> Scene:
        """Start all machines with the files that `pitboss deploy` makes; the tables play."""
        make_switch()
        packed = folder / "packed"
        packed.mkdir()
        now, release = datetime.now(UTC), postgresql_release()
        pack_machines(PLAN, packed, interface="eth0", postgresql=release, now=now)
        kept = msgspec.json.decode((packed / SECRETS_FILE).read_bytes(), type=Secrets)
        databases = Databases(PLAN, packed, folder, kept.passwords["superuser"])
        engines = Engines(PLAN, packed, folder)
        scene = cls(databases, engines, Random(seed), pause_s, packed / AUTHORITY_FILE)
        try:
            await scene._start()
        except BaseException:
            scene.end()
            raise
        return scene

    async def _start(self) -> None:
        for machine in (*self.engines.machines, *self.engines.proxies):
            machine.start()
        await self.databases.start()
        keys = await asyncio.to_thread(self.engines.make_keys)
        for engine in self.engines.machines:
            engine.serve()
            await self.engines.leader()
        tls = ssl.create_default_context(cafile=str(self._authority))
        direct = {each.name: (each.address, PORT) for each in self.engines.machines}
        doors = (
            Door(DIRECT, direct),
            Door(PROXY, {PROXY: (str(PLAN.floor.ip), 443)}, PLAN.host, tls),
        )
        self.load = Load(doors, keys)
        await self.whole()
        await self.load.open_cage()
        numbers = range(1, TABLES + 1)
        self._tables = [asyncio.create_task(self.load.table(n)) for n in numbers]
        await self.back(time.monotonic())

    async def whole(self) -> None:
        """Wait until everything is as before."""
        await self.databases.until_whole()
        await self.engines.until_whole()
        await self.engines.proxy()

    async def back(self, since_s: float) -> None:
        """Wait until every table that asked after a moment has an answer again."""
        until_s = time.monotonic() + BACK_S
        while time.monotonic() < until_s:
            for table in self._tables:
                if table.done():
                    table.result()  # raises the drill's own errors
            if self.load.answered_since(since_s) == TABLES:
                return
            await asyncio.sleep(LOOK_S)
        found = self.load.answered_since(since_s)
        raise AssertionError(f"{TABLES - found} tables were not answered for {BACK_S:.0f} s")

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


async def until_waiting(connection: psycopg.Connection[tuple[Any, ...]], *events: str) -> int:
    """The server process of an engine that waits for one of these, once there is one."""
    until_s = time.monotonic() + BACK_S
    while time.monotonic() < until_s:
        found = connection.execute(WAITING, (list(events),)).fetchone()
        if found is not None:
            return int(found[0])
        await asyncio.sleep(LOOK_S / 5)
    raise AssertionError("no engine writes")
