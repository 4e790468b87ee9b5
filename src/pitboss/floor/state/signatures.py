"""Checks keys and signatures. It is pure arithmetic: every audit decides it again."""

from __future__ import annotations

import re
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.refusal import Refusal

KEYS_KEPT = 256


def need_signature(key: str, signature: str, data: bytes, *, where: str) -> None:
    """Refuse data that wasn't signed with a key."""
    try:
        _key(key).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        raise Refusal("SIGNATURE_WRONG", where=where) from None


def need_key(key: str) -> None:
    """Refuse an invalid public key."""
    if not re.fullmatch("[0-9a-f]{64}", key):
        raise Refusal("KEY_UNREADABLE", where="key")


@lru_cache(KEYS_KEPT)
def _key(key: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
