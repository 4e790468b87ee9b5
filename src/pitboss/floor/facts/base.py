"""What every command and every event has, and how a refusal is kept."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from pitboss.floor.facts.permission import Permission


class Command(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="kind", forbid_unknown_fields=True
):
    """Something that may be asked of the floor, in the imperative.

    The asker makes `command_id` before asking and uses it again when asking again; `at_ms` is the
    time on the clock of whoever took the press, the only field that may differ then. Its tag is the
    chosen name under which it is stored and asked for, so that a class may be renamed."""

    permission: ClassVar[Permission]
    worked_out: ClassVar[tuple[str, ...]] = ()  # fields that the server fills in, not the asker
    no_numbers: ClassVar[bool] = False  # of identities: its texts are about a winner
    command_id: str
    at_ms: int

    @property
    def kind(self) -> str:
        """The name under which it is stored."""
        return kind_of(type(self))


class Event(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="kind", forbid_unknown_fields=True
):
    """Something that has happened, in the past tense, stored under its tag."""

    @property
    def kind(self) -> str:
        """The name under which it is stored."""
        return kind_of(type(self))


_SomeEvent = TypeVar("_SomeEvent", bound=Event)


def event_from(kind: type[_SomeEvent], command: Command, **worked_out: Any) -> _SomeEvent:
    """The event that repeats what a command has asked for: a field of both has the same name and
    the same value. What the decision has worked out is given."""
    for name in _shared(kind, type(command)):
        worked_out.setdefault(name, getattr(command, name))
    return kind(**worked_out)


@cache
def _shared(event: type[Event], command: type[Command]) -> tuple[str, ...]:
    return tuple(name for name in event.__struct_fields__ if name in command.__struct_fields__)


class CommandRefused(Event, frozen=True, kw_only=True, gc=False, tag="command-refused"):
    """Somebody asked for something that is not allowed (PS-60)."""

    command: str
    table: str
    badge: str
    code: str
    reason: str


def kind_of(fact: type[Command | Event]) -> str:
    """The name under which commands or events of a class are stored."""
    tag = fact.__struct_config__.tag
    assert isinstance(tag, str), f"{fact.__name__} has no chosen name"
    return tag
