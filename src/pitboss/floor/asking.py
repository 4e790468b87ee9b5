"""What every command has: an id made by the asker, and the time the edge read from its clock."""

from __future__ import annotations

from msgspec import Struct


class Asked(Struct, frozen=True, kw_only=True, gc=False):
    """The part of a command that is no content: asked again, only `at_ms` may differ."""

    command_id: str
    at_ms: int
