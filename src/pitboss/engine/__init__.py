"""The one loop: decide, rehearse, append, adopt, publish, reply.

Commands that wait together are decided in order and committed in one transaction, a batch. While
one batch is being written, another may be decided on top of it. Nothing is shown or answered before
it is durable. If the journal can't write, every command is refused and the floor stays as it was;
it continues automatically when the journal is back."""

from __future__ import annotations

from pitboss.engine.async_client import AsyncClient
from pitboss.engine.batch import Batch, Reply, refusal_of
from pitboss.engine.core import Believed, Core, Publish, replay
from pitboss.engine.fault import CommandFault
from pitboss.engine.loop import Engine
from pitboss.engine.process_memory import return_memory, settle_memory

__all__ = [
    "AsyncClient",
    "Batch",
    "Believed",
    "CommandFault",
    "Core",
    "Engine",
    "Publish",
    "Reply",
    "refusal_of",
    "replay",
    "return_memory",
    "settle_memory",
]
