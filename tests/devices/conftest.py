"""A running site with devices, and a broker of Debian's own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path

import pytest

from web.conftest import folder, keys, quick_clerks, quick_pins, site

__all__ = ["broker", "folder", "keys", "listening", "quick_clerks", "quick_pins", "site"]

STARTED_S = 20
AGAIN_S = 0.02


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """mosquitto on a free port of loopback, open to everybody."""
    with listening(tmp_path_factory.mktemp("broker"), "allow_anonymous true") as port:
        yield f"mqtt://127.0.0.1:{port}"


@contextmanager
def listening(folder: Path, *settings: str) -> Iterator[int]:
    """mosquitto with these settings; its port."""
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert program, "make test installs mosquitto"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    file = folder / "mosquitto.conf"
    # As root it would become a user who cannot read what a test has written.
    lines = (f"listener {port} 127.0.0.1", "set_tcp_nodelay true", f"user {getuser()}", *settings)
    file.write_text("\n".join(lines) + "\n")
    process = subprocess.Popen(
        [program, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(STARTED_S)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until somebody listens there; a broker that ended is told at once."""
    while process.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(AGAIN_S)
    raise AssertionError(f"mosquitto ended with {process.returncode}")
