"""Which engine leads: it decides, and writes the journal."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import Permission


class BeginEngine(Command):
    """An engine begins to lead. Its epoch follows the last one; an engine of an older epoch that
    meets this row no longer leads. `witnesses` on other machines hear how the journal ends."""

    permission = Permission()
    epoch: int
    engine: str
    address: str
    version: str
    code_sha256: str
    witnesses: tuple[str, ...] = ()


class EngineBegan(Event):
    """Every row from here to the next one of its kind is this engine's."""

    epoch: int
    engine: str
    address: str
    version: str
    code_sha256: str
    witnesses: tuple[str, ...] = ()
