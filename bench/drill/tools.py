"""The programs that a drill needs, or a refusal that says how to install those that are missing."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from pitboss.refusal import Refusal

PATRONI = Path("/opt/patroni")
PATRONI_LEAST = 4  # 3.0 has lost acknowledged rows when a frozen primary woke
PACKAGES = "patroni[etcd3,psycopg3]==4.1.5' 'psycopg[binary]"
SERVER_USER = "postgres"  # PostgreSQL refuses root
ELSEWHERE = "/usr/sbin:/sbin"
# Found by the program, installed by the package.
DEBIAN = {"etcd": "etcd-server", "nsenter": "util-linux", "ip": "iproute2"}
# etcd calls some machines unsupported and starts there only when told so.
ETCD_MACHINES = {"aarch64": "arm64", "armv7l": "arm"}


@dataclass(frozen=True, kw_only=True)
class Tools:
    """Where the programs are. Without HAProxy every table finds the leader by itself."""

    postgres: Path  # the folder of the newest server's programs
    patroni: Path
    etcd: str
    haproxy: str | None

    def etcd_environment(self) -> dict[str, str]:
        """What etcd wants to be told on this machine."""
        machine = ETCD_MACHINES.get(platform.machine())
        return {"ETCD_UNSUPPORTED_ARCH": machine} if machine else {}


def found_tools(patroni: Path) -> Tools:
    """The programs; refused with the commands that install them where one is missing."""
    program = patroni / "bin" / "patroni"
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_release)
    missing = [package for name, package in DEBIAN.items() if not found(name)]
    missing += [] if servers else ["postgresql"]
    has_patroni = program.is_file()
    if missing or not has_patroni:
        _refuse(missing, None if has_patroni else patroni)
    _check_patroni(program)
    return Tools(
        postgres=servers[-1].parent,
        patroni=program,
        etcd=found("etcd") or "",
        haproxy=found("haproxy"),
    )


def found(program: str) -> str | None:
    """Where a program is, also where only root looks."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:{ELSEWHERE}")


def as_server_user() -> list[str]:
    """What comes before a command that root may not run."""
    return ["runuser", "-u", SERVER_USER, "--"] if os.getuid() == 0 else []


def _refuse(missing: list[str], patroni: Path | None) -> NoReturn:
    """Say how to install Debian's packages, and an environment for Patroni where it is missing."""
    commands = []
    if patroni is not None and importlib.util.find_spec("ensurepip") is None:
        missing = [*missing, "python3-venv"]
    if missing:
        wanted = sorted([*missing, *([] if found("haproxy") else ["haproxy"])])
        commands.append("apt-get update")
        commands.append(f"apt-get install -y --no-install-recommends {' '.join(wanted)}")
    if patroni is not None:
        commands.append(f"python3 -m venv {patroni}")
        commands.append(f"{patroni}/bin/pip install '{PACKAGES}'")
    listed = "".join(f"\n    {command}" for command in commands)
    reason = f"something is missing; as root:{listed}\nThen start the drill again."
    raise Refusal("DRILL_MISSING", where="this machine", reason=reason)


def _check_patroni(program: Path) -> None:
    """Refuse a Patroni that loses rows, or that the server's user cannot start."""
    asked = subprocess.run(
        [*as_server_user(), str(program), "--version"],
        cwd="/", capture_output=True, text=True, check=False,
    )  # fmt: skip
    words = asked.stdout.split()
    if asked.returncode or not words:
        reason = f"the user {SERVER_USER} cannot start it; put it where everybody may read"
        raise Refusal("DRILL_MISSING", where=str(program), reason=reason)
    if int(words[-1].partition(".")[0]) < PATRONI_LEAST:
        reason = f"it is {words[-1]}; install '{PACKAGES}' in an environment of its own"
        raise Refusal("DRILL_MISSING", where=str(program), reason=reason)


def _release(initdb: Path) -> int:
    return int(initdb.parent.parent.name)
