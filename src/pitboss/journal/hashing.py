"""SHA-256 as 64 small hexadecimal digits.

To look the algorithm up takes as long as to hash a row; so that is done once, and every hash begins
as a copy of an empty one."""

from __future__ import annotations

from hashlib import sha256

_EMPTY = sha256()


def hex_digest(data: bytes) -> str:
    """The hash of some bytes."""
    made = _EMPTY.copy()
    made.update(data)
    return made.hexdigest()
