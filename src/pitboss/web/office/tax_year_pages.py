"""The tax year: its forms, the winners' statements, and the IRS's electronic file with corrections.

Names, addresses and numbers leave the vault only into these files, for those who may read them in
clear; whose they are and why is recorded first, and the file itself after it was made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Books, Entry
from pitboss.books.clerk import Clerk
from pitboss.floor.facts import persons
from pitboss.floor.facts.reports import RecordReport
from pitboss.floor.money.tax import NRA, W2G
from pitboss.local_time import instant, local_day
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.tax_year import TaxYear, YearForm, corrections, make_year, need_year, people_in
from pitboss.vault.person_data import PersonData
from pitboss.web.access.front import Form, read_form
from pitboss.web.api.people_api import PeopleVault
from pitboss.web.office import fire_file as fire
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.tax_papers import (
    PAGES_MOST,
    form_pages,
    statement_pages,
    statement_sheet,
    tax_papers,
)

router = APIRouter(prefix="/office", include_in_schema=False)
TaxDesk = Annotated[Desk, Depends(desk("tax_year"))]

PAPERS, STATEMENTS, FIRE = "tax_papers", "winner_statements", "w2g_file"  # as the record names them
KINDS = (PAPERS, STATEMENTS, FIRE)
COUNTED = columns("tax_form:titled forms:count+ reportable:money+ federal_withheld:money+")
FILES = columns("seq:count time:time report copy:count file_format options:long who sha256*")
YEARS_SHOWN = 4


class _Made(NamedTuple):
    """A file that is about to leave."""

    data: bytes
    media_type: str
    ending: str
    options: str


@router.get("/tax_year")
async def tax_year(desk: TaxDesk, year: str = "") -> Response:
    """What a year has, and what left the house of it."""
    now = _this_year(desk)
    chosen = need_year(year or str(now))
    made = await desk.books(make_year, chosen, desk.site)
    filed = await _filed(desk, chosen)
    return desk.page(
        "tax_year",
        [
            desk.sheet("year_forms", COUNTED, _counted(made)),
            desk.sheet("year_files", FILES, await _files(desk, chosen)),
        ],
        year=chosen,
        years=[str(each) for each in range(now, now - YEARS_SHOWN, -1)],
        filed=filed.event.copy if filed else 0,
        only_test=chosen > fire.LAYOUT_YEAR or chosen >= now,
        layout=fire.LAYOUT_YEAR,
    )


@router.post("/tax_year/file")
async def save_file(desk: TaxDesk) -> Response:
    """One of the files, once who reads whose data and why is on record."""
    form = await read_form(desk.request)
    year, kind = need_year(form["year"]), form["kind"]
    if kind not in KINDS:
        raise Refusal("FORMAT_UNKNOWN", where=kind[:20], formats=KINDS)
    filed = await _filed(desk, year) if kind == FIRE and form["correction"] else None
    since = filed.event.last_seq if filed else 0
    made = await desk.books(make_year, year, desk.site, since_seq=since)
    before = await desk.books(make_year, year, desk.site, last_seq=since) if since else None
    if kind == FIRE:
        _need_file(desk, form, made, before)
    elif kind == PAPERS:
        fire.need_payer(desk.site.payer, desk.site.house)
    is_table = form["format"] == "csv"
    if is_table and kind != STATEMENTS:
        raise Refusal("FORMAT_UNKNOWN", where="csv", formats=("pdf",))
    names = {*made.people, *(before.people if before else ())}
    if not names:
        raise Refusal("TAX_FILE_WRONG", "nothing", where=str(year))
    people = await _read_people(desk, names, form["reason"])
    labels = desk.house_words["office"]["tax_year"]
    if kind == FIRE:
        file = _write_fire(desk, form, made, before, people, filed)
    elif is_table:
        text = csv_text([statement_sheet(made, people)])
        file = _Made(text.encode(), "text/csv", "csv", f"year={year}")
    else:
        pages = (
            statement_pages(made, people, labels)
            if kind == STATEMENTS
            else form_pages(made, people, desk.site.payer, labels)
        )
        if not 0 < len(pages) <= PAGES_MOST:
            raise Refusal("TAX_FILE_WRONG", "nothing" if not pages else "pages", where=str(year))
        today = local_day(desk.running_site.now_ms(), desk.time_zone)
        data = await asyncio.to_thread(
            tax_papers, pages, desk.site.house, today, labels, paper=form["paper"] or "letter"
        )
        file = _Made(data, "application/pdf", "pdf", f"year={year}")
    return await _recorded(desk, year, kind, made.last_seq, file)


async def _recorded(desk: Desk, year: int, kind: str, last_seq: int, file: _Made) -> Response:
    begin, end = (instant(f"{each}-01-01 00:00", desk.time_zone) for each in (year, year + 1))
    reply = await desk.keep(
        RecordReport,
        kind,
        report=kind,
        file_format=file.ending,
        from_ms=begin,
        to_ms=end,
        last_seq=last_seq,
        sha256=sha256(file.data).hexdigest(),
        options=file.options,
    )
    copy = next(getattr(each, "copy", 0) for each in reply.events)
    name = f"{kind.replace('_', '-')}-{year}-copy-{copy}.{file.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(file.data, media_type=file.media_type, headers=headers)


# ---- the electronic file ------------------------------------------------------------------------


def _need_file(desk: Desk, form: Form, made: TaxYear, before: TaxYear | None) -> None:
    """Refuse what the file can't say before anybody's data is read."""
    fire.need_layout(made.year, this_year=_this_year(desk), is_test=bool(form["test"]))
    fire.need_transmitter(_transmitter(form))
    fire.need_payer(desk.site.payer, desk.site.house)
    if form["correction"] and before is None:
        raise Refusal("TAX_FILE_WRONG", "not_filed", where=str(made.year))
    renamed = made.renamed & set(people_in(before.of(W2G))) if before else set()
    if renamed:
        raise Refusal("TAX_FILE_WRONG", "renamed", where=min(renamed), people=sorted(renamed))


def _transmitter(form: Form) -> fire.Transmitter:
    return fire.Transmitter(form["tcc"].strip().upper(), form["contact"], form["email"].strip())


def _write_fire(
    desk: Desk,
    form: Form,
    made: TaxYear,
    before: TaxYear | None,
    people: Mapping[str, PersonData],
    filed: Entry | None,
) -> _Made:
    groups: Sequence[tuple[str, Sequence[YearForm]]] = [("", made.of(W2G))]
    if before is not None:
        new, wrong = corrections(before, made)
        groups = [("", new), (fire.ONE_TRANSACTION, wrong)]
    for _, forms in groups:
        fire.need_readable(forms, people)
    text = fire.fire_file(
        made.year,
        groups,
        people,
        fire.need_payer(desk.site.payer, desk.site.house),
        _transmitter(form),
        this_year=_this_year(desk),
        is_test=bool(form["test"]),
    )
    about = f"corrects={filed.event.copy}" if filed else "original"
    options = f"year={made.year} {about}" + (" test" if form["test"] else "")
    return _Made(text.encode("ascii"), "text/plain", "txt", options)


# ---- inside -------------------------------------------------------------------------------------


async def _read_people(desk: Desk, names: set[str], reason: str) -> dict[str, PersonData]:
    """The vault's data on these people, as far as it has them, once that is recorded."""
    people: PeopleVault = desk.request.app.state.people
    vault = await people.open()
    kept = set(await asyncio.to_thread(vault.people))
    named = tuple(sorted(names & kept))
    await desk.keep(persons.ExportPeople, "reason", people=named, reason=reason)
    return await asyncio.to_thread(lambda: {each: vault.read(each) for each in named})


def _this_year(desk: Desk) -> int:
    return int(local_day(desk.running_site.now_ms(), desk.time_zone)[:4])


async def _saved(desk: Desk, year: int) -> list[Entry]:
    clerk: Clerk = desk.request.app.state.clerk
    found = await clerk.ask(Books.find_entries, "report-recorded")
    return [
        each
        for each in found
        if each.event.report in KINDS and each.event.options.split(" ")[0] == f"year={year}"
    ]


async def _filed(desk: Desk, year: int) -> Entry | None:
    """The last electronic file of a year that wasn't a test: what a correction refers to."""
    files = [
        each
        for each in await _saved(desk, year)
        if each.event.report == FIRE and not each.event.options.endswith(" test")
    ]
    return files[-1] if files else None


def _counted(year: TaxYear) -> Iterator[tuple[Cell, ...]]:
    for form in (W2G, NRA):
        forms = year.of(form)
        sums = (
            sum(getattr(each, name) for each in forms)
            for name in ("reported_cents", "federal_cents")
        )
        yield (form, len(forms), *sums)


async def _files(desk: Desk, year: int) -> list[tuple[Cell, ...]]:
    floor, names = await desk.floor(), desk.house_words["office"]["tax_year"]["kinds"]
    return [
        (
            Linked(each.seq, f"/office/journal/{each.seq}"),
            each.at_ms,
            names[each.event.report],
            each.event.copy,
            each.event.file_format.upper(),
            each.event.options,
            desk.person_cell(floor, each.event.badge),
            each.event.sha256,
        )
        for each in reversed(await _saved(desk, year))
    ]
