"""A message on a broker is sealed: anybody may publish there, only the enrolled device and the
server know its key. The text is the seal, a line feed, the JSON body.

A seal holds for one session, which the server begins at each start and publishes; so a message
that somebody has kept from before is worth nothing. Within a session the signals' numbers do that.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from pitboss.refusal import Refusal

SEAL_LENGTH = 64


def seal(key: bytes, *, device: str, session: str, body: bytes) -> bytes:
    """A body with its seal, which binds it to a device and a session."""
    return _seal(key, device, session, body) + b"\n" + body


def unseal(key: bytes, *, device: str, session: str, message: bytes) -> bytes:
    """The body of a message, or DEVICE_FORGED."""
    given, _, body = message.partition(b"\n")
    wanted = _seal(key, device, session, body)
    if len(given) != SEAL_LENGTH or not hmac.compare_digest(given, wanted):
        raise Refusal("DEVICE_FORGED", where=device, reason="the seal of its message is wrong")
    return body


def _seal(key: bytes, device: str, session: str, body: bytes) -> bytes:
    sealed = f"{device}\n{session}\n".encode() + body
    return hmac.new(key, sealed, sha256).hexdigest().encode()
