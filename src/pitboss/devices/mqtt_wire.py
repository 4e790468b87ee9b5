"""How an emulated device connects through an MQTT broker. paho, which aiomqtt builds on, is
enough."""

from __future__ import annotations

import json
import queue
import ssl
import threading
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from pitboss.devices.emulator import NOT_YET, TIMEOUT_S, Enrolled
from pitboss.devices.mqtt import (
    ANSWERS,
    LIGHTS,
    SESSION,
    SESSION_WORD,
    SIGNALS,
    BrokerAddress,
    client_name,
)
from pitboss.devices.sealing import seal, unseal
from pitboss.refusal import Refusal, Told

AGAIN_S = 2.0  # then a message is sent once more


class Freshness:
    """Tells the server's current messages from old ones that someone kept and replays. An answer is
    new if it is to numbers sent just now, which nobody can have answered before. Its session is
    then the server's own, and other messages sealed for that session are newer the higher they
    count."""

    def __init__(self) -> None:
        self._sent: set[int] = set()
        self._session = ""
        self._count = 0

    def expect(self, body: bytes) -> None:
        """Note that a message goes out."""
        self._sent = {signal["n"] for signal in json.loads(body)["signals"]}

    def is_answer(self, session: str, plain: dict[str, Any]) -> bool:
        """Whether this answers the last message; a refusal of the whole message has no numbers."""
        if "code" not in plain and {heard["n"] for heard in plain["heard"]} != self._sent:
            return False
        if session != self._session:
            self._session, self._count = session, 0
        return self.is_newer(session, plain["count"])

    def is_newer(self, session: str, count: int) -> bool:
        """Whether this belongs to the server's session, and is later than everything accepted."""
        if session != self._session or count <= self._count:
            return False
        self._count = count
        return True


class MqttWire:
    """Sealed messages through a broker; anything the server didn't seal is ignored."""

    def __init__(self, enrolled: Enrolled, address: str) -> None:
        self._enrolled = enrolled
        self._key = bytes.fromhex(enrolled.key)
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._lights: list[Any] = []
        self._session = ""
        self._fresh = Freshness()
        self._begun = threading.Event()  # the session is known: older seals are refused
        broker = BrokerAddress.at(address)
        name = client_name(enrolled.device)
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=name)
        self._client.on_connect = self._connected  # every time: a broker forgets subscribers
        self._client.on_message = self._heard
        self._client.reconnect_delay_set(1, 2)
        if broker.username:
            self._client.username_pw_set(broker.username, broker.password)
        if broker.tls:
            self._client.tls_set_context(broker.tls)
        try:
            self._client.connect(broker.host, broker.port)
        except ssl.SSLCertVerificationError:
            raise Refusal("CERTIFICATE_WRONG", "certificate_from_no", where=str(broker)) from None
        except OSError as fault:
            raise Refusal(
                "BROKER_UNREACHABLE", where=str(broker), fault=fault.strerror or fault
            ) from None
        self._client.loop_start()

    def _connected(self, client: Client, *_: object) -> None:
        own = (ANSWERS + self._enrolled.device, LIGHTS + self._enrolled.device)
        client.subscribe([(topic, 1) for topic in (SESSION, *own)])

    def send(self, body: bytes) -> dict[str, Any] | None:
        """Send one message; None if no answer comes."""
        while not self._answers.empty():
            self._answers.get_nowait()  # to an abandoned message
        self._fresh.expect(body)
        self.publish(body)
        try:
            answer = self._answers.get(timeout=AGAIN_S)
        except queue.Empty:
            return None
        if answer.get("code") in NOT_YET:
            return None
        if "code" in answer:
            raise Refusal.of(msgspec.convert(answer, Told), self._enrolled.device)
        return {**answer, "lights": self._lights}

    def publish(self, body: bytes) -> None:
        """Send a message, once the server has published its session, and wait for no answer."""
        self._begun.wait(TIMEOUT_S)
        topic = SIGNALS + self._enrolled.device
        sealed = seal(self._key, topic=topic, session=self._session, body=body)
        self._client.publish(topic, sealed, qos=1)

    def _heard(self, client: Client, _: object, message: MQTTMessage) -> None:
        payload, session = bytes(message.payload), self._session
        if message.topic == SESSION:
            word = payload.decode(errors="replace")
            if SESSION_WORD.fullmatch(word):
                self._session = word
                self._begun.set()
            return
        try:
            opened = unseal(self._key, topic=message.topic, session=session, message=payload)
            plain = json.loads(opened)
        except (Refusal, ValueError):
            return
        if message.topic.startswith(LIGHTS):
            if self._fresh.is_newer(session, plain["count"]):
                self._lights = plain["lights"]
        elif self._fresh.is_answer(session, plain):
            self._answers.put(plain)
