"""Devices over a broker: Debian's mosquitto, and sealed messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.devices.emulator import Enrolled
from pitboss.devices.mqtt_wire import MqttWire
from pitboss.journal.codec import command_of
from pitboss.refusal import Refusal
from pitboss.web.access.issued import Secret
from web.server_support import Site, running

from .support import Speaker, enrolled, kinds, rows, swipe, until


@pytest.fixture
def bridged(folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str) -> Iterator[Site]:
    """A running site that listens at the broker too."""
    with running(folder, keys[1], broker=broker) as opened:
        yield opened


def speaker(device: Enrolled, broker: str) -> Speaker:
    """A device that speaks over the broker."""
    return Speaker(device, MqttWire(device, broker))


def test_a_round_over_a_broker(bridged: Site, broker: str) -> None:
    sensor = speaker(enrolled(bridged, "sensor", "C1"), broker)
    keypad = speaker(enrolled(bridged, "keypad", "C1"), broker)
    assert keypad.say(swipe(bridged, "D100")) == "ok"
    assert sensor.say("on 3") == "ok"
    until(sensor.lights, {"3.1": "seen"})
    assert keypad.say("start") == "ok"
    until(sensor.lights, {"3.1": "locked"})
    assert keypad.say("end") == "ok"
    assert kinds(bridged).count("round-started") == 1


def test_PS_60_rows_of_a_round_over_a_broker_name_the_device_that_sent_each(
    bridged: Site, broker: str
) -> None:
    sensor = speaker(enrolled(bridged, "sensor", "C1"), broker)
    keypad = speaker(enrolled(bridged, "keypad", "C1"), broker)
    reader = speaker(enrolled(bridged, "reader", "C1"), broker)
    assert sensor.say("on 3") == "ok"
    until(sensor.lights, {"3.1": "seen"})
    assert keypad.say(swipe(bridged, "D100")) == "ok"
    assert keypad.say("start") == "ok"
    assert sensor.say("on 4") == "ok"
    until(lambda: kinds(bridged).count("late-bet-seen"), 1)
    assert keypad.say("hand 3 four_of_a_kind") == "ok"
    assert keypad.say("confirm") == "ok"
    assert reader.say("swipe ;S200=0000000000?") == "PIN_WRONG"
    assert reader.say(swipe(bridged, "S200")) == "ok"
    assert keypad.say("j-pot") == "SIGNAL_UNKNOWN"
    assert keypad.say("end") == "ok"
    played = [command_of(row.asked) for row in rows(bridged)]
    first = next(n for n, each in enumerate(played) if each.kind == "sign-in")
    names = {each.device.device: each.device.kind for each in (sensor, keypad, reader)}
    assert [(each.kind, names.get(each.sent_from, each.sent_from)) for each in played[first:]] == [
        ("sign-in", "keypad"),
        ("start-round", "keypad"),
        ("see-late-bet", "sensor"),
        ("press-hand", "keypad"),
        ("refuse-access", "reader"),
        ("confirm-awards", "reader"),
        ("press-keypad", "keypad"),
        ("end-round", "keypad"),
    ]


def test_a_forged_message_is_refused_and_recorded(bridged: Site, broker: str) -> None:
    real = enrolled(bridged, "sensor", "C1")
    assert speaker(real, broker).lights() == {}  # from now on the server listens
    forged = MqttWire(replace(real, key="00" * 32), broker)
    forged.publish(b'{"signals":[{"signal":"bet-seen","n":1,"seat":1}]}')
    until(lambda: kinds(bridged).count("access-refused"), 1)
    assert bridged.running_site.lights.find_lit("C1") == ()


def test_a_broker_that_is_not_there_is_told(site: Site) -> None:
    device = enrolled(site, "sensor", "C1")
    with pytest.raises(Refusal) as told:
        MqttWire(device, "mqtt://127.0.0.1:1")
    assert told.value.code == "BROKER_UNREACHABLE"
    with pytest.raises(Refusal) as told:
        MqttWire(device, "http://127.0.0.1")
    assert told.value.code == "BROKER_UNKNOWN"
