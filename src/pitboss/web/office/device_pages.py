"""Devices: each table's devices, codes to enroll another, and retirement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import things
from pitboss.floor.facts import people
from pitboss.floor.facts.values import TABLELESS
from pitboss.floor.view.attention import unconfirmed_devices
from pitboss.notation import title_text
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.web.access.admission import Access
from pitboss.web.access.device_codes import KINDS
from pitboss.web.access.issued import EVERY_TABLE, Device
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.page_labels import format_wait
from pitboss.web.office.who import who_cell
from pitboss.web.shell.telling import why_text
from pitboss.words.language import WORDS as LANGUAGE

router = APIRouter(prefix="/office", include_in_schema=False)
DevicesDesk = Annotated[Desk, Depends(desk("devices"))]

DEVICES = columns(
    "device kind:words table last_heard:time silent_for enrolled:time enrolled_by confirmed_by",
)
SILENT_MS = 10_000  # longer than a pause between two of its messages
RECORD = columns("seq:count time:time kind:words device table who why:long")
RECORDED = (
    "device-code-made", "device-enrolled", "device-confirmed", "device-retired", "betting-closed",
    "betting-opened", "screen-went-dark", "screen-came-back",
)  # fmt: skip
REFUSED = columns("seq:count time:time what who device code* why:told")
REFUSED_MOST = 500


@router.get("/devices")
async def devices(desk: DevicesDesk) -> Response:
    """Every device, the history of devices, and refused tries."""
    access: Access = desk.request.app.state.access
    floor = await desk.floor()
    listed = [_listed(desk, floor, each) for each in access.devices()]
    record = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            desk.thing_cell(things.DEVICE, getattr(entry.event, "device", "")),
            _table(desk, floor, getattr(entry.event, "table", "")),
            who_cell(desk, floor, entry),
            why_text(entry.event),
        )
        for entry in await desk.newest(*RECORDED)
    ]
    refused = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            _tried(entry.event),
            _person(desk, floor, entry.event.who),
            desk.thing_cell(things.DEVICE, entry.event.device),
            entry.event.code,
            entry.event.told.reason,
        )
        for entry in await desk.newest("access-refused", most=REFUSED_MOST)
    ]
    found = await desk.running_site.look(unconfirmed_devices)
    open_ids = {each.device for each in found}
    return desk.page(
        "devices",
        [
            desk.sheet("devices", DEVICES, listed),
            desk.sheet("device_record", RECORD, record),
            desk.sheet("turned_away", REFUSED, refused),
        ],
        kinds=[kind for kind in KINDS if kind not in TABLELESS],
        tables=desk.tables_listed(floor),
        names=[_choice(desk, each) for each in access.devices()],
        unconfirmed=[_choice(desk, each) for each in access.devices() if each.device in open_ids],
        boards=[_choice(desk, each) for each in access.devices() if each.kind == "sensor"],
    )


def _tried(event: people.AccessRefused) -> str:
    """What someone tried, in words if it was a command."""
    words: Mapping[str, str] = LANGUAGE["permission"]["acts"]
    return words.get(event.tried, event.tried)


def _listed(desk: Desk, floor: Floor, each: Device) -> tuple[Cell, ...]:
    """One device; how long it has been silent, at most since the server started."""
    last_heard: dict[str, int] = desk.request.app.state.last_heard
    now_ms = desk.running_site.now_ms()
    heard_ms = last_heard.get(each.device)
    on_record = floor.devices.get(each.device)
    silent_ms = now_ms - (desk.running_site.started_ms if heard_ms is None else heard_ms)
    return (
        desk.thing_cell(things.DEVICE, each.device) if on_record else _unrecorded(desk, each),
        each.kind,
        _table(desk, floor, each.table),
        heard_ms,
        format_wait(silent_ms) if silent_ms > SILENT_MS else "",
        each.enrolled_ms,
        _person(desk, floor, on_record.enrolled_by if on_record else each.enrolled_by),
        _person(desk, floor, on_record.confirmed_by if on_record else ""),
    )


def _unrecorded(desk: Desk, each: Device) -> Linked:
    """A device without a story: the journal has no entry for a demo's browser."""
    said: str = LANGUAGE["office"]["device_opened"]
    shown = said.format(kind=title_text(each.kind), time=desk.time(each.enrolled_ms))
    return Linked(each.device, "", shown=shown)


def _choice(desk: Desk, each: Device) -> tuple[str, str, str]:
    """A device to choose: kind, place, when last heard, and id; repeated once chosen, in case a
    narrow field cuts it off."""
    words: Mapping[str, str] = LANGUAGE["office"]["retire"]
    heard_ms = desk.request.app.state.last_heard.get(each.device)
    table = LANGUAGE["office"]["every_table"] if each.table == EVERY_TABLE else each.table
    said = words["unheard" if heard_ms is None else "heard"].format(
        what=", ".join(filter(None, (title_text(each.kind), table))),
        device=each.device,
        time="" if heard_ms is None else desk.time(heard_ms),
    )
    return each.device, said, said


def _table(desk: Desk, floor: Floor, table: str) -> Cell:
    """Where a device stands, which may be at every table or at none."""
    if table == EVERY_TABLE:
        said: str = LANGUAGE["office"]["every_table"]
        return said
    return desk.thing_cell(things.TABLE, table) if table in floor.tables else table or None


def _person(desk: Desk, floor: Floor, badge: str) -> Cell:
    """Whose badge it is; what somebody typed who has none stays as he typed it."""
    return desk.person_cell(floor, badge) if badge in floor.badges else badge
