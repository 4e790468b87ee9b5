"""Three machines, each with Patroni and PostgreSQL, and their state."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg

from pitboss.cluster.plan import Plan
from proof.drill.machines import Machine, signal_pids, with_children

DATA, FILLER = "/var/lib/postgresql/floor", "/var/lib/postgresql/filler"
API, LOOK_S, WHOLE_S = 8008, 0.2, 150.0
COUNT_ROWS = "SELECT count(*) FROM journal WHERE events LIKE %s"
END_OTHERS = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'floor'"
TTL_S = 20.0  # as configured


class DatabaseMachine(Machine):
    """One of the three."""

    services = ("patroni",)

    def more_pids(self) -> list[int]:
        """PostgreSQL, which Patroni starts and detaches."""
        try:
            first = self.path(f"{DATA}/postmaster.pid").read_text().split()[0]
        except (OSError, IndexError):
            return []
        return [int(first)] if Path(f"/proc/{first}").exists() else []

    def kill_server(self) -> None:
        """Kill PostgreSQL's first process; the others end when they notice."""
        signal_pids(self.more_pids(), signal.SIGKILL)

    def signal_server(self, number: signal.Signals) -> None:
        """Signal PostgreSQL alone, all of its processes."""
        signal_pids(with_children(self.more_pids()), number)

    def fill_disk(self) -> None:
        with self.path(FILLER).open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 20))

    def free_disk(self) -> None:
        """Make room again."""
        self.path(FILLER).unlink()


class Databases:
    """The three, as the engines and Patroni see them."""

    def __init__(self, plan: Plan, packed: Path, folder: Path, password: str) -> None:
        self._password = password
        self.machines = [
            DatabaseMachine(name, address, folder, packed)
            for name, address in plan.databases.items()
        ]

    async def start(self) -> None:
        """Start all three."""
        for machine in self.machines:
            # As systemd does when a machine starts.
            machine.run("install", "-d", "-o", "postgres", "/run/postgresql")
            machine.start()
        await self.until_whole()

    # ---- how they stand -----------------------------------------------------------------------

    def _client(self, timeout_s: float) -> httpx.AsyncClient:
        return self.machines[0].client("/etc/patroni", timeout_s=timeout_s)

    async def members(self) -> list[dict[str, Any]]:
        """What Patroni says about each machine; empty if nobody answers."""
        async with self._client(1.0) as client:
            for machine in self.machines:
                try:
                    answer = await client.get(f"https://{machine.address}:{API}/cluster")
                    found: list[dict[str, Any]] = answer.json()["members"]
                except (httpx.HTTPError, ValueError, KeyError):
                    continue
                return found
        return []

    async def primary(self) -> DatabaseMachine:
        """The machine that takes writes."""
        members = await self.until_whole()
        name = next(each["name"] for each in members if each["role"] == "leader")
        return next(each for each in self.machines if each.name == name)

    async def replicas(self) -> list[DatabaseMachine]:
        """The other two."""
        primary = await self.primary()
        return [each for each in self.machines if each is not primary]

    async def until_whole(self) -> list[dict[str, Any]]:
        """Wait until there are a primary, a synchronous standby and a third one."""
        until_s = time.monotonic() + WHOLE_S
        members: list[dict[str, Any]] = []
        while time.monotonic() < until_s:
            members = await self.members()
            roles = sorted(each["role"] for each in members if _is_well(each))
            if roles == ["leader", "replica", "sync_standby"]:
                return members
            await asyncio.sleep(LOOK_S)
        raise AssertionError(f"the databases do not come back: {members}")

    async def switch_over(self) -> None:
        """Ask Patroni for another primary."""
        members = await self.until_whole()
        by_role = {each["role"]: each for each in members}
        body = {"leader": by_role["leader"]["name"], "candidate": by_role["sync_standby"]["name"]}
        async with self._client(60.0) as client:
            url = f"https://{by_role['leader']['host']}:{API}/switchover"
            answer = await client.post(url, json=body)
        assert answer.status_code == httpx.codes.OK, answer.text

    def connect(self, database: str = "floor") -> psycopg.Connection[tuple[Any, ...]]:
        """Connect to the primary, separately from the engines."""
        return psycopg.connect(
            host=",".join(each.address for each in self.machines), user="postgres",
            password=self._password, dbname=database, connect_timeout=2, sslmode="require",
            target_session_attrs="read-write", autocommit=True,
        )  # fmt: skip

    def count_rows(self, words: str) -> int:
        """How many rows of the journal have events."""
        with self.connect() as connection:
            found = connection.execute(COUNT_ROWS, (f"%{words}%",)).fetchone()
        return int(found[0]) if found else 0

    def copy_floor(self) -> None:
        """Copy the floor's database as it is now, as `floor_then`."""
        with self.connect("postgres") as connection:
            connection.execute("DROP DATABASE IF EXISTS floor_then")
            connection.execute("CREATE DATABASE floor_then OWNER pitboss")
            primary = connection.info.hostaddr  # a standby may not have the new one yet
        words = "pg_dump $0/floor | psql --quiet --set ON_ERROR_STOP=1 $0/floor_then"
        subprocess.run(
            ["bash", "-o", "pipefail", "-c", words, f"postgresql://postgres@{primary}"],
            env={**os.environ, "PGPASSWORD": self._password},
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip

    def swap_floor(self, comes: str, goes: str) -> None:
        """Replace the floor's database by another one, keeping it under another name."""
        with self.connect("postgres") as connection:
            connection.execute("ALTER DATABASE floor ALLOW_CONNECTIONS false")
            connection.execute(END_OTHERS)
            connection.execute(f"ALTER DATABASE floor RENAME TO {goes}")
            connection.execute(f"ALTER DATABASE {goes} ALLOW_CONNECTIONS true")
            connection.execute(f"ALTER DATABASE {comes} RENAME TO floor")

    def end(self) -> None:
        """Stop them all."""
        for machine in self.machines:
            machine.end()


def durable_presses(connection: psycopg.Connection[tuple[Any, ...]]) -> set[str]:
    """The ids of all commands whose rows are durable in a database."""
    return {found for (found,) in connection.execute("SELECT command_id FROM journal")}


def _is_well(member: dict[str, Any]) -> bool:
    state = "running" if member["role"] == "leader" else "streaming"
    return bool(member.get("state") == state)
