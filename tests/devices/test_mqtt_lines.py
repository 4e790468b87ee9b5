"""Lines of messages from a broker: short, by device, served in turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

import aiomqtt
import pytest

from pitboss.devices import mqtt
from pitboss.devices.mqtt_lines import LINE_MOST, SignalLines
from pitboss.live.background import in_background, tell_fault
from pitboss.refusal import Refusal

WAIT_S = 20


def unsealed(device: str, message: bytes) -> bytes:
    """Everything but what is forged."""
    if message == b"forged":
        raise Refusal("DEVICE_FORGED", where=device)
    return message


def test_a_flood_under_one_name_delays_no_other_and_takes_no_memory() -> None:
    async def flood() -> None:
        dropped: Counter[str] = Counter()
        lines = SignalLines(unsealed, lambda who: dropped.update([who]))
        for number in range(1000):
            lines.put("sensor-1", b"%d" % number)
            lines.put("sensor-3", b"forged")
        lines.put("sensor-2", b"beat")
        assert dropped == {"device": 1000 - LINE_MOST, "stranger": 999}
        assert await lines.next() == ("sensor-1", b"0")
        assert await lines.next() == ("sensor-2", b"beat")
        for number in range(1, LINE_MOST):
            assert await lines.next() == ("sensor-1", b"%d" % number)
        assert lines.refusals.get_nowait().where == "sensor-3"

    asyncio.run(flood())


class GoneBroker:
    """A client whose broker goes while an answer is on its way: no receipt ever comes."""

    def __init__(self, door: mqtt._Door) -> None:
        self._door = door
        self._sent = asyncio.Event()

    async def subscribe(self, topic: str, *, qos: int, timeout: float) -> None:
        """A device speaks as soon as it is heard."""
        if topic == f"{mqtt.SIGNALS}sensor-1":
            self._door.lines.put("sensor-1", b"beat")

    async def publish(
        self, topic: str, body: object, *, qos: int, timeout: float, retain: bool = False
    ) -> None:
        if topic != mqtt.SESSION:
            self._sent.set()
            await asyncio.Event().wait()

    @property
    def messages(self) -> GoneBroker:
        return self

    def __aiter__(self) -> GoneBroker:
        return self

    async def __anext__(self) -> None:
        await self._sent.wait()
        raise aiomqtt.MqttError("gone")


async def nothing(*_: Any) -> None:
    return None


async def take(device: str, body: bytes) -> tuple[bytes, bytes]:
    return b"answer", b"lights"


def bridge_to_one_sensor(dropped: list[str]) -> mqtt.Bridge:
    return mqtt.Bridge(
        session="0" * 32,
        names=lambda: {"sensor-1"},
        changed=asyncio.Event(),
        unsealed=unsealed,
        take=take,
        refused=nothing,
        dropped=dropped.append,
        on_fault=tell_fault,
        publishing=nothing,
    )


class AskedBroker:
    """A client that notes what it is asked; the receipt of an unsubscription is lost."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()

    async def publish(self, topic: str, body: object, **_: object) -> None:
        self.asked.put_nowait(("publish", topic))

    async def subscribe(self, topic: str, **_: object) -> None:
        self.asked.put_nowait(("subscribe", topic))

    async def unsubscribe(self, topics: list[str], **_: object) -> None:
        self.asked.put_nowait(("unsubscribe", *topics))
        raise aiomqtt.MqttError("timed out")


@pytest.mark.parametrize("loud", [mqtt.SESSION, f"{mqtt.SIGNALS}sensor-1"])
def test_a_topic_that_is_too_loud_is_not_asked_for_until_the_next_second(
    monkeypatch: pytest.MonkeyPatch, loud: str
) -> None:
    monkeypatch.setattr(mqtt, "AGAIN_S", 0.01)

    async def flood() -> None:
        dropped: list[str] = []
        bridge, broker = bridge_to_one_sensor(dropped), AskedBroker()
        door = mqtt._Door(bridge)
        client = cast("aiomqtt.Client", broker)
        work = {"topics": mqtt._keep_subscribed(client, door, bridge)}
        async with in_background(work):
            first = [await broker.asked.get() for _ in range(3)]
            assert first[0] == ("publish", mqtt.SESSION)  # then no older one is heard
            assert {topic for _, topic in first} == {mqtt.SESSION, f"{mqtt.SIGNALS}sensor-1"}
            for number in range(mqtt.HEARD_MOST + 10):
                message = aiomqtt.Message(
                    loud, b"forged", qos=0, retain=False, mid=number, properties=None
                )
                door.put_nowait(message)
            assert await broker.asked.get() == ("unsubscribe", loud)
            assert dropped[-10:] == ["stranger"] * 10
            async with in_background({"bounds": door.keep_counting()}):
                again = await broker.asked.get()
                if loud == mqtt.SESSION:
                    assert again == ("publish", loud)
                    again = await broker.asked.get()
                assert again == ("subscribe", loud)

    asyncio.run(asyncio.wait_for(flood(), WAIT_S))


def test_a_broker_that_goes_is_noticed_while_an_answer_waits_for_its_receipt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def listen() -> None:
        bridge = bridge_to_one_sensor([])
        door = mqtt._Door(bridge)
        client = cast("aiomqtt.Client", GoneBroker(door))
        with pytest.raises(aiomqtt.MqttError, match="gone"):
            await asyncio.wait_for(mqtt._listen(client, ANY_BROKER, door, bridge), WAIT_S)

    monkeypatch.setattr(mqtt, "_warn_if_open", nothing)
    asyncio.run(listen())


ANY_BROKER = mqtt.BrokerAddress.at("mqtt://127.0.0.1:1")
