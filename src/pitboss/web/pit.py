"""The pit: every table at a glance (`/pit`), and one table as a supervisor sees it (`/pit/T`)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from pitboss.books import Entry
from pitboss.books.clerk import Clerk
from pitboss.books.pages import TableMemory, table_memory
from pitboss.floor.state import State, TableState
from pitboss.live.running_site import RunningSite
from pitboss.notation import dollars, moment, titled
from pitboss.web.checklist import checklist
from pitboss.web.gate import Person, person
from pitboss.web.language import WORDS

router = APIRouter(include_in_schema=False)
PitPerson = Annotated[Person, Depends(person)]

ROUNDS_SHOWN = 20
SHOWN = 10


@router.get("/pit")
async def pit(request: Request, who: PitPerson) -> HTMLResponse:
    """All tables, those that need attention first; the page lives by its stream."""
    running_site: RunningSite = request.app.state.running_site
    titles = {table.table: table.title for table in running_site.site.tables}
    data = {
        "titles": titles,
        "training": await running_site.look(_training),
        "time_zone": running_site.site.time_zone,
    }
    return _page(request, "pit.html", {"who": who, "data": data})


@router.get("/pit/{table}")
async def table(request: Request, who: PitPerson, table: str) -> HTMLResponse:
    """One table: what waits for confirmation, and its last rounds, refusals, late bets, parts."""
    running_site: RunningSite = request.app.state.running_site

    def question(state: State) -> TableState:
        return state.table(table)

    found = await running_site.look(question)
    confirmed_at = running_site.profile.confirmed_at
    clerk: Clerk = request.app.state.clerk
    known = await clerk.glance(table_memory, table)
    site_table = next((each for each in running_site.site.tables if each.table == table), None)
    context = {
        "who": who,
        "table": found,
        "title": site_table.title if site_table else "",
        "rounds": _rounds(running_site, known),
        "refusals": [_refusal(running_site, entry) for entry in _newest(known.refusals)],
        "late": [_late(running_site, entry) for entry in _newest(known.late)],
        "equipment": found.equipment,
        "checks": checklist(running_site, table),
        "at_table_only": "" if "pit" in confirmed_at.value else confirmed_at.rule,
        "data": {"table": table, "role": who.role, "badge": who.badge},
    }
    return _page(request, "pit_table.html", context)


# ---- inside -------------------------------------------------------------------------------------


def _training(state: State) -> list[str]:
    """The tables that play for no money."""
    return [name for name, table in state.tables.items() if table.training]


def _page(request: Request, template: str, context: dict[str, Any]) -> HTMLResponse:
    running_site: RunningSite = request.app.state.running_site
    shown: HTMLResponse = request.app.state.pages.TemplateResponse(
        request, template, {"house": running_site.site.name, **context}
    )
    return shown


def _rounds(running_site: RunningSite, known: TableMemory) -> list[dict[str, Any]]:
    """The last rounds, the newest first, each with its wagers and awards."""
    rounds: dict[int, dict[str, Any]] = {}
    for entry in known.rounds:
        event = entry.event
        shown = rounds.setdefault(
            event.round,
            {"round": event.round, "time": "", "seq": entry.seq, "wagers": "", "awards": [],
             "voided": ""},
        )  # fmt: skip
        if event.kind == "round-started":
            shown["time"] = moment(entry.at_ms, running_site.site.time_zone)
            seats = sorted((spot.seat, spot.sensor) for spot in event.spots)
            shown["wagers"] = ", ".join(
                str(seat) if sensor == 1 else f"{seat} (2)" for seat, sensor in seats
            )
        elif event.kind == "round-voided":
            shown["voided"] = event.reason
        else:
            shown["awards"] += [
                {
                    "award": award.award,
                    "text": WORDS["pit"]["table"]["award"].format(
                        seat=award.seat,
                        hand=running_site.hand(award.jackpot, award.outcome).long,
                        amount=dollars(award.total_cents),
                    ),
                }
                for award in event.awards
            ]
    return sorted(rounds.values(), key=lambda each: -each["round"])[:ROUNDS_SHOWN]


def _refusal(running_site: RunningSite, entry: Entry) -> dict[str, str]:
    event = entry.event
    return {
        "time": moment(entry.at_ms, running_site.site.time_zone),
        "command": titled(event.command),
        "badge": event.badge,
        "code": event.code,
        "reason": event.reason,
    }


def _late(running_site: RunningSite, entry: Entry) -> dict[str, Any]:
    event = entry.event
    return {
        "time": moment(entry.at_ms, running_site.site.time_zone),
        "round": event.round,
        "seat": event.spot.seat,
        "sensor": event.spot.sensor,
    }


def _newest(entries: Any) -> list[Entry]:
    return list(reversed(entries))[:SHOWN]
