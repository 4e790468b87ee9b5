"""The programs that a drill needs, or a refusal that says how to install the missing ones. It needs
only Python itself, so that `make drill` can check before it builds anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PATRONI = Path("/opt/patroni")
PATRONI_LEAST = 4  # 3.0 lost acknowledged rows when a frozen primary woke
PACKAGES = "patroni[etcd3,psycopg3]==4.1.5' 'psycopg[binary]"
SERVER_USER = "postgres"
HERE = "this machine"
ELSEWHERE = "/usr/sbin:/sbin"
SERVERS = Path("/usr/lib/postgresql")
# Find the program, install the package.
DEBIAN = {
    "etcd": "etcd-server", "haproxy": "haproxy", "keepalived": "keepalived",
    "nsenter": "util-linux", "ip": "iproute2",
}  # fmt: skip
APART = ("unshare", "--net", "--pid", "--mount-proc", "--fork", "--kill-child")


class ToolMissing(Exception):  # noqa: N818 - an answer, not a fault of the program
    """What keeps a drill from starting; a `Refusal` would need packages that may be missing."""

    def __init__(self, where: str, told: str) -> None:
        super().__init__(f"DRILL_MISSING: {where}: {told}")


def check_tools() -> None:
    """Refuse a machine that can't run the drill, with the commands to fix it."""
    missing = [package for name, package in DEBIAN.items() if not _has(name)]
    missing += [] if postgresql_release() else ["postgresql"]
    program = PATRONI / "bin" / "patroni"
    commands = []
    if not program.is_file():
        missing.append("python3-venv")
    if missing:
        commands.append("apt-get update")
        commands.append(f"apt-get install -y --no-install-recommends {' '.join(sorted(missing))}")
    if not program.is_file():
        commands.append(f"/usr/bin/python3 -m venv {PATRONI}")
        commands.append(f"{PATRONI}/bin/pip install '{PACKAGES}'")
    if commands:
        listed = "".join(f"\n    {command}" for command in commands)
        told = f"something is missing; as root:{listed}\nThen start the drill again."
        raise ToolMissing(HERE, told)
    _check_namespaces()
    _check_patroni(program)


def postgresql_release() -> int:
    """The newest PostgreSQL here; 0 if there is none."""
    found = [int(each.parent.parent.name) for each in SERVERS.glob("*/bin/initdb")]
    return max(found, default=0)


def _has(program: str) -> bool:
    path = f"{os.environ.get('PATH', '')}:{ELSEWHERE}"
    return shutil.which(program, path=path) is not None


def _check_namespaces() -> None:
    """A drill's machines are namespaces, which only root can make."""
    words = [*APART, "sh", "-c", "ip link add drill type bridge"]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    if tried.returncode:
        told = f"start it as root, where namespaces may be made: {tried.stderr.strip()}"
        raise ToolMissing(HERE, told)


def _check_patroni(program: Path) -> None:
    """Refuse a Patroni that loses rows, or that the server's user can't start."""
    words = ["runuser", "-u", SERVER_USER, "--", str(program), "--version"]
    asked = subprocess.run(words, cwd="/", capture_output=True, text=True, check=False)
    said = asked.stdout.split()
    if asked.returncode or not said:
        told = "the user postgres cannot start it; put it where everybody may read"
        raise ToolMissing(str(program), told)
    if int(said[-1].partition(".")[0]) < PATRONI_LEAST:
        told = f"it is {said[-1]}; install '{PACKAGES}' in an environment of its own"
        raise ToolMissing(str(program), told)


if __name__ == "__main__":
    try:
        check_tools()
    except ToolMissing as missing:
        print(missing)
        sys.exit(2)
