"""Pairing by phone: a future console, sign or wall shows a QR code. A staff member scans it with a
phone, signs in there if needed, and picks the table. A wall is a sign without a table.

The screen waits for the code the phone makes and enrolls with it, as if someone had typed it. An
unseen console is replaced, so nobody has to look for a dead tablet.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from msgspec import Struct

from pitboss.floor.facts.offered import CONSOLE_REPLACED
from pitboss.floor.facts.values import TILL
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.site.model import Site
from pitboss.web.access.admission import WALL, Access
from pitboss.web.access.device_codes import CODE_LETTERS, CODE_MS
from pitboss.web.access.enrollment import make_code, retire_enrolled
from pitboss.web.access.front import read_form
from pitboss.web.access.issued import Device
from pitboss.web.shell.page_templates import shown_page

NAME_LENGTH = 4
TICKETS_MOST = 500
KINDS = ("console", "sign")
UNSEEN_MS = 10_000  # pages report every second
RETURN_MS = 30_000  # time for every console to come back after a server starts to lead

router = APIRouter(include_in_schema=False)


class PairingTicket(Struct):
    """A waiting screen; `name` is what it shows, for people to compare. Its picture shows the
    ticket to everyone, so the code goes only to the browser with the cookie `visitor`."""

    ticket: str
    visitor: str
    address: str
    name: str
    until: float
    is_known: bool = False
    code: str = ""


class Pairings:
    """Screens waiting to be paired. When there are too many, strangers are dropped before known
    addresses: the address with the most, the newest among equals, loses its oldest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[str, PairingTicket] = {}  # oldest first

    def begin(self, visitor: str, *, address: str, is_known: bool = False) -> PairingTicket | None:
        """Add a waiting screen; None if there is no room."""
        now_s = self._clock()
        self._waiting = {key: each for key, each in self._waiting.items() if each.until > now_s}
        name = "".join(secrets.choice(CODE_LETTERS) for _ in range(NAME_LENGTH))
        ticket, until = secrets.token_urlsafe(16), now_s + CODE_MS / 1000
        self._waiting[ticket] = PairingTicket(ticket, visitor, address, name, until, is_known)
        if len(self._waiting) > TICKETS_MOST:
            self._drop_one()
        return self._waiting.get(ticket)

    def _drop_one(self) -> None:
        waiting = list(self._waiting.values())
        droppable = [each for each in waiting if not each.is_known] or waiting
        counts = Counter(each.address for each in reversed(droppable))
        ((crowd, _),) = counts.most_common(1)  # the first of equals
        dropped = next(each for each in droppable if each.address == crowd)
        del self._waiting[dropped.ticket]

    def find(self, ticket: str, *, visitor: str | None = None) -> PairingTicket:
        """Find a screen that is still waiting; for a `visitor`, only their own."""
        found = self._waiting.get(ticket)
        if (
            found is None
            or found.until <= self._clock()
            or (visitor is not None and not _is_same(found.visitor, visitor))
        ):
            raise Refusal("CODE_WRONG", "screen_no_longer", where="pairing")
        return found


def _is_same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


@router.get("/enroll/waiting/{ticket}")
async def show_waiting(request: Request, ticket: str) -> JSONResponse:
    """The code a phone made for this screen; empty until then."""
    pairings: Pairings = request.app.state.pairings
    found = pairings.find(ticket, visitor=request.state.visitor)
    return JSONResponse({"code": found.code})


@router.get("/pair/{ticket}")
async def pair_page(request: Request, ticket: str) -> Response:
    """On the phone: pick the table for the screen."""
    pairings: Pairings = request.app.state.pairings
    return _page(request, pairings.find(ticket))


@router.post("/pair")
async def pair(request: Request) -> Response:
    """Make a code for the screen's table, for that screen alone."""
    form = await read_form(request)
    pairings: Pairings = request.app.state.pairings
    running_site: RunningSite = request.app.state.running_site
    found = pairings.find(form["ticket"])
    kind, _, table = form["place"].partition(" ")
    known = {(kind, each.table) for kind in KINDS for each in running_site.site.tables}
    if (kind, table) not in {*known, WALL, (TILL, "")}:
        raise Refusal("TABLE_UNKNOWN", "no_such_table_scan", where=table)
    if not found.code:
        found.code = await make_code(request, kind=kind, table=table)
        if kind == "console":
            for old in _unseen(request):
                if old.table == table:
                    await retire_enrolled(request, old, reason=CONSOLE_REPLACED)
    return RedirectResponse(f"/pair/{found.ticket}", 303)


def _unseen(request: Request) -> list[Device]:
    """Enrolled consoles that aren't connected."""
    app = request.app
    access: Access = app.state.access
    heard: dict[str, int] = app.state.last_heard
    since_ms, now_ms = app.state.leads_since_ms, app.state.running_site.now_ms()
    consoles = (each for each in access.devices() if each.kind == "console")
    return [
        each for each in consoles if is_unseen(heard.get(each.device, 0), since_ms, now_ms=now_ms)
    ]


def is_unseen(heard_ms: int, since_ms: int, *, now_ms: int) -> bool:
    """Whether a console last heard at that time counts as gone. Right after a start none has been
    heard yet, and all are reconnecting."""
    if heard_ms >= since_ms:
        return now_ms - heard_ms > UNSEEN_MS
    return now_ms - since_ms > RETURN_MS


def _page(request: Request, found: PairingTicket) -> Response:
    site: Site = request.app.state.running_site.site
    access: Access = request.app.state.access
    paired = {(each.table, each.kind) for each in access.devices()}
    context = {
        "found": found,
        "tables": site.tables,
        "paired": paired,
        "unseen": {each.table for each in _unseen(request)},
        "kinds": KINDS,
        "has_wall": bool(site.jackpots),
    }
    return shown_page(request, "pair.html", context)
