"""What properties and hubs sign, and whether a signature is theirs. It is arithmetic alone: every
audit decides it again."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.floor.facts.wide import HubAnswer, HubRow, StatementRow
from pitboss.refusal import Refusal

KEYS_KEPT = 256
_encode = msgspec.json.Encoder().encode


def statement_bytes(stated: StatementRow, heard: HubRow, asked_ms: int) -> bytes:
    """What a property signs: its statement, which row of the hub it has heard of, and when it
    asks."""
    return b"pitboss statement\n" + _encode((stated, heard, asked_ms))


def answer_bytes(answer: HubAnswer) -> bytes:
    """What a hub signs."""
    return b"pitboss answer\n" + _encode(answer)


def statement_digest(stated: StatementRow) -> str:
    """By which a statement is known again."""
    return sha256(_encode(stated)).hexdigest()


def need_signature(key: str, signature: str, data: bytes, *, where: str) -> None:
    """Refuse what was not signed with a key."""
    try:
        _key(key).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        reason = "it is not signed with the key on record; nothing is taken"
        raise Refusal("SIGNATURE_WRONG", where=where, reason=reason) from None


def need_key(key: str) -> None:
    """Refuse what is no public key."""
    if not re.fullmatch("[0-9a-f]{64}", key):
        reason = "a public Ed25519 key has 64 hexadecimal digits"
        raise Refusal("KEY_UNREADABLE", where="key", reason=reason)


@lru_cache(KEYS_KEPT)
def _key(key: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
