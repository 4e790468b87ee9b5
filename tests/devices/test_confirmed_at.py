"""What a device signals comes from its table: it confirms where nothing else may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.devices.mqtt_wire import MqttWire
from pitboss.web.access.issued import Secret
from web.server_support import Site, move_site, running

from .support import Speaker, enrolled, kinds, swipe, until


@pytest.fixture
def strict(folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str) -> Iterator[Site]:
    """A site where awards are confirmed at the table only."""
    move_site(folder, "new_york")
    with running(folder, keys[1], broker=broker) as opened:
        assert opened.running_site.profile.confirmed_at.value == ("table",)
        yield opened


def lit(site: Site, table: str) -> None:
    """A chip at seat 1."""
    sensor = Speaker(enrolled(site, "sensor", table))
    assert sensor.say("on 1") == "ok"
    until(sensor.lights, {"1.1": "seen"})


@pytest.mark.parametrize("over", ["http", "mqtt"])
def test_a_keypad_confirms_by_badge(strict: Site, broker: str, over: str) -> None:
    device = enrolled(strict, "keypad", "C1")
    keypad = Speaker(device, MqttWire(device, broker) if over == "mqtt" else None)
    assert keypad.say(swipe(strict, "D100")) == "ok"
    lit(strict, "C1")
    for line in ("start", "hand 1 straight_flush", "confirm", swipe(strict, "S200"), "end"):
        assert keypad.say(line) == "ok", line
    assert kinds(strict).count("awards-recorded") == 1


def test_a_reader_beside_the_keypad_confirms(strict: Site) -> None:
    keypad = Speaker(enrolled(strict, "keypad", "C1"))
    reader = Speaker(enrolled(strict, "reader", "C1"))
    assert reader.say(swipe(strict, "D100")) == "ok"
    lit(strict, "C1")
    for line in ("start", "hand 1 straight_flush", "confirm"):
        assert keypad.say(line) == "ok", line
    assert reader.say(swipe(strict, "S200")) == "ok"
    assert kinds(strict).count("awards-recorded") == 1


def test_a_key_confirms_on_an_older_keypad(strict: Site) -> None:
    keypad = Speaker(enrolled(strict, "keypad", "B1"))
    assert keypad.say(swipe(strict, "D101")) == "ok"
    lit(strict, "B1")
    for line in (
        "coin-in", "hand 1 three_sevens_diamonds", swipe(strict, "E300"), "key JPH", "j-pot 1",
        "key RUN", "game-over",
    ):  # fmt: skip
        assert keypad.say(line) == "ok", line
    assert kinds(strict).count("meters-moved") == 1
