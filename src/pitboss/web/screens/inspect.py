"""The reading room for inspectors: the journal in sentences, every meter at any past second,
reports, and exports of a period; nothing about people, and no commands. The bookkeeping process
reads for it, so the floor isn't slowed down.

Signing in records the visit; each export is an entry of its own.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import RedirectResponse, Response

from pitboss.books.clerk import Clerk
from pitboss.evidence.journal_search import PastLevel, meters_at
from pitboss.evidence.period_export import period_zip
from pitboss.floor.facts.reports import RecordReport
from pitboss.live.house_key import HouseKey
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.reports.choosing import chosen_period, instant
from pitboss.reports.sheet import Cell, columns
from pitboss.web.access.front import read_form
from pitboss.web.office import journal, report_pages, rule_pages
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.menu import INSPECTED_BY_NAME
from pitboss.web.office.report_pages import MINUTE_MS

router = APIRouter(prefix="/inspect", include_in_schema=False)
router.include_router(journal.pages)
router.include_router(report_pages.pages)
router.include_router(rule_pages.pages)
InspectedMeters = Annotated[Desk, Depends(desk("past_meters"))]
InspectedExport = Annotated[Desk, Depends(desk("export"))]

EXPORT = "period_export"  # under which name its copies are numbered
LEVELS = columns(
    "jackpot level sign:money meter:micros reserve:micros overflow:micros status:words",
)


@router.get("")
async def home() -> RedirectResponse:
    """The first page."""
    return RedirectResponse(INSPECTED_BY_NAME["journal"].address, 303)


@router.get("/past_meters")
async def past_meters(desk: InspectedMeters, at: str = "") -> Response:
    """Every level at a given time, or now."""
    now_ms = desk.running_site.now_ms()
    at_ms = instant(at, desk.time_zone) if at else now_ms
    if at_ms > now_ms:
        raise Refusal("TIME_TO_COME", where=at[:40])
    found = await desk.books(meters_at, at_ms)
    rows = [_level(desk, level) for level in found.levels]
    typed = local(at_ms, desk.time_zone).replace(tzinfo=None)
    return desk.page(
        "past_meters",
        [desk.sheet("past_meters", LEVELS, rows)],
        found=found,
        at_ms=at_ms,
        typed=typed.isoformat(timespec="milliseconds"),
        field=typed.isoformat(timespec="milliseconds" if at and at_ms % MINUTE_MS else "minutes"),
    )


@router.get("/export")
async def export_page(desk: InspectedExport) -> Response:
    return desk.page("export")


@router.post("/export")
async def export(desk: InspectedExport) -> Response:
    """A period's records in a zip; a numbered copy, recorded before it leaves."""
    form = await read_form(desk.request)
    now_ms = desk.running_site.now_ms()
    period = chosen_period(form["begin"], form["end"], desk.time_zone, now_ms=now_ms)
    clerk: Clerk = desk.request.app.state.clerk
    key: HouseKey = desk.request.app.state.house_key
    data, last_seq = await clerk.ask(period_zip, period, desk.site, desk.house_words, key.apart())
    await desk.keep(
        RecordReport,
        EXPORT,
        report=EXPORT,
        file_format="zip",
        from_ms=period.from_ms,
        to_ms=period.to_ms,
        last_seq=last_seq,
        sha256=sha256(data).hexdigest(),
    )
    name = f"records-{form['begin'][:10]}-{form['end'][:10]}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/zip", headers=headers)


def _level(desk: Desk, level: PastLevel) -> tuple[Cell, ...]:
    return (
        desk.title_of(level.jackpot),
        desk.level_of(level.jackpot, level.level),
        level.shown_cents,
        level.meter_micros,
        level.reserve_micros,
        level.overflow_micros,
        level.status,
    )
