"""Devices over an MQTT broker: the same messages as over HTTP, each encrypted and sealed with the
device's key, and over TLS if the broker's address says mqtts.

pitboss/session          a word for this start of the server, retained
pitboss/signals/DEVICE   from a device, QoS 1
pitboss/answers/DEVICE   what became of its signals
pitboss/lights/DEVICE    which of its lights are on, retained

The server's messages for other systems use the same connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import secrets
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from urllib.parse import parse_qs, unquote, urlsplit

import aiomqtt
from msgspec import Struct
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from pitboss.devices.mqtt_lines import SignalLines
from pitboss.devices.publishing import Publishing
from pitboss.live.background import TellFault, in_background
from pitboss.refusal import Refusal, say

SIGNALS, ANSWERS, LIGHTS = "pitboss/signals/", "pitboss/answers/", "pitboss/lights/"
SESSION = "pitboss/session"
SESSION_WORD = re.compile("[0-9a-f]{32}")  # random, new at each start of the server
BYTES_MOST = 65_536  # the broker passes on no longer packet
HEARD_MOST = 512  # messages of one topic a second
AGAIN_S = 1.0
RECEIPT_S = 0.25  # a flooded broker loses receipts; nobody else waits for them
PUT_RIGHT_S = 0.5  # between two entries about strangers, however often they come
PROBE = "pitboss-probe"  # outside what the server's account may write
NAME_LENGTH_MOST = 23  # every broker accepts this
PORTS = {"mqtt": 1883, "mqtts": 8883}
# Others can see a command line; the environment and files are our own.
PASSWORD, PASSWORD_FILE = "PITBOSS_MQTT_PASSWORD", "PITBOSS_MQTT_PASSWORD_FILE"

# device, message -> (sealed answer, sealed lights or nothing)
Take = Callable[[str, bytes], Awaitable[tuple[bytes, bytes]]]
TellRefused = Callable[[Refusal], Awaitable[None]]


class Bridge(Struct, frozen=True, kw_only=True):
    """What a server does with messages from a broker: opens and answers a device's message, or
    refuses it. `names` are the enrolled devices, which may have `changed`; `dropped` counts
    messages that found no room; `on_fault` hears of a fault that ended work."""

    session: str
    names: Callable[[], set[str]]
    changed: asyncio.Event
    unsealed: Callable[[str, bytes], bytes]
    take: Take
    refused: TellRefused
    dropped: Callable[[str], None]
    on_fault: TellFault
    publishing: Publishing


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerAddress:
    """Where a broker is, and how to sign in."""

    host: str
    port: int
    username: str | None
    password: str | None
    tls: ssl.SSLContext | None

    @classmethod
    def at(cls, address: str) -> BrokerAddress:
        """Parse mqtt[s]://[USER@]HOST[:PORT][?ca=FILE]; `ca` is the authority for the broker's
        certificate, by default one that this machine trusts. The user's password is in the
        environment, or in a file."""
        where = address.rpartition("@")[2]  # without the password
        try:
            found = urlsplit(address)
            port, asked = found.port, parse_qs(found.query, strict_parsing=bool(found.query))
        except ValueError:
            raise Refusal("BROKER_UNKNOWN", where=where) from None
        known = found.scheme == "mqtts" or (found.scheme == "mqtt" and not asked)
        if not known or not found.hostname or set(asked) - {"ca"}:
            raise Refusal("BROKER_UNKNOWN", where=where)
        if found.password is not None:
            raise Refusal(
                "BROKER_PASSWORD_SHOWN", where=where, password=PASSWORD, password_file=PASSWORD_FILE
            )
        return cls(
            host=found.hostname,
            port=port or PORTS[found.scheme],
            username=unquote(found.username) if found.username else None,
            password=_password() if found.username else None,
            tls=_tls(asked.get("ca", [None])[-1]) if found.scheme == "mqtts" else None,
        )

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def _password() -> str | None:
    file = os.environ.get(PASSWORD_FILE)
    return Path(file).read_text("utf-8").rstrip("\n") if file else os.environ.get(PASSWORD)


def _tls(ca: str | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca)
    except (OSError, ValueError) as fault:
        raise Refusal("CERTIFICATE_WRONG", "name_broker_ca", where=str(ca), fault=fault) from None


def client_name(owner: str) -> str:
    """An id that nobody can guess: if someone connects with a used id, the broker cuts off the
    first."""
    return f"{owner}-{secrets.token_hex(16)}"[:NAME_LENGTH_MOST]


async def serve(address: str, bridge: Bridge) -> None:
    """Handle what devices publish, and publish beside it, until canceled; keep trying if the broker
    is gone."""
    said = ""
    while True:
        broker = BrokerAddress.at(address)
        door = _Door(bridge)
        try:
            async with _client(broker, door) as client:
                said = ""
                await _listen(client, broker, door, bridge)
        except aiomqtt.MqttError as fault:
            if str(fault) != said:  # once, not every time it is tried
                said = str(fault)
                untrusted = say("CERTIFICATE_WRONG", "certificate_from_no").reason
                reason = untrusted if "certificate verify failed" in said else said
                logging.getLogger(__name__).warning("no broker at %s: %s", broker, reason)
        await asyncio.sleep(AGAIN_S)


class _Door(asyncio.Queue[aiomqtt.Message]):
    """Sorts messages as they arrive. aiomqtt uses it as its own queue, which has no limit and is
    read one at a time; nothing ever waits in this one. All topics share the way from the broker, so
    it doesn't ask for a `loud` one until the next second."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self.lines = SignalLines(bridge.unsealed, bridge.dropped)
        self.forged = asyncio.Event()  # the session
        self.loud: set[str] = set()  # topics
        self._heard: Counter[str] = Counter()
        self._bridge = bridge

    def put_nowait(self, item: aiomqtt.Message) -> None:
        """Sort a new message."""
        topic, body = str(item.topic), bytes(item.payload)
        self._heard[topic] += 1
        if self._heard[topic] > HEARD_MOST:
            if topic not in self.loud:
                self.loud.add(topic)
                self._bridge.changed.set()
            self._bridge.dropped("stranger")
        elif topic != SESSION:
            self.lines.put(topic.removeprefix(SIGNALS), body)
        elif body != self._bridge.session.encode():
            self.forged.set()

    async def keep_counting(self) -> None:
        """Reset every topic's count each second."""
        while True:
            await asyncio.sleep(AGAIN_S)
            self._heard.clear()
            self.loud.clear()


def _client(
    broker: BrokerAddress, door: asyncio.Queue[aiomqtt.Message] | None = None
) -> aiomqtt.Client:
    """A broker client that tells the broker to pass on no message that is too long."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = BYTES_MOST
    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.username,
        password=broker.password,
        identifier=client_name("pitboss"),
        protocol=aiomqtt.ProtocolVersion.V5,
        properties=properties,
        queue_type=cast("type[asyncio.Queue[aiomqtt.Message]]", lambda maxsize: door),
        tls_context=broker.tls,
    )


async def _listen(
    client: aiomqtt.Client, broker: BrokerAddress, door: _Door, bridge: Bridge
) -> None:
    """Handle everything from the broker until it is gone."""
    work = {
        "publish": _keep_publishing(client, bridge.publishing),
        "topics": _keep_subscribed(client, door, bridge),
        "bounds": door.keep_counting(),
        "session": _keep_session(client, door.forged, bridge),
        "signals": _take_signals(client, door.lines, bridge),
        "strangers": _refuse_strangers(door.lines.refusals, bridge),
        "open broker": _warn_if_open(broker),
    }
    async with in_background(work, bridge.on_fault):
        async for _ in client.messages:
            pass  # none: they were sorted on arrival. It ends with the connection.


async def _warn_if_open(broker: BrokerAddress) -> None:
    """Warn if the broker lets in clients without a name, or has no rule for those with one. No
    client sees the rules for another's account."""
    case = ""
    with contextlib.suppress(aiomqtt.MqttError):
        if await _is_unruled(broker):
            case = "no_acl"
    with contextlib.suppress(aiomqtt.MqttError):
        async with _client(replace(broker, username=None, password=None)):
            case = "anybody"
    if case:
        warning = say("BROKER_OPEN", case)
        logging.getLogger(__name__).warning("the broker at %s %s", broker, warning.reason)


async def _is_unruled(broker: BrokerAddress) -> bool:
    """Whether the server's account can read its own writes to a topic that the shipped ACL closes
    to it. A broker answers in order, so the message has arrived by the end of the subscription."""
    heard: asyncio.Queue[aiomqtt.Message] = asyncio.Queue()
    async with _client(broker, heard) as client:
        await client.subscribe(PROBE)
        await client.publish(PROBE, qos=1)
        await client.unsubscribe(PROBE)
    return not heard.empty()


async def _keep_publishing(client: aiomqtt.Client, publishing: Publishing) -> None:
    """Publish over a connection while it lasts. If the broker doesn't accept a message, try
    again."""

    async def publish(topic: str, body: bytes, *, retain: bool) -> None:
        await client.publish(topic, body, qos=1, retain=retain)

    while True:
        with contextlib.suppress(aiomqtt.MqttError):
            await publishing(publish)
        await asyncio.sleep(AGAIN_S)


async def _keep_subscribed(client: aiomqtt.Client, door: _Door, bridge: Bridge) -> None:
    """Subscribe only to the session and to signals of enrolled devices, unless they are too loud:
    the broker drops everything else."""
    asked: set[str] = set()  # confirmed: asking twice does no harm
    while True:
        bridge.changed.clear()
        wanted = {SESSION, *(SIGNALS + name for name in bridge.names())} - door.loud
        with contextlib.suppress(aiomqtt.MqttError):
            if left := sorted(asked - wanted):
                asked &= wanted
                await client.unsubscribe(left, timeout=RECEIPT_S)
            if SESSION in wanted - asked:  # first, so that no older one arrives
                await client.publish(SESSION, bridge.session, qos=1, retain=True, timeout=AGAIN_S)
            for topic in wanted - asked:
                await client.subscribe(topic, qos=1, timeout=AGAIN_S)
                asked.add(topic)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bridge.changed.wait(), AGAIN_S)


async def _keep_session(client: aiomqtt.Client, forged: asyncio.Event, bridge: Bridge) -> None:
    """Publish the session again if someone else has published another."""
    while True:
        await forged.wait()
        forged.clear()
        with contextlib.suppress(aiomqtt.MqttError):
            await client.publish(SESSION, bridge.session, qos=1, retain=True)
        await bridge.refused(Refusal("SESSION_FORGED", "somebody_else_published", where=SESSION))
        await asyncio.sleep(PUT_RIGHT_S)


async def _take_signals(client: aiomqtt.Client, lines: SignalLines, bridge: Bridge) -> None:
    """Answer messages one after another. If the broker goes, the device sends its message again."""
    while True:
        device, body = await lines.next()
        answer, lights = await bridge.take(device, body)
        with contextlib.suppress(aiomqtt.MqttError):
            await client.publish(ANSWERS + device, answer, qos=1, timeout=RECEIPT_S)
        if lights:
            with contextlib.suppress(aiomqtt.MqttError):
                await client.publish(LIGHTS + device, lights, qos=1, retain=True, timeout=RECEIPT_S)


async def _refuse_strangers(refusals: asyncio.Queue[Refusal], bridge: Bridge) -> None:
    while True:
        await bridge.refused(await refusals.get())
        await asyncio.sleep(PUT_RIGHT_S)
