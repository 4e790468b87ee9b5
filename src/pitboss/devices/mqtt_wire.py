"""The way of an emulated device over an MQTT broker. paho, which aiomqtt stands on, is enough."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from pitboss.devices.emulator import TIMEOUT_S, Enrolled
from pitboss.devices.mqtt import ANSWERS, LIGHTS, SESSION, SIGNALS, BrokerAddress, client_name
from pitboss.devices.sealing import seal, unseal
from pitboss.refusal import Refusal


class MqttWire:
    """Sealed messages by a broker; what is not sealed by the server is passed over."""

    def __init__(self, enrolled: Enrolled, address: str) -> None:
        self._enrolled = enrolled
        self._key = bytes.fromhex(enrolled.key)
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._lights: list[Any] = []
        self._session = ""
        self._begun = threading.Event()  # the session is known: what is sealed before is refused
        broker = BrokerAddress.at(address)
        name = client_name(enrolled.device)
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=name)
        self._client.on_message = self._heard
        if broker.username:
            self._client.username_pw_set(broker.username, broker.password)
        if broker.tls:
            self._client.tls_set_context(broker.tls)
        try:
            self._client.connect(broker.host, broker.port)
        except OSError as fault:
            reason = f"the broker does not answer: {fault.strerror or fault}"
            raise Refusal("BROKER_UNREACHABLE", where=str(broker), reason=reason) from None
        own = (ANSWERS + enrolled.device, LIGHTS + enrolled.device)
        self._client.subscribe([(topic, 1) for topic in (SESSION, *own)])
        self._client.loop_start()

    def send(self, body: bytes) -> dict[str, Any] | None:
        """One message; None if no answer comes."""
        while not self._answers.empty():
            self._answers.get_nowait()  # to a message that was given up
        self.publish(body)
        try:
            answer = self._answers.get(timeout=TIMEOUT_S)
        except queue.Empty:
            return None
        return {**answer, "lights": self._lights}

    def publish(self, body: bytes) -> None:
        """Send a message, once the server has said its session, and wait for no answer."""
        self._begun.wait(TIMEOUT_S)
        topic = SIGNALS + self._enrolled.device
        sealed = seal(self._key, topic=topic, session=self._session, body=body)
        self._client.publish(topic, sealed, qos=1)

    def _heard(self, client: Client, _: object, message: MQTTMessage) -> None:
        if message.topic == SESSION:
            self._session = bytes(message.payload).decode(errors="replace")
            self._begun.set()
            return
        sealed = {"topic": message.topic, "session": self._session}
        try:
            plain = json.loads(unseal(self._key, **sealed, message=bytes(message.payload)))
        except (Refusal, ValueError):
            return
        if message.topic.startswith(LIGHTS):
            self._lights = plain["lights"]
        else:
            self._answers.put(plain)
