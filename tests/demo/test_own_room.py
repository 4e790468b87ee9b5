"""The way from the demonstration to a room of one's own: one button, the same address."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

CSRF = re.compile(r'<meta name="csrf" content="([0-9a-f]{64})">')
WAIT_S = 60.0


def loaded(client: httpx.Client, path: str) -> httpx.Response:
    """A page, as soon as somebody answers."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            return client.get(path)
        except httpx.TransportError:
            if time.monotonic() > until:
                raise


@pytest.mark.slow
def test_the_demonstration_ends_and_a_setup_opens_in_its_place(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pitboss", "demo", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        address = next(
            line.split()[-1].rstrip("/") for line in process.stdout if "Start here" in line
        )
        with httpx.Client(base_url=address, timeout=WAIT_S) as client:
            start = loaded(client, "/")
            found = CSRF.search(start.text)
            assert found is not None
            assert str(tmp_path / "card-room") in start.text
            opening = client.post("/demo/setup", data={"csrf": found[1]})
            assert opening.status_code == 200
            assert any("pitboss sets up" in line for line in iter(process.stdout.readline, ""))
            assert loaded(client, "/").headers["location"] == "/setup/house"
        process.terminate()
        process.communicate(timeout=WAIT_S)
    assert [path.name for path in (tmp_path / "card-room").iterdir()] == ["access.db"]
