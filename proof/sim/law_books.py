"""Which law applies at a time, by the auditor's own calculation."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import structs

from pitboss.rules.cited_law import DatedFigure, Law


def day_at(at_ms: int) -> str:
    """The day of a simulated house, whose clock is UTC."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).date().isoformat()


def law_at(law: Law, dated: Iterable[DatedFigure], at_ms: int) -> Law:
    """The law with the figures in force: for each, the one that started last."""
    day = day_at(at_ms)
    for each in sorted(dated, key=lambda each: each.first_day):
        if each.first_day <= day and hasattr(law, each.figure):
            law = structs.replace(law, **{each.figure: each.cited})
    return law
