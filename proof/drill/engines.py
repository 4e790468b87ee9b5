"""Two machines with an engine each, and two in front of them with HAProxy and keepalived."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

import pitboss
from pitboss.cluster.packing import database_address
from pitboss.cluster.plan import Plan
from pitboss.live.clocks import clock_ms
from pitboss.live.house_key import HouseKey
from pitboss.web.access.admission import Access
from proof.bench import web
from proof.drill.machines import Machine

PORT = 8080
SITE, PROGRAM, CLOCK = "/var/lib/pitboss", "/opt/pitboss/bin/pitboss", "/opt/pitboss/clock"
TABLES = 50
SUPERVISOR, CASHIER = "S200", "A400"
WAIT_S, LOOK_S, STOP_S = 90.0, 0.1, 30.0
SOURCES = Path(pitboss.__file__).parents[1]
# Preloaded into Python: shifts this machine's clock by some seconds.
CLOCK_CODE = """
import time
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + {0}
time.time_ns = lambda: _time_ns() + {0} * 1_000_000_000
"""


@dataclass(frozen=True, kw_only=True)
class Keys:
    """What a site's people and devices present."""

    tokens: dict[str, str]  # of each table's console
    tracks: dict[str, str]  # of each table's dealer's card
    supervisor: str  # the card's track
    cashier_pin: str


class EngineMachine(Machine):
    """An engine as its service starts it, from one release of the program or another; an etcd."""

    services = ("etcd",)

    def __init__(self, name: str, address: str, folder: Path, packed: Path) -> None:
        super().__init__(name, address, folder, packed)
        self.url = f"http://{self.address}:{PORT}"
        for place in (SITE, "/opt/pitboss/bin", CLOCK):
            self.path(place).mkdir(parents=True)
        web.make_site(self.path(SITE))
        self.install(SOURCES)

    def install(self, release: Path) -> None:
        """Install another release, to run from the next start."""
        path = f"PYTHONPATH={CLOCK}:{release}"
        script = f'#!/bin/sh\n{path} exec {sys.executable} -m pitboss "$@"\n'
        self.path(PROGRAM).write_text(script)
        self.path(PROGRAM).chmod(0o755)

    def set_clock(self, seconds: int) -> None:
        """Set how far off the clock of the next start is."""
        self.path(f"{CLOCK}/sitecustomize.py").write_text(CLOCK_CODE.format(seconds))

    def serve(self) -> None:
        """Start it. Its user may lack access to this Python, which can be in a private folder."""
        self.start_service("pitboss", user="root", environment={"HOME": SITE})

    async def stop(self) -> None:
        """Stop it as its service would."""
        self.signal_one("pitboss", signal.SIGTERM)
        await asyncio.to_thread(self.wait, "pitboss", STOP_S)

    async def hand_over(self) -> None:
        """Run `pitboss hand-over` on this machine."""
        await asyncio.to_thread(self.run, PROGRAM, "hand-over", "--site", SITE)


class ProxyMachine(Machine):
    """HAProxy, and keepalived with the floor's address."""

    services: tuple[str, ...] = ("haproxy", "keepalived")

    def has_floor(self, plan: Plan) -> bool:
        """Whether the floor's address is here."""
        words = [*self._inside, "ip", "-o", "address", "show"]
        shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return f" {plan.floor.ip}/" in shown


class FirstProxyMachine(ProxyMachine):
    """The same with the third etcd."""

    services = ("etcd", *ProxyMachine.services)


class Engines:
    """Both engines on one database, and the proxies before them."""

    def __init__(self, plan: Plan, packed: Path, folder: Path) -> None:
        web.TABLES = TABLES
        self._plan = plan
        self._folder = folder
        self.machines = [
            EngineMachine(name, address, folder, packed) for name, address in plan.engines.items()
        ]
        first, second = plan.proxies.items()
        self.proxies = [
            FirstProxyMachine(*first, folder, packed), ProxyMachine(*second, folder, packed)
        ]  # fmt: skip
        self.etcd: list[Machine] = [*self.machines, self.proxies[0]]
        # The engines' own URL, with their files as we see them.
        files = self.machines[0].path("/etc/pitboss")
        self.database = database_address(plan).replace("/etc/pitboss", str(files))
        self.site = self.machines[0].path(SITE)

    def make_keys(self) -> Keys:
        """Make a token for each table's console, and the people's cards."""
        numbers = range(1, TABLES + 1)
        key = HouseKey(self.machines[0].path(f"{SITE}-keys/house.key"), site_folder=self.site)
        with closing(Access(self.site, self.database, house_key=key)) as access:
            return Keys(
                tracks={f"T{number}": access.issue(f"D{number}").track for number in numbers},
                supervisor=access.issue(SUPERVISOR).track,
                cashier_pin=access.issue(CASHIER).pin,
                tokens={
                    f"T{number}": access.add_device(
                        kind="console", table=f"T{number}", enrolled_by="E300", now_ms=clock_ms()
                    )[1]
                    for number in numbers
                },
            )

    def make_release(self, number: int) -> Path:
        """Make another release of the program: another version and another digest."""
        release = self._folder / f"release-{number}"
        package = release / "pitboss"
        plain = shutil.ignore_patterns("__pycache__")
        shutil.copytree(SOURCES / "pitboss", package, ignore=plain)
        with (package / "__init__.py").open("a") as file:
            file.write(f"# release {number} of a drill\n")
        about = release / f"pitboss-0.{number}.dist-info" / "METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: pitboss\nVersion: 0.0.{number}\n")
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(package)], check=True)
        return release

    # ---- who leads ----------------------------------------------------------------------------

    async def leader(self) -> EngineMachine:
        """The leading engine, once there is one."""
        return await self._until("/healthz?leader", leads=True)

    async def standby(self) -> EngineMachine:
        """The healthy standby, once there is one."""
        return await self._until("/healthz", leads=False)

    async def until_whole(self) -> tuple[EngineMachine, EngineMachine]:
        """Leader and standby, once both are healthy."""
        until_s = time.monotonic() + WAIT_S
        while time.monotonic() < until_s:
            leader, standby = await self.leader(), await self.standby()
            if leader is not standby:
                return leader, standby
        raise AssertionError("there are not two engines")

    async def proxy(self) -> ProxyMachine:
        """The machine with the floor's address, once one has it."""
        until_s = time.monotonic() + WAIT_S
        while time.monotonic() < until_s:
            found = [each for each in self.proxies if each.has_floor(self._plan)]
            if len(found) == 1:
                return found[0]
            await asyncio.sleep(LOOK_S)
        raise AssertionError("the floor's address is not on one machine")

    async def etcd_leader(self) -> Machine:
        """The machine whose etcd leads the others."""
        async with self.etcd[0].client("/etc/etcd", timeout_s=WAIT_S) as client:
            for machine in self.etcd:
                url = f"https://{machine.address}:2379/v3/maintenance/status"
                told = (await client.post(url, json={})).json()
                if told["leader"] == told["header"]["member_id"]:
                    return machine
        raise AssertionError("no etcd leads")

    async def _until(self, path: str, *, leads: bool) -> EngineMachine:
        until_s = time.monotonic() + WAIT_S
        async with httpx.AsyncClient(timeout=2.0) as client:
            while time.monotonic() < until_s:
                for machine in self.machines:
                    with suppress(httpx.HTTPError):
                        answer = await client.get(f"{machine.url}{path}")
                        if answer.status_code == httpx.codes.OK and answer.json()["leads"] == leads:
                            return machine
                await asyncio.sleep(LOOK_S)
        word = "leads" if leads else "stands by"
        raise AssertionError(f"no engine {word}; see {self._folder}/*.pitboss.log")

    def end(self) -> None:
        """Stop all of them."""
        for machine in (*self.machines, *self.proxies):
            machine.end()
