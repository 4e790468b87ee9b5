"""The configuration of mosquitto: it reads it without a warning, and each account reaches its own
topics alone."""

from __future__ import annotations

import queue
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from deploy.support import DEPLOY, ROOT
from devices.conftest import listening
from devices.support import made_certificates
from pitboss.devices.mqtt import BrokerAddress

WAIT_S = 20
DEVICE = "sensor-1"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """mosquitto as it is shipped, with the accounts of the server and of one device."""
    made_certificates(tmp_path)
    (tmp_path / "users").touch(0o600)
    for user in ("pitboss", DEVICE):
        words = ["mosquitto_passwd", "-b", "users", user, f"{user}'s"]
        subprocess.run(words, cwd=tmp_path, check=True)
    acl = (DEPLOY / "mosquitto.acl").read_text("utf-8").replace("DEVICE", DEVICE)
    (tmp_path / "acl").write_text(acl, "utf-8")
    text = (DEPLOY / "mosquitto.conf").read_text("utf-8").replace("listener 8883\n", "")
    settings = text.replace("/etc/mosquitto", str(tmp_path)).splitlines()
    with listening(tmp_path, *settings, f"log_dest file {tmp_path}/log") as port:
        yield f"mqtts://127.0.0.1:{port}?ca={tmp_path}/ca.pem"


def client(address: str, user: str) -> tuple[Client, queue.Queue[str]]:
    """Somebody at the broker who wants to read everything; the answer, then the topics he reads."""
    heard: queue.Queue[str] = queue.Queue()
    made = Client(CallbackAPIVersion.VERSION2)
    made.on_connect = lambda client, given, flags, code, more: heard.put(str(code))
    made.on_message = lambda client, given, message: heard.put(message.topic)
    broker = BrokerAddress.at(address)
    assert broker.tls is not None
    made.tls_set_context(broker.tls)
    if user:
        made.username_pw_set(user, f"{user}'s")
    made.connect(broker.host, broker.port)
    made.subscribe("pitboss/#", 1)
    made.loop_start()
    return made, heard


def test_each_account_reaches_its_own_topics_alone(address: str, tmp_path: Path) -> None:
    server, server_heard = client(address, "pitboss")
    device, device_heard = client(address, DEVICE)
    nobody, nobody_heard = client(address, "")
    try:
        assert server_heard.get(timeout=WAIT_S) == device_heard.get(timeout=WAIT_S) == "Success"
        assert nobody_heard.get(timeout=WAIT_S) == "Not authorized"
        for topic in ("signals/sensor-2", "session", "lights/sensor-1", "signals/sensor-1"):
            device.publish(f"pitboss/{topic}", b"x", 1)
        assert server_heard.get(timeout=WAIT_S) == "pitboss/signals/sensor-1"
        for topic in ("answers/sensor-2", "signals/sensor-2", "session", "answers/sensor-1"):
            server.publish(f"pitboss/{topic}", b"x", 1)
        assert device_heard.get(timeout=WAIT_S) == "pitboss/session"
        assert device_heard.get(timeout=WAIT_S) == "pitboss/answers/sensor-1"
    finally:
        for each in (server, device, nobody):
            each.disconnect()
            each.loop_stop()
    assert "Warning" not in (tmp_path / "log").read_text("utf-8")


@pytest.mark.parametrize("name", ["mosquitto.conf", "mosquitto.acl"])
def test_the_page_of_devices_shows_the_files(name: str) -> None:
    page = (ROOT / "docs/devices.md").read_text("utf-8")
    assert f"`{name}`:\n\n```\n{(DEPLOY / name).read_text('utf-8')}```\n" in page
