"""A private PostgreSQL server on loopback, thrown away after the tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from whole import MEMORY, has_room_in_memory

# Safe against a killed client, which is what is tested; a throw-away server need not be safe
# against a power cut.
SETTINGS = ("fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1")


class Cluster:
    """A server that can be stopped and started again."""

    def __init__(self, settings: Sequence[str] = SETTINGS) -> None:
        self._settings = settings
        self._programs = _programs()
        place = str(MEMORY) if has_room_in_memory() else "/tmp"  # noqa: S108
        self._home = Path(self._run("mktemp", "-d", "-p", place))
        self._port = _free_port()
        self._databases = 0
        initdb = str(self._programs / "initdb")
        self._run(initdb, "-N", "-D", f"{self._home}/data", "-A", "trust", "-U", "pitboss",
                  "--locale=C.UTF-8", "-E", "UTF8")  # fmt: skip

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = " ".join(f"-c {setting}" for setting in self._settings)
        options = f"-p {self._port} -k {self._home} {settings}"
        self._control("-l", f"{self._home}/log", "-o", options, "start")

    def stop(self) -> None:
        """Stop the server at once, as a power cut would."""
        self._control("-m", "immediate", "stop")

    def remove(self) -> None:
        """Take everything away."""
        shutil.rmtree(self._home)

    def conninfo(self, database: str) -> str:
        """How to reach a database of this server."""
        return f"host=127.0.0.1 port={self._port} user=pitboss dbname={database}"

    def new_database(self) -> str:
        """An empty database; how to reach it."""
        self._databases += 1
        name = f"floor{self._databases}"
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.conninfo(name)

    def new_address(self) -> str:
        """The same, as the command line takes it."""
        parts = conninfo_to_dict(self.new_database())
        return "postgresql://{user}@{host}:{port}/{dbname}".format_map(parts)

    def run_program(self, name: str, *words: str) -> str:
        """What one of the server's programs prints."""
        return self._run(str(self._programs / name), *words)

    def _control(self, *words: str) -> None:
        self._run(str(self._programs / "pg_ctl"), "-w", "-D", f"{self._home}/data", *words)

    def _run(self, *words: str) -> str:
        # The server refuses to run as root; its user cannot enter root's folders.
        user = ("runuser", "-u", "postgres", "--") if os.getuid() == 0 else ()
        done = subprocess.run(
            [*user, *words], cwd="/", check=True, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, env=_environment(),
        )  # fmt: skip
        return done.stdout.strip()


def _environment() -> dict[str, str]:
    """The environment without the name of the running test, which can be longer than it may be."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}


def _programs() -> Path:
    """Where the newest server's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_release)
    assert found, "no PostgreSQL server here; `make system-test` installs it"
    return found[-1].parent


def _release(initdb: Path) -> int:
    return int(initdb.parent.parent.name)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
