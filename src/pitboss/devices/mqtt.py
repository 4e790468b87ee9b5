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
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import aiomqtt

from pitboss.devices.publishing import Publishing
from pitboss.live.background import in_background
from pitboss.refusal import Refusal

SIGNALS, ANSWERS, LIGHTS = "pitboss/signals/", "pitboss/answers/", "pitboss/lights/"
SESSION = "pitboss/session"
SESSION_WORD = re.compile("[0-9a-f]{32}")  # by chance, new at each start of the server
BYTES_MOST = 65_536  # what the broker of docs/devices.md passes on
AGAIN_S = 2.0
PUT_RIGHT_S = 0.5  # between two publications of the session, however often it is forged
PUT_RIGHT = (
    "somebody else published there, and it was put right; let nobody but the server write there"
)
NAME_LENGTH_MOST = 23  # what every broker takes
PORTS = {"mqtt": 1883, "mqtts": 8883}
# Others see a command line; the environment and files are our own.
PASSWORD, PASSWORD_FILE = "PITBOSS_MQTT_PASSWORD", "PITBOSS_MQTT_PASSWORD_FILE"
HOW = "write it as mqtts://HOST:8883?ca=FILE, or mqtt://HOST:1883"

# device, sealed message -> (sealed answer, sealed lights or nothing), or a refusal
Take = Callable[[str, bytes], Awaitable[tuple[bytes, bytes]]]
TellRefused = Callable[[Refusal], Awaitable[None]]


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
            raise Refusal("BROKER_UNKNOWN", where=where, reason=HOW) from None
        known = found.scheme == "mqtts" or (found.scheme == "mqtt" and not asked)
        if not known or not found.hostname or set(asked) - {"ca"}:
            raise Refusal("BROKER_UNKNOWN", where=where, reason=HOW)
        if found.password is not None:
            reason = f"others see it there; leave it out, and set {PASSWORD} or {PASSWORD_FILE}"
            raise Refusal("BROKER_PASSWORD_SHOWN", where=where, reason=reason)
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
        reason = f"{fault}; name the broker's CA certificate, in PEM"
        raise Refusal("CERTIFICATE_WRONG", where=str(ca), reason=reason) from None


def client_name(owner: str) -> str:
    """An id that nobody can guess: a broker cuts off whoever was there first under the same one."""
    return f"{owner}-{secrets.token_hex(16)}"[:NAME_LENGTH_MOST]


async def serve(
    address: str,
    take: Take,
    refused: TellRefused,
    *,
    session: str,
    publishing: Publishing | None = None,
) -> None:
    """Take what devices publish, until it is cancelled, with `publishing` beside it; a broker that
    is gone is tried again."""
    said = ""
    while True:
        broker = BrokerAddress.at(address)
        try:
            async with _client(broker) as client:
                said = ""
                async with _beside(client, publishing):
                    await _listen(client, take, refused, session=session)
        except aiomqtt.MqttError as fault:
            if str(fault) != said:  # once, not every time it is tried
                said = str(fault)
                logging.getLogger(__name__).warning("no broker at %s: %s", broker, said)
        await asyncio.sleep(AGAIN_S)


def _client(broker: BrokerAddress) -> aiomqtt.Client:
    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.username,
        password=broker.password,
        identifier=client_name("pitboss"),
        clean_session=True,
        tls_context=broker.tls,
    )


@contextlib.asynccontextmanager
async def _beside(client: aiomqtt.Client, publishing: Publishing | None) -> AsyncIterator[None]:
    """Publish over a connection as long as it is there. A message that the broker does not take is
    tried again; if the broker is gone, the devices' own messages tell."""

    async def publish(topic: str, body: bytes, *, retain: bool) -> None:
        await client.publish(topic, body, qos=1, retain=retain)

    async def keep_publishing(publishing: Publishing) -> None:
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                await publishing(publish)
            await asyncio.sleep(AGAIN_S)

    if publishing is None:
        yield
        return
    async with in_background({"publish": keep_publishing(publishing)}):
        yield


async def _listen(
    client: aiomqtt.Client, take: Take, refused: TellRefused, *, session: str
) -> None:
    """All that comes from the broker, until it is gone."""
    word, wrong = session.encode(), asyncio.Event()
    await client.publish(SESSION, word, qos=1, retain=True)  # first: then no older one is heard
    keeping = asyncio.create_task(_keep_session(client, word, wrong), name="session")
    try:
        for topic in (SESSION, SIGNALS + "+"):
            await client.subscribe(topic, qos=1)
        async for message in client.messages:
            if str(message.topic) != SESSION:
                await _take(client, message, take, refused)
            elif bytes(message.payload) != word:
                wrong.set()
                await refused(Refusal("SESSION_FORGED", where=SESSION, reason=PUT_RIGHT))
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def _keep_session(client: aiomqtt.Client, session: bytes, wrong: asyncio.Event) -> None:
    """Publish the session again when somebody else has published another."""
    while True:
        await wrong.wait()
        wrong.clear()
        await client.publish(SESSION, session, qos=1, retain=True)
        await asyncio.sleep(PUT_RIGHT_S)


async def _take(
    client: aiomqtt.Client,
    message: aiomqtt.Message,
    take: Take,
    refused: TellRefused,
) -> None:
    device = str(message.topic).removeprefix(SIGNALS)
    body = bytes(message.payload)
    try:
        if len(body) > BYTES_MOST:
            raise Refusal("SIGNAL_UNREADABLE", where=device, reason="the message is too long")
        answer, lights = await take(device, body)
    except Refusal as refusal:
        await refused(refusal)
        return
    await client.publish(ANSWERS + device, answer, qos=1)
    if lights:
        await client.publish(LIGHTS + device, lights, qos=1, retain=True)
