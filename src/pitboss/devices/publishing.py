"""How something is published on a broker; apart from MQTT itself, which a site may not have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias


class PublishMessage(Protocol):
    """Publishes one message, and returns once the broker has it; one that is retained is kept there
    for whoever comes later."""

    async def __call__(self, topic: str, body: bytes, *, retain: bool) -> None: ...


# Publishes over a connection until it is cancelled.
Publishing: TypeAlias = Callable[[PublishMessage], Awaitable[None]]
