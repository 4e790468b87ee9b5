"""What carries a command to the floor: a device, a session, the command line or the server itself.

The code that accepts a request sets this once, for all commands sent while answering it. Only this
module writes it onto a command, so no caller can forge it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec.structs import replace

from pitboss.floor.facts.base import SERVER, Command

_sender = ContextVar("sender", default=SERVER)


@contextmanager
def sending(name: str) -> Iterator[None]:
    """Mark every command sent inside as coming from there."""
    before = _sender.set(name)
    try:
        yield
    finally:
        _sender.reset(before)


def as_sent(command: Command) -> Command:
    """A command marked with its source, overriding its own claim."""
    return replace(command, sent_from=_sender.get())
