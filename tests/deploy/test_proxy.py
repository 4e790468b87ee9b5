"""The configuration of HAProxy: HAProxy reads it, and it asks each engine whether it leads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.support import DEPLOY
from pitboss.web.server import api_description

TEXT = (DEPLOY / "haproxy.cfg").read_text("utf-8")


def test_haproxy_reads_it(tmp_path: Path) -> None:
    program = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
    if program is None:
        pytest.skip("there is no haproxy here")
    text = TEXT.replace("ENGINE_ONE", "127.0.0.1").replace("ENGINE_TWO", "127.0.0.1")
    text = text.replace(":443 ssl crt /etc/haproxy/FLOOR.pem alpn http/1.1", "127.0.0.1:8443")
    file = tmp_path / "haproxy.cfg"
    file.write_text(text, "utf-8")
    checked = subprocess.run([program, "-c", "-f", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_it_asks_what_a_server_answers() -> None:
    asked = next(line for line in TEXT.splitlines() if "http-check send" in line)
    path, _, question = asked.split(" uri ")[1].split()[0].partition("?")
    parameters = api_description()["paths"][path]["get"]["parameters"]
    assert question in {each["name"] for each in parameters}
