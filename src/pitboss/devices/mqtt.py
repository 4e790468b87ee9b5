"""Devices over an MQTT broker: the same messages as over HTTP, each sealed with the device's key.

pitboss/signals/DEVICE   from a device, QoS 1
pitboss/answers/DEVICE   what became of its signals
pitboss/lights/DEVICE     how its lights have to shine, retained
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from urllib.parse import SplitResult, urlsplit

import aiomqtt

from pitboss.refusal import Refusal

SIGNALS, ANSWERS, LIGHTS = "pitboss/signals/", "pitboss/answers/", "pitboss/lights/"
SESSION = "pitboss/session"
BYTES_MOST = 64_000
AGAIN_S = 2.0
PORT = 1883

# device, sealed message -> (sealed answer, sealed lights), or a refusal
Take = Callable[[str, bytes], Awaitable[tuple[bytes, bytes]]]


def check_address(address: str) -> SplitResult:
    """The parts of a broker's address, or BROKER_UNKNOWN."""
    found = urlsplit(address)
    if found.scheme != "mqtt" or not found.hostname:
        raise Refusal("BROKER_UNKNOWN", where=address, reason="write it as mqtt://HOST:1883")
    return found


def client_of(address: str, *, name: str) -> aiomqtt.Client:
    """A client of the broker at mqtt://[USER:PASSWORD@]HOST[:PORT]."""
    found = check_address(address)
    return aiomqtt.Client(
        found.hostname or "",
        found.port or PORT,
        username=found.username,
        password=found.password,
        identifier=name,
        clean_session=True,
    )


async def serve(
    address: str, take: Take, refused: Callable[[Refusal], Awaitable[None]], *, session: str
) -> None:
    """Take what devices publish, until it is cancelled; a broker that is gone is tried again."""
    said = ""
    while True:
        try:
            async with client_of(address, name="pitboss") as client:
                said = ""
                await client.publish(SESSION, session.encode(), qos=1, retain=True)
                await client.subscribe(SIGNALS + "+", qos=1)
                async for message in client.messages:
                    await _take(client, message, take, refused)
        except aiomqtt.MqttError as fault:
            if str(fault) != said:  # once, not every time it is tried
                said = str(fault)
                logging.getLogger(__name__).warning("no broker at %s: %s", _shown(address), said)
        await asyncio.sleep(AGAIN_S)


def _shown(address: str) -> str:
    """An address without its password."""
    found = check_address(address)
    return f"{found.hostname}:{found.port or PORT}"


async def _take(
    client: aiomqtt.Client,
    message: aiomqtt.Message,
    take: Take,
    refused: Callable[[Refusal], Awaitable[None]],
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
    await client.publish(LIGHTS + device, lights, qos=1, retain=True)
