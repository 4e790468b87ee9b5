"""How the auditor follows papers with clocks."""

from __future__ import annotations

from pitboss.floor.facts.papers import PaperOpened
from pitboss.floor.facts.payments import ForfeitPrize
from pitboss.sim.model import AuditorBooks, same

HOUR_MS = 3_600_000


def paper_opened(books: AuditorBooks, asked: ForfeitPrize, event: PaperOpened) -> None:
    """A forfeited prize opens its notice, and the hours of the law run from then."""
    same((event.paper_kind, event.award), ("forfeiture", asked.award), "what a paper is about")
    hours = books.law.forfeit_notice_hours.value
    due_ms = event.learned_ms + hours * HOUR_MS if hours else 0
    same(event.due_ms, due_ms, "the time of a notice")
    same(event.badges, asked.badges, "who forfeited it")
