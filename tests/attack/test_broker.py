"""Somebody on the broker: he listens to everything, publishes what he likes, takes names that are
not his."""

from __future__ import annotations

import asyncio
import queue
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from devices.conftest import listening
from devices.support import Speaker, enrolled, kinds, made_certificates, rows, swipe, until
from pitboss.devices.mqtt import SESSION, BrokerAddress, _warn_if_open
from pitboss.devices.mqtt_wire import MqttWire
from pitboss.floor.facts import people
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal
from pitboss.web.access.issued import Secret
from web.server_support import Site, running

WAIT_S = 20.0
# In a process of its own: 60,000 messages of 2,000 bytes to one topic, as fast as they go.
FLOOD = """
import socket, struct, sys
topic = sys.argv[2].encode()
body = struct.pack(">H", len(topic)) + topic + bytes(2000)
length = bytes([len(body) % 128 | 128, len(body) // 128])
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
    line.sendall(bytes.fromhex("10 0d 0004 4d515454 04 02 0000 0001 61"))
    line.recv(4)
    for _ in range(600):
        line.sendall((b"\\x30" + length + body) * 100)
"""


@pytest.fixture
def bridged(folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str) -> Iterator[Site]:
    """A running site that listens at the broker too."""
    with running(folder, keys[1], broker=broker) as opened:
        yield opened


class Stranger:
    """Anybody at all, who reads every message of the broker."""

    def __init__(self, address: str, name: str = "") -> None:
        self.heard: queue.Queue[MQTTMessage] = queue.Queue()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=name)
        self._client.on_message = lambda client, given, message: self.heard.put(message)
        broker = BrokerAddress.at(address)
        self._client.connect(broker.host, broker.port)
        self._client.subscribe("#", 1)
        self._client.loop_start()

    def next(self, topic: str) -> bytes:
        """The next message of a topic."""
        while True:
            message = self.heard.get(timeout=WAIT_S)
            if message.topic == topic:
                return bytes(message.payload)

    def forge(self, topic: str, payload: bytes) -> None:
        """Publish what is not his to publish, for all who come later too if it is the session."""
        kept = topic == SESSION
        self._client.publish(topic, payload, qos=1, retain=kept).wait_for_publish(WAIT_S)

    def flood(self, topic: str, payload: bytes, *, times: int) -> None:
        """Publish, and wait for nothing."""
        for _ in range(times):
            self._client.publish(topic, payload, qos=0)

    def leave(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def stranger(address: str, name: str = "") -> Iterator[Stranger]:
    made = Stranger(address, name)
    try:
        yield made
    finally:
        made.leave()


def test_a_listener_reads_no_card_and_cannot_use_what_he_hears(bridged: Site, broker: str) -> None:
    with stranger(broker) as listener:
        device = enrolled(bridged, "keypad", "C1")
        keypad = Speaker(device, MqttWire(device, broker))
        assert keypad.say(swipe(bridged, "D100")) == "ok"
        heard = listener.next(f"pitboss/signals/{device.device}")
        code = bridged.cards["D100"].track.partition("=")[2].rstrip("?")
        for word in (b"D100", b"swipe", code.encode()):
            assert word not in heard
            assert word not in bytes.fromhex(heard.hex())
        before = kinds(bridged).count("dealer-signed-in")
        listener.forge(f"pitboss/signals/{device.device}", heard)  # sent again, it counts once
        assert keypad.say("start") == "ok"
        assert kinds(bridged).count("dealer-signed-in") == before


def test_a_forged_session_is_put_right_and_recorded(bridged: Site, broker: str) -> None:
    device = enrolled(bridged, "keypad", "C1")
    keypad = Speaker(device, MqttWire(device, broker))
    assert keypad.say(swipe(bridged, "D100")) == "ok"
    with stranger(broker) as forger:
        true = forger.next(SESSION)
        forger.forge(SESSION, b"forged")
        while (shown := forger.next(SESSION)) != true:
            assert shown == b"forged"
        until(lambda: kinds(bridged).count("access-refused"), 1)
        # Whoever comes now finds the true one, and devices go on.
        with stranger(broker) as later:
            assert later.next(SESSION) == true
    assert keypad.say("start") == "ok"


def test_a_stranger_s_flood_closes_no_table_and_no_long_message_comes_in(
    bridged: Site, broker: str
) -> None:
    sensor = enrolled(bridged, "sensor", "C1")
    board = Speaker(sensor, MqttWire(sensor, broker))
    assert board.say("started") == "ok"
    begun = len(rows(bridged))  # betting was closed until the board was heard
    with stranger(broker) as flooder:
        flooder.forge(f"pitboss/signals/{sensor.device}", bytes(1_000_000))
        for _ in range(4):
            assert board.say("on 3") == "ok"
            flooder.flood("pitboss/signals/stranger", bytes(2000), times=5000)
            flooder.flood(f"pitboss/signals/{sensor.device}", bytes(2000), times=100)
        assert board.say("off 3") == "ok"
    seen = [event for row in rows(bridged)[begun:] for event in events_of(row.events)]
    assert "betting-closed" not in {event.kind for event in seen}
    refused = {event.code for event in seen if isinstance(event, people.AccessRefused)}
    assert refused == {"DEVICE_FORGED"}
    counted = bridged.running_site.counts.text({})
    assert 'pitboss_device_messages_dropped_total{sender="stranger"} 0\n' not in counted
    assert 'pitboss_device_messages_dropped_total{sender="device"} 0\n' in counted


@pytest.mark.parametrize("name", ["session", "signals"])
def test_a_flood_of_one_topic_costs_no_other_device_its_heartbeat(
    bridged: Site, broker: str, name: str
) -> None:
    sensor, flooded = enrolled(bridged, "sensor", "C1"), enrolled(bridged, "keypad", "H1")
    wire = MqttWire(sensor, broker)
    board = Speaker(sensor, wire)
    assert board.say("started") == "ok"
    wire._client.unsubscribe(SESSION)  # a board has a processor of its own, which this one has not
    topic = SESSION if name == "session" else f"pitboss/signals/{flooded.device}"
    port = BrokerAddress.at(broker).port
    with subprocess.Popen([sys.executable, "-c", FLOOD, str(port), topic]) as flooder:
        while flooder.poll() is None:
            board.lights()
        assert flooder.returncode == 0
    counted = bridged.running_site.counts.text({})
    (dropped,) = re.findall(r'dropped_total{sender="stranger"} (\d+)', counted)
    assert int(dropped) < 30_000  # of 60,000: the broker keeps most of it, or all


def test_a_broker_with_accounts_and_no_ACL_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    users, acl = tmp_path / "users", tmp_path / "acl"
    users.touch(0o600)
    subprocess.run(["mosquitto_passwd", "-b", users, "pitboss", "secret"], check=True)
    monkeypatch.setenv("PITBOSS_MQTT_PASSWORD", "secret")
    acl.write_text("user pitboss\ntopic readwrite pitboss/#\n", "utf-8")
    settings = ("allow_anonymous false", f"password_file {users}")
    told = []
    for rules in ((), (f"acl_file {acl}",)):
        with listening(tmp_path, *settings, *rules) as port:
            broker = BrokerAddress.at(f"mqtt://pitboss@127.0.0.1:{port}")
            asyncio.run(_warn_if_open(broker))
        told.append("seems to have no ACL" in caplog.text)
        caplog.clear()
    assert told == [True, False]


def test_a_broker_that_lets_anybody_in_is_told(
    folder: Path,
    keys: tuple[Path, dict[str, Secret]],
    broker: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(folder, keys[1], broker=broker):
        until(lambda: caplog.text.count("lets anyone in"), 1)
    assert "Give each device an account: deploy/mosquitto.conf" in caplog.text


@pytest.mark.parametrize("name", ["pitboss", "device"])
def test_nobody_is_cut_off_by_a_client_of_his_name(bridged: Site, broker: str, name: str) -> None:
    device = enrolled(bridged, "keypad", "C1")
    keypad = Speaker(device, MqttWire(device, broker))
    assert keypad.say(swipe(bridged, "D100")) == "ok"
    with stranger(broker, device.device if name == "device" else name):
        assert keypad.say("start") == "ok"
        assert keypad.say("end") == "ok"


# paho leaves it to Python to close a socket whose handshake has failed.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_TLS_to_a_broker_with_the_house_s_own_CA(
    folder: Path, keys: tuple[Path, dict[str, Secret]], tmp_path: Path
) -> None:
    made_certificates(tmp_path)
    settings = (
        "allow_anonymous true",
        f"certfile {tmp_path}/broker.pem",
        f"keyfile {tmp_path}/broker.key",
    )
    with listening(tmp_path, *settings) as port:
        address = f"mqtts://127.0.0.1:{port}?ca={tmp_path}/ca.pem"
        with running(folder, keys[1], broker=address) as site:
            device = enrolled(site, "keypad", "C1")
            keypad = Speaker(device, MqttWire(device, address))
            assert keypad.say(swipe(site, "D100")) == "ok"
            other_name = address.replace("127.0.0.1", "localhost")
            for untrusted in (address.partition("?")[0], other_name):
                with pytest.raises(Refusal, match=r"CERTIFICATE_WRONG: .*Name the CA"):
                    MqttWire(device, untrusted)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mqtt://pit:secret@", "BROKER_UNKNOWN"),
        ("mqtt://pit:secret@host:port", "BROKER_UNKNOWN"),
        ("amqp://pit:secret@host", "BROKER_UNKNOWN"),
        ("mqtt://pit:secret@host?ca=ca.pem", "BROKER_UNKNOWN"),
        ("mqtts://pit:secret@host?color=red", "BROKER_UNKNOWN"),
        ("mqtts://pit:secret@host", "BROKER_PASSWORD_SHOWN"),
        ("mqtts://pit@host?ca=nowhere.pem", "CERTIFICATE_WRONG"),
    ],
)
def test_a_wrong_address_is_told_without_its_password(address: str, code: str) -> None:
    with pytest.raises(Refusal) as told:
        BrokerAddress.at(address)
    assert told.value.code == code
    assert "secret" not in str(told.value)
