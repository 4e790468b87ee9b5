"""Adding tables, jackpots and paytables to a running house: prepared with the setup's forms,
reviewed with every amount, and opened by two people.

The additions are appended to the site file first, so a restart finds them there, and then sent to
the floor. If a server stops in between, the site file's page offers the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from msgspec.structs import replace

from pitboss.engine import Reply
from pitboss.floor.decide import decide
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.tables import OpenPaytable, OpenTable
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.approvals import opened_items, papers_text
from pitboss.notation import title_text
from pitboss.refusal import Refusal, Told
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.rules import catalog
from pitboss.site.check import opener_roles
from pitboss.site.difference import find_changes
from pitboss.site.faults import ERROR
from pitboss.site.terms import as_played
from pitboss.web.access.front import Form, read_form
from pitboss.web.access.gate import Person, need_role, person
from pitboss.web.access.proving import second_person
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.office.advice import AccountFigures, account_figures, copy_of
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.paytables import paytable_page, summary_of
from pitboss.web.setup import floor_steps
from pitboss.web.setup.additions import AdditionsFile, wagers
from pitboss.web.setup.fault_groups import group_faults, wager_of, without_bundle
from pitboss.web.setup.floor_steps import Refused, StepRoom, TypedForm, step_room
from pitboss.web.setup.offers import AssumedPace, jackpots
from pitboss.web.setup.opening_papers import enter_papers, papers_shown
from pitboss.web.setup.step_state import steps_of
from pitboss.web.shell.answers import describe_events
from pitboss.words.language import WORDS

BASE = "/office/open"
STEPS = ("tables", "jackpots", "equipment", "approvals", "check")
FIELDS_MOST = 2000
SECTION = "changes"
NEW_JACKPOTS = columns(
    "jackpot level wager:money seed:money+ rate:rate reserve_rate:rate? maximum:money?",
    "executive_above:money house_keeps",
)
NEW_TABLES = columns(
    "table title seats:count jackpots plays_for letter:told? date:day? signer? link:told?",
)
NEW_ITEMS = columns("name item:told value:told")

Opening: TypeAlias = OpenPaytable | OpenJackpot | OpenTable


async def opener(request: Request, who: Annotated[Person, Depends(person)]) -> Person:
    """Someone who may add to the floor, with the current draft; only on a leading server."""
    _, roles = opener_roles()
    need_role(who, roles)
    if request.app.state.running_site.follows:
        raise Refusal("FOLLOWS_ONLY", where=BASE)
    if request.app.state.step_room is None:
        folder = request.app.state.running_site.folder
        request.app.state.step_room = room_of(await asyncio.to_thread(AdditionsFile, folder))
    await asyncio.to_thread(_additions(request).reread)
    return who


router = APIRouter(prefix="/office", include_in_schema=False, dependencies=[Depends(opener)])
OpeningDesk = Annotated[Desk, Depends(desk(SECTION))]


def room_of(file: AdditionsFile) -> StepRoom:
    """The room of the steps of the setup, in the office."""
    then = {"tables": "jackpots", "jackpots": "equipment", "equipment": "approvals"}
    return StepRoom(base=BASE, file=file, read_form=_form, given=_given, then=then)


def _given(request: Request) -> dict[str, Any]:
    file = _additions(request)
    return {
        "steps": steps_of(file, STEPS),
        "room": WORDS["office"]["opening"],
        "draft": file.digest,
        "wager_of": wager_of,
        "without_bundle": without_bundle,
    }


def _additions(request: Request) -> AdditionsFile:
    file: AdditionsFile = request.app.state.step_room.file
    return file


async def _form(request: Request) -> Form:
    """One of our forms, made from the current draft."""
    form = Form(
        (name, value.strip())
        for name, value in (await read_form(request, most=FIELDS_MOST)).items()
    )
    _additions(request).need_same(form["draft"])
    return form


# ---- papers -------------------------------------------------------------------------------------


@router.post("/open/approvals")
async def enter_approvals(request: Request) -> Response:
    """Keep them in the draft."""
    form = await read_form(request, most=FIELDS_MOST)
    file, running_site = _additions(request), request.app.state.running_site
    try:
        enter_papers(running_site, file.draft, form, file.paytables, file.tables)
    except Refusal as refusal:
        return await approvals_page(request, refusal, form)
    file.save()
    return RedirectResponse(BASE, 303)


@router.get("/open/approvals")
async def approvals_page(
    request: Request, refusal: Refused = None, form: TypedForm = None
) -> Response:
    """The papers of the tables that are added."""
    file, running_site = _additions(request), request.app.state.running_site
    shown = papers_shown(running_site, file.draft, file.paytables, file.tables, form)
    return step_room(request).show(request, "approvals", refusal=refusal, after="check", **shown)


# ---- paytables ----------------------------------------------------------------------------------


@router.post("/open/paytable")
async def add_paytable(desk: OpeningDesk) -> JSONResponse:
    """A paytable of the house: read, checked and kept in the draft."""
    wager, name, text = await _texts(desk, "wager", "name", "text")
    found = await asyncio.to_thread(_additions(desk.request).add_paytable, wager, name, text)
    said = WORDS["office"]["opening"]["paytable_added"].format(title=found.title)
    return answer_done(told=said)


@router.post("/open/paytable/remove")
async def remove_paytable(desk: OpeningDesk) -> JSONResponse:
    """Take one out of the draft again."""
    (name,) = await _texts(desk, "paytable")
    await asyncio.to_thread(_additions(desk.request).remove_paytable, name)
    return answer_done()


@router.get("/open/paytables/{paytable:path}")
async def new_paytable(desk: OpeningDesk, paytable: str) -> Response:
    """A new paytable's exact figures, before anyone plays by it."""
    return await paytable_page(desk, _additions(desk.request).paytables.get(paytable))


# ---- looking and opening ------------------------------------------------------------------------


@router.get("/open/check")
async def check(request: Request) -> Response:
    """The draft's last step leads to the review."""
    return RedirectResponse(BASE, 303)


@router.get("/open")
async def show_opening(desk: OpeningDesk) -> Response:
    """What is added, what it costs, and the form for two people."""
    file = _additions(desk.request)
    faults = await asyncio.to_thread(lambda: [*file.faults(), *file.find_unpapered()])
    wrong = group_faults([each for each in faults if each.severity == ERROR])
    shown: dict[str, Any] = {}
    sheets: list[Sheet] = []
    refusal: Refusal | None = None
    if not file.is_empty and not wrong:
        try:
            commands = await _commands(desk, file, second="")
            shown["figures"] = await _rehearsed(desk, file, commands)
            shown["can_open"] = bool(commands)
            sheets = await asyncio.to_thread(_sheets, desk, file, commands)
        except Refusal as found:
            refusal = found
    return desk.page(
        "opening",
        sheets,
        is_empty=file.is_empty,
        fingerprint=file.fingerprint,
        tables=file.tables,
        wrong=wrong,
        titles=_titles(desk, file),
        noted=group_faults([each for each in faults if each.severity != ERROR], is_of_all=True),
        refused=refusal,
        base=BASE,
        wagers=_wagers(),
        paytables=[
            (
                file.paytables.get(each),
                await asyncio.to_thread(summary_of, file.paytables.get(each)),
            )
            for each in file.new_paytables()
        ],
        needs=desk.running_site.profile.law.approval_needs.value,
        needs_rule=desk.running_site.profile.law.approval_needs.rule,
        wager_of=wager_of,
        without_bundle=without_bundle,
        step="check",
        **shown,
    )


def _wagers() -> list[tuple[str, str]]:
    """Every bet that a paytable can be for, as people call it."""
    bets: Mapping[str, str] = {**WORDS["wagers"], **WORDS["setup"]["bets"]}
    return [
        (folder, f"{title}: {bets.get(slot) or title_text(slot)}")
        for folder, (title, slot) in wagers().items()
    ]


@router.post("/open/discard")
async def discard(desk: OpeningDesk) -> JSONResponse:
    """Start over."""
    await _texts(desk)
    await asyncio.to_thread(_additions(desk.request).discard)
    return answer_done()


@router.post("/open")
async def open_all(desk: OpeningDesk) -> JSONResponse:
    """Open it as shown: rehearsed with the same two people, appended to the site file, then sent to
    the floor one by one."""
    body = await body_of(desk.request)
    second = await second_person(desk.request, body)
    command_id, fingerprint = (body.pop(name, "") for name in ("command_id", "fingerprint"))
    file, site = _additions(desk.request), desk.running_site
    async with desk.request.app.state.opening:
        await asyncio.to_thread(file.reread)
        if not isinstance(command_id, str) or fingerprint != file.fingerprint:
            raise Refusal("DRAFT_CHANGED", "changed_meanwhile", where=file.file.name)
        commands = await _commands(desk, file, second=second.badge)
        if not commands:
            raise Refusal("NUMBER_WRONG", "nothing_added_yet", where="tables")
        await _rehearsed(desk, file, commands)
        await asyncio.to_thread(file.publish)
        await site.grow(await asyncio.to_thread(site.law.read, site.folder))
        replies: list[Reply] = []
        for number, command in enumerate(commands, start=1):
            named = replace(command, command_id=f"{command_id}-{number}", at_ms=site.now_ms())
            replies.append(await site.ask(named))
    for reply in replies:
        reply.need("site.toml")
    told = [await describe_events(site, each.events) for each in replies]
    return answer_done(replies[-1].seq, told=" ".join(told))


# ---- inside -------------------------------------------------------------------------------------


async def _texts(desk: Desk, *names: str) -> list[str]:
    body = await body_of(desk.request)
    values = [body.pop(name, None) for name in names]
    if body or not all(isinstance(each, str) for each in values):
        case = "takes_nothing_else" if names else "takes_nothing"
        raise Refusal("COMMAND_UNREADABLE", case, where="body", names=names)
    return [str(each) for each in values]


async def _commands(desk: Desk, file: AdditionsFile, *, second: str) -> list[Opening]:
    """The commands that open all additions, in a valid order; for a mere review, with any possible
    second person."""
    state = await desk.running_site.look(copy_of)
    both = (desk.who.badge, second or _somebody_else(desk))
    found = await asyncio.to_thread(
        partial(
            find_changes,
            file.draft.site(),
            state,
            file.paytables,
            by=both,
            reason="",
            at_ms=desk.running_site.now_ms(),
            ids=(f"opening-{number}" for number in count(1)),
        )
    )
    opened: list[Opening] = [
        OpenPaytable(
            command_id="", at_ms=0, paytable=each.id, title=each.title, sha256=each.sha256,
            badges=both,
        )
        for each in map(file.paytables.get, file.new_paytables())
    ]  # fmt: skip
    return opened + [
        each.command
        for each in found
        if (isinstance(each.command, OpenJackpot) and file.is_own("jackpot", each.command.jackpot))
        or (isinstance(each.command, OpenTable) and file.is_own("table", each.command.table))
    ]


def _somebody_else(desk: Desk) -> str:
    """Anybody who could be the second person."""
    _, roles = opener_roles()
    site = desk.running_site
    for name, badge in site.badges.items():
        is_good = not badge.revoked and not badge.has_ended(site.now_ms())
        if name != desk.who.badge and badge.role in roles and is_good:
            return name
    return ""


async def _rehearsed(
    desk: Desk, file: AdditionsFile, commands: Iterable[Opening]
) -> AccountFigures:
    """The floor's answers, and what the account must hold then."""
    site = desk.running_site
    new = {each: file.paytables.get(each) for each in file.new_paytables()}
    lookup: PaytableLookup = {**site.paytable_lookup, **new}

    def rehearse(state: State) -> AccountFigures:
        draft = state.draft()
        for command in commands:
            decision = decide(draft, command, lookup)
            if isinstance(decision, Told):
                raise Refusal.of(decision, "")
            record(draft, decision)
        return account_figures(state, draft, at_ms=site.now_ms())

    return await site.look(rehearse)


def _titles(desk: Desk, file: AdditionsFile) -> dict[str, str]:
    """Titles of the floor's jackpots and the added ones."""
    jackpots = file.draft.site().jackpots
    return {each.jackpot: each.title or desk.title_of(each.jackpot) for each in jackpots}


def _sheets(desk: Desk, file: AdditionsFile, commands: Sequence[Opening]) -> list[Sheet]:
    """Every level of every jackpot that is added, every table, and all else that is signed for."""
    site, profile = file.draft.site(), desk.running_site.profile
    edges = {each.jackpot: each for each in jackpots(site, file.paytables, AssumedPace())}
    titles = _titles(desk, file)
    rows: list[tuple[Cell, ...]] = []
    for jackpot in site.jackpots:
        if not file.is_own("jackpot", jackpot.jackpot):
            continue
        played, offer = as_played(jackpot, file.paytables, profile), edges.get(jackpot.jackpot)
        keeps = offer.parts.house if offer else ""
        above = played.terms.executive_above_cents
        named = (jackpot.title or played.paytable.title,)
        for level in played.terms.levels:
            label = played.paytable.level_label(level.level)
            terms = (level.seed_cents, level.rate_ppm, level.reserve_ppm, level.maximum_cents)
            rows.append((*named, label, played.terms.wager_cents, *terms, above, keeps))
        for outcome, cents in played.terms.house_prizes:
            hand = played.paytable.labels[outcome].long
            prize = (cents, None, None, None)
            rows.append((*named, hand, played.terms.wager_cents, *prize, above, keeps))
    tables = [_table_row(each, titles) for each in commands if isinstance(each, OpenTable)]
    items = [
        (each.table if isinstance(each, OpenTable) else titles[each.jackpot], *item)
        for each in commands
        if not isinstance(each, OpenPaytable)
        for item in opened_items(each, game_of=catalog.game_title)
    ]
    return [
        desk.sheet("new_jackpots", NEW_JACKPOTS, rows),
        desk.sheet("new_tables", NEW_TABLES, tables),
        desk.sheet("new_items", NEW_ITEMS, items),
    ]


def _table_row(command: OpenTable, titles: Mapping[str, str]) -> tuple[Cell, ...]:
    shared = {each: titles[each] for each in command.jackpots}
    proof, approval = command.proof, command.approval
    for name, title in shared.items():
        proof = proof.replace(f"{name}: ", f"{title}: ")
    return (
        command.table,
        command.title,
        command.seats,
        ", ".join(shared.values()),
        WORDS["office"]["opening"]["training" if command.training else "money"],
        papers_text(approval, command.equipment),
        approval.date,
        approval.signer,
        proof,
    )


router.include_router(floor_steps.router, prefix="/open")
