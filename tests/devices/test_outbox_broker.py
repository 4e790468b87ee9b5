"""The outbox on a broker: every message at least once, in its order, also after a restart."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from pitboss.devices.mqtt import BrokerAddress
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from pitboss.web.api.outbox_publishing import site_topic
from web.history import write_known_history
from web.outbox_support import place, told_by
from web.server_support import Site, running

from .support import PATIENCE_S, until

Heard = tuple[str, dict[str, Any], bool]


class Listener:
    """A system that listens at the broker."""

    def __init__(self) -> None:
        self.heard: queue.Queue[Heard] = queue.Queue()

    def take(self, client: Client, _: object, message: MQTTMessage) -> None:
        self.heard.put((message.topic, json.loads(message.payload), message.retain))

    def until(self, ident: str) -> list[dict[str, Any]]:
        """The messages up to this one; each came under the topic of its kind."""
        found: list[dict[str, Any]] = []
        while not found or found[-1]["id"] != ident:
            topic, plain, _ = self.heard.get(timeout=PATIENCE_S)
            if not topic.endswith("/position"):
                assert topic.rpartition("/")[2] == plain["kind"]
                found.append(plain)
        return found


@contextmanager
def listening_at(broker: str, topic: str) -> Iterator[Listener]:
    listener = Listener()
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = listener.take
    address = BrokerAddress.at(broker)
    client.connect(address.host, address.port)
    client.subscribe(topic, qos=1)
    client.loop_start()
    try:
        yield listener
    finally:
        client.loop_stop()
        client.disconnect()


@pytest.fixture
def topic(folder: Path, request: pytest.FixtureRequest) -> str:
    """The topic of a site whose name no other test has."""
    file, name = folder / "site.toml", f"Room {request.node.name[-20:]}"
    text = file.read_text("utf-8")
    old = next(line for line in text.splitlines() if line.startswith("name = "))
    file.write_text(text.replace(old, f'name = "{name}"', 1), "utf-8")
    return f"pitboss/{site_topic(name)}/outbox"


def published(site: Site) -> int:
    found: int = site.app.state.publisher.seq
    return found


def test_every_message_is_published_and_a_restart_goes_on(
    folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str, topic: str
) -> None:
    write_known_history(folder)
    with listening_at(broker, f"{topic}/#") as listener:
        with running(folder, keys[1], broker=broker) as site:
            end = site.running_site.seq
            told = told_by(folder)
            assert listener.until(told[-1]["id"]) == told
            until(lambda: published(site) >= end, expected=True)
            until(lambda: site.access.read_published()[0] >= end, expected=True)
            gauge = site.watch("/metrics").text
            assert "pitboss_outbox_seq " in gauge
        with closing(Access(folder)) as access:
            noted = access.read_published()[0]
        with running(folder, keys[1], broker=broker) as site:
            visitor = site.visitor().sign_on("E300")
            answer = visitor.press("suspend-jackpot", jackpot="fours", reason="a test")
            assert answer.json()["accepted"], answer.text
            later = told_by(folder)[-1]
            assert later["kind"] == "jackpot-suspended"
            # Nothing of before the note comes again.
            again = listener.until(later["id"])
            assert [place(each["id"])[0] > noted for each in again] == [True] * len(again)
            assert [*told, *again] == told_by(folder)


def test_who_comes_later_finds_the_position(
    folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str, topic: str
) -> None:
    with running(folder, keys[1], broker=broker) as site:
        end = site.running_site.seq
        until(lambda: site.access.read_published()[0] >= end, expected=True)
    with listening_at(broker, f"{topic}/position") as listener:
        _, plain, retained = listener.heard.get(timeout=PATIENCE_S)
    assert (place(plain["position"])[0] >= end, retained) == (True, True)


def test_a_note_of_another_journal_does_not_count(
    folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str, topic: str
) -> None:
    write_known_history(folder)
    with closing(Access(folder)) as access:
        access.note_published(30, "0" * 64)
    told = told_by(folder)
    with (
        listening_at(broker, f"{topic}/#") as listener,
        running(folder, keys[1], broker=broker),
    ):
        assert listener.until(told[-1]["id"])[: len(told)] == told


@pytest.mark.parametrize(
    ("name", "topic"),
    [("First Card Room", "first-card-room"), ("A/B #+ Ω", "a-b"), ("Ω", "site")],
)
def test_a_site_is_a_part_of_a_topic(name: str, topic: str) -> None:
    assert site_topic(name) == topic
