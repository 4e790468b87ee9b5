"""How the floor does: pace, take-up and hold of any gambling days, sliced as the reader likes."""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.play_reading import day_of_number
from pitboss.books.play_sums import DEALER, SLICES, TABLE
from pitboss.local_time import is_day
from pitboss.refusal import Refusal
from pitboss.reports.floor_play import BOXES, cells_of, columns_of, name_value, show_slice
from pitboss.reports.sheet import Cell
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
PlayDesk = Annotated[Desk, Depends(desk("floor_play"))]


@router.get("/floor_play")
async def floor_play(
    desk: PlayDesk, by: str = TABLE, begin: str = "", end: str = "", table: str = "",
    jackpot: str = "",
) -> Response:  # fmt: skip
    """One kind of slice; the last week until somebody chooses other days."""
    for day in (begin, end):
        if day and not is_day(day):
            raise Refusal("TIME_UNREADABLE", "write_day_or_time", where=day[:40])
    kind = by if by in SLICES else TABLE
    floor, own = await desk.floor(), desk.site.own_paytables
    found = await desk.books(show_slice, kind, begin, end, own, table=table, jackpot=jackpot)

    def name(value: str) -> Cell:
        return desk.person_cell(floor, value) if kind == DEALER else name_value(kind, value)

    chosen = {
        "by": kind, "table": table, "jackpot": jackpot,
        "begin": day_of_number(found.asked.first), "end": day_of_number(found.asked.last),
    }  # fmt: skip
    lines = [cells_of(line, kind, name=name, title=desk.title_of) for line in found.lines]
    boxes = [(row[0], desk.title_of(str(row[1])), *row[2:]) for row in found.boxes]
    return await asyncio.to_thread(  # hundreds of lines: presses don't wait for them
        desk.page,
        "floor_play",
        [
            desk.sheet(f"played_by_{kind}", columns_of(kind), lines),
            desk.sheet("played_boxes", BOXES, boxes),
        ],
        chosen=chosen,
        query=f"{urlencode(chosen)}&",
        slices=SLICES,
        listed=f"played_by_{kind}",
        first=day_of_number(found.known.first),
        last=day_of_number(found.known.last),
        tables=list(floor.tables),
        jackpots=[(each, desk.title_of(each)) for each in floor.jackpots],
    )
