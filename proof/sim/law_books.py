"""Which law holds at a time, by the auditor's own reckoning."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import structs

from pitboss.rules.cited_law import DatedFigure, Law


def day_at(at_ms: int) -> str:
    """The day of a simulated house, which is on the clock of UTC."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).date().isoformat()


def law_at(law: Law, dated: Iterable[DatedFigure], at_ms: int) -> Law:
    """The law with the figures that hold: of each the one that began last."""
    day = day_at(at_ms)
    for each in sorted(dated, key=lambda each: each.first_day):
        if each.first_day <= day and hasattr(law, each.figure):
            law = structs.replace(law, **{each.figure: each.cited})
    return law
