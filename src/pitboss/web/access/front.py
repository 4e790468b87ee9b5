"""The front door: enroll a device, sign in, sign out, change a PIN, and each one's first page.

Plain forms, so they work before anything else does.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any
from urllib.parse import parse_qsl, quote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from pitboss.floor.facts.people import SignOff, SignOn
from pitboss.floor.facts.values import INSPECTOR
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import OWN_PIN_PAGE, SESSION_MS, WALL, Access
from pitboss.web.access.device_codes import CODE_LENGTH
from pitboss.web.access.enrollment import find_enrolled
from pitboss.web.access.gate import Person, person, till_of
from pitboss.web.access.issued import EVERY_TABLE, Device
from pitboss.web.access.proving import Prover, source_of
from pitboss.web.access.records import Records
from pitboss.web.screens.qr import qr_code
from pitboss.web.shell.answers import status_of
from pitboss.web.shell.middleware import (
    DEVICE,
    SESSION,
    check_token,
    cookie,
    sent_cookie,
    turned_away,
)
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import listed_languages

FIELDS_MOST = 10
HOMES = {"dealer": "", "supervisor": "/pit", "technician": "/office/devices", INSPECTOR: "/inspect"}
OFFICE_HOME = "/office"
NO_TICKET: dict[str, Any] = {"ticket": None, "picture": ""}

router = APIRouter(include_in_schema=False)


@router.get("/")
async def home(request: Request) -> Response:
    """Redirect a device or person to where they work."""
    at: Device | None = request.state.device
    who: Person | None = request.state.person
    if till_of(request):
        return RedirectResponse("/till", 303)
    if who is not None and (place := HOMES.get(who.role, OFFICE_HOME)):
        return RedirectResponse(place, 303)
    if at is not None and (at.kind, at.table) == WALL:
        return RedirectResponse("/wall", 303)
    if at is not None and at.kind in ("console", "sign") and at.table != EVERY_TABLE:
        return RedirectResponse(f"/{'table' if at.kind == 'console' else 'sign'}/{at.table}", 303)
    return _page(request, "sign_on.html", next="", to_setup=False, badge="")


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon browsers ask for when the content isn't a page, such as a PDF."""
    return RedirectResponse("/static/icon.svg", 308)


@router.get("/sign-on")
async def sign_on_page(request: Request, next: str = "") -> Response:
    barred = request.state.barred
    is_over = bool(sent_cookie(request, SESSION)) and request.state.person is None
    going = _going_to(request, next)
    return _page(request, "sign_on.html", **going, badge="", is_over=is_over, refusal=barred)


@router.post("/sign-on")
async def sign_on(request: Request) -> Response:
    """Start a session by badge and PIN. A card swiped into the badge field counts at tills."""
    form = await read_form(request)
    prover: Prover = request.app.state.prover
    access: Access = request.app.state.access
    running_site: RunningSite = request.app.state.running_site
    badge = form.get("badge", "").strip()
    swipe = {"track": badge} if badge.startswith(";") else {"badge": badge, "pin": form["pin"]}
    try:
        who = await prover.prove(swipe, source_of(request))
    except Refusal as refusal:
        going = _going_to(request, form["next"])
        typed = "" if "track" in swipe else badge
        return await _again(request, "sign_on.html", refusal, **going, badge=typed)
    now_ms = running_site.steady_ms()
    # Setup happens at a desk and on a phone, often by one person.
    alone = not running_site.only_trains
    session = await asyncio.to_thread(access.sign_on, who.badge, now_ms=now_ms, alone=alone)
    visitor = request.state.visitor
    await asyncio.to_thread(access.remember_browser, visitor, who.badge, now_ms=now_ms)
    await _record_session(request, SignOn, session, who.badge, alone=alone)
    answer = RedirectResponse(_local(form.get("next", "")) or "/", 303)
    return _with_session(request, answer, session)


def _going_to(request: Request, address: str) -> dict[str, Any]:
    """Where signing in leads; and whether that is the setup of a training floor."""
    running_site: RunningSite = request.app.state.running_site
    place = _local(address)
    return {"next": place, "to_setup": running_site.only_trains and place.startswith("/setup")}


@router.post("/sign-off")
async def sign_off(request: Request) -> Response:
    """End a session. Someone who switches users returns to the same page."""
    form = await read_form(request)
    access: Access = request.app.state.access
    session = sent_cookie(request, SESSION)
    await asyncio.to_thread(access.sign_off, session)
    who: Person | None = request.state.person
    if who is not None:
        await _record_session(request, SignOff, session, who.badge)
    place = _local(form["next"])
    answer = RedirectResponse(f"/sign-on?next={quote(place)}" if place else "/sign-on", 303)
    answer.headers.append("Set-Cookie", cookie(request, SESSION, "", seconds=0))
    return answer


@router.get("/enroll")
async def enroll_page(request: Request, next: str = "", code: str = "") -> Response:
    """The page to enroll a device; a QR code fills in the code."""
    shown = NO_TICKET if code else await _ticket(request)
    return _page(request, "enroll.html", next=_local(next), code=code[:CODE_LENGTH], **shown)


async def _ticket(request: Request) -> dict[str, Any]:
    """The ticket a phone scans from a device; if too many wait, the device takes a typed code."""
    source = source_of(request)
    is_known = source.trusted or request.app.state.turns.knows(source.name)
    pairings, visitor = request.app.state.pairings, request.state.visitor
    ticket = pairings.begin(visitor, address=source.name, is_known=is_known)
    if ticket is None:
        return NO_TICKET
    address = request.app.state.addresses.for_others(request)
    picture = await asyncio.to_thread(qr_code, f"{address}/pair/{ticket.ticket}")
    return {"ticket": ticket, "picture": picture}


@router.post("/enroll")
async def enroll(request: Request) -> Response:
    """Make this browser a console or a sign of the site."""
    form = await read_form(request)
    try:
        _, token = await find_enrolled(request, form["code"])
    except Refusal as refusal:
        place, shown = _local(form["next"]), await _ticket(request)
        return await _again(request, "enroll.html", refusal, next=place, **shown)
    answer = RedirectResponse("/", 303)
    answer.headers.append("Set-Cookie", cookie(request, DEVICE, token))
    return answer


@router.get("/pin")
async def pin_page(request: Request, done: bool = False) -> Response:  # noqa: FBT001, FBT002
    """The page to change your PIN."""
    return _page(request, "pin.html", done=done, **_languages(request))


@router.post("/pin")
async def change_pin(request: Request) -> Response:
    """Change a PIN, given the current one. The session ends with the old PIN; this browser gets a
    new one."""
    form = await read_form(request)
    who = person(request)
    access: Access = request.app.state.access
    prover: Prover = request.app.state.prover
    running_site: RunningSite = request.app.state.running_site
    try:
        await prover.prove({"badge": who.badge, "pin": form["old"]}, source_of(request))
        await asyncio.to_thread(access.set_pin, who.badge, form["new"], place=OWN_PIN_PAGE)
    except Refusal as refusal:
        return await _again(request, "pin.html", refusal, **_languages(request))
    records: Records = request.app.state.records
    await records.note_pins(access)
    session = await asyncio.to_thread(access.sign_on, who.badge, now_ms=running_site.steady_ms())
    await _record_session(request, SignOn, session, who.badge, alone=True)
    return _with_session(request, RedirectResponse("/pin?done=true", 303), session)


def _languages(request: Request) -> dict[str, Any]:
    access: Access = request.app.state.access
    chosen = access.language_of(person(request).badge)
    return {"languages": listed_languages(), "chosen": chosen}


# ---- shared -------------------------------------------------------------------------------------


class Form(dict[str, str]):
    """The fields of a form; a missing one is empty."""

    def __missing__(self, name: str) -> str:
        return ""


async def read_form(request: Request, *, most: int = FIELDS_MOST) -> Form:
    """The fields of one of our forms, after checking its token."""
    try:
        pairs = parse_qsl((await request.body()).decode(), max_num_fields=most)
    except ValueError:
        raise Refusal("COMMAND_UNREADABLE", "reload_page", where="form") from None
    form = Form(pairs)
    check_token(request, request.headers.get("x-csrf-token") or form["csrf"])
    return form


def _page(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    return shown_page(request, template, context, status)


async def _again(request: Request, template: str, refusal: Refusal, **context: Any) -> Response:
    """The same page with what was wrong."""
    await turned_away(request, refusal)
    return _page(request, template, status=status_of(refusal.code), refusal=refusal, **context)


def _with_session(request: Request, answer: Response, session: str) -> Response:
    seconds = SESSION_MS // 1000
    answer.headers.append("Set-Cookie", cookie(request, SESSION, session, seconds=seconds))
    return answer


def _local(address: str) -> str:
    """An address on this site, or nothing: never redirect anyone elsewhere."""
    ours = address.startswith("/") and not address.startswith(("//", "/\\", "/sign-on"))
    return address if ours and address.isprintable() and len(address) < 200 else ""


async def _record_session(
    request: Request, kind: type[SignOn | SignOff], session: str, badge: str, **more: bool
) -> None:
    """Record a sign-in or sign-out with its session, which counts only because it is on record."""
    records: Records = request.app.state.records
    digest = hashlib.sha256(session.encode()).hexdigest()
    at = _device_name(request)
    reply = await records.keep(kind, badge=badge, device=at, session_sha256=digest, **more)
    reply.need(badge)


def _device_name(request: Request) -> str:
    at: Device | None = request.state.device
    return at.device if at else (request.client.host if request.client else "")
