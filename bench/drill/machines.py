"""Machines: each has an address and processes of its own, and can be killed, frozen and cut off.

Where root may make network namespaces, a machine is one, on a switch of the drill's own; all of it
lies in a namespace that nobody else sees, and ends with the drill. Elsewhere machines are addresses
of loopback, and cannot be cut off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

INSIDE = "PITBOSS_DRILL_INSIDE"
NETWORK, LOOPBACK, SWITCH = "10.77.0", "127.77.0", "switch"
OURS = 1  # the number of the machine where tables and HAProxy are
# An init that takes in whoever lost a parent, so that no process stays as a zombie.
INIT = ("sh", "-c", '"$@"; exit $?', "drill")
APART = ("unshare", "--net", "--pid", "--mount-proc", "--fork", "--kill-child")


def go_inside() -> None:
    """Start this program again in namespaces of its own, if that is allowed."""
    if os.environ.get(INSIDE):
        return
    inside = False
    if os.getuid() == 0:
        tried = subprocess.run(
            [*APART, "sh", "-c", "ip link add drill type bridge"], capture_output=True, check=False
        )
        inside = tried.returncode == 0
    os.environ[INSIDE] = "yes" if inside else "no"
    if inside:
        words = [*APART, *INIT, sys.executable, "-m", "bench.drill", *sys.argv[1:]]
        os.execvp(words[0], words)  # noqa: S606


class Network:
    """The switch that all machines are plugged into."""

    def __init__(self) -> None:
        self.can_cut = os.environ.get(INSIDE) == "yes"
        if self.can_cut:
            _run("ip", "link", "set", "lo", "up")
            _run("ip", "link", "add", SWITCH, "type", "bridge")
            _run("ip", "addr", "add", f"{self.address(OURS)}/24", "dev", SWITCH)
            _run("ip", "link", "set", SWITCH, "up")

        # Whoever listens at an address of loopback is asked from its first one.
        self.clients = f"{NETWORK}.0/24" if self.can_cut else "127.0.0.0/8"

    def address(self, number: int) -> str:
        """Of the machine with this number."""
        return f"{NETWORK if self.can_cut else LOOPBACK}.{number}"

    def source(self, number: int) -> str:
        """The address that others see when this machine asks them."""
        return self.address(number) if self.can_cut else "127.0.0.1"


class Machine:
    """One machine, by its name and number."""

    def __init__(self, network: Network, name: str, number: int) -> None:
        self.name = name
        self.address = network.address(number)
        self.source = network.source(number)
        self._inside: list[str] = []
        self._processes: dict[str, subprocess.Popen[str]] = {}
        if network.can_cut and number != OURS:
            self._plug_in(number)

    def _plug_in(self, number: int) -> None:
        words = ["unshare", "--net", "sh", "-c", "ip link set lo up; echo; exec sleep infinity"]
        holder = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert holder.stdout is not None
        holder.stdout.readline()
        self._processes["holder"] = holder
        self._port = f"port{number}"
        self._inside = ["nsenter", "--net", "--target", str(holder.pid)]
        _run("ip", "link", "add", self._port, "type", "veth", "peer", "eth0", "netns",
             str(holder.pid))  # fmt: skip
        _run(*self._inside, "ip", "addr", "add", f"{self.address}/24", "dev", "eth0")
        _run(*self._inside, "ip", "link", "set", "eth0", "up")
        _run("ip", "link", "set", self._port, "up")
        self.join()

    def cut(self) -> None:
        """Pull its cable out of the switch: nobody is told."""
        _run("ip", "link", "set", self._port, "nomaster")

    def join(self) -> None:
        """Plug its cable in."""
        _run("ip", "link", "set", self._port, "master", SWITCH)

    def start(
        self,
        name: str,
        words: Sequence[str],
        *,
        log: Path,
        environment: Mapping[str, str] | None = None,
        folder: Path = Path("/"),
    ) -> None:
        """Start a program on this machine."""
        with log.open("a") as file:
            self._processes[name] = subprocess.Popen(
                [*self._inside, *words], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                text=True, cwd=folder, env=os.environ | dict(environment or {}),
            )  # fmt: skip

    def runs(self, name: str) -> bool:
        """Whether a program has not ended yet."""
        return name in self._processes and self._processes[name].poll() is None

    def pids(self) -> list[int]:
        """Every process of this machine: those that were started, and theirs."""
        first = [each.pid for name, each in self._processes.items() if name != "holder"]
        return with_children([*first, *self.more_pids()])

    def more_pids(self) -> list[int]:
        """Processes that have let go of whoever started them."""
        return []

    def signal_one(self, name: str, number: signal.Signals) -> None:
        """Send one program a signal."""
        if self.runs(name):
            self._processes[name].send_signal(number)

    def signal_all(self, number: signal.Signals) -> None:
        """Send every process a signal."""
        signal_pids(self.pids(), number)

    def wait(self, name: str, seconds: float) -> None:
        """Wait until a program has ended; not for ever."""
        if name in self._processes:
            self._processes[name].wait(seconds)

    def end(self) -> None:
        """Nothing of it stays."""
        self.signal_all(signal.SIGKILL)
        for process in self._processes.values():
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def signal_pids(pids: Sequence[int], number: signal.Signals) -> None:
    """Send processes a signal, whether they are there or not."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def with_children(pids: Sequence[int]) -> list[int]:
    """Processes, and all that they have started."""
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
    subprocess.run(words, check=True, capture_output=True)
