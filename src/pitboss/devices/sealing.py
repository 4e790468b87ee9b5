"""Seals and encrypts messages on a broker, where anybody may listen and publish: only the enrolled
device and the server know its key, and nobody on the way can read a swiped card.

A sealed message is 16 random bytes, the body XORed with a stream of bytes, and 32 bytes of seal.
The seal binds it to its topic, so nobody can send a message back where it came from. It also binds
it to a session, which the server starts and publishes each time it starts, so an old recorded
message is worthless. Within a session, the signals' numbers do the same on the way in, and a count
in every answer on the way out (`mqtt_wire.py`).

Everything uses HMAC-SHA256, which every device has: the stream as a counter under a key of its own
(as in NIST SP 800-108), and the seal over the encrypted text under another. The seal is checked
before anything is decrypted. docs/security.md says what that promises, and why it isn't AES-GCM."""

from __future__ import annotations

import hmac
import secrets

from pitboss.refusal import Refusal

START_BYTES = 16
SEAL_BYTES = 32
DIVIDER = "\n"  # between topic, session and text: neither of the first two may contain one
FOR_STREAM, FOR_SEAL = b"pitboss stream", b"pitboss seal"


def seal(key: bytes, *, topic: str, session: str, body: bytes) -> bytes:
    """Encrypt a body and seal it for a topic and a session."""
    start = secrets.token_bytes(START_BYTES)
    hidden = start + _laid_over(key, start, body)
    return hidden + _seal(key, topic, session, hidden)


def unseal(key: bytes, *, topic: str, session: str, message: bytes) -> bytes:
    """Decrypt a message's body, or refuse with DEVICE_FORGED."""
    hidden, given = message[:-SEAL_BYTES], message[-SEAL_BYTES:]
    fits = hmac.compare_digest(given, _seal(key, topic, session, hidden))
    if not fits or len(hidden) < START_BYTES:
        device = topic.rpartition("/")[2]
        raise Refusal("DEVICE_FORGED", where=device)
    return _laid_over(key, hidden[:START_BYTES], hidden[START_BYTES:])


def _laid_over(key: bytes, start: bytes, text: bytes) -> bytes:
    """XOR a text with the stream that begins at `start`; doing it again restores the text."""
    stream_key = _digest(key, FOR_STREAM)
    blocks = -(-len(text) // SEAL_BYTES)
    stream = b"".join(
        _digest(stream_key, start + number.to_bytes(4, "big")) for number in range(blocks)
    )
    over = int.from_bytes(text, "big") ^ int.from_bytes(stream[: len(text)], "big")
    return over.to_bytes(len(text), "big")


def _seal(key: bytes, topic: str, session: str, hidden: bytes) -> bytes:
    """The seal. If anyone could choose a session with a divider in it, they could move its end into
    the text, and one seal would fit two messages."""
    if DIVIDER in topic or DIVIDER in session:
        raise Refusal("SESSION_FORGED", "line_feed", where=topic.partition(DIVIDER)[0])
    bound = f"{topic}{DIVIDER}{session}{DIVIDER}".encode()
    return _digest(_digest(key, FOR_SEAL), bound + hidden)


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")
