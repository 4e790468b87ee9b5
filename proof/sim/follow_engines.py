"""The auditor follows which engine leads."""

from __future__ import annotations

from pitboss.floor.facts import engines, papers
from proof.sim.model import AuditorBooks, same


def engine_began(
    books: AuditorBooks, asked: engines.BeginEngine, event: engines.EngineBegan
) -> None:
    """Each epoch follows the one before."""
    books.epoch += 1
    same(event.epoch, books.epoch, "which engine began")


def site_stopped(books: AuditorBooks, asked: papers.NoteStop, event: papers.SiteStopped) -> None:
    """An engine that hands over says so; nothing else follows."""
