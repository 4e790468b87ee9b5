"""What carries a command to the floor: a device, a session, the command line or the server itself.

Whoever takes a request says so once, for all that is asked while it is answered. Only here is it
written onto a command, so that no asker can say it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec.structs import replace

from pitboss.floor.facts.base import SERVER, Command

_sender = ContextVar("sender", default=SERVER)


@contextmanager
def sending(name: str) -> Iterator[None]:
    """All that is asked inside comes from there."""
    before = _sender.set(name)
    try:
        yield
    finally:
        _sender.reset(before)


def as_sent(command: Command) -> Command:
    """A command with where it comes from, whatever it says of that."""
    return replace(command, sent_from=_sender.get())
