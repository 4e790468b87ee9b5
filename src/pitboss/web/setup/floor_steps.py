"""The steps that add tables, jackpots and equipment to a draft: for a house in setup, and for a
running one (office/opening_pages.py).

Plain forms; each step is saved when sent, so you can leave and resume anywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from msgspec import Struct

from pitboss.floor.facts.values import KEYPADS
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import SEATS_MOST
from pitboss.site.check import played_of
from pitboss.site.draft import Draft
from pitboss.site.jurisdiction import profile_of
from pitboss.site.table_approval import fitting_keypads
from pitboss.site.wide_parts import OFF
from pitboss.web.access.front import Form
from pitboss.web.setup import forms, offers
from pitboss.web.setup.draft_file import DraftFile
from pitboss.web.setup.fault_groups import (
    fixes_of,
    group_faults,
    of_table,
    onward,
    place_of,
    told_of_jackpots,
)
from pitboss.web.setup.offers import AssumedPace
from pitboss.web.shell.answers import status_of
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS

router = APIRouter(include_in_schema=False)


def _no_answer() -> None:
    """A page that is opened answers no form."""


# What a page says to the form sent from it: why it was refused, and what was typed.
Refused = Annotated[Refusal | None, Depends(_no_answer)]
TypedForm = Annotated[Form | None, Depends(_no_answer)]


class StepRoom(Struct, frozen=True, kw_only=True):
    """Where the steps are: under which address, on which draft, where each one leads, and what all
    their pages are `given`."""

    base: str
    file: DraftFile
    read_form: Callable[[Request], Awaitable[Form]]
    given: Callable[[Request], Mapping[str, Any]]
    then: Mapping[str, str]

    def keep_and_leave(self, place: str) -> Response:
        """Save the draft and go to the next page."""
        self.file.save()
        return RedirectResponse(f"{self.base}/{place}", 303)

    def show(
        self,
        request: Request,
        name: str,
        *,
        template: str = "",
        refusal: Refusal | None = None,
        at_table: str = "",
        **context: Any,
    ) -> Response:
        """The page of a step, from its own template or another."""
        if request.query_params.get("fix"):  # saved, but not right
            faults = self.file.faults()
            context["to_fix"] = fixes_of(self.file.draft.site(), faults, name, at_table)
        shown = {"step": name, "base": self.base, **self.given(request), **context}
        return step_page(request, template or name, refusal, **shown)


def step_page(
    request: Request, name: str, refusal: Refusal | None = None, **context: Any
) -> HTMLResponse:
    """A setup page with the errors in what was sent."""
    status = status_of(refusal.code) if refusal else 200
    return shown_page(request, f"setup/{name}.html", {"refusal": refusal, **context}, status)


def step_room(request: Request) -> StepRoom:
    room: StepRoom = request.app.state.step_room
    return room


# ---- tables -------------------------------------------------------------------------------------


@router.get("/tables")
async def tables_page(request: Request, refusal: Refused = None) -> Response:
    """The tables so far, and what can be added."""
    room = step_room(request)
    file = room.file
    offered = await asyncio.to_thread(offers.templates, file.paytables)
    tables = [each for each in file.draft.site().tables if file.is_own("table", each.table)]
    return room.show(request, "tables", refusal=refusal, tables=tables, templates=offered)


@router.post("/tables")
async def add_tables(request: Request) -> Response:
    """Add so many of each game."""
    room = step_room(request)
    form, file = await room.read_form(request), room.file
    for name, count in forms.counts_of(form):
        for _ in range(count):
            file.draft.add_table(name, part_words=WORDS["setup"]["usual_parts"])
    if not file.draft.site().tables:
        return await tables_page(request, Refusal("NUMBER_WRONG", "no_table_yet", where="tables"))
    then = onward(file.faults(), "tables", room.then["tables"])
    return room.keep_and_leave("tables" if form["stay"] else then)


@router.get("/tables/{table}")
async def table_page(request: Request, table: str) -> Response:
    """One table: its bets with exact edges, its limits and settings."""
    return _table_page(request, table)


@router.post("/tables/{table}")
async def set_table(request: Request, table: str) -> Response:
    """Save the table, or remove it."""
    room = step_room(request)
    form, file = await room.read_form(request), room.file
    row = file.draft.row("table", table)
    if row is None or not file.is_own("table", table):
        raise _no_table(room, table)
    if form["remove"]:
        file.draft.remove("table", table)
        return room.keep_and_leave("tables")
    before = deepcopy(file.draft.data)
    try:
        forms.set_table(file.draft, row, form)
    except Refusal as refusal:
        page = _table_page(request, table, refusal, typed_id=form["id"])
        file.draft = Draft(before)
        return page
    faults, own_page = file.faults(), f"tables/{row['id']}"
    own = [each for each in of_table(faults, row["id"]) if place_of(each) == "tables"]
    then = own_page if form["stay"] or own else "tables"
    return room.keep_and_leave(onward(faults, "tables", then, page=own_page, table=row["id"]))


def _table_page(
    request: Request, name: str, refusal: Refusal | None = None, *, typed_id: str = ""
) -> Response:
    room = step_room(request)
    file, site = room.file, room.file.draft.site()
    found = next((each for each in site.tables if each.table == name), None)
    opened = None if found is None else offers.settable(site, found, file.paytables)
    if found is None or opened is None or not file.is_own("table", name):
        raise _no_table(room, name)
    row = file.draft.row("table", name) or {}
    played, profile = played_of(site, file.paytables), profile_of(site)
    return room.show(
        request,
        "tables",
        template="table",
        refusal=refusal,
        at_table=name,
        table=found,
        opened=opened,
        slots=offers.slots(found, opened, file.paytables),
        keypads=[
            each
            for each in KEYPADS
            if each == found.keypad or each in fitting_keypads(found, opened, played, profile)
        ],
        limits={
            wager: row.get("limits", {}).get(wager, ("", "")) for wager in forms.offered_wagers(row)
        },
        typed_id=typed_id or name,
        groups=group_faults(of_table(file.faults(), name)),
    )


def _no_table(room: StepRoom, name: str) -> Refusal:
    return Refusal("TABLE_UNKNOWN", "no_such_table_go", where=name, base=room.base)


# ---- jackpots and equipment ---------------------------------------------------------------------


@router.get("/jackpots")
async def jackpots_page(request: Request) -> Response:
    """Each jackpot with its cost and return, its tables, and the proof that they may share it."""
    return _jackpots_page(request, forms.pace_of(request.query_params))


@router.post("/jackpots/figures")
async def figures(request: Request) -> Response:
    """The figures for the values typed so far, or why there are none; saves nothing."""
    room = step_room(request)
    form, file = await room.read_form(request), room.file
    draft = Draft(deepcopy(file.draft.data))
    try:
        forms.set_jackpots(draft, form, file.paytables, is_own=file.is_own)
    except Refusal as refusal:
        return step_page(request, "figures", refused=refusal)
    pace, site = forms.pace_of(form), draft.site()
    found = await asyncio.to_thread(offers.jackpots, site, file.paytables, pace)
    own = [each for each in found if file.is_own("jackpot", each.jackpot)]
    cash_cents = offers.cash_cents(own)
    return step_page(request, "figures", jackpots=own, pace=pace, cash_cents=cash_cents)


@router.post("/jackpots")
async def set_jackpots(request: Request) -> Response:
    """Save all jackpots, and add or remove one; the figures keep the typed pace."""
    room = step_room(request)
    form, file = await room.read_form(request), room.file
    pace = forms.pace_of(form)
    before = deepcopy(file.draft.data)
    try:
        forms.set_jackpots(file.draft, form, file.paytables, is_own=file.is_own)
    except Refusal as refusal:
        file.draft = Draft(before)
        return _jackpots_page(request, pace, refusal, form)
    if form["remove"] and file.is_own("jackpot", form["remove"]):
        file.draft.remove("jackpot", form["remove"])
    if form["add"] and form["paytable"]:
        title = file.paytables.get(form["paytable"]).title
        added = file.draft.add_jackpot(form["paytable"], title=title)
        at = offers.only_table(file.draft.site(), added, file.paytables)
        if at and file.is_own("table", at):
            file.draft.share(added, [at])
    if form["go"]:
        file.settle("jackpots")
    page = f"jackpots?{pace.query}"
    then = onward(file.faults(), "jackpots", room.then["jackpots"], page=page)
    return room.keep_and_leave(then if form["go"] else page)


def _jackpots_page(
    request: Request,
    pace: AssumedPace,
    refusal: Refusal | None = None,
    typed: Form | None = None,
) -> Response:
    room = step_room(request)
    file, site = room.file, room.file.draft.site()
    found = offers.jackpots(site, file.paytables, pace)
    own = [each for each in found if file.is_own("jackpot", each.jackpot)]
    shown = [
        each
        for each in found
        if each in own or any(file.is_own("table", table.table) for table in each.may_have)
    ]
    groups, at_tables = told_of_jackpots(file.faults())
    at_tables += [each for each in groups if each.owner not in {one.jackpot for one in shown}]
    profile = catalog.profile(site.profile)
    return room.show(
        request,
        "jackpots",
        refusal=refusal,
        jackpots=shown,
        is_own=file.is_own,
        groups={
            each.jackpot: [group for group in groups if group.owner == each.jackpot]
            for each in shown
        },
        at_tables=at_tables,
        wrong_tables=[group.owner for group in at_tables],
        link_rule=profile.law.link_rule.rule,
        wide=site.wide,
        may_be_wide=profile.law.wide_area.value != OFF,
        new=offers.new_jackpots(site, file.paytables, pace),
        pace=pace,
        wagers_most=SEATS_MOST,
        typed=typed or Form(),
        cash_cents=offers.cash_cents(own),
    )


@router.get("/equipment")
async def equipment_page(request: Request, refusal: Refused = None) -> Response:
    room = step_room(request)
    rows = [row for row in room.file.draft.rows("table") if room.file.is_own("table", row["id"])]
    parts = [(table["id"], forms.parts_of(table)) for table in rows]
    return room.show(request, "equipment", refusal=refusal, tables=parts)


@router.post("/equipment")
async def set_equipment(request: Request) -> Response:
    room = step_room(request)
    form, file = await room.read_form(request), room.file
    before = deepcopy(file.draft.data)
    try:
        forms.set_equipment(file.draft, form)
    except Refusal as refusal:
        page = await equipment_page(request, refusal)
        file.draft = Draft(before)
        return page
    file.settle("equipment")
    return room.keep_and_leave(onward(file.faults(), "equipment", room.then["equipment"]))
