"""The interface for publishing on a broker, separate from MQTT, which a site may not have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias


class PublishMessage(Protocol):
    """Publishes one message, and returns once the broker has it; the broker keeps a retained one
    for later subscribers."""

    async def __call__(self, topic: str, body: bytes, *, retain: bool) -> None: ...


# Publishes over a connection until canceled.
Publishing: TypeAlias = Callable[[PublishMessage], Awaitable[None]]
