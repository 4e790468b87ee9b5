"""A demo's start page: `/`, and one table with console and sign side by side.

These routes exist only in a demo. A browser on the same machine becomes every table's console
automatically, so visitors there need no codes; other browsers don't.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.site.model import Site, SiteTable
from pitboss.web.access.admission import Access
from pitboss.web.access.front import read_form
from pitboss.web.access.gate import device
from pitboss.web.access.issued import EVERY_TABLE
from pitboss.web.api.commands import body_of
from pitboss.web.lab_pages.lab_routes import make_lab_router
from pitboss.web.lab_play.training_pages import make_play_router
from pitboss.web.screens.posted_page import table_of
from pitboss.web.setup.guard import SETTER
from pitboss.web.shell.addresses import is_here
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.middleware import DEVICE, cookie
from pitboss.web.shell.page_templates import shown_page

PLACES = {  # where signing in at the start page leads
    "supervisor": "/pit",
    "executive": "/office",
    "accounting": "/office",
    "technician": "/office",
    "auditor": "/office",
    "inspector": "/inspect",
}
GUIDED_SEAT = 3  # the seat in the written steps

router = APIRouter(include_in_schema=False)
for make_router, at in ((make_lab_router, "/demo/lab"), (make_play_router, "/demo")):
    router.include_router(
        make_router(
            at,
            home="/",
            paytables_of=lambda request: request.app.state.running_site.paytables,
            guards=[Depends(device)],
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBadge:
    """A badge of the demo, with everything that is secret elsewhere."""

    badge: str
    name: str
    role: str
    pin: str
    track: str


class LineControls(Protocol):
    """A line to a hub that a visitor can cut and restore."""

    is_cut: bool

    def cut(self, *, is_cut: bool) -> None:
        """Cut or restore the line."""


class DemonstrationControls(Protocol):
    """What a visitor can see and change: simulated players, badges to swipe, and the line to a hub
    if there is one."""

    badges: Sequence[ShownBadge]
    speeds: Sequence[int]
    has_past: bool

    @property
    def line(self) -> LineControls | None:
        """The line to the hub; none of a room that has its jackpots to itself."""

    @property
    def speed(self) -> int:
        """The speed of the simulated players; 0 while nobody plays."""

    @property
    def away(self) -> frozenset[str]:
        """The tables visitors have taken over."""

    def set_speed(self, speed: int) -> None:
        """Set the speed."""

    async def send_away(self, table: str) -> None:
        """Send the simulated people away from a table."""

    def call_back(self, table: str) -> None:
        """Bring them back."""


@router.get("/")
async def start(request: Request) -> Response:
    """What this is, and where to begin."""
    if request.state.device is None and not is_here(request):
        return RedirectResponse("/sign-on", 303)
    site: Site = request.app.state.running_site.site
    shown: DemonstrationControls = request.app.state.demonstration
    data = {
        "tables": [_table(table) for table in site.tables],
        "jackpots": [jackpot.jackpot for jackpot in site.jackpots],
        "speeds": list(shown.speeds),
        "time_zone": site.time_zone,
        **_how_it_stands(shown),
    }
    context = {
        "house": site.name,
        "badges": shown.badges,
        "places": PLACES,
        "guided": site.tables[0],  # the table of the five steps
        "handover": request.app.state.handover,
        "has_line": shown.line is not None,
        "has_past": shown.has_past,
        "data": data,
    }
    token = await _enroll(request)
    page = shown_page(request, "start.html", context)
    if token:
        page.headers.append("Set-Cookie", cookie(request, DEVICE, token))
    return page


@router.post("/demo/setup")
async def set_up(request: Request) -> Response:
    """End the demo and open the setup of a new house in its place."""
    device(request)
    await read_form(request)
    handover: Handover = request.app.state.handover
    if not handover.is_possible:
        raise Refusal("PAGE_UNKNOWN", "start_pitboss_serve", where=request.url.path)
    page = shown_page(request, "setup/opening.html", {"next": "/"})
    page.headers.append("Set-Cookie", cookie(request, SETTER, handover.token))
    page.background = BackgroundTask(handover.begin)
    return page


@router.get("/demo/table/{table}")
async def side_by_side(request: Request, table: str) -> Response:
    """A table taken over by the visitor: its console, its sign, and what to do next."""
    device(request)
    site: Site = request.app.state.running_site.site
    found = table_of(site, table)
    shown: DemonstrationControls = request.app.state.demonstration
    await shown.send_away(table)
    badges = [asdict(badge) for badge in shown.badges]
    data = {"table": table, "seat": min(GUIDED_SEAT, found.seats), "badges": badges}
    return shown_page(request, "side.html", {"table": found, "badges": shown.badges, "data": data})


@router.post("/demo/speed")
async def set_speed(request: Request) -> JSONResponse:
    """Change the simulated players' speed, or stop them."""
    device(request)
    shown: DemonstrationControls = request.app.state.demonstration
    speed = (await body_of(request)).get("speed")
    if type(speed) is not int or speed not in shown.speeds:
        known = ", ".join(map(str, shown.speeds))
        raise Refusal("COMMAND_UNREADABLE", "one_of", where="speed", known=known)
    shown.set_speed(speed)
    return JSONResponse(_how_it_stands(shown))


@router.post("/demo/tables/{table}")
async def play(request: Request, table: str) -> JSONResponse:
    """Send a table's simulated people away, or call them back."""
    device(request)
    running_site: RunningSite = request.app.state.running_site
    shown: DemonstrationControls = request.app.state.demonstration
    table_of(running_site.site, table)
    playing = (await body_of(request)).get("playing")
    if type(playing) is not bool:
        raise Refusal("COMMAND_UNREADABLE", "true_false", where="playing")
    if playing:
        shown.call_back(table)
    else:
        await shown.send_away(table)
    return JSONResponse(_how_it_stands(shown))


@router.post("/demo/line")
async def cut_line(request: Request) -> JSONResponse:
    """Cut the line to the hub, or restore it."""
    device(request)
    shown: DemonstrationControls = request.app.state.demonstration
    is_cut = (await body_of(request)).get("cut")
    if type(is_cut) is not bool or shown.line is None:
        raise Refusal("COMMAND_UNREADABLE", "true_false_where", where="cut")
    shown.line.cut(is_cut=is_cut)
    return JSONResponse(_how_it_stands(shown))


def _how_it_stands(shown: DemonstrationControls) -> dict[str, Any]:
    how: dict[str, Any] = {"speed": shown.speed, "away": sorted(shown.away)}
    if shown.line is not None:
        how["cut"] = shown.line.is_cut
    return how


def _table(table: SiteTable) -> dict[str, Any]:
    return {
        "table": table.table,
        "title": table.title or table.game,
        "seats": table.seats,
        "sensors": len(table.jackpots),
        "jackpots": list(table.jackpots),
    }


# ---- the visitor's browser ----------------------------------------------------------------------


async def _enroll(request: Request) -> str:
    """Make the visitor's browser every table's console, unless it is a device already. This runs
    before a page is drawn: the page's token belongs to the device."""
    state = request.state
    token = ""
    if state.device is None:
        access: Access = request.app.state.access
        running_site: RunningSite = request.app.state.running_site
        state.device, token = await asyncio.to_thread(
            access.add_device,
            kind="console",
            table=EVERY_TABLE,
            enrolled_by="demonstration",
            now_ms=running_site.now_ms(),
        )
        state.device_token = token
    return token
