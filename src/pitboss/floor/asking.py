"""What every command has: an id made by the asker, and the time the edge read from its clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The part of a command that is no content: asked again, only `at_ms` may differ."""

    command_id: str
    at_ms: int
