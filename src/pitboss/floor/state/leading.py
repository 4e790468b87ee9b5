"""The engine that leads, as the floor knows it."""

from __future__ import annotations

from msgspec import Struct


class LeadingEngine(Struct, frozen=True, gc=False):
    """The leading engine: it writes the journal, since its row *engine began*."""

    epoch: int
    name: str
    address: str
    version: str
    seq: int = 0  # of that row
    code_sha256: str = ""  # of the release that decides every row from there on
