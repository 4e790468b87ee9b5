"""The firmware of a device as another maker would write it: from docs/devices.md alone."""

from __future__ import annotations

import hmac
import http.client
import json
import queue
import secrets
import ssl
import time
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

AGAIN_S = 2.0
TRIES = 10
NONE_YET = {
    "JOURNAL_UNSURE", "STANDING_BY", "ENGINE_BUSY", "ENGINE_STOPPED", "ENGINE_SUPERSEDED",
    "JOURNAL_IN_USE", "JOURNAL_MOVED_ON",
}  # fmt: skip


def post(server: str, path: str, body: dict[str, Any], token: str = "") -> tuple[int, Any]:
    connection = http.client.HTTPConnection(server, timeout=20)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    status, plain = answer.status, json.loads(answer.read())
    connection.close()
    return status, plain


def enroll(server: str, code: str) -> dict[str, str]:
    status, enrolled = post(server, "/api/devices/enroll", {"code": code})
    assert status == 200, enrolled
    return dict(enrolled)


class Firmware:
    """Numbers that only grow, and a message that is repeated until it is answered."""

    def __init__(self) -> None:
        self.last_n = 0
        self.clock_ahead_ms: int | None = 0  # None: this device does not go by its clock
        self.lights: list[dict[str, Any]] = []

    def say(self, signal: str, **fields: Any) -> dict[str, Any]:
        """The answer to one signal: its line of `heard`, with `table` where that was asked."""
        sent = {"signal": signal, "n": self._next_n(), **fields}
        for tries in range(TRIES):
            answer = self.exchange({"signals": [sent]})
            if answer is None:
                continue
            assert "code" not in answer, answer
            (heard,) = answer["heard"]
            if heard["code"] in NONE_YET:
                continue
            if heard["code"] in ("SIGNAL_AHEAD", "SIGNAL_OLD"):
                self.clock_ahead_ms = None
                self.last_n = max(answer["last_n"], answer["now_ms"])
                if tries == 0:
                    return self.say(signal, **fields)
            return {**heard, "table": answer.get("table")}
        raise TimeoutError(signal)

    def _next_n(self) -> int:
        self.last_n += 1
        if self.clock_ahead_ms is not None:
            clock_ms = time.time_ns() // 1_000_000 + self.clock_ahead_ms
            self.last_n = max(self.last_n, clock_ms)
        return self.last_n

    def exchange(self, message: dict[str, Any]) -> dict[str, Any] | None:
        raise NotImplementedError


class HttpFirmware(Firmware):
    def __init__(self, server: str, enrolled: dict[str, str]) -> None:
        super().__init__()
        self._server, self._token = server, enrolled["token"]

    def exchange(self, message: dict[str, Any]) -> dict[str, Any] | None:
        status, answer = post(self._server, "/api/devices/signals", message, self._token)
        if status >= 500:
            return None
        assert status == 200, answer
        self.lights = answer["lights"]
        return dict(answer)


class MqttFirmware(Firmware):
    def __init__(
        self, enrolled: dict[str, str], host: str, port: int, *, ca: str, password: str
    ) -> None:
        super().__init__()
        self._name, key = enrolled["device"], bytes.fromhex(enrolled["key"])
        self._stream_key, self._seal_key = (
            _digest(key, b"pitboss stream"),
            _digest(key, b"pitboss seal"),
        )
        self._session, self._proven, self._count = "", "", 0
        self._heard: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=secrets.token_hex(8))
        self._client.username_pw_set(self._name, password)
        self._client.tls_set_context(ssl.create_default_context(cafile=ca))
        self._client.on_connect = self._subscribe
        self._client.on_message = self._take
        self._client.reconnect_delay_set(1, 2)
        self._client.connect(host, port)
        self._client.loop_start()

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _subscribe(self, client: Client, *_: Any) -> None:
        own = (f"pitboss/{what}/{self._name}" for what in ("answers", "lights"))
        client.subscribe([(topic, 1) for topic in ("pitboss/session", *own)])

    def _take(self, client: Client, given: Any, message: MQTTMessage) -> None:
        self._heard.put((message.topic, bytes(message.payload)))

    def exchange(self, message: dict[str, Any]) -> dict[str, Any] | None:
        topic = f"pitboss/signals/{self._name}"
        numbers = {signal["n"] for signal in message["signals"]}
        if self._session:
            self._client.publish(topic, self._seal(topic, json.dumps(message).encode()), qos=1)
        answer, end = None, time.monotonic() + AGAIN_S
        while (left := end - time.monotonic()) > 0:
            try:
                came, payload = self._heard.get(timeout=left)
            except queue.Empty:
                break
            if came == "pitboss/session":
                if payload.decode() != self._session:
                    self._session = payload.decode()
                    return None  # the next try seals it anew
                continue
            plain = self._open(came, payload)
            if plain is None or not self._is_new(plain, numbers):
                continue
            if "heard" in plain:
                answer = plain
            elif answer is not None:
                break  # the lights follow their answer
        return answer

    def _is_new(self, plain: dict[str, Any], numbers: set[int]) -> bool:
        if "heard" in plain:
            if {heard["n"] for heard in plain["heard"]} != numbers:
                return False
            if self._proven != self._session:
                self._proven, self._count = self._session, 0
        if self._proven != self._session or plain["count"] <= self._count:
            return False
        self._count = plain["count"]
        if "lights" in plain:
            self.lights = plain["lights"]
        return True

    def _seal(self, topic: str, body: bytes) -> bytes:
        start = secrets.token_bytes(16)
        hidden = start + self._xor(start, body)
        return hidden + self._sealed(topic, hidden)

    def _open(self, topic: str, message: bytes) -> dict[str, Any] | None:
        hidden, seal = message[:-32], message[-32:]
        if not hmac.compare_digest(seal, self._sealed(topic, hidden)):
            return None
        return dict(json.loads(self._xor(hidden[:16], hidden[16:])))

    def _sealed(self, topic: str, hidden: bytes) -> bytes:
        return _digest(self._seal_key, f"{topic}\n{self._session}\n".encode() + hidden)

    def _xor(self, start: bytes, text: bytes) -> bytes:
        blocks = range((len(text) + 31) // 32)
        stream = b"".join(_digest(self._stream_key, start + n.to_bytes(4, "big")) for n in blocks)
        return bytes(one ^ other for one, other in zip(text, stream, strict=False))


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")
