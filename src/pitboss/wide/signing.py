"""What properties and hubs sign."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from pitboss.wide.facts import sharing

_encode = msgspec.json.Encoder().encode


def statement_bytes(stated: sharing.StatementRow, heard: sharing.HubRow, asked_ms: int) -> bytes:
    """What a property signs: its statement, the row of the hub it has heard of, and when it
    asks."""
    return b"pitboss statement\n" + _encode((stated, heard, asked_ms))


def answer_bytes(answer: sharing.HubAnswer) -> bytes:
    """What a hub signs."""
    return b"pitboss answer\n" + _encode(answer)


def statement_digest(stated: sharing.StatementRow) -> str:
    """The digest that identifies a statement."""
    return sha256(_encode(stated)).hexdigest()
