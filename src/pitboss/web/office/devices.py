"""Devices: what stands at which table, codes that enroll another, and retirement."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.reports.sheet import COUNT, LONG, TIME, WORDS, Column, Linked
from pitboss.web.access import KINDS, Access
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.meters import who_of

router = APIRouter(prefix="/office", include_in_schema=False)
DevicesDesk = Annotated[Desk, Depends(desk("devices"))]

DEVICES = (
    Column("device"), Column("kind", WORDS), Column("table"), Column("enrolled", TIME),
    Column("who"),
)  # fmt: skip
RECORD = (
    Column("seq", COUNT), Column("time", TIME), Column("kind", WORDS), Column("device"),
    Column("table"), Column("who"), Column("why", LONG),
)  # fmt: skip
RECORDED = ("device-enrolled", "device-retired", "betting-closed", "betting-opened")
REFUSED = (
    Column("seq", COUNT), Column("time", TIME), Column("what"), Column("who"), Column("device"),
    Column("code"), Column("why", LONG),
)  # fmt: skip
REFUSED_MOST = 500


@router.get("/devices")
async def devices(desk: DevicesDesk) -> Response:
    """Every device, what was done to devices, and who was turned away."""
    access: Access = desk.request.app.state.access
    floor = await desk.floor()
    listed = [
        (each.device, each.kind, each.table, each.enrolled_ms, floor.name_of(each.enrolled_by))
        for each in access.devices()
    ]
    record = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            entry.event.device,
            getattr(entry.event, "table", ""),
            who_of(floor, entry),
            getattr(entry.event, "reason", ""),
        )
        for entry in await desk.newest(*RECORDED)
    ]
    refused = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.what,
            entry.event.who,
            entry.event.device,
            entry.event.code,
            entry.event.reason,
        )
        for entry in await desk.newest("access-refused", most=REFUSED_MOST)
    ]
    return desk.page(
        "devices",
        [
            desk.sheet("devices", DEVICES, listed),
            desk.sheet("device_record", RECORD, record),
            desk.sheet("turned_away", REFUSED, refused),
            await desk.due(),
        ],
        kinds=KINDS,
        tables=list(floor.tables),
        names=[each.device for each in access.devices()],
    )
