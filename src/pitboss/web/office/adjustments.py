"""Adjustments by hand: a closed list of reasons, two badges, and the record of all of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.decide.jackpots import ADJUSTMENTS
from pitboss.reports.sheet import COUNT, LONG, MICROS, MONEY, TIME, WORDS, Column, Linked
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.meters import who_of

router = APIRouter(prefix="/office", include_in_schema=False)
AdjustmentsDesk = Annotated[Desk, Depends(desk("adjustments"))]

COLUMNS = (
    Column("seq", COUNT), Column("time", TIME), Column("jackpot"), Column("level"),
    Column("adjustment", WORDS), Column("change", MONEY), Column("meter_after", MICROS),
    Column("award"), Column("corrects", COUNT), Column("why", LONG), Column("who"),
)  # fmt: skip


@router.get("/adjustments")
async def adjustments(desk: AdjustmentsDesk) -> Response:
    """All adjustments, and the form for one more."""
    floor = await desk.floor()
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.jackpot,
            desk.level_of(entry.event.jackpot, entry.event.level),
            entry.event.adjustment,
            entry.event.cents,
            entry.event.movement.after.meter_micros,
            entry.event.award,
            entry.event.corrects,
            entry.event.reason,
            who_of(floor, entry),
        )
        for entry in await desk.newest("meter-adjusted")
    ]
    allowed = desk.running_site.profile.law.reduction_reasons
    reasons = [kind for kind in ADJUSTMENTS if kind in allowed.value]
    levels = [
        (jackpot.jackpot, level) for jackpot in floor.jackpots.values() for level in jackpot.levels
    ]
    return desk.page(
        "adjustments",
        [desk.sheet("adjustments", COLUMNS, rows)],
        reasons=reasons,
        rule=allowed.rule,
        levels=levels,
    )
