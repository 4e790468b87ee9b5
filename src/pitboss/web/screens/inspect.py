"""The reading room: what an inspector sees. The journal in sentences, every meter at any past
second, the reports, and an export of a period; nothing about people, and nothing to ask of the
floor. Whoever keeps the books reads for it, so that the floor does not feel it.

That somebody came is on the record when he signs on; each export is an entry of its own."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import RedirectResponse, Response

from pitboss.books.clerk import Clerk
from pitboss.evidence.period_export import impersonal_report, period_zip
from pitboss.evidence.reading import PastLevel, meters_at
from pitboss.floor.facts.reports import RecordReport
from pitboss.live.house_key import HouseKey
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.reports.choosing import chosen_period, instant
from pitboss.reports.making import report_named, reports
from pitboss.reports.sheet import Cell, columns
from pitboss.rules import catalog
from pitboss.web.access.front import read_form
from pitboss.web.office.desk import Desk, desk_of
from pitboss.web.office.journal import AskedEntries, entry_page, journal_page, row_text
from pitboss.web.office.menu import INSPECTED_BY_NAME
from pitboss.web.office.report_pages import (
    MINUTE_MS,
    SHOWN_MOST,
    list_of,
    options_of,
    period_of,
    report_page,
)
from pitboss.web.office.rules import own_rules_page, rules_page

router = APIRouter(prefix="/inspect", include_in_schema=False)
InspectedJournal = Annotated[Desk, Depends(desk_of(INSPECTED_BY_NAME["journal"]))]
InspectedMeters = Annotated[Desk, Depends(desk_of(INSPECTED_BY_NAME["past_meters"]))]
InspectedReports = Annotated[Desk, Depends(desk_of(INSPECTED_BY_NAME["reports"]))]
InspectedRules = Annotated[Desk, Depends(desk_of(INSPECTED_BY_NAME["rules"]))]
InspectedExport = Annotated[Desk, Depends(desk_of(INSPECTED_BY_NAME["export"]))]

EXPORT = "period_export"  # under which name its copies are numbered
LEVELS = columns(
    "jackpot level sign:money meter:micros reserve:micros overflow:micros status:words",
)


@router.get("")
async def home() -> RedirectResponse:
    """The first page."""
    return RedirectResponse(INSPECTED_BY_NAME["journal"].address, 303)


@router.get("/journal")
async def journal(desk: InspectedJournal, asked: AskedEntries) -> Response:
    """Entries, the newest first."""
    return await journal_page(desk, asked)


@router.get("/journal/{seq}")
async def entry(desk: InspectedJournal, seq: int) -> Response:
    """One entry; of one about a person, its sentence and its hash."""
    return await entry_page(desk, seq)


@router.get("/journal/{seq}/row")
async def row(desk: InspectedJournal, seq: int) -> Response:
    """A row as it is stored; of one about a person, its hash."""
    return await row_text(desk, seq)


@router.get("/past_meters")
async def past_meters(desk: InspectedMeters, at: str = "") -> Response:
    """Every level at an instant; without one, now."""
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


@router.get("/reports")
async def listed(desk: InspectedReports) -> Response:
    """All reports."""
    return desk.page("reports", [list_of(desk, reports())])


@router.get("/reports/{name}")
async def report(
    desk: InspectedReports, name: str, begin: str = "", end: str = "", exact: str = ""
) -> Response:
    """A report without what is about people."""
    found = report_named(name)
    period = await period_of(desk, found, begin, end, exact)
    options = options_of(found, desk.request.query_params)
    made = await desk.books(
        impersonal_report, found.name, period, desk.site, options, most=SHOWN_MOST
    )
    return report_page(desk, found, made)


@router.get("/rules")
async def own_rules(desk: InspectedRules) -> Response:
    """The rules of the jurisdiction that this site is in."""
    return own_rules_page(desk, await desk.floor())


@router.get("/rules/{name}")
async def rules_of(desk: InspectedRules, name: str) -> Response:
    """The rules of any jurisdiction."""
    return rules_page(desk, catalog.profile(name))


@router.get("/export")
async def export_page(desk: InspectedExport) -> Response:
    """The form."""
    return desk.page("export")


@router.post("/export")
async def export(desk: InspectedExport) -> Response:
    """The records of a period in a zip; a numbered copy, on the record before it leaves."""
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
