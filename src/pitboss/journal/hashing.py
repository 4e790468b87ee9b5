"""SHA-256 as 64 small hexadecimal digits.

To look the algorithm up takes as long as to hash a row; so that is done once, and every hash begins
as a copy of an empty one."""

from __future__ import annotations

from hashlib import sha256

_begun = sha256().copy


def hex_digest(data: bytes) -> str:
    """The hash of some bytes."""
    made = _begun()
    made.update(data)
    return made.hexdigest()
