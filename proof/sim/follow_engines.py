"""How the auditor follows which engine leads."""

from __future__ import annotations

from pitboss.floor.facts.engines import BeginEngine, EngineBegan
from pitboss.floor.facts.papers import NoteStop, SiteStopped
from proof.sim.model import AuditorBooks, same


def engine_began(books: AuditorBooks, asked: BeginEngine, event: EngineBegan) -> None:
    """Each epoch follows the one before."""
    books.epoch += 1
    same((event.epoch, event.engine), (books.epoch, asked.engine), "which engine began")


def site_stopped(books: AuditorBooks, asked: NoteStop, event: SiteStopped) -> None:
    """An engine that hands over says so; nothing else follows."""
