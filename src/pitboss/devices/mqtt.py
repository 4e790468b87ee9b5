"""Devices over an MQTT broker: the same messages as over HTTP, each hidden and sealed with the
device's key, and all of it over TLS where the broker's address says mqtts.

pitboss/session          a word for this start of the server, retained
pitboss/signals/DEVICE   from a device, QoS 1
pitboss/answers/DEVICE   what became of its signals
pitboss/lights/DEVICE    how its lights have to shine, retained

What the server publishes beside them, for other systems, goes over the same connection.
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
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from pitboss.devices.mqtt_lines import SignalLines
from pitboss.devices.publishing import Publishing
from pitboss.live.background import TellFault, in_background
from pitboss.refusal import Refusal, say

SIGNALS, ANSWERS, LIGHTS = "pitboss/signals/", "pitboss/answers/", "pitboss/lights/"
SESSION = "pitboss/session"
SESSION_WORD = re.compile("[0-9a-f]{32}")  # by chance, new at each start of the server
BYTES_MOST = 65_536  # the broker passes on no longer packet
HEARD_MOST = 512  # messages of one topic a second
AGAIN_S = 1.0
RECEIPT_S = 0.25  # a broker under a flood loses receipts; nobody else waits for them
PUT_RIGHT_S = 0.5  # between two entries about strangers, however often they come
PROBE = "pitboss-probe"  # outside of what the server's account may write
NAME_LENGTH_MOST = 23  # what every broker takes
PORTS = {"mqtt": 1883, "mqtts": 8883}
# Others see a command line; the environment and files are our own.
PASSWORD, PASSWORD_FILE = "PITBOSS_MQTT_PASSWORD", "PITBOSS_MQTT_PASSWORD_FILE"

# device, message -> (sealed answer, sealed lights or nothing)
Take = Callable[[str, bytes], Awaitable[tuple[bytes, bytes]]]
TellRefused = Callable[[Refusal], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """What a server does with what comes over a broker: opens the message of a device, or refuses
    it, and answers it. `names` are the enrolled devices, which may have `changed`; `dropped` counts
    messages for which there was no place; `on_fault` is told what a fault has ended."""

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
    """Where a broker is, and how one comes in."""

    host: str
    port: int
    username: str | None
    password: str | None
    tls: ssl.SSLContext | None

    @classmethod
    def at(cls, address: str) -> BrokerAddress:
        """The broker at mqtt[s]://[USER@]HOST[:PORT][?ca=FILE]; `ca` is the certificate that a
        broker's own must come from, else one that this machine trusts. The user's password is in
        the environment, or in a file."""
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
    """An id that nobody can guess: a broker cuts off whoever was there first under the same one."""
    return f"{owner}-{secrets.token_hex(16)}"[:NAME_LENGTH_MOST]


async def serve(address: str, bridge: Bridge) -> None:
    """Take what devices publish, until it is cancelled, and publish beside it; a broker that is
    gone is tried again."""
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
    """Sorts messages as they come. aiomqtt takes it for its own queue, which has no end and would
    be read one by one: nothing ever waits in this one. All topics share the way from the broker, so
    one that is `loud` is not asked for until the next second."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self.lines = SignalLines(bridge.unsealed, bridge.dropped)
        self.forged = asyncio.Event()  # the session
        self.loud: set[str] = set()  # topics
        self._heard: Counter[str] = Counter()
        self._bridge = bridge

    def put_nowait(self, item: aiomqtt.Message) -> None:
        """A message has come."""
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
        """Every topic begins anew each second."""
        while True:
            await asyncio.sleep(AGAIN_S)
            self._heard.clear()
            self.loud.clear()


def _client(
    broker: BrokerAddress, door: asyncio.Queue[aiomqtt.Message] | None = None
) -> aiomqtt.Client:
    """A client of a broker, which is told not to pass on what is too long for a message."""
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
    """All that comes from the broker, until it is gone."""
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
            pass  # none: they were sorted as they came. It ends with the connection.


async def _warn_if_open(broker: BrokerAddress) -> None:
    """Say so where the broker lets in who gives no name, or has no rule for who does. No client
    sees the rules for another's account."""
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
    """Whether the server's account reads what it writes to a topic that the shipped ACL closes to
    it. A broker answers in order, so it has come by the end of the subscription."""
    heard: asyncio.Queue[aiomqtt.Message] = asyncio.Queue()
    async with _client(broker, heard) as client:
        await client.subscribe(PROBE)
        await client.publish(PROBE, qos=1)
        await client.unsubscribe(PROBE)
    return not heard.empty()


async def _keep_publishing(client: aiomqtt.Client, publishing: Publishing) -> None:
    """Publish over a connection as long as it is there. A message that the broker does not take is
    tried again."""

    async def publish(topic: str, body: bytes, *, retain: bool) -> None:
        await client.publish(topic, body, qos=1, retain=retain)

    while True:
        with contextlib.suppress(aiomqtt.MqttError):
            await publishing(publish)
        await asyncio.sleep(AGAIN_S)


async def _keep_subscribed(client: aiomqtt.Client, door: _Door, bridge: Bridge) -> None:
    """Ask for the session and the signals of enrolled devices alone, while they are not too loud:
    the broker drops all others."""
    asked: set[str] = set()  # for sure: to ask twice does no harm
    while True:
        bridge.changed.clear()
        wanted = {SESSION, *(SIGNALS + name for name in bridge.names())} - door.loud
        with contextlib.suppress(aiomqtt.MqttError):
            if left := sorted(asked - wanted):
                asked &= wanted
                await client.unsubscribe(left, timeout=RECEIPT_S)
            if SESSION in wanted - asked:  # first, so that no older one is heard
                await client.publish(SESSION, bridge.session, qos=1, retain=True, timeout=AGAIN_S)
            for topic in wanted - asked:
                await client.subscribe(topic, qos=1, timeout=AGAIN_S)
                asked.add(topic)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bridge.changed.wait(), AGAIN_S)


async def _keep_session(client: aiomqtt.Client, forged: asyncio.Event, bridge: Bridge) -> None:
    """Publish the session again when somebody else has published another."""
    while True:
        await forged.wait()
        forged.clear()
        with contextlib.suppress(aiomqtt.MqttError):
            await client.publish(SESSION, bridge.session, qos=1, retain=True)
        await bridge.refused(Refusal("SESSION_FORGED", "somebody_else_published", where=SESSION))
        await asyncio.sleep(PUT_RIGHT_S)


async def _take_signals(client: aiomqtt.Client, lines: SignalLines, bridge: Bridge) -> None:
    """Answer one message after the other. If the broker goes, the device sends it again."""
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
