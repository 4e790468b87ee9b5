"""A software device: `pitboss device` runs it, and tests talk to it.

Like a real device, it repeats the same numbers until it gets an answer."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from pitboss.devices.signals import Signal, write_message
from pitboss.refusal import Refusal, Told

TIMEOUT_S = 8.0  # more than the server takes to say that it doesn't know
UNSURE = "JOURNAL_UNSURE"
# Nothing was done, or nobody knows; an engine that takes over will answer soon.
NOT_YET = (
    "ENGINE_BUSY", "ENGINE_STOPPED", "ENGINE_SUPERSEDED", "JOURNAL_IN_USE", "JOURNAL_MOVED_ON",
    "STANDING_BY", "HTTP_500", "HTTP_502", "HTTP_503", "HTTP_504", UNSURE,
)  # fmt: skip
OUT_OF_TURN = ("SIGNAL_AHEAD", "SIGNAL_OLD")
KEYS = ("server", "device", "kind", "table", "token", "key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolled:
    """What a device knows about itself."""

    server: str
    device: str
    kind: str
    table: str
    token: str
    key: str

    @classmethod
    def read(cls, file: Path) -> Enrolled:
        """Read the file that `pitboss device enroll` wrote."""
        try:
            found = json.loads(file.read_text("utf-8"))
            return cls(**{name: str(found[name]) for name in KEYS})
        except (OSError, ValueError, KeyError, TypeError):
            raise Refusal("DEVICE_FILE_UNREADABLE", where=str(file)) from None

    def as_text(self) -> str:
        """The file's text."""
        return json.dumps({name: getattr(self, name) for name in KEYS}, indent=2) + "\n"


class Wire(Protocol):
    """A way to the server; None while it cannot be reached."""

    def send(self, body: bytes) -> dict[str, Any] | None:
        """Send a message and return the server's reply."""


def first_number() -> int:
    """A number above all that this device has used, if its clock is right."""
    return time.time_ns() // 1_000_000


def count_on(last: int, answer: dict[str, Any]) -> int:
    """The number that the next one must exceed: the device's own last one, unless the server
    couldn't accept it."""
    if any(each["code"] in OUT_OF_TURN for each in answer["heard"]):
        return max(int(answer["last_n"]), int(answer["now_ms"]))
    return last


def send(wire: Wire, signals: list[Signal], *, again_s: float = 0.4) -> dict[str, Any]:
    """Send signals until an answer is certain, with the same numbers each time."""
    body = write_message(signals)
    while True:
        answer = wire.send(body)
        if answer is not None and all(each["code"] not in NOT_YET for each in answer["heard"]):
            return answer
        time.sleep(again_s)


class HttpWire:
    """Messages by POST, to a site's only address, or to each of several until one leads."""

    def __init__(self, enrolled: Enrolled) -> None:
        self._enrolled = enrolled
        self._servers = deque(enrolled.server.split(","))

    def send(self, body: bytes) -> dict[str, Any] | None:
        """Send one message; None if nobody answers, or the server can't now."""
        headers = {"Authorization": f"Bearer {self._enrolled.token}"}
        try:
            return post(self._servers[0], "/api/devices/signals", body, headers)
        except OSError:
            pass
        except Refusal as refusal:
            if refusal.code not in NOT_YET:
                raise
        self._servers.rotate(-1)
        return None


def post(
    server: str, path: str, body: bytes, headers: dict[str, str] | None = None
) -> dict[str, Any]:
    """POST JSON; return the answer, or the refusal in it."""
    found = urlsplit(server)
    if found.scheme not in ("http", "https") or not found.hostname:
        raise Refusal("SERVER_UNKNOWN", where=server)
    connection = (
        http.client.HTTPSConnection(
            found.hostname, found.port, timeout=TIMEOUT_S, context=ssl.create_default_context()
        )
        if found.scheme == "https"
        else http.client.HTTPConnection(found.hostname, found.port, timeout=TIMEOUT_S)
    )
    try:
        sent = {"Content-Type": "application/json", **(headers or {})}
        connection.request("POST", path, body, sent)
        answer = connection.getresponse()
        text = answer.read()
    except ssl.SSLCertVerificationError as fault:
        raise Refusal(
            "CERTIFICATE_WRONG", "name_ca_file", where=server, verify_message=fault.verify_message
        ) from None
    finally:
        connection.close()
    try:
        plain = json.loads(text)
    except ValueError:
        plain = {}
    if answer.status != http.client.OK or not isinstance(plain, dict):
        fields = plain if isinstance(plain, dict) else {}
        named = msgspec.convert({"code": f"HTTP_{answer.status}", **fields}, Told)
        raise Refusal.of(named, server)
    return plain


def enroll(server: str, code: str) -> Enrolled:
    """Enroll as a site's device, with a code made for it; of several servers, put the leader
    first."""
    body = json.dumps({"code": code}).encode()
    try:
        found = post(server.partition(",")[0], "/api/devices/enroll", body)
    except OSError as fault:
        raise Refusal(
            "SERVER_UNREACHABLE", "nobody_answers", where=server, fault=fault.strerror or fault
        ) from None
    return Enrolled(server=server, **{name: str(found[name]) for name in KEYS[1:]})
