"""Machines: each has its own address, folders and processes, and can be killed, frozen and cut off.

A machine is a network namespace on the drill's own switch, with its own `/etc`, `/opt`, `/run` and
`/var` over this machine's, on a memory disk. So every program runs with the shipped files, at their
real paths. Everything is in private namespaces and ends with the drill."""

from __future__ import annotations

import os
import signal
import ssl
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from pwd import getpwnam

import httpx

from proof.drill.services import read_service
from proof.drill.tools import APART

INSIDE = "PITBOSS_DRILL_INSIDE"
NETWORK, SWITCH = "10.77.0", "switch"
OURS = 1  # the number of the machine with the tables
OWN_FOLDERS = ("etc", "opt", "run", "var")
DISK = "1g"
# An init that adopts orphans, so that no process stays as a zombie.
INIT = ("sh", "-c", '"$@"; exit $?', "drill")


def go_inside() -> None:
    """Start this program again in its own namespaces."""
    if not os.environ.get(INSIDE):
        os.environ[INSIDE] = "yes"
        words = [*APART, *INIT, sys.executable, "-m", "proof.drill", *sys.argv[1:]]
        os.execvp(words[0], words)  # noqa: S606


def make_switch() -> None:
    """Make the switch that connects all machines, and our own port on it."""
    _run("ip", "link", "set", "lo", "up")
    _run("ip", "link", "add", SWITCH, "type", "bridge")
    _run("ip", "addr", "add", f"{address_of(OURS)}/24", "dev", SWITCH)
    _run("ip", "link", "set", SWITCH, "up")


def address_of(number: int) -> str:
    return f"{NETWORK}.{number}"


class Machine:
    """One machine, by name and address, with the files packed for it; its logs go to a folder of
    the drill. `services` start with it."""

    services: tuple[str, ...] = ()

    def __init__(self, name: str, address: str, folder: Path, packed: Path) -> None:
        number = address.rpartition(".")[2]
        self.name = name
        self.address = address
        self._folder = folder
        self._disk = folder / name
        self._port = f"port{number}"
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._holder = self._hold(self._disk)
        self._inside = ["nsenter", "--net", "--mount", "--uts", f"--target={self._holder.pid}"]
        self._plug_in()
        self.run("tar", "--extract", "--file", f"{packed / name}.tar", "--directory", "/")

    def _hold(self, disk: Path) -> subprocess.Popen[str]:
        """The process that keeps its namespaces alive."""
        disk.mkdir()
        _run("mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0755", "disk", str(disk))
        overlays = []
        for name in OWN_FOLDERS:
            (disk / name).mkdir()
            (disk / f".{name}").mkdir()
            layers = f"lowerdir=/{name},upperdir={disk}/{name},workdir={disk}/.{name}"
            overlays.append(f"mount -t overlay -o {layers} overlay /{name}")
        steps = [f"hostname {self.name}", "ip link set lo up", *overlays, "echo"]
        script = f"{' && '.join(steps)} && exec sleep infinity"
        words = ["unshare", "--net", "--mount", "--uts", "sh", "-c", script]
        holder = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert holder.stdout is not None
        assert holder.stdout.readline(), f"{self.name}: no namespaces"
        return holder

    def _plug_in(self) -> None:
        _run("ip", "link", "add", self._port, "type", "veth", "peer", "eth0", "netns",
             str(self._holder.pid))  # fmt: skip
        self.run("ip", "addr", "add", f"{self.address}/24", "dev", "eth0")
        self.run("ip", "link", "set", "eth0", "up")
        _run("ip", "link", "set", self._port, "up")
        self.join()

    def cut(self) -> None:
        """Unplug its cable from the switch, without notice."""
        _run("ip", "link", "set", self._port, "nomaster")

    def join(self) -> None:
        """Plug in its cable."""
        _run("ip", "link", "set", self._port, "master", SWITCH)

    def path(self, place: str) -> Path:
        """A file of this machine, as we see it."""
        return Path(f"/proc/{self._holder.pid}/root{place}")

    def client(self, files: str, *, timeout_s: float) -> httpx.AsyncClient:
        """Asks other machines of the cluster as this one, by its certificate in a folder."""
        folder = self.path(files)
        tls = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        tls.load_cert_chain(folder / "machine.crt", folder / "machine.key")
        return httpx.AsyncClient(timeout=timeout_s, verify=tls)

    def run(self, *words: str) -> None:
        """Run a command here to its end."""
        _run(*self._inside, *words)

    def start(self) -> None:
        """Start whatever isn't running."""
        for name in self.services:
            if not self.runs(name):
                self.start_service(name)

    def start_service(
        self, name: str, *, user: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start a unit's program as systemd would, as its user if it names one."""
        unit = read_service(name, self.path("/"))
        runs_as = unit.user if user is None else user
        who = [f"--reuid={runs_as}", f"--regid={runs_as}", "--init-groups"]
        words = [*self._inside, "setpriv", *who, *unit.words]
        with (self._folder / f"{self.name}.{name}.log").open("a") as log:
            self._processes[name] = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, text=True, cwd="/",
                env={**os.environ, "HOME": getpwnam(runs_as).pw_dir, **unit.environment,
                     **(environment or {})},
            )  # fmt: skip

    def runs(self, name: str) -> bool:
        """Whether a program is still running."""
        return name in self._processes and self._processes[name].poll() is None

    def pids(self) -> list[int]:
        """Every process of this machine: those started, and their children."""
        first = [each.pid for each in self._processes.values()]
        return with_children([*first, *self.more_pids()])

    def more_pids(self) -> list[int]:
        """Processes that have detached from their parents."""
        return []

    def signal_one(self, name: str, number: signal.Signals) -> None:
        """Send one program a signal."""
        if self.runs(name):
            self._processes[name].send_signal(number)

    def signal_all(self, number: signal.Signals) -> None:
        """Send every process a signal."""
        signal_pids(self.pids(), number)

    def wait(self, name: str, seconds: float) -> None:
        """Wait until a program has ended; not forever."""
        self._processes[name].wait(seconds)

    def end(self) -> None:
        """Remove everything."""
        self.signal_all(signal.SIGKILL)
        for process in (*self._processes.values(), self._holder):
            process.kill()
            process.wait()
        assert self._holder.stdout is not None
        self._holder.stdout.close()
        _run("umount", "--lazy", str(self._disk))  # a process may take a moment to release it


def signal_pids(pids: Sequence[int], number: signal.Signals) -> None:
    """Send processes a signal, whether they exist or not."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def with_children(pids: Sequence[int]) -> list[int]:
    """Processes with all their descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                children.setdefault(int(parent), []).append(int(entry.name))
    found = list(dict.fromkeys(pids))
    for pid in found:
        found += [child for child in children.get(pid, ()) if child not in found]
    return found


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
