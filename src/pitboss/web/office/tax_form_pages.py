"""The tax forms of R13 with names, addresses and numbers from the vault, for people who may read
them in clear. Whose they are and why is recorded before the file leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response

from pitboss.books.clerk import Clerk
from pitboss.floor.facts import persons
from pitboss.reports.making import make_report
from pitboss.reports.sheet import Cell, Sheet, value_of
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.tax_form_sheets import FORM_SHEETS
from pitboss.vault.person_data import Identity, PersonData
from pitboss.web.access.front import read_form
from pitboss.web.api.people_api import PeopleVault
from pitboss.web.office.report_pages import FORMS, ReportsDesk, readable_report, sent_period

router = APIRouter(prefix="/office", include_in_schema=False)

PERSON = "person"


@router.post("/tax-forms")
async def tax_forms(desk: ReportsDesk) -> Response:
    """The forms as CSV, each kind under its name."""
    form = await read_form(desk.request)
    report = readable_report(desk, FORMS)
    period = sent_period(form, now_ms=desk.running_site.now_ms())
    clerk: Clerk = desk.request.app.state.clerk
    made = await clerk.ask(make_report, report.name, period, desk.site)
    sheets = [sheet for sheet in made.sheets if sheet.name in FORM_SHEETS]
    people: PeopleVault = desk.request.app.state.people
    vault = await people.open()
    kept = set(await asyncio.to_thread(vault.people))
    named = tuple(sorted({each for sheet in sheets for each in _people(sheet)} & kept))
    await desk.keep(persons.ExportPeople, "reason", people=named, reason=form["reason"])
    data = await asyncio.to_thread(lambda: {each: vault.read(each) for each in named})
    text = csv_text([filled_in(sheet, data) for sheet in sheets])
    day = made.day.replace("-", "")
    headers = {"Content-Disposition": f'attachment; filename="tax-forms-{day}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


def _people(sheet: Sheet) -> list[str]:
    at = [column.name for column in sheet.columns].index(PERSON)
    return [str(value_of(row[at])) for row in sheet.rows]


def filled_in(sheet: Sheet, data: Mapping[str, PersonData]) -> Sheet:
    """A sheet with the vault's data on its people; purged people stay as they were."""
    names = [column.name for column in sheet.columns]
    rows = []
    for row, person in zip(sheet.rows, _people(sheet), strict=True):
        said = _said(data[person]) if person in data else {}
        rows.append(tuple(said.get(name, cell) for name, cell in zip(names, row, strict=True)))
    return replace(sheet, rows=tuple(rows))


def _said(person: PersonData) -> dict[str, Cell]:
    first, second, *_ = (*map(_paper, person.identities), "", "")
    return {
        "winner_name": person.name,
        "winner_address": person.address,
        "winner_tin": person.tax_number,
        "first_identity": first,
        "second_identity": second,
    }


def _paper(paper: Identity) -> str:
    return " ".join(part for part in (paper.identity, paper.number, paper.issuer) if part)
