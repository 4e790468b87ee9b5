"""Papers with deadlines: the list, one paper and its next steps, and its printed form."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts.papers import FORFEITURE, MALFUNCTION, OUTCOMES, REMOVAL
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import State
from pitboss.floor.state.papers import PaperState
from pitboss.floor.view.due.papers import about
from pitboss.floor.view.removal import removal_of
from pitboss.local_time import days_before, local_day
from pitboss.money import dollars
from pitboss.reports.citing import cite
from pitboss.reports.paper_form import PaperForm, paper_form
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.rules.cited_law import Law
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.menu import BY_NAME
from pitboss.web.office.page_labels import devices_named
from pitboss.web.office.who import people_or_system
from pitboss.web.shell.telling import said_of
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
PapersDesk = Annotated[Desk, Depends(desk("papers"))]
WORDS = language.WordTable("office", "papers")

PAPERS = columns("paper kind status about:long learned:time due_by:time sent:time reference who")


@router.get("/papers")
async def papers(desk: PapersDesk) -> Response:
    """Every paper, the newest first, and the forms that open one."""
    floor = await desk.floor()
    now_ms = desk.running_site.now_ms()
    found = await desk.running_site.look(_all)
    law = desk.running_site.profile.law
    today = local_day(now_ms, desk.time_zone)
    playing = [each for each in floor.jackpots.values() if each.status != "retired"]
    return desk.page(
        "papers",
        [desk.sheet("papers", PAPERS, [_row(desk, floor, each) for each in found])],
        overdue=sum(each.is_overdue(now_ms) for each in found),
        tables=desk.tables_listed(floor),
        meters=desk.meters_listed(floor),
        jackpots=[(each.jackpot, desk.title_of(each.jackpot)) for each in playing],
        law=law,
        earliest=days_before(today, -law.removal_notice_days.value),
    )


@router.get("/papers/{paper}")
async def one(desk: PapersDesk, paper: str) -> Response:
    """One paper: its times, its people, and the forms for the next step."""
    site, floor = desk.running_site, await desk.floor()
    found = await site.look(lambda state: state.paper(paper))
    removal = None
    if found.paper_kind == REMOVAL:
        removal = await site.look(lambda state: removal_of(state, found))
    return desk.page(
        "paper",
        found=found,
        status=status_of(found, site.now_ms()),
        rule=rule_of(site.profile.law, found),
        removal=removal,
        meter=_meter(desk, found) if found.level else "",
        outcomes=[(each, WORDS["outcomes"][each]) for each in OUTCOMES],
        name_of=floor.name_of,
        packable=bool(found.award) and desk.who.role in BY_NAME["journal"].readers,
    )


@router.get("/papers/{paper}/form.pdf")
async def form(desk: PapersDesk, paper: str, size: str = "letter") -> Response:
    """The paper to fill in, sign and send."""
    site, floor = desk.running_site, await desk.floor()
    found = await site.look(lambda state: state.paper(paper))
    printed = PaperForm(
        found=found,
        house=site.site.name,
        time_zone=desk.time_zone,
        rule=cite(rule_of(site.profile.law, found)),
        about=tuple(_facts(desk, floor, found)),
    )
    words = desk.house_words["office"]["papers"]
    made = await asyncio.to_thread(paper_form, printed, words, size=size)
    headers = {"Content-Disposition": f'inline; filename="{paper}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def status_of(found: PaperState, now_ms: int) -> str:
    """Where a paper stands, as a name of the words."""
    if found.is_overdue(now_ms):
        return "overdue"
    if found.is_late:
        return "late"
    return "sent" if found.sent_ms and not found.is_open and not found.outcome else found.status


def rule_of(law: Law, found: PaperState) -> str:
    """The rule that sets a paper's deadline; none for a dispute."""
    rules = {
        MALFUNCTION: law.malfunction_notice_hours,
        FORFEITURE: law.forfeit_notice_hours,
        REMOVAL: law.removal_notice_days,
    }
    cited = rules.get(found.paper_kind)
    return cited.rule if cited is not None else ""


# ---- inside -------------------------------------------------------------------------------------


def _all(state: State) -> list[PaperState]:
    return sorted((each for _, each in state.papers.items()), key=lambda each: -each.seq)


def _row(desk: Desk, floor: Floor, found: PaperState) -> tuple[Cell, ...]:
    said = said_of(about(found))
    if found.cause:
        said = devices_named(said, floor.devices)
    return (
        Linked(found.paper, f"/office/papers/{found.paper}"),
        WORDS["kinds"][found.paper_kind],
        WORDS["status"][status_of(found, desk.running_site.now_ms())],
        desk.of_jackpot(found.jackpot, said),
        found.learned_ms,
        found.due_ms or None,
        found.sent_ms or None,
        found.reference,
        people_or_system(desk, floor, _people(found)),
    )


def _people(found: PaperState) -> list[str]:
    """The people involved in a paper, in order."""
    badges = (*found.opened_by, found.taken_by, found.sent_by, *found.ended_by)
    return [badge for badge in dict.fromkeys(badges) if badge]


def _meter(desk: Desk, found: PaperState) -> str:
    """The meter that a notice is about."""
    return desk.meter_title(found.jackpot, found.level)


def _facts(desk: Desk, floor: Floor, found: PaperState) -> Iterable[tuple[str, str]]:
    """The facts on a printed paper; people appear only by id."""
    labels = WORDS["labels"]
    table = floor.tables.get(found.table)
    if table is not None:
        titles = {each.table: each.title for each in desk.running_site.site.tables}
        yield labels["table"], " ".join(filter(None, (found.table, titles.get(found.table))))
    for name in ("about", "round", "award", "person"):
        if value := getattr(found, name):
            yield labels[name], str(value)
    if found.level:
        yield labels["meter"], _meter(desk, found)
        yield labels["too_high"], dollars(found.cents)
        yield labels["taken"], dollars(found.taken_cents)
    elif found.jackpot:
        jackpot = floor.jackpots[found.jackpot]
        yield labels["jackpot"], desk.title_of(found.jackpot)
        yield labels["last_day"], jackpot.last_day or "–"
        for name, level in jackpot.levels.items():
            yield desk.level_of(found.jackpot, name), dollars(read_shown(level))
    if found.outcome:
        yield labels["outcome"], WORDS["outcomes"][found.outcome]
    if found.ended_reason:
        yield labels["ended_reason"], found.ended_reason
    people = ", ".join(floor.name_of(badge) for badge in _people(found))
    if people:
        yield labels["who"], people
