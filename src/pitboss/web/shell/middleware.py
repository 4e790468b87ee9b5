"""The server's outer shell: what every request passes on its way in and out.

In: its address, the size of its body, its person and device, its origin, and whether the page is
for them. Out: the headers that close a page to strangers, and one line of log.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.engine.leadership import refuse_standing_by
from pitboss.floor.facts.values import SYSTEM
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.local_time import local
from pitboss.notation import reading_on
from pitboss.refusal import Refusal
from pitboss.site.model import Site
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import (
    Cookies,
    Person,
    check_csrf,
    check_page,
    person_of,
    refuse_invalid_badge,
    refuse_not_on_record,
    refuse_unknown_device,
)
from pitboss.web.access.issued import EVERY_TABLE, Device
from pitboss.web.access.records import Records
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.answers import answer_refusal
from pitboss.web.shell.connections import connection_of
from pitboss.web.shell.forwarding import END_HEADER, Forwarder
from pitboss.web.shell.heads import SAFE, cookie_in
from pitboss.web.shell.log import kept_path, log
from pitboss.web.shell.page_headers import close
from pitboss.web.shell.sources import network_of, sender_of
from pitboss.web.shell.turns import RequestTurn, TurnCall, Turns, WaitingLine
from pitboss.words.language import ENGLISH, choose_preferred, languages, speaking

BODY_BYTES_MOST = 64 * 1024
BODY_S = 10.0  # how long a body may take to arrive
VISITOR, SESSION, DEVICE = "pitboss_visitor", "pitboss_session", "pitboss_device"
FOREVER_S = 10 * 365 * 86_400
WIRE = "pitboss.wire"  # in a scope: sends without inspecting each message again
# Forms have the token in a field; a program that enrolls has nothing yet to abuse.
CHATTY = ("/api/devices/signals", "/healthz", "/metrics")  # many a second: reported only if refused
OK = 200
HEALTH = "/healthz"
ANY_ENGINE = (HEALTH, "/metrics")  # also on a standby
NOT_AT_TABLE = ("sign", SYSTEM)  # they only watch, and wait behind the players
SPOKEN = "x-language"  # a header of our scripts: their page's language
OWN_TOKEN = (
    "/sign-on", "/sign-off", "/enroll", "/pin", "/office/copy", "/office/pack",
    "/office/payout-form", "/office/tax-forms", "/office/tax_year/file", "/office/ledger/export",
    "/inspect/export", "/api/devices/enroll",
    "/setup/devices", "/setup/network", "/setup/rehearsal", "/setup/approvals", "/setup/bank",
    "/setup/live", "/demo/setup", "/pair", "/language",
)  # fmt: skip
OWN_TOKEN_BELOW = (
    "/office/open/tables",
    "/office/open/jackpots",
    "/office/open/equipment",
    "/office/open/approvals",
)
# Refusals of who asks, not of what is asked: these are recorded.
TRIES = frozenset(
    {
        "BADGE_ENDED", "BADGE_REVOKED", "BADGE_UNKNOWN", "CARD_NOT_HERE", "CODE_WRONG",
        "CONFIRM_AT_TABLE", "CROSS_SITE", "CSRF_WRONG", "DEVICE_ELSEWHERE", "DEVICE_UNKNOWN",
        "HOST_UNKNOWN", "LOCKED_OUT", "NOT_ON_RECORD", "NOT_SIGNED_ON",
        "PIN_WRONG", "ROLE_TOO_LOW",
    }
)  # fmt: skip
PressOf = Callable[[Request], Awaitable[Response] | None]


class RequestGuard:
    """The only middleware. `press_of` answers a press, which skips everything else."""

    def __init__(self, app: ASGIApp, *, press_of: PressOf) -> None:
        self._app = app
        self._press_of = press_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it may pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await _Passage(self._app, self._press_of, scope, receive, send).go()


class _Passage:
    """One request on its way."""

    def __init__(
        self, app: ASGIApp, press_of: PressOf, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._app = app
        self._press_of = press_of
        self._scope = scope
        self._receive = receive
        self._send = send
        self._request = Request(scope, self._limited)
        self._started = time.perf_counter()
        self._status = 0
        self._read = 0
        self._whole = False
        self._taken: list[Message] = []  # of the body, before anyone asked for it
        self._turn: RequestTurn | None = None
        served: FastAPI = scope["app"]
        self._access: Access = served.state.access
        self._running_site = served.state.running_site
        self._turns: Turns = served.state.turns
        self._connection = connection_of(scope)

    async def go(self) -> None:
        """Answer in the reader's language."""
        self._recognize()
        try:
            with (
                speaking(_language_of(self._request)),
                reading_on(partial(_today_at, self._running_site)),
                sending(sender_of(self._request, SESSION)),
            ):
                await self._wait_and_answer()
        finally:
            del self._request  # it receives through self: break the cycle

    async def _wait_and_answer(self) -> None:
        """Wait for a turn, then answer; not at all if the client has left meanwhile."""
        # Not before the body is complete: a slow sender would keep others waiting.
        fault = await self._read_first()
        if self._is_gone:
            self._tell()
            return
        line, name = self._line()
        self._turn = line.begin(name)
        try:
            self._turn = self._turn or await self._called(line, name)
        except Refusal as refusal:
            fault = refusal
        if self._turn is None and fault is None:
            self._tell()
        else:
            await self._pass(fault)

    @property
    def _is_gone(self) -> bool:
        return self._connection is not None and self._connection.is_gone

    def _line(self) -> tuple[WaitingLine, str]:
        """The line a request waits in, and its name there."""
        request, turns = self._request, self._turns
        at, identity = request.state.device, identity_of(request)
        address = network_of(request.client.host) if request.client else ""
        if not identity and self._access.has_signed_on(request.state.visitor):
            identity = f"browser {request.state.visitor}"
        if identity:
            turns.know(address)
        if request.url.path == HEALTH:
            return turns.health, identity or address
        if at is not None:
            return turns.signs if at.kind in NOT_AT_TABLE else turns.tables, identity
        if identity:
            return turns.people, identity
        if turns.knows(address):
            return turns.neighbors, address
        return turns.strangers if request.method in SAFE else turns.senders, address

    async def _called(self, line: WaitingLine, name: str) -> RequestTurn | None:
        call: TurnCall = asyncio.get_running_loop().create_future()
        if self._connection is not None:
            self._connection.call = call
        return await line.wait(name, call)

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.end()

    async def _pass(self, fault: Refusal | None = None) -> None:
        try:
            if fault is not None:
                raise fault
            self._check_address()
            self._scope[WIRE] = self._send
            forwarder: Forwarder | None = self._request.app.state.forwarder
            if forwarder is not None and forwarder.takes(self._request):
                body = b"".join(part.get("body", b"") for part in self._taken)
                answer = await forwarder.forward(self._request, body)
                await answer(self._scope, self._receive, self._closed)
            else:
                self._check()
                press = self._press_of(self._request)
                answering = self._app if press is None else await press
                await answering(self._scope, self._limited, self._closed)
        except Refusal as refusal:
            answer = await answer_to(self._request, refusal)
            await answer(self._scope, self._receive, self._closed)
        finally:
            self._end_turn()
            self._tell()

    async def _read_first(self) -> Refusal | None:
        """Read the whole body, or say why not."""
        messages = []
        try:
            self._check_length()
            if self._request.method in SAFE:
                return None
            while not self._whole:
                messages.append(await self._limited())
        except Refusal as refusal:
            return refusal
        self._taken = messages
        return None

    def _recognize(self) -> None:
        """The person, the device, and the visitor whose pages have a token."""
        request, state = self._request, self._request.state
        recognize(request)
        if self._connection is not None:
            at = state.device
            at_table = at is not None and at.kind not in NOT_AT_TABLE
            self._connection.recognize_client(identity_of(request), at_table=at_table)
        state.logged, state.table = {}, ""
        known = sent_cookie(request, VISITOR)
        state.new_visitor = not known and not state.by_token  # which no browser sends
        state.visitor = known or secrets.token_urlsafe(24)  # never empty: that means nobody

    def _check_address(self) -> None:
        """Check that it is for this server and from one of our pages."""
        request = self._request
        _need_leader(request)
        addresses: Addresses = request.app.state.addresses
        addresses.check(request)
        if request.method not in SAFE:
            check_origin(request)

    def _check(self) -> None:
        """Check that the client may have it."""
        request, state = self._request, self._request.state
        path = request.url.path
        has_own = path in OWN_TOKEN or path.startswith(OWN_TOKEN_BELOW)
        if request.method not in SAFE and not state.by_token and not has_own:
            check_token(request, request.headers.get("x-csrf-token", ""))
        check_page(request.url.path, state.person, state.device)

    def _check_length(self) -> None:
        length = self._request.headers.get("content-length", "")
        if length.isdecimal() and int(length) > BODY_BYTES_MOST:
            raise refuse_too_large()

    async def _limited(self) -> Message:
        """The next part of the body; after the last one, the end of the connection."""
        if self._taken:
            return self._taken.pop(0)
        if self._whole:
            return await self._receive()
        left_s = self._started + BODY_S - time.perf_counter()
        try:
            async with asyncio.timeout(left_s):
                message = await self._receive()
        except TimeoutError:
            raise Refusal("BODY_TOO_SLOW", where="body", body_s=f"{BODY_S:.0f}") from None
        self._whole = not message.get("more_body", False)
        self._read += len(message.get("body", b""))
        if self._read > BODY_BYTES_MOST:
            raise refuse_too_large()
        return message

    async def _closed(self, message: Message) -> None:
        """Add the headers that close a page to strangers, and the visitor's cookie."""
        if message["type"] == "http.response.start":
            self._end_turn()
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            close(self._request, headers)
            if self._request.url.scheme == "https":
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            if self._request.method not in SAFE:
                headers.setdefault(END_HEADER, str(self._running_site.seq))
            if self._request.state.new_visitor and headers.get("content-type", "").startswith(
                "text/html"
            ):
                value = cookie(self._request, VISITOR, self._request.state.visitor)
                headers.append("Set-Cookie", value)
        await self._send(message)

    def _tell(self) -> None:
        """Write one line of log. A client that left early is neither our fault nor a try."""
        state = self._request.state
        self._running_site.counts.count("pitboss_requests_total", {"status": str(self._status)})
        if self._request.url.path in CHATTY and self._status == OK:
            return
        log(
            "request",
            method=self._request.method,
            path=kept_path(self._request.url.path)[:200],
            status=self._status,
            took_ms=round((time.perf_counter() - self._started) * 1000, 1),
            badge=state.person.badge if state.person else "",
            device=state.device.device if state.device else "",
            **({"gone": True} if self._is_gone else {}),
            **state.logged,
        )


def _need_leader(request: Request) -> None:
    """A standby engine shows and decides nothing; it only reports its health."""
    running_site: RunningSite = request.app.state.running_site
    is_open = request.app.state.leads or running_site.follows
    if is_open or request.url.path in ANY_ENGINE:
        return
    raise refuse_standing_by(running_site.leader)


def recognize(request: Request) -> None:
    """The person and the device, as both are known now."""
    access: Access = request.app.state.access
    running_site: RunningSite = request.app.state.running_site
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    by_token = scheme.lower() == "bearer" and bool(bearer)
    token = bearer if by_token else sent_cookie(request, DEVICE)
    session = "" if by_token else sent_cookie(request, SESSION)
    badge = access.badge_of(session, now_ms=running_site.steady_ms()) if session else ""
    found: Person | None = person_of(running_site, badge) if badge else None
    at: Device | None = access.device_of(token) if token else None
    barred = refuse_invalid_badge(running_site, badge) if badge and found is None else None
    if found and not access.is_session_known(session, badge, running_site.badges[badge].sessions):
        found, barred = None, refuse_not_on_record(badge, "session")
    if at and not access.is_device_known(at, running_site.devices.get(at.device)):
        barred, at = refuse_not_on_record(at.device, "device"), None
    request.state.by_token, request.state.person, request.state.device = by_token, found, at
    request.state.barred = barred
    request.state.device_token = token if at is not None else ""
    if at is not None:
        request.app.state.last_heard[at.device] = running_site.now_ms()


def _today_at(site: RunningSite) -> date:
    """The day on the house's clock; timers keep this beyond the request, so it holds none of it."""
    return local(site.now_ms(), site.site.time_zone).date()


def _language_of(request: Request) -> str:
    """The language of the page or address; else its reader's choice."""
    site: Site = request.app.state.running_site.site
    who: Person | None = request.state.person
    if request.state.by_token:
        return ENGLISH  # a program
    for said in (request.headers.get(SPOKEN, ""), request.query_params.get("language", "")):
        if said in languages():
            return said
    if who is not None:
        return language_of(request.app.state.access, site, who.badge)
    at: Device | None = request.state.device
    if at is not None and at.table != EVERY_TABLE:
        return site.language
    return choose_preferred(request.headers.get("accept-language", "")) or site.language


def language_of(access: Access, site: Site, badge: str) -> str:
    """A badge's language: its own, else the house's."""
    return own_language(access, site, badge) or site.language


def own_language(access: Access, site: Site, badge: str) -> str:
    """The choice for a badge, else the site file's; empty for neither."""
    said = next((each.language for each in site.badges if each.badge == badge), "")
    return access.language_of(badge) or said


def identity_of(request: Request) -> str:
    """A request's name: the device's, else the person's; a stranger has none."""
    at, who = request.state.device, request.state.person
    return f"device {at.device}" if at else f"badge {who.badge}" if who else ""


def cookies_of(request: Request) -> Cookies:
    """The browser's cookies, without those no longer valid."""
    state = request.state
    return Cookies(
        visitor=state.visitor,
        session=sent_cookie(request, SESSION) if state.person is not None else "",
        device=state.device_token,
    )


def check_token(request: Request, token: str) -> None:
    """Refuse a request not from our pages; say so if the page's session or device has ended."""
    try:
        if request.state.new_visitor:
            raise Refusal("CSRF_WRONG", where="X-CSRF-Token")
        check_csrf(request.app.state.access, cookies_of(request), request.url.path, token)
    except Refusal:
        if sent_cookie(request, SESSION) and request.state.person is None:
            raise Refusal("NOT_SIGNED_ON", "your_session_ended", where=request.url.path) from None
        if sent_cookie(request, DEVICE) and request.state.device is None:
            raise refuse_unknown_device(request.url.path) from None
        raise


async def answer_to(request: Request, refusal: Refusal) -> Response:
    """The answer to a refused client. A try is recorded first; if this server follows, the leader
    records and answers it. Someone whose badge is no longer valid hears that. The details of a
    storage or network error are for the log."""
    if (cause := refusal.__cause__) is not None:
        cause_text = f"{type(cause).__name__}: {cause}"
        log("refused", path=kept_path(request.url.path), code=refusal.code, fault=cause_text)
    if refusal.code in ("NOT_SIGNED_ON", "DEVICE_UNKNOWN") and request.state.barred is not None:
        refusal = request.state.barred
    forwarder: Forwarder | None = request.app.state.forwarder
    if forwarder is not None and refusal.code in TRIES:
        answer = await forwarder.forward_refusal(request, refusal)
        if answer is not None:
            return answer
    await turned_away(request, refusal)
    return await answer_refusal(request, refusal)


async def turned_away(request: Request, refusal: Refusal) -> None:
    """Record a refused try for the one who made it. A viewer who is told to sign in, or whose badge
    is no longer valid, hasn't tried anything: a page left open does that."""
    is_told = refusal.code == "NOT_SIGNED_ON" or refusal is request.state.barred
    if is_told and request.method == "GET" and refusal.code != "NOT_ON_RECORD":
        return
    if refusal.code in TRIES:
        records: Records = request.app.state.records
        who, at = request.state.person, request.state.device
        await records.note_refusal(
            refusal,
            what=f"{request.method} {kept_path(request.url.path)}",
            who=who.badge if who else refusal.where if refusal.code in SAID else "",
            device=at.device if at else (request.client.host if request.client else ""),
        )


# These name the badge in the try.
SAID = (
    "BADGE_ENDED", "BADGE_REVOKED", "BADGE_UNKNOWN", "CARD_NOT_HERE", "LOCKED_OUT",
    "NOT_ON_RECORD", "PIN_WRONG",
)  # fmt: skip


def sent_cookie(request: Request, name: str) -> str:
    """The value of one of our cookies in a request; invalid ones are ignored."""
    return cookie_in(request.scope["headers"], name)


def cookie(request: Request, name: str, value: str, *, seconds: int = FOREVER_S) -> str:
    """A cookie that only our own pages send and no script reads."""
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"


def refuse_too_large() -> Refusal:
    """The refusal of a body larger than the server reads."""
    return Refusal("BODY_TOO_LARGE", where="body", body_bytes_most=BODY_BYTES_MOST)


def check_origin(request: Request) -> None:
    """Refuse a request from another site's page."""
    site = request.headers.get("sec-fetch-site", "")
    origin = request.headers.get("origin", "")
    if (origin and _is_foreign(origin, request)) or site not in ("", "same-origin", "none"):
        raise Refusal("CROSS_SITE", where=origin or site)


def _is_foreign(origin: str, request: Request) -> bool:
    """Whether an origin is another site's; one that can't be parsed counts as such."""
    try:
        return urlsplit(origin).netloc != request.headers.get("host", "")
    except ValueError:
        return True
