"""Site changes: requested, approved by a second person, applied; each with its warnings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse, Response

from pitboss.books import Entry, things
from pitboss.books.things import Thing
from pitboss.evidence.differences import ChangedPart, ChangeTeller
from pitboss.floor.decide.plans import new_plan, plan, plan_movements
from pitboss.floor.facts import tables
from pitboss.floor.facts.changes import ChangeApplied, RequestChange
from pitboss.floor.facts.values import KEYPADS, Change, Movement
from pitboss.floor.fold import record
from pitboss.floor.state.approved import TERMS_DRIFT
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.floor import State
from pitboss.money import covering_up
from pitboss.notation import dollars, translate
from pitboss.refusal import Refusal, Told
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.site.check import opener_roles
from pitboss.web.access.gate import need_role
from pitboss.web.api.bodies import read_command
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.office.advice import AccountFigures, account_figures, advice_of, copy_of
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.page_labels import change_title
from pitboss.web.office.who import who_cell, who_of
from pitboss.web.screens.titles import site_names
from pitboss.web.shell.telling import why_text
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
ChangesDesk = Annotated[Desk, Depends(desk("changes"))]

REQUESTED = "change-requested"
LATER = {
    "change-approved": "approved",
    "change-rejected": "rejected",
    "change-withdrawn": "withdrawn",
    "change-planned": "approved",
    "change-begun": "approved",
    "change-applied": "applied",
}
OPEN = ("requested", "approved")
RECORD = columns("seq:count time:time change kind:words who why:long")
FILE = columns("where why:told differs:long next")
OTHER_KINDS = (
    "site-opened",
    "jackpot-suspended",
    "jackpot-resumed",
    "jackpot-opened",
    "paytable-opened",
    "table-opened",
)


@dataclass(frozen=True, slots=True)
class ListedChange:
    """A requested change and its status."""

    change: str
    title: str
    seq: int
    at_ms: int
    badge: str
    who: str
    reason: str
    action: str
    about: Thing | None
    about_text: str
    differences: tuple[ChangedPart, ...]
    approvals: list[str]  # that it leaves behind
    warnings: list[str]
    status: str
    decided: str
    planned: str = ""  # from when it applies automatically
    waits_for: tuple[str, ...] = ()  # tables whose rounds are in its way


@router.get("/changes")
async def changes(desk: ChangesDesk) -> Response:
    """Pending and decided changes, and the forms to request one."""
    floor = await desk.floor()
    asked = await _asked(desk, floor)
    kinds = (REQUESTED, *LATER, *OTHER_KINDS)
    record = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            _change_cell(desk, entry.event),
            entry.event.kind.replace("-", "_"),
            who_cell(desk, floor, entry),
            why_text(entry.event),
        )
        for entry in await desk.newest(*kinds)
    ]
    needed = desk.running_site.profile.law.parameter_change
    return desk.page(
        "changes",
        [desk.sheet("changes", RECORD, record)],
        waiting=[each for each in asked if each.status in OPEN],
        decided=[each for each in asked if each.status not in OPEN],
        jackpots=[each for each in floor.jackpots.values() if each.status != "retired"],
        tables=[each for each in floor.tables.values() if not each.closed],
        openers=opener_roles()[1],
        needs=needed.value,
        rule=needed.rule,
    )


@router.get("/changes/new/{jackpot}")
async def new(desk: ChangesDesk, jackpot: str) -> Response:
    """The forms to change a jackpot, filled in with current values."""
    floor = await desk.floor()
    found = floor.jackpots.get(jackpot)
    if found is None:
        raise Refusal("JACKPOT_UNKNOWN", "no_such_jackpot", where=jackpot)
    others = [
        each.jackpot
        for each in floor.jackpots.values()
        if each.status == "open"
        and (each.terms.kind, each.terms.training) == (found.terms.kind, found.terms.training)
        and each.jackpot != jackpot
    ]
    levels = {name: list(each.levels) for name, each in floor.jackpots.items()}
    posted = desk.posted_lines(found)
    return desk.page("change", jackpot=found, others=others, levels=levels, posted=posted)


@router.get("/changes/table/{table}")
async def new_of_table(desk: ChangesDesk, table: str) -> Response:
    """The forms for a change of a table."""
    floor = await desk.floor()
    found = floor.tables.get(table)
    if found is None:
        raise Refusal("TABLE_UNKNOWN", "no_such_table", where=table)
    open_ones = [each.jackpot for each in floor.jackpots.values() if each.status != "retired"]
    return desk.page("change_table", table=found, open_jackpots=open_ones, keypads=KEYPADS)


@router.post("/changes/preview")
async def preview(desk: ChangesDesk) -> JSONResponse:
    """What the exact math says about a change, before anyone requests it."""
    asked = await _asked_for(desk)
    site, what = desk.running_site, asked.what
    state = await site.look(copy_of)
    before, after = new_plan(state, what, site.paytable_lookup)
    texts, proof = await advice_of(site, what)
    approvals, warnings = _told_apart(texts)
    changes = change_teller(desk).differences(what, before, after, _would_move(state, what))
    account, short = _account_parts(await site.look(partial(_account, desk, what)))
    return answer_done(
        changes=[*changes, *account],
        approvals=approvals,
        warnings=[*warnings, *short],
        proof=proof,
    )


# ---- asking -------------------------------------------------------------------------------------


async def _asked_for(desk: Desk) -> RequestChange:
    need_role(desk.who, RequestChange.permission.roles)
    body = await body_of(desk.request)
    body.pop("command_id", "")
    return read_command(RequestChange, {"reason": "", **body})


# ---- inside -------------------------------------------------------------------------------------


async def _asked(desk: Desk, floor: Floor) -> list[ListedChange]:
    """Every change, newest first; a pending one with the money it would move now."""
    later: dict[str, Entry] = {}
    for entry in reversed(await desk.newest(*LATER)):
        later[entry.event.change] = entry
    site = desk.running_site
    state = await site.look(copy_of)
    listed: list[ListedChange] = []
    for entry in await desk.newest(REQUESTED):
        what, last = entry.event.what, later.get(entry.event.change)
        moved = _would_move(state, what)
        found = listed_change(desk, floor, entry, last, would_move=moved)
        if moved and found.status in OPEN:
            account, short = _account_parts(await site.look(partial(_account, desk, what)))
            parts = (*found.differences, *account)
            found = replace(found, differences=parts, warnings=[*found.warnings, *short])
        listed.append(found)
    return listed


def _would_move(state: State, what: Change) -> tuple[Movement, ...]:
    """The money a change would move with the meters as they are; none if it can't."""
    with suppress(Refusal):
        return plan_movements(state, what)
    return ()


def _account(desk: Desk, what: Change, state: State) -> AccountFigures | None:
    """A change's effect on the jackpot bank account, if house money goes onto or off meters:
    rehearsed as if two people had approved it; none if it isn't possible now."""
    site = desk.running_site
    with suppress(Refusal):
        moved = plan_movements(state, what)
        if any(each.house_micros for each in moved):
            draft, (before, after) = state.draft(), plan(state, what, site.paytable_lookup)
            asked = ChangeState("", what, before, after, (), "", "", "", status="approved")
            draft.changes[asked.change] = asked
            applied = ChangeApplied(
                change="", what=what, before=before, after=after, movements=moved, badge=""
            )
            record(draft, (applied,))
            return account_figures(state, draft, at_ms=site.now_ms())
    return None


def _account_parts(figures: AccountFigures | None) -> tuple[list[ChangedPart], list[str]]:
    """What the account must hold and what is due, before and after; and whether play would stop."""
    if figures is None:
        return [], []
    said: Mapping[str, str] = language.WORDS["office"]["opening"]
    before, after = figures.before, figures.after
    required = (covering_up(each.required_micros) for each in (before, after))
    parts = [
        ChangedPart(said["required"], *map(dollars, required)),
        ChangedPart(said["due"], dollars(before.due_cents), dollars(after.due_cents)),
    ]
    reason, amount = translate(figures.short), dollars(after.due_cents)
    short = [said["short"].format(amount=amount, reason=reason)] if reason else []
    return [each for each in parts if each.before != each.after], short


def listed_change(
    desk: Desk,
    floor: Floor,
    entry: Entry,
    last: Entry | None,
    *,
    would_move: tuple[Movement, ...] = (),
) -> ListedChange:
    """A change as pages show it: the request, its latest status, and the money it moved, or would
    move while pending."""
    event = entry.event
    status = LATER[last.event.kind] if last else "requested"
    moved = getattr(last.event if last else None, "movements", would_move if status in OPEN else ())
    return ListedChange(
        event.change,
        change_title(event.change),
        entry.seq,
        entry.at_ms,
        event.badge,
        who_of(floor, entry),
        event.reason,
        str(type(event.what).__struct_config__.tag),
        _about(event.what),
        _about_text(desk, event.what),
        tuple(change_teller(desk).differences(event.what, event.before, event.after, moved)),
        *_told_apart(event.warnings),
        status,
        f"{who_of(floor, last)}, {desk.time(last.at_ms)}" if last else "",
        desk.time(last.event.from_ms) if last and last.event.kind == "change-planned" else "",
        _in_the_way(floor, last) if last and last.event.kind == "change-begun" else (),
    )


def _told_apart(warnings: Iterable[Told]) -> tuple[list[str], list[str]]:
    """A change's effect on approvals, apart from its other warnings, in the reader's words."""
    approvals: list[str] = []
    others: list[str] = []
    for each in warnings:
        (approvals if each.code == TERMS_DRIFT else others).append(each.reason)
    return approvals, others


def _in_the_way(floor: Floor, begun: Entry) -> tuple[str, ...]:
    """Tables with an open round that has a wager on what is about to change."""
    return tuple(
        name
        for name, table in floor.tables.items()
        if table.round is not None
        and {taking.jackpot for taking in table.round.takings} & set(begun.event.jackpots)
    )


def _change_cell(desk: Desk, event: Any) -> Cell:
    """The change that an entry is about, or else the jackpot or the table."""
    if change := getattr(event, "change", ""):
        return desk.thing_cell(things.CHANGE, change, change_title(change))
    if isinstance(event, tables.PaytableOpened):
        return Linked(event.title, f"/office/paytables/{event.paytable}")
    about = _about(event)
    return desk.thing_cell(about.kind, about.name, _about_text(desk, event)) if about else ""


def _about(value: Any) -> Thing | None:
    """The jackpot or the table that something is about."""
    for kind in (things.JACKPOT, things.TABLE):
        if name := getattr(value, kind, ""):
            return Thing(kind, name)
    return None


def _about_text(desk: Desk, value: Any) -> str:
    """The same as people call it."""
    about = _about(value)
    if about is None:
        return ""
    return (
        desk.title_of(about.name) if about.kind == things.JACKPOT else desk.table_title(about.name)
    )


def change_teller(desk: Desk) -> ChangeTeller:
    """Describes what a change does, in the reader's words."""
    return ChangeTeller(language.WORDS.now(), site_names(desk.running_site))
