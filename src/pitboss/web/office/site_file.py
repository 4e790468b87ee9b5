"""The site file compared with the running floor: the differences, what to do about them, and the
parts of the file that two people open as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from msgspec.structs import replace

from pitboss.books import things
from pitboss.floor.decide.plans import plan
from pitboss.floor.facts import approvals, changes, cover, jackpots, people, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import CloseTable, SetTable, SetTerms
from pitboss.floor.state.approved import item_drifts, short
from pitboss.floor.state.floor import State
from pitboss.live.clocks import passed_ms
from pitboss.live.folder import Folder, file_faults
from pitboss.notation import title_text, translate
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.site.difference import Difference, find_changes
from pitboss.site.faults import Fault
from pitboss.web.access.gate import need_role
from pitboss.web.access.proving import second_person
from pitboss.web.api.commands import answer_reply, body_of
from pitboss.web.office.advice import copy_of
from pitboss.web.office.change_pages import change_teller
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.screens.titles import paytable_title
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
FileDesk = Annotated[Desk, Depends(desk("changes"))]

FILE = columns("where why:told differs:long next")
# What the page asks two people for.
APART = ("join-hub", "admit-property")
OPENING = ("open-jackpot", "open-table", *APART)


@router.get("/changes/file")
async def file(desk: FileDesk) -> Response:
    """Where the site file differs from the floor, or what is wrong with it."""
    floor = await desk.floor()
    if faults := await asyncio.to_thread(_faults_of_file, desk):
        rows = [_fault_row(desk, floor, each) for each in faults]
        return desk.page("file", [desk.sheet("site_file", FILE, rows)], closed=[], apart=[])
    copied = await desk.running_site.look(copy_of)
    found, _ = await asyncio.to_thread(_differences_of_file, desk, copied)
    rows = [
        (
            _file_cell(desk, floor, each.where),
            each.told,
            _differs(desk, copied, each.command),
            _next(each),
        )
        for each in found
    ]
    closed = [
        each.where
        for each in found
        if isinstance(each.command, jackpots.OpenJackpot | tables.OpenTable)
    ]
    apart = [
        each.where for each in found if each.command is not None and each.command.kind in APART
    ]
    return desk.page("file", [desk.sheet("site_file", FILE, rows)], closed=closed, apart=apart)


def _fault_row(desk: Desk, floor: Floor, fault: Fault) -> tuple[Cell, ...]:
    """An error in the file: until it is fixed, nothing else in it counts."""
    key = fault.where.partition(": ")[2]
    kind, _, name = key.partition(".")
    where = _file_cell(desk, floor, f"{kind}.{name.partition('.')[0]}" if name else kind)
    return where, fault.cited, key, language.WORDS["office"]["file_next"]["mend"]


def _file_cell(desk: Desk, floor: Floor, where: str) -> Cell:
    """The thing that a key of the site file names, as people call it."""
    kind, _, name = where.partition(".")
    if kind == things.BADGE and name in floor.badges:
        return desk.person_cell(floor, name)
    if kind == things.TABLE and name in floor.tables:
        return desk.thing_cell(things.TABLE, name, desk.table_title(name))
    return desk.jackpot_cell(name) if kind == things.JACKPOT and name in floor.jackpots else where


def _differs(desk: Desk, state: State, command: Any) -> str:
    """Part by part, the floor's version and the file's."""
    if isinstance(command, people.ChangeBadge):
        standing = state.badge(command.badge)
        pairs = (
            (standing.name, command.name),
            (title_text(standing.role), title_text(command.role)),
        )
        return "; ".join(f"{old} → {new}" for old, new in pairs if old != new)
    if isinstance(command, approvals.ChangeBundle):
        drifts = item_drifts(state.table(command.table).plays, command.plays)
        return "; ".join(
            f"{translate(each.item)}: "
            f"{_played(desk, each.approved)} → {_played(desk, each.running)}"
            for each in drifts
        )
    if not isinstance(command, changes.RequestChange):
        return ""
    try:
        before, after = plan(state, command.what, desk.running_site.paytable_lookup)
    except Refusal as refusal:
        return refusal.reason
    return change_teller(desk).describe_within(command.what, before, after)


def _played(desk: Desk, value: str) -> str:
    """What a table plays; a paytable by title and id."""
    paytable = value.partition(" ")[0]
    title = paytable_title(desk.running_site, paytable)
    return translate(short(value)) if title == paytable else f"{title} ({paytable})"


def _next(found: Difference) -> Cell:
    """The next step, and where to do it."""
    said: Mapping[str, str] = language.WORDS["office"]["file_next"]
    match found.command:
        case changes.RequestChange(what=SetTerms(jackpot=jackpot)):
            return Linked(said["request"], f"/office/changes/new/{jackpot}")
        case changes.RequestChange(what=SetTable(table=table) | CloseTable(table=table)):
            return Linked(said["request"], f"/office/changes/table/{table}")
        case people.IssueBadge() | people.ChangeBadge():
            return Linked(said["badges"], "/office/badges")
        case approvals.EnterApproval():
            return Linked(said["approvals"], "/office/approvals")
        case approvals.ChangeBundle() | cover.RecordLimits():
            return said["start"]
        case Command(kind=kind) if kind in OPENING:
            return said["below"]
    return Linked(said["badges"], "/office/badges") if found.where.startswith("badge.") else ""


@router.post("/changes/file/open")
async def open_of_file(desk: FileDesk) -> Response:
    """Put a jackpot or table of the site file on the floor, or its hub or property on record, by
    two people. Terms, papers, keys and the proof of a link come from the file and the math: nobody
    types them."""
    body = await body_of(desk.request)
    command_id, where = body.pop("command_id", ""), body.pop("where", "")
    if not isinstance(command_id, str):
        raise Refusal("COMMAND_UNREADABLE", "not_text", where="command_id")
    second = await second_person(desk.request, body)
    command, folder = await _opening_of(desk, where)
    for each in (desk.who, second):
        need_role(each, command.permission.roles)
    ids = {"command_id": command_id, "at_ms": desk.running_site.now_ms()}
    asked = replace(command, **ids, badges=(desk.who.badge, second.badge))
    asked_ms = passed_ms()
    await desk.running_site.grow(folder)
    reply = await desk.running_site.ask(asked)
    return await answer_reply(desk.running_site, reply, asked, asked_ms=asked_ms, to_person=True)


async def _opening_of(desk: Desk, where: Any) -> tuple[Command, Folder]:
    """What would put this part on record as the file has it, and the file."""
    copied = await desk.running_site.look(copy_of)
    found, folder = await asyncio.to_thread(_differences_of_file, desk, copied)
    for each in found:
        if each.where == where and each.command is not None and each.command.kind in OPENING:
            return each.command, folder
    raise Refusal("NOT_IN_FILE", where=str(where)[:80])


def _faults_of_file(desk: Desk) -> list[Fault]:
    site = desk.running_site
    return file_faults(site.folder, site.law.entered, now_ms=site.now_ms())


def _differences_of_file(desk: Desk, state: State) -> tuple[tuple[Difference, ...], Folder]:
    """Read the file fresh: the one from the start may be older."""
    folder = desk.running_site.law.read(desk.running_site.folder)
    found = find_changes(
        folder.site,
        state,
        folder.paytables,
        by=(desk.who.badge, ""),
        reason="",
        at_ms=desk.running_site.now_ms(),
        ids=(f"difference-{number}" for number in count(1)),
    )
    return found, folder
