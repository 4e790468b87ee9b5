"""Two machines with an engine each, and HAProxy in front of them where it is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import httpx

import pitboss
from bench import web
from bench.drill.machines import OURS, Machine, Network
from pitboss.live.folder import clock_ms
from pitboss.web.access import Access

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
NAMES = ("A", "B")
FIRST, PORT, PROXY_PORT = 21, 8080, 8443
TABLES = 50
WAIT_S, LOOK_S, STOP_S = 90.0, 0.1, 30.0
BIND = "bind :443 ssl crt /etc/haproxy/FLOOR.pem alpn http/1.1"


class EngineMachine(Machine):
    """`serve --standby`, from one release of the program or another."""

    def __init__(self, network: Network, name: str, number: int, folder: Path) -> None:
        super().__init__(network, name, number)
        self.folder = folder
        self.url = f"http://{self.address}:{PORT}"
        folder.mkdir()

    def serve(self, database: str, *, proxy: Machine, release: Path | None) -> None:
        """Start it."""
        words = [
            sys.executable, "-m", "pitboss", "serve", "--standby", "--site", str(self.folder),
            "--host", self.address, "--port", str(PORT), "--database", database,
            "--address", self.url, "--address", proxy_url(proxy), "--proxy", proxy.source,
        ]  # fmt: skip
        before = os.environ.get("PYTHONPATH", "")
        path = f"{release}:{before}" if release else before
        keys = self.folder.parent / f"keys-{self.name}"
        home = {"XDG_STATE_HOME": str(keys), "PYTHONPATH": path}
        log = self.folder / "engine.log"
        self.start("engine", words, log=log, environment=home, folder=self.folder)


class Engines:
    """Both, on one database, and the machine where the tables and HAProxy are."""

    def __init__(self, network: Network, folder: Path, database: str) -> None:
        self._database = database
        self._folder = folder
        self._release: Path | None = None  # as it is installed
        self.machines = [
            EngineMachine(network, name, FIRST + number, folder / f"engine-{name}")
            for number, name in enumerate(NAMES)
        ]
        self.ours = Machine(network, "ours", OURS)

    def make_site(self) -> tuple[dict[str, str], dict[str, str]]:
        """A folder for each machine, with the site file and nothing else; then a token for each
        table's console, and the track of its dealer's card."""
        web.TABLES = TABLES
        for machine in self.machines:
            web.make_site(machine.folder)
        numbers = range(1, TABLES + 1)
        with closing(Access(self.machines[0].folder, self._database)) as access:
            tracks = {f"T{number}": access.issue(f"D{number}").track for number in numbers}
            tokens = {
                f"T{number}": access.add_device(
                    kind="console", table=f"T{number}", enrolled_by="E300", now_ms=clock_ms()
                )[1]
                for number in numbers
            }
        return tokens, tracks

    def serve(self, machine: EngineMachine) -> None:
        """Start an engine."""
        machine.serve(self._database, proxy=self.ours, release=self._release)

    async def stop(self, machine: EngineMachine) -> None:
        """Stop an engine as its service would."""
        machine.signal_one("engine", signal.SIGTERM)
        await asyncio.to_thread(machine.wait, "engine", STOP_S)

    def start_proxy(self, program: str) -> None:
        """HAProxy with the configuration that is shipped; without a certificate."""
        one, two = (machine.address for machine in self.machines)
        text = CONFIGURATION.read_text("utf-8")
        for old, new in {
            BIND: f"bind {self.ours.address}:{PROXY_PORT}",
            "/etc/haproxy/nobody-leads.http": str(CONFIGURATION.with_name("nobody-leads.http")),
            "ENGINE_ONE": one,
            "ENGINE_TWO": two,
            "    log /dev/log local0\n": "",
            "    user haproxy\n    group haproxy\n": "",
        }.items():
            assert old in text, f"{CONFIGURATION} has no {old}"
            text = text.replace(old, new)
        file = self._folder / "haproxy.cfg"
        file.write_text(text, "utf-8")
        words = [program, "-db", "-f", str(file)]
        self.ours.start("haproxy", words, log=self._folder / "haproxy.log")

    def install_release(self, number: int) -> None:
        """Another release of the program, which engines that start from now on run."""
        self._release = self._folder / f"release-{number}"
        package = self._release / "pitboss"
        shutil.copytree(Path(pitboss.__file__).parent, package)
        with (package / "__init__.py").open("a") as file:
            file.write(f"# release {number} of a drill\n")
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(package)], check=True)

    # ---- who leads ----------------------------------------------------------------------------

    async def leader(self) -> EngineMachine:
        """The engine that leads, once there is one."""
        return await self._until("/healthz?leader", leads=True)

    async def standby(self) -> EngineMachine:
        """The engine that stands by and is well, once there is one."""
        return await self._until("/healthz", leads=False)

    async def until_whole(self) -> tuple[EngineMachine, EngineMachine]:
        """Who leads and who stands by, once both are well."""
        until_s = time.monotonic() + WAIT_S
        while time.monotonic() < until_s:
            leader, standby = await self.leader(), await self.standby()
            if leader is not standby:
                return leader, standby
        raise AssertionError("there are not two engines")

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
        raise AssertionError(f"no engine {word}; see {self._folder}/engine-*/engine.log")

    def end(self) -> None:
        """Stop both, and HAProxy."""
        for machine in (*self.machines, self.ours):
            machine.end()


def proxy_url(machine: Machine) -> str:
    """Where HAProxy is."""
    return f"http://{machine.address}:{PROXY_PORT}"
