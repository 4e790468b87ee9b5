"""The pit: every table at a glance (`/pit`), and one table as a supervisor sees it (`/pit/T`)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from pitboss.books import Entry
from pitboss.books.clerk import Clerk
from pitboss.books.pages import TURNED_AWAY, table_memory
from pitboss.books.table_rounds import RoundPlace, rounds_of
from pitboss.evidence.teller import Teller
from pitboss.evidence.typed import read_typed
from pitboss.floor.facts import awards, rounds, shufflers, tables
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.floor_plan import ArrangeTables
from pitboss.floor.facts.jackpots import ResumeJackpot, SuspendJackpot
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import AwardState, State, TableState
from pitboss.floor.view.board import links
from pitboss.floor.view.held import holding_number
from pitboss.live.running_site import RunningSite
from pitboss.notation import format_moment, format_recent_moment, title_text
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import Person, may_ask, person
from pitboss.web.api.permission_words import for_others
from pitboss.web.api.typed_times import reader_words
from pitboss.web.office.menu import BY_NAME, story_address
from pitboss.web.screens.checklist import checklist
from pitboss.web.screens.table_rounds_told import tell_round
from pitboss.web.screens.titles import explain_titled, jackpot_title, site_names, site_teller
from pitboss.web.shell.page_templates import shown_page

router = APIRouter(include_in_schema=False)
PitPerson = Annotated[Person, Depends(person)]

# What the page of a table asks for.
ASKS = (
    awards.ConfirmAwards, tables.AnswerCall, shufflers.ReportShuffler, shufflers.ClearShuffler,
    tables.PauseTable, tables.ResumeTable, rounds.VoidRound,
    SuspendJackpot, ResumeJackpot,
)  # fmt: skip
MINUTE_MS = 60_000
SHOWN = 10


@router.get("/pit")
async def pit(request: Request, who: PitPerson, tables: str = "") -> HTMLResponse:
    """All tables, or those in `tables`, separated by commas: those that need attention first, or
    each where it stands in the room; the page lives by its stream."""
    data = await _overview(request, tables)
    data |= {
        "stream": "/api/stream/pit",
        "reads_badges": who.role in BY_NAME["badges"].readers,
    }
    # A plan is arranged whole: no table moves onto one that isn't shown.
    arranges = may_ask(who, kind_of(ArrangeTables)) and not data["only"]
    at_table_only = _at_table_only(request.app.state.running_site)
    context = {"who": who, "data": data, "arranges": arranges, "at_table_only": at_table_only}
    return _page(request, "pit.html", context)


@router.get("/pit/wall")
async def wall(request: Request, tables: str = "") -> HTMLResponse:
    """The same for a wall that nobody touches."""
    data = await _overview(request, tables)
    data |= {"stream": "/api/stream/pit/wall", "is_wall": True}
    return _page(request, "pit.html", {"data": data})


@router.get("/pit/{table}")
async def table(
    request: Request, who: PitPerson, table: str, at: str = "", before: int = 0
) -> HTMLResponse:
    """One table: awards to confirm, its rounds step by step, refusals, late bets, parts. `at` shows
    the rounds at a time, `before` those before a row."""
    running_site: RunningSite = request.app.state.running_site

    def question(
        state: State,
    ) -> tuple[TableState, list[dict[str, Any]], dict[str, DeviceState], dict[str, AwardState]]:
        found = state.table(table)
        jackpots = _jackpots(state, found, running_site)
        return found, jackpots, dict(state.devices.items()), dict(state.awards.items())

    found, jackpots, known_devices, awards = await running_site.look(question)
    known_names = site_names(
        running_site, awards=awards, devices=known_devices, tells_payments=True
    )
    teller = site_teller(running_site, known_names)
    titles = [jackpot_title(running_site, each) for each in found.jackpots]
    zone = running_site.site.time_zone
    until_ms = _until_ms(at, zone, now_ms=running_site.now_ms())
    clerk: Clerk = request.app.state.clerk
    access: Access = request.app.state.access
    devices = tuple(each.device for each in access.devices() if each.table == table)
    place = RoundPlace(table, devices, found.jackpots)
    answer = await clerk.glance(rounds_of, place, before=before, until_ms=until_ms)
    known = await clerk.glance(table_memory, table, devices)
    site_table = next((each for each in running_site.site.tables if each.table == table), None)
    context = {
        "who": who,
        "table": found,
        "title": site_table.title if site_table else "",
        "jackpots": jackpots,
        "rounds": [tell_round(teller, each, titles, zone) for each in answer.rounds],
        "older": answer.before,
        "at": at,
        "until": "" if until_ms is None else format_moment(until_ms - MINUTE_MS, zone),
        "is_newest": not at and not before,
        "refusals": [_refusal(running_site, teller, each) for each in _newest(known.refusals)],
        "late": [_late(running_site, entry) for entry in _newest(known.late)],
        "equipment": found.equipment,
        "checks": checklist(running_site, table),
        "at_table_only": _at_table_only(running_site),
        "tells_stories": who.role in BY_NAME["journal"].readers,
        "story_address": story_address,
        "others_may": for_others(ASKS, who.role),
        "data": {
            "table": table,
            "role": who.role,
            "badge": who.badge,
            "time_zone": zone,
            "meters": {each["jackpot"]: each["title"] for each in jackpots if each["is_single"]},
            "titles": [each["title"] for each in jackpots],  # by sensor
        },
    }
    return _page(request, "pit_table.html", context)


# ---- inside -------------------------------------------------------------------------------------


async def _overview(request: Request, tables: str) -> dict[str, Any]:
    """What the pit's pages know of the tables beside their stream: what seldom changes."""
    running_site: RunningSite = request.app.state.running_site
    only = [name for name in tables.split(",") if name]

    def question(state: State) -> dict[str, TableState]:
        return {each.table: each for each in map(state.table, only)} or dict(state.tables.items())

    found = await running_site.look(question)
    return {
        "only": only,
        "titles": {each.table: each.title for each in running_site.site.tables},
        "training": [name for name, each in found.items() if each.training],
        "tables": {name: _drawn(running_site, each) for name, each in found.items()},
        "time_zone": running_site.site.time_zone,
    }


def _drawn(running_site: RunningSite, table: TableState) -> dict[str, Any]:
    """A table's felt: its seats, and the jackpot whose meter it shows."""
    first = [{"name": name, "title": jackpot_title(running_site, name)} for name in table.jackpots]
    return {"seats": table.seats, "jackpot": next(iter(first), None)}


def _at_table_only(running_site: RunningSite) -> str:
    """The rule that awards must be confirmed at the table; nothing if the pit may confirm too."""
    confirmed_at = running_site.profile.confirmed_at
    return "" if "pit" in confirmed_at.value else confirmed_at.rule


def _page(request: Request, template: str, context: dict[str, Any]) -> HTMLResponse:
    running_site: RunningSite = request.app.state.running_site
    return shown_page(request, template, {"house": running_site.site.name, **context})


def _until_ms(text: str, time_zone: str, *, now_ms: int) -> int | None:
    """The end of the minute, the hour or the day that somebody typed, in every way that the search
    of the office reads; none where nothing was typed."""
    if not text.strip():
        return None
    found = read_typed(text, now_ms=now_ms, time_zone=time_zone, words=reader_words()).period
    if found is None:
        raise Refusal("TIME_UNREADABLE", "write_time", where=text[:40])
    return found.to_ms


def _jackpots(state: State, table: TableState, running_site: RunningSite) -> list[dict[str, Any]]:
    """A table's jackpots: whether each has only one meter and takes wagers, or which change holds
    it, and its tables."""
    shared = links(state)
    titles, paytables = running_site.names.jackpots, running_site.paytables
    return [
        {
            "jackpot": name,
            "title": titles.get(name)
            or paytables.get(state.kept_jackpot(name).terms.paytable).title,
            "is_single": len(state.kept_jackpot(name).levels) == 1,
            "is_open": state.kept_jackpot(name).status == "open",
            "change": holding_number(state, name),
            "reason": state.kept_jackpot(name).suspended_for,
            "tables": ", ".join(shared.get(name, ())),
        }
        for name in table.jackpots
    ]


def _refusal(running_site: RunningSite, teller: Teller, entry: Entry) -> dict[str, str]:
    event = entry.event
    is_away = event.kind == TURNED_AWAY
    return {
        "time": format_recent_moment(entry.at_ms, running_site.site.time_zone),
        "command": title_text(event.tried if is_away else event.command),
        "badge": teller.who(event.who if is_away else event.badge),
        "code": event.code,
        "reason": explain_titled(running_site, event.told),
    }


def _late(running_site: RunningSite, entry: Entry) -> dict[str, Any]:
    event = entry.event
    return {
        "time": format_recent_moment(entry.at_ms, running_site.site.time_zone),
        "round": event.round,
        "seat": event.spot.seat,
        "sensor": event.spot.sensor,
    }


def _newest(entries: Any) -> list[Entry]:
    return list(reversed(entries))[:SHOWN]
