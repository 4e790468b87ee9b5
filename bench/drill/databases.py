"""Three machines with etcd, Patroni and PostgreSQL each, and how they stand."""

from __future__ import annotations

import asyncio
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg

from bench.drill.machines import Machine, Network, signal_pids, with_children
from bench.drill.tools import SERVER_USER, Tools, as_server_user

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "patroni.yml"
NAMES = ("one", "two", "three")
FIRST = 11  # the number of the first machine
API, LOOK_S, WHOLE_S = 8008, 0.2, 150.0
TTL_S = 20.0  # as in the configuration


class DatabaseMachine(Machine):
    """One of the three."""

    def __init__(self, network: Network, name: str, number: int, folder: Path) -> None:
        super().__init__(network, name, number)
        self.folder = folder
        folder.mkdir(mode=0o700)
        if as_server_user():
            shutil.chown(folder, SERVER_USER)

    @property
    def data(self) -> Path:
        """Where PostgreSQL keeps it all."""
        return self.folder / "data"

    def more_pids(self) -> list[int]:
        """PostgreSQL, which Patroni starts and lets go of."""
        try:
            first = (self.data / "postmaster.pid").read_text().split()[0]
        except (OSError, IndexError):
            return []
        return [int(first)] if Path(f"/proc/{first}").exists() else []

    def kill_server(self) -> None:
        """Kill PostgreSQL's first process; the others end when they find out."""
        signal_pids(self.more_pids(), signal.SIGKILL)

    def signal_server(self, number: signal.Signals) -> None:
        """Send PostgreSQL alone a signal, all of its processes."""
        signal_pids(with_children(self.more_pids()), number)


class Databases:
    """The three, as the engines and Patroni see them."""

    def __init__(self, network: Network, folder: Path, tools: Tools) -> None:
        self._tools = tools
        self._clients = network.clients
        self.machines = [
            DatabaseMachine(network, name, FIRST + number, folder / f"database-{name}")
            for number, name in enumerate(NAMES)
        ]
        self._addresses = [machine.address for machine in self.machines]
        hosts = ",".join(self._addresses)
        self.address = f"postgresql://pitboss@{hosts}/floor?target_session_attrs=read-write"

    async def start(self) -> None:
        """Start all three, and make an empty database for the floor."""
        for machine in self.machines:
            self._configure(machine)
            self.start_etcd(machine)
        for machine in self.machines:
            self._start_patroni(machine)
        await self.until_whole()
        with self.asked("postgres") as connection:
            connection.execute("CREATE ROLE pitboss LOGIN")
            connection.execute("CREATE DATABASE floor OWNER pitboss")

    def restart(self, machine: DatabaseMachine) -> None:
        """Start again what was killed on a machine."""
        self.start_etcd(machine)
        self._start_patroni(machine)

    def _configure(self, machine: DatabaseMachine) -> None:
        """The configuration that is shipped, with this machine's names; without what loopback does
        not need or have: passwords, encryption, a watchdog."""
        changes = {
            "NODE_NAME": machine.name,
            "NODE_ADDRESS": machine.address,
            **dict(zip(("NODE_ONE", "NODE_TWO", "NODE_THREE"), self._addresses, strict=True)),
            "POSTGRESQL_PROGRAMS": str(self._tools.postgres),
            "/var/lib/postgresql/floor": str(machine.data),
            "local all all peer": "local all all trust",
            "NETWORK scram-sha-256": f"{self._clients} trust",
            "hostssl": "host",
            "mode: required": "mode: 'off'",
            "      parameters:\n": "      parameters:\n        unix_socket_directories: ''\n",
        }
        text = CONFIGURATION.read_text("utf-8")
        for old, new in changes.items():
            assert old in text, f"{CONFIGURATION} has no {old}"
            text = text.replace(old, new)
        (machine.folder / "patroni.yml").write_text(text, "utf-8")
        if as_server_user():
            shutil.chown(machine.folder / "patroni.yml", SERVER_USER)

    def start_etcd(self, machine: DatabaseMachine) -> None:
        """Start it, with what it knew before. A new leader of etcd gives every primary its time
        anew, so it is to be found soon."""
        peers = [f"{each.name}=http://{each.address}:2380" for each in self.machines]
        client, peer = f"http://{machine.address}:2379", f"http://{machine.address}:2380"
        words = [
            *as_server_user(), self._tools.etcd, "--name", machine.name,
            "--data-dir", str(machine.folder / "etcd"),
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", ",".join(peers),
            "--heartbeat-interval", "50", "--election-timeout", "500",
        ]  # fmt: skip
        environment = self._tools.etcd_environment()
        machine.start("etcd", words, log=machine.folder / "etcd.log", environment=environment)

    def _start_patroni(self, machine: DatabaseMachine) -> None:
        file = machine.folder / "patroni.yml"
        words = [*as_server_user(), str(self._tools.patroni), str(file)]
        machine.start("patroni", words, log=machine.folder / "patroni.log", folder=machine.folder)

    # ---- how they stand -----------------------------------------------------------------------

    async def members(self) -> list[dict[str, Any]]:
        """What Patroni says of each machine; nothing where nobody answers."""
        async with httpx.AsyncClient(timeout=1.0) as client:
            for machine in self.machines:
                try:
                    answer = await client.get(f"http://{machine.address}:{API}/cluster")
                    found: list[dict[str, Any]] = answer.json()["members"]
                except (httpx.HTTPError, ValueError, KeyError):
                    continue
                return found
        return []

    async def primary(self) -> DatabaseMachine:
        """The machine that takes writes."""
        members = await self.until_whole()
        name = next(each["name"] for each in members if each["role"] == "leader")
        return self.machines[NAMES.index(name)]

    async def replicas(self) -> list[DatabaseMachine]:
        """The other two."""
        primary = await self.primary()
        return [each for each in self.machines if each is not primary]

    async def until_whole(self) -> list[dict[str, Any]]:
        """Wait until there are a primary, a synchronous standby and another one."""
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
        async with httpx.AsyncClient(timeout=60.0) as client:
            url = f"http://{by_role['leader']['host']}:{API}/switchover"
            answer = await client.post(url, json=body)
        assert answer.status_code == httpx.codes.OK, answer.text

    def asked(self, database: str = "floor") -> psycopg.Connection[tuple[Any, ...]]:
        """A connection to the primary beside the engines'."""
        return psycopg.connect(
            host=",".join(self._addresses), user="postgres", dbname=database, connect_timeout=2,
            target_session_attrs="read-write", autocommit=True,
        )  # fmt: skip

    def end(self) -> None:
        """Stop them all."""
        for machine in self.machines:
            machine.end()


def _is_well(member: dict[str, Any]) -> bool:
    state = "running" if member["role"] == "leader" else "streaming"
    return bool(member.get("state") == state)
