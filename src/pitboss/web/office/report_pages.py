"""Reports in the office: the list, a report on the screen, and its numbered copies.

The bookkeeping process makes them. Viewing records nothing; a printed or saved report gets the next
number, recorded before it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Period
from pitboss.books.clerk import Clerk
from pitboss.evidence.period_export import impersonal_report
from pitboss.floor.facts import persons
from pitboss.floor.facts.reports import RecordReport, ReportRecorded
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.reports.choosing import chosen_period, usual_period
from pitboss.reports.making import ReportFile, check_format, report_named, reports, show_report
from pitboss.reports.paper_report import FORMATS, PaperReport, facts_of, note_of, title_of
from pitboss.reports.report_options import ChosenOptions, options_text
from pitboss.reports.sheet import Linked, Sheet, columns
from pitboss.web.access.front import read_form
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.report_site import copy_for_house
from pitboss.words import language

pages = APIRouter(include_in_schema=False)  # of both rooms
router = APIRouter(prefix="/office", include_in_schema=False)
ReportsDesk = Annotated[Desk, Depends(desk("reports"))]

OFFICE = language.WordTable("office")
DIGITS = re.compile(r"[0-9]{1,16}", re.ASCII)
EXACT = re.compile(r"([0-9]{1,16})-([0-9]{1,16})", re.ASCII)  # two instants, in milliseconds
MINUTE_MS = 60_000
SHOWN_MOST = 1_000  # rows of a sheet on a page
COPIES_MOST = 100
FORMS = "tax_and_cash"  # whose forms can include the vault's data
LIST = columns("number report purpose_of:long signs")
COPIES = columns(
    "seq:count time:time report copy:count file_format in_sums:long? begin:time end:time who",
    "sha256*",
)


@pages.get("/reports")
async def show_report_list(desk: ReportsDesk) -> Response:
    """The reader's reports, and the copies made of them."""
    mine = [each for each in reports() if _reads(desk, each)]
    return desk.page("reports", [_list(desk, mine), *await _copies(desk, mine)])


@pages.get("/reports/{name}")
async def show_report_page(
    desk: ReportsDesk, name: str, begin: str = "", end: str = "", exact: str = ""
) -> Response:
    """A report on the screen; without a period, of the last closed day, or of now. Outsiders get it
    without what is about people."""
    report = readable_report(desk, name)
    period = await _period(desk, report, begin, end, exact)
    options = options_of(report, desk.request.query_params)
    make = impersonal_report if desk.section.withholds else show_report
    made = await desk.books(make, report.name, period, desk.site, options, most=SHOWN_MOST)
    chosen = dict(made.options)
    return desk.page(
        "report",
        [*map(_noted, made.sheets), *await _copies(desk, [report])],
        report=report,
        made=made,
        made_sheets=[sheet.name for sheet in made.sheets],
        title=title_of(made, OFFICE),
        purpose=OFFICE["reports"]["purposes"][report.name],
        signers=_signers(report),
        options=[(each, chosen.get(each.name, each.whole)) for each in report.options],
        note=note_of(made, OFFICE),
        facts=facts_of(made, OFFICE, copy=0),
        may_read_forms=report.name == FORMS
        and desk.who.role in persons.ExportPeople.permission.roles,
        begin=_typed(made.period.from_ms, desk.time_zone),
        end=_typed(made.period.to_ms + MINUTE_MS - 1, desk.time_zone),
    )


def options_of(report: ReportFile, typed: Mapping[str, str]) -> ChosenOptions:
    """The report's options among the fields of a form."""
    return report.choose_options({each.name: typed.get(each.name, "") for each in report.options})


async def _period(desk: Desk, report: ReportFile, begin: str, end: str, exact: str) -> Period:
    """The typed period; without one, the report's usual period. An unchanged minute means the exact
    instant it was shown for: `exact` has both."""
    if not (begin and end):
        return await desk.books(usual_period, report.name, desk.running_site.now_ms())
    typed = chosen_period(begin, end, desk.time_zone, now_ms=desk.running_site.now_ms())
    found = EXACT.fullmatch(exact)
    if found is None:
        return typed
    from_ms, to_ms = int(found[1]), int(found[2])
    meant = Period(
        from_ms if 0 <= from_ms - typed.from_ms < MINUTE_MS else typed.from_ms,
        to_ms if 0 <= typed.to_ms - to_ms < MINUTE_MS else typed.to_ms,
    )
    return meant if meant.from_ms < meant.to_ms else typed


def _list(desk: Desk, listed: Iterable[ReportFile]) -> Sheet:
    said = OFFICE["reports"]
    rows = [
        (
            each.label,
            Linked(said["titles"][each.name], f"{desk.section.address}/{each.name}"),
            said["purposes"][each.name],
            _signers(each),
        )
        for each in listed
    ]
    return desk.sheet("reports", LIST, rows)


@router.post("/copy")
async def copy(desk: ReportsDesk) -> Response:
    """A copy to keep: made fresh, recorded with its number, then written."""
    form = await read_form(desk.request)
    report = readable_report(desk, form["report"])
    period = sent_period(form, now_ms=desk.running_site.now_ms())
    clerk: Clerk = desk.request.app.state.clerk
    site = desk.site
    made = await clerk.ask(show_report, report.name, period, site, options_of(report, form), most=0)
    paper = form["paper"] or "letter"
    check_format(made, form["format"], paper=paper)
    number = await _recorded(desk, made, form["format"])
    data = await clerk.ask(
        copy_for_house,
        made,
        site,
        desk.running_site.site.language,
        form["format"],
        copy=number,
        paper=paper,
    )
    name = made.file_name(form["format"], copy=number)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=FORMATS[form["format"]], headers=headers)


# ---- inside -------------------------------------------------------------------------------------


def _reads(desk: Desk, report: ReportFile) -> bool:
    """Whether the reader may have a report; without people in it, everyone here may."""
    return desk.section.withholds or desk.who.role in report.readers


def readable_report(desk: Desk, name: str) -> ReportFile:
    """A report, if the reader may have it."""
    report = report_named(name)
    if not _reads(desk, report):
        raise Refusal("ROLE_TOO_LOW", "report", where=report.name, readers=report.readers)
    return report


def _signers(report: ReportFile) -> str:
    names = OFFICE["reports"]["signers"]
    return ", ".join(names[signer] for signer in report.signers)


def _noted(sheet: Sheet) -> Sheet:
    """A sheet as a page shows it; says so if it was cut."""
    if not sheet.left_out:
        return sheet.dense
    shown = len(sheet.rows)
    note = OFFICE["reports"]["cut"].format(shown=f"{shown:,}", all=f"{shown + sheet.left_out:,}")
    return replace(sheet.dense, note=note)


async def _copies(desk: Desk, of: Sequence[ReportFile]) -> list[Sheet]:
    """The newest copies that left the system: by whom, when, of what; for staff only."""
    if desk.section.withholds:
        return []
    names, titles = {each.name for each in of}, OFFICE["reports"]["titles"]
    floor = await desk.floor()
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            titles.get(entry.event.report, entry.event.report),
            entry.event.copy,
            entry.event.file_format.upper(),
            _summed_text(entry.event.options),
            entry.event.from_ms,
            entry.event.to_ms,
            desk.person_cell(floor, entry.event.badge),
            entry.event.sha256,
        )
        for entry in await desk.newest("report-recorded", most=COPIES_MOST)
        if entry.event.report in names
    ]
    return [desk.sheet("copies", COPIES, rows)]


def _summed_text(options: str) -> str:
    """What of a copy is in sums, as the record keeps it, in words."""
    name, _, value = options.partition("=")
    return str(OFFICE["reports"]["summed"].get(name, options).format(value=value))


async def _recorded(desk: Desk, made: PaperReport, file_format: str) -> int:
    """The copy's number, once recorded."""
    reply = await desk.keep(
        RecordReport,
        made.name,
        report=made.name,
        file_format=file_format,
        from_ms=made.period.from_ms,
        to_ms=made.period.to_ms,
        last_seq=made.last_seq,
        sha256=made.digest,
        options=options_text(dict(made.options)),
    )
    return next(event.copy for event in reply.events if isinstance(event, ReportRecorded))


def sent_period(form: Mapping[str, str], *, now_ms: int) -> Period:
    """The period of the page that a copy is asked from, to the millisecond; it has passed."""
    begin, end = form["from_ms"], form["to_ms"]
    is_read = DIGITS.fullmatch(begin) and DIGITS.fullmatch(end)
    if not (is_read and int(begin) < int(end) <= now_ms):
        raise Refusal("PERIOD_WRONG", "reload_page_save", where="period")
    return Period(int(begin), int(end))


def _typed(at_ms: int, time_zone: str) -> str:
    """An instant as a field of the page holds it, in whole minutes."""
    return local(at_ms, time_zone).replace(tzinfo=None).isoformat(timespec="minutes")


router.include_router(pages)
