"""The setup before there is a floor: house, people, check, open; the other steps are in
`floor_steps`.

Plain forms; each step is saved when sent, so you can leave and resume anywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from pitboss.floor.facts.values import DAY_BEGINS, INSPECTOR, ROLES
from pitboss.notation import format_moment
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.site.draft import SetupPerson
from pitboss.site.faults import ERROR
from pitboss.web.access.admission import Access
from pitboss.web.access.front import Form
from pitboss.web.setup import forms, offers
from pitboss.web.setup.draft_file import DraftFile
from pitboss.web.setup.fault_groups import group_faults, onward, place_of
from pitboss.web.setup.floor_steps import Refused, StepRoom, TypedForm, step_page, step_room
from pitboss.web.setup.guard import SETTER, SetupKeys
from pitboss.web.setup.slips import issue_slips
from pitboss.web.setup.step_state import DRAFT_STEPS, setup_steps, steps_of, unseen_steps
from pitboss.web.shell.middleware import cookie
from pitboss.words.language import listed_languages

BLANK_ROLES = (*["dealer"] * 4, "supervisor", "executive", "accounting", "technician", "auditor")
HOUSE_FIELDS = (
    "name", "time_zone", "profile", "day_begins", "language", "staff_play", "disputes",
)  # fmt: skip
MORE_ROLES = ("dealer",) * 3


async def read_again(request: Request) -> None:
    """Pick up changes made to the draft by hand."""
    _file(request).reread()


doors = APIRouter(include_in_schema=False)  # for visitors not let in yet
router = APIRouter(include_in_schema=False, dependencies=[Depends(read_again)])


# ---- doors --------------------------------------------------------------------------------------


@router.get("/")
@router.get("/setup")
async def begin(request: Request) -> Response:
    """The first step not done."""
    found = steps_of(_file(request))
    first = next((step.name for step in found if not step.is_done), DRAFT_STEPS[-1])
    return RedirectResponse(f"/setup/{first}", 303)


@doors.get("/healthz")
async def health() -> Response:
    """Says the server is listening."""
    return PlainTextResponse("setup\n")


@doors.get("/favicon.ico")
async def icon() -> Response:
    """The icon, where a browser looks for it."""
    return RedirectResponse("/static/icon.svg", 308)


@doors.get("/setup/code")
async def code_page(request: Request, code: str = "") -> Response:
    """The page for the terminal's code; the link there fills in the code."""
    if code and not request.app.state.keys.may_enter(request):
        return _enter(request, code)
    return RedirectResponse("/setup", 303) if code else step_page(request, "code")


@doors.post("/setup/code")
async def enter_code(request: Request) -> Response:
    """Let in a browser that has the code."""
    return _enter(request, (await _own_form(request))["code"])


def _enter(request: Request, code: str) -> Response:
    keys: SetupKeys = request.app.state.keys
    try:
        token = keys.enter(request, code)
    except Refusal as refusal:
        return step_page(request, "code", refusal)
    answer = RedirectResponse("/setup", 303)
    answer.headers.append("Set-Cookie", cookie(request, SETTER, token))
    return answer


# ---- house and people ---------------------------------------------------------------------------


@router.get("/setup/house")
async def house_page(
    request: Request, refusal: Refused = None, typed: TypedForm = None
) -> Response:
    """The house's name, clock and law."""
    profiles = [catalog.profile(name) for name in catalog.profile_names()]
    house = typed if typed is not None else _file(request).draft.house_form
    zones = offers.zones()
    return step_room(request).show(
        request,
        "house",
        refusal=refusal,
        house=house,
        profiles=profiles,
        zones=zones,
        day_begins=DAY_BEGINS,
        languages=listed_languages(),
    )


@router.post("/setup/house")
async def set_house(request: Request) -> Response:
    form = await _form(request)
    file = _file(request)
    try:
        forms.need_house(form, shifts=tuple(file.draft.house.get("shifts", ())))
    except Refusal as refusal:
        return await house_page(request, refusal, form)
    file.draft.set_house(**{name: form[name] for name in HOUSE_FIELDS})
    return step_room(request).keep_and_leave(onward(file.faults(), "house", "people"))


@router.get("/setup/people")
async def people_page(request: Request, more: int = 0) -> Response:
    """Everyone's name and role, with blank lines for more."""
    rows = _file(request).draft.rows("badge")
    known = [
        SetupPerson(row["id"], row["name"], row["role"], row.get("language", "")) for row in rows
    ]
    present = {each.role for each in known}
    missing = tuple(role for role in dict.fromkeys(BLANK_ROLES) if role not in present)
    roles = missing + MORE_ROLES * min(more, 20) if known else BLANK_ROLES
    return _people_page(request, [*known, *(SetupPerson("", "", role) for role in roles)])


def _people_page(
    request: Request, rows: Sequence[SetupPerson], refusal: Refusal | None = None
) -> Response:
    file = _file(request)
    begun = bool(file.draft.data.get("badge"))
    own = [each for each in file.faults() if begun and place_of(each) == "people"]
    # An inspector's badge expires, so the office issues it.
    roles = [role for role in ROLES if role != INSPECTOR]
    return step_room(request).show(
        request,
        "people",
        refusal=refusal,
        rows=rows,
        roles=roles,
        languages=listed_languages(),
        groups=group_faults(own),
    )


@router.post("/setup/people")
async def set_people(request: Request) -> Response:
    form = await _form(request)
    file = _file(request)
    people = forms.people_of(form)
    try:
        forms.need_people(people)
    except Refusal as refusal:
        return _people_page(request, people, refusal)
    file.draft.set_people(people)
    then = onward(file.faults(), "people", "tables")
    return step_room(request).keep_and_leave("people?more=1" if form["more"] else then)


# ---- check, slips, open -------------------------------------------------------------------------


@router.get("/setup/check")
async def check_page(request: Request, refusal: Refused = None) -> Response:
    """The results of the check, and the future site file."""
    file = _file(request)
    groups = group_faults(file.faults(), is_of_all=True)
    return step_room(request).show(
        request,
        "check",
        refusal=refusal,
        groups=groups,
        errors=sum(group.severity == ERROR for group in groups),
        unseen=unseen_steps(file),
        text=file.draft.text,
        site=file.draft.site(),
        **_slip_set(file),
    )


@router.post("/setup/slips")
async def slips(request: Request) -> Response:
    """New PINs and cards for everyone, on paper to cut and hand out; shown once. They void the set
    the form names: a form sent twice, or overtaken by someone else's, names another set and does
    nothing."""
    form = await _form(request)
    file = _file(request)
    if any(fault.severity == ERROR for fault in file.faults()):
        return RedirectResponse("/setup/check", 303)
    if form["instead_of"] != str(file.slips.number):  # sent again, or someone made others meanwhile
        return RedirectResponse("/setup/check", 303)
    site = file.draft.site()
    access: Access = request.app.state.access
    file.count_slips()
    file.save()
    made = await asyncio.to_thread(issue_slips, access, site.badges)
    return step_page(request, "slips", house=site.name, slips=made, **_slip_set(file))


def _slip_set(file: DraftFile) -> dict[str, Any]:
    """The valid set of slips and when it was made, on the house's clock."""
    number, made_ms = file.slips
    made = format_moment(made_ms, file.draft.site().time_zone) if number else ""
    return {"slip_set": number, "slips_made": made}


@router.post("/setup/open")
async def open_floor(request: Request) -> Response:
    """Turn the draft into the site file and open the floor in this process."""
    await _form(request)
    file = _file(request)
    try:
        await asyncio.to_thread(file.publish)
    except Refusal as refusal:
        return await check_page(request, refusal)
    page = step_page(request, "opening", next="/setup")
    page.background = BackgroundTask(request.app.state.handover.begin)
    return page


# ---- shared -------------------------------------------------------------------------------------


def room_of(file: DraftFile) -> StepRoom:
    """The room of the shared steps, in a setup."""
    then = {"tables": "jackpots", "jackpots": "equipment", "equipment": "check"}
    return StepRoom(base="/setup", file=file, read_form=_form, given=_given, then=then)


def _given(request: Request) -> dict[str, Any]:
    return {"steps": setup_steps(_file(request))}


def _file(request: Request) -> DraftFile:
    return step_room(request).file


async def _form(request: Request) -> Form:
    """One of our forms, made from the current draft: an older one would overwrite another window's
    save or a change by hand."""
    form = await _own_form(request)
    request.state.typed = form
    _file(request).need_same(form["draft"])
    return form


async def _own_form(request: Request) -> Form:
    form = forms.form_of(await request.body())
    keys: SetupKeys = request.app.state.keys
    keys.check_form(request, form["csrf"])
    return form
