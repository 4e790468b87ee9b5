"""The setup of a training floor: consoles and signs, a rehearsal, approvals, the first deposit, and
going live by two people. Every site that only trains has it, however its file was written; it is
gone once the floor plays for money."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Sequence, Set
from copy import deepcopy
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from pitboss.floor.facts import days, devices
from pitboss.floor.facts.bank import RecordDeposit
from pitboss.floor.facts.permission import role_too_low
from pitboss.floor.money.custody import bank_stop
from pitboss.floor.state.floor import State
from pitboss.live.clocks import clock_ms
from pitboss.live.rehearsal import Rehearsal
from pitboss.live.running_site import RunningSite
from pitboss.live.training import only_trains
from pitboss.notation import dollars
from pitboss.refusal import Refusal
from pitboss.site.check import opener_roles
from pitboss.site.draft import Draft
from pitboss.site.model import Site
from pitboss.web.access.admission import WALL, Access
from pitboss.web.access.enrollment import make_code
from pitboss.web.access.front import Form, read_form
from pitboss.web.access.gate import Person, need_role, person
from pitboss.web.access.proving import Prover, source_of
from pitboss.web.screens.qr import qr_code
from pitboss.web.setup.draft_file import rehearse
from pitboss.web.setup.fault_groups import wrong_signature
from pitboss.web.setup.floor_steps import Refused, TypedForm, step_page
from pitboss.web.setup.opening_papers import enter_papers, need_past, papers_shown, today_of
from pitboss.web.setup.step_state import LIVE_STEPS, StepState, with_draft_steps
from pitboss.web.setup.written_file import (
    approved_tables,
    draft_of,
    seeds_needed,
    write,
    written_site,
)
from pitboss.web.shell.addresses import Addresses, need_network
from pitboss.web.shell.log import log
from pitboss.web.shell.middleware import turned_away

KINDS = ("console", "sign")
FIELDS_MOST = 500


async def trainer(request: Request, who: Annotated[Person, Depends(person)]) -> Person:
    """The setup's user on a training floor; on any other floor there is no such page."""
    running_site: RunningSite = request.app.state.running_site
    if not await running_site.look(only_trains):
        raise Refusal("PAGE_UNKNOWN", "floor_plays_money", where=request.url.path)
    return who


router = APIRouter(include_in_schema=False, dependencies=[Depends(trainer)])


@router.get("/setup")
async def begin(request: Request) -> Response:
    """The first step not done."""
    found = await _steps(request)
    first = next((step.name for step in found if not step.is_done), LIVE_STEPS[-1])
    return RedirectResponse(f"/setup/{first}", 303)


# ---- consoles and signs -------------------------------------------------------------------------


@router.get("/setup/devices")
async def devices_page(request: Request) -> Response:
    """Paired screens."""
    return await _devices_page(request)


@router.post("/setup/devices")
async def make_codes(request: Request) -> Response:
    """Make a code and its picture for each missing console and sign."""
    await read_form(request)
    who = person(request)
    try:
        need_role(who, devices.EnrollDevice.permission.roles)
    except Refusal as refusal:
        return await _devices_page(request, refusal)
    address = request.app.state.addresses.for_others(request)
    pairs = []
    paired = _paired(request)
    for kind, table in (each for each in _screens(request) if each not in paired):
        code = await make_code(request, kind=kind, table=table)
        link = f"{address}/enroll?code={code}"
        pairs.append({"table": table, "kind": kind, "code": code, "picture": qr_code(link)})
    return await _devices_page(request, pairs=pairs)


@router.post("/setup/network")
async def switch_network_on(request: Request) -> Response:
    """Listen on this machine's network address too, until the server stops: without a restart or
    signing anyone out."""
    await read_form(request)
    addresses: Addresses = request.app.state.addresses
    who = person(request)
    try:
        need_role(who, devices.EnrollDevice.permission.roles)
        port = addresses.port_only_here(request)
        if port is not None:
            host = need_network()
            request.app.state.listen_at(host, port)
            addresses.network_host = host
            log("network", badge=who.badge, host=host, port=port)
    except Refusal as refusal:
        return await _devices_page(request, refusal)
    return RedirectResponse("/setup/devices", 303)


async def _devices_page(
    request: Request, refusal: Refusal | None = None, pairs: Sequence[dict[str, str]] = ()
) -> Response:
    running_site: RunningSite = request.app.state.running_site
    addresses: Addresses = request.app.state.addresses
    roles, paired = devices.EnrollDevice.permission.roles, _paired(request)
    address = addresses.for_others(request)
    return await _page(
        request,
        "devices",
        refusal=refusal,
        pairs=pairs,
        tables=running_site.site.tables,
        paired=paired,
        is_equipped=_is_equipped(paired, _screens(request)),
        kinds=KINDS,
        address=address,
        picture=qr_code(f"{address}/enroll"),
        folder=running_site.folder,
        port=request.scope["server"][1],
        is_only_here=addresses.port_only_here(request) is not None,
        is_on_until_stop=bool(addresses.network_host),
        is_readable=request.url.scheme == "http",
        may_pair=person(request).role in roles,
        pairers=[
            f"{badge} {each.name}"
            for badge, each in running_site.badges.items()
            if each.role in roles
        ],
    )


def _paired(request: Request) -> set[tuple[str, str]]:
    access: Access = request.app.state.access
    return {(each.kind, each.table) for each in access.devices()}


def _screens(request: Request) -> list[tuple[str, str]]:
    """A console and a sign for each table."""
    site: Site = request.app.state.running_site.site
    return [(kind, table.table) for table in site.tables for kind in KINDS]


def _is_equipped(paired: Set[tuple[str, str]], screens: Sequence[tuple[str, str]]) -> bool:
    """Whether each table has its console, and a sign or a wall that shows all jackpots."""
    missing = {kind for kind, table in screens if (kind, table) not in paired}
    return not missing or (missing == {"sign"} and WALL in paired)


# ---- rehearsal ----------------------------------------------------------------------------------


@router.get("/setup/rehearsal")
async def rehearsal_page(request: Request) -> Response:
    return await _page(request, "rehearsal", tables=_with_jackpots(request), story=[])


@router.post("/setup/rehearsal")
async def play_rehearsal(request: Request) -> Response:
    """Play the script at a table and report it."""
    form = await read_form(request)
    running_site: RunningSite = request.app.state.running_site
    table = form["table"]
    before = await running_site.look(_awards)
    try:
        done = await Rehearsal(running_site, table).play()
    except Refusal as refusal:
        tables = _with_jackpots(request)
        return await _page(request, "rehearsal", refusal=refusal, tables=tables, story=[])
    awards = [each for each in await running_site.look(_awards) if each not in before]
    story = [
        {
            "what": step.what,
            "name": running_site.badges[step.badge].name if step.badge else "",
            "hand": running_site.hand(step.jackpot, step.hand).long if step.hand else "",
        }
        for step in done
    ]
    paid = [cents for _, cents in awards]
    return await _page(
        request,
        "rehearsal",
        tables=_with_jackpots(request),
        story=story,
        table=table,
        paid=dollars(sum(paid)),
    )


def _with_jackpots(request: Request) -> list[Any]:
    site: Site = request.app.state.running_site.site
    return [table for table in site.tables if table.jackpots]


def _awards(state: State) -> list[tuple[str, int]]:
    return [(name, found.award.total_cents) for name, found in state.awards.items()]


# ---- approvals and deposit ----------------------------------------------------------------------


@router.post("/setup/approvals")
async def enter_approvals(request: Request) -> Response:
    """Write the papers of these tables into the site file."""
    form = await read_form(request, most=FIELDS_MOST)
    running_site: RunningSite = request.app.state.running_site
    draft = draft_of(request)
    try:
        enter_papers(running_site, draft, form, running_site.paytables, _tables_of(draft))
        await write(request, draft)
    except Refusal as refusal:
        return await approvals_page(request, refusal, form)
    left = [name for name, runs in _approved(request).items() if not runs]
    return RedirectResponse("/setup/approvals" if left else "/setup/bank", 303)


@router.get("/setup/approvals")
async def approvals_page(
    request: Request, refusal: Refused = None, form: TypedForm = None
) -> Response:
    """The papers of each table."""
    running_site: RunningSite = request.app.state.running_site
    draft = draft_of(request)
    shown = papers_shown(running_site, draft, running_site.paytables, _tables_of(draft), form)
    return await _page(request, "approvals", refusal=refusal, after="bank", **shown)


def _tables_of(draft: Draft) -> list[str]:
    return [row["id"] for row in draft.rows("table")]


def _approved(request: Request) -> dict[str, bool]:
    """Whether each table in the file has its papers for what it plays."""
    running_site: RunningSite = request.app.state.running_site
    return approved_tables(running_site, written_site(request), running_site.paytables)


@router.get("/setup/bank")
async def bank_page(request: Request) -> Response:
    """The account and what must be in it."""
    return await _bank_page(request)


@router.post("/setup/bank")
async def set_bank(request: Request) -> Response:
    """Write the account and the first deposit into the site file."""
    form = await read_form(request)
    draft = draft_of(request)
    keys = ("name", "state", "last_four", "deposit", "reference", "day", "deposited_by")
    typed = {key: form[key].strip() for key in keys}
    draft.set_bank(**{**typed, "state": typed["state"].upper()})
    try:
        site = request.app.state.running_site
        need_past(site, form["day"].strip(), where="day", case="after_deposit")
        await write(request, draft)
    except Refusal as refusal:
        return await _bank_page(request, refusal, draft)
    return RedirectResponse("/setup/live", 303)


async def _bank_page(
    request: Request, refusal: Refusal | None = None, draft: Draft | None = None
) -> Response:
    site = written_site(request)
    running_site: RunningSite = request.app.state.running_site
    accountants = RecordDeposit.permission.roles
    return await _page(
        request,
        "bank",
        refusal=refusal,
        wrong_field=refusal.where.rpartition(".")[2] if refusal else "",  # or its own field
        bank=(draft or draft_of(request)).data.get("bank", {}),
        seeds=seeds_needed(request, site),
        accountants=sorted(
            (badge for badge in site.badges if badge.role in accountants),
            key=lambda badge: accountants.index(badge.role),
        ),
        today=today_of(running_site),
        rule=running_site.profile.law.bank_floor.rule,
    )


# ---- going live ---------------------------------------------------------------------------------


@router.post("/setup/live")
async def go_live(request: Request) -> Response:
    """End the training, by two people; the floor opens for money in this process."""
    form = await read_form(request)
    try:
        pair = await _two_people(request, form)
        if not request.app.state.handover.is_possible:
            raise Refusal("TRAINING_ON_SERVER", where=request.url.path)
        before = draft_of(request)
        draft = Draft(deepcopy(before.data))
        draft.house["opened_by"] = list(pair)
        await write(request, draft)
        if hindrances := await _hindrances(request):
            await write(request, before)
            raise hindrances[0].refusal
    except Refusal as refusal:
        await turned_away(request, refusal)
        return await live_page(request, refusal, typed=form)
    log("live", badges=" ".join(pair))
    page = await _page(request, "opening", next="/pit")
    page.background = BackgroundTask(request.app.state.handover.begin)
    return page


@router.get("/setup/live")
async def live_page(request: Request, refusal: Refused = None, typed: TypedForm = None) -> Response:
    """What would open for money, and what stands in the way."""
    hindrances = await _hindrances(request)
    approved, site = _approved(request), written_site(request)
    return await _page(
        request,
        "live",
        refusal=refusal,
        wrong_field=wrong_signature(refusal, typed) if refusal and typed else "",
        approved=approved,
        approved_names=[name for name, runs in approved.items() if runs],
        tables=site.tables,
        lacks_auditor=days.CloseDay.permission.one_is not in {each.role for each in site.badges},
        hindrances=_told_once([each.refusal for each in hindrances], approved),
        mended_at=list(dict.fromkeys(each.step for each in hindrances if each.step)),
        who=request.state.person,
        typed=typed or {},
    )


def _told_once(
    refusals: Sequence[Refusal], tables: Container[str]
) -> list[tuple[list[str], Refusal]]:
    """Each reason once, with its tables."""
    found: dict[tuple[str, str], tuple[list[str], Refusal]] = {}
    for each in refusals:
        named, _ = found.setdefault((each.code, each.reason), ([], each))
        named += [each.where] if each.where in tables else []
    return list(found.values())


async def _two_people(request: Request, form: Form) -> tuple[str, str]:
    """The two different people who go live; the one who opens tables comes first."""
    prover: Prover = request.app.state.prover
    people = []
    for number in (1, 2):
        badge = form[f"badge-{number}"].strip()
        try:
            who = await prover.prove(
                {"badge": badge, "pin": form[f"pin-{number}"]}, source_of(request)
            )
        except Refusal as refusal:
            raise _of_one(badge, refusal) from refusal
        people.append(who)
    if people[0].badge == people[1].badge:
        raise Refusal("BADGE_TWICE", "two_different_people_go", where=people[0].badge)
    first, both = opener_roles()
    people.sort(key=lambda who: who.role not in first)
    for who, roles in zip(people, (first, both), strict=True):
        if who.role not in roles:
            raise _of_one(who.badge, role_too_low(who.badge, who.role, roles))
    return people[0].badge, people[1].badge


def _of_one(badge: str, refusal: Refusal) -> Refusal:
    """A refusal that says which of two people it is about."""
    return Refusal(refusal.code, refusal.case, where=badge, **refusal.values, owner=badge)


class _Hindrance(NamedTuple):
    """What keeps the floor from going live, and the step that fixes it; none if a table or the site
    file does."""

    refusal: Refusal
    step: str = ""


async def _hindrances(request: Request) -> list[_Hindrance]:
    """What keeps the floor from going live: open training rounds, whose players would wait for a
    winner in vain, and anything that would refuse the first round for money."""
    running_site: RunningSite = request.app.state.running_site
    unended = [
        _Hindrance(Refusal("ROUND_OPEN", "end_round", where=table))
        for table in await running_site.look(_open_rounds)
    ]
    return [*unended, *await asyncio.to_thread(_first_refusals, request)]


def _open_rounds(state: State) -> list[str]:
    return [name for name, table in state.tables.items() if table.round is not None]


def _first_refusals(request: Request) -> list[_Hindrance]:
    """What would refuse the first round for money, table by table, if the floor opened now from its
    file; found by opening it in memory."""
    folder = request.app.state.running_site.folder
    try:
        state = rehearse(folder).state
    except Refusal as refusal:
        return [_Hindrance(refusal)]
    found = []
    if all(table.training for table in state.tables.values()):
        found.append(
            _Hindrance(Refusal("APPROVAL_MISSING", "no_table_approvals", where="site"), "approvals")
        )
    for name, table in state.tables.items():
        if table.shortfalls and not table.training:
            short = table.shortfalls[0]
            found.append(_Hindrance(Refusal.of(short.told, name), "approvals"))
    if (stop := bank_stop(state, clock_ms())) is not None:
        code = "BANK_UNNAMED" if stop.is_unnamed else "BANK_SHORT"
        named = {"due": stop.due_cents, "rule": stop.rule}
        found.append(_Hindrance(Refusal(code, "live", where="bank", **named), "bank"))
    return found


# ---- pages --------------------------------------------------------------------------------------


async def _steps(request: Request, name: str = "") -> list[StepState]:
    """The steps as a page shows them. Someone who went on from the screens left those for later."""
    running_site: RunningSite = request.app.state.running_site
    site = written_site(request)
    approved = await asyncio.to_thread(_approved, request)
    won = bool(await running_site.look(_awards))
    bank, needed = site.bank, seeds_needed(request, site)
    paired, screens = _paired(request), _screens(request)
    is_equipped, went_on = _is_equipped(paired, screens), won or name not in ("", LIVE_STEPS[0])
    skipped = len(screens) - len(paired.intersection(screens)) if went_on and not is_equipped else 0
    done = {
        "devices": is_equipped or went_on,
        "rehearsal": won or not _with_jackpots(request),
        "approvals": all(approved.values()),
        "bank": bank is not None and (bank.deposit_cents or 0) >= needed.now_cents,
    }
    done_of = {
        "devices": (len(paired.intersection(screens)), len(screens)),
        "approvals": (sum(approved.values()), len(approved)),
    }
    return with_draft_steps(
        [
            StepState(
                step,
                done.get(step, False),
                done_of=done_of.get(step),
                skipped=skipped if step == "devices" else 0,
            )
            for step in LIVE_STEPS
        ]
    )


async def _page(
    request: Request, name: str, *, refusal: Refusal | None = None, **context: Any
) -> HTMLResponse:
    shown = {"steps": await _steps(request, name), "step": name, "base": "/setup", **context}
    return step_page(request, name, refusal, **shown)
