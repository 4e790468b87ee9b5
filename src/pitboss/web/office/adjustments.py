"""Adjustments by hand: a closed list of reasons, two badges, and the record of all of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Entry
from pitboss.floor.decide.jackpots import ADJUSTMENTS
from pitboss.floor.state import JackpotState
from pitboss.floor.view.labels import lines_of
from pitboss.money import cents_and_micros, shown_down
from pitboss.reports.sheet import COUNT, LONG, MICROS, MONEY, TIME, WORDS, Cell, Column, Linked
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.who import who_cell

router = APIRouter(prefix="/office", include_in_schema=False)
AdjustmentsDesk = Annotated[Desk, Depends(desk("adjustments"))]

COLUMNS = (
    Column("seq", COUNT), Column("time", TIME), Column("jackpot"), Column("level"),
    Column("adjustment", WORDS), Column("before", MONEY), Column("change", MONEY),
    Column("after", MONEY), Column("below_cent", MICROS), Column("why", LONG), Column("who"),
    Column("award"), Column("corrects", COUNT),
)  # fmt: skip
OPTIONAL = ("below_cent", "award", "corrects")


@router.get("/adjustments")
async def adjustments(desk: AdjustmentsDesk) -> Response:
    """All adjustments, and the form for one more."""
    floor = await desk.floor()
    rows = [_row(desk, floor, entry) for entry in await desk.newest("meter-adjusted")]
    allowed = desk.running_site.profile.law.reduction_reasons
    reasons = [kind for kind in ADJUSTMENTS if kind in allowed.value]
    hands = {name: _hands(desk, jackpot) for name, jackpot in floor.jackpots.items()}
    return desk.page(
        "adjustments",
        [desk.sheet("adjustments", COLUMNS, rows, optional=OPTIONAL)],
        reasons=reasons,
        rule=allowed.rule,
        meters=desk.meters_listed(floor),
        tables=desk.tables_listed(floor),
        hands=hands,
    )


def _row(desk: Desk, floor: Floor, entry: Entry) -> tuple[Cell, ...]:
    event = entry.event
    after = event.movement.after.meter_micros
    before, (now, below) = shown_down(after - event.movement.meter_micros), cents_and_micros(after)
    return (
        Linked(entry.seq, f"/office/journal/{entry.seq}"),
        entry.at_ms,
        desk.jackpot_cell(event.jackpot),
        desk.meter_cell(event.jackpot, event.level),
        event.adjustment,
        before,
        event.cents,
        now,
        below,
        event.reason,
        who_cell(desk, floor, entry),
        Linked(event.award, f"/office/wins/{event.award}") if event.award else "",
        event.corrects,
    )


def _hands(desk: Desk, jackpot: JackpotState) -> list[tuple[str, str]]:
    """What a jackpot may have been won with, the best first."""
    paytable = desk.running_site.paytable_lookup[jackpot.terms.paytable]
    return [
        (line.outcome, desk.hand_of(jackpot.jackpot, line.outcome))
        for line in lines_of(jackpot.terms, paytable)
    ]
