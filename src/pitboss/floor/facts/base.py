"""What every command and every event has, and how a refusal is kept."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pitboss.floor.facts.permission import Permission


class Command(Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """Something that may be asked of the floor, in the imperative.

    The asker makes `command_id` before asking and uses it again when asking again; `at_ms` is the
    time the edge read from its clock, and the only field that may differ then. Its tag is the
    chosen name under which it is stored and asked for, so that a class may be renamed."""

    permission: ClassVar[Permission]
    command_id: str
    at_ms: int


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """Something that has happened, in the past tense."""

    kind: ClassVar[str]
    version: ClassVar[int]


class CommandRefused(Event, frozen=True, kw_only=True, gc=False):
    """Somebody asked for what was not allowed (PS-60)."""

    kind: ClassVar[str] = "command-refused"
    version: ClassVar[int] = 1
    command: str
    table: str
    badge: str
    code: str
    reason: str
