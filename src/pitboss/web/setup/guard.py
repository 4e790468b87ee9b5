"""Who may set up a house: the browser that opened the link in the terminal, or typed its code.

Before there is a floor there are no badges, so nothing else tells people apart. Every request
passes here, and every answer has the headers of the product's other pages.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.refusal import Refusal
from pitboss.web.access.device_codes import make_letters
from pitboss.web.access.enrollment import CODES
from pitboss.web.access.tries import Tries
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.answers import status_of
from pitboss.web.shell.heads import SAFE
from pitboss.web.shell.log import log
from pitboss.web.shell.middleware import (
    BODY_BYTES_MOST,
    VISITOR,
    check_origin,
    cookie,
    refuse_too_large,
    sent_cookie,
)
from pitboss.web.shell.page_headers import close
from pitboss.web.shell.page_templates import shown_page
from pitboss.web.shell.sources import network_of
from pitboss.words.language import ENGLISH, choose_preferred, speaking

SETTER = "pitboss_setup"
CODE_PAGE = "/setup/code"
REFUSED = 400  # and above
FIGURES = "/setup/jackpots/figures"  # requested with every figure typed
OPEN_TO_ALL = (CODE_PAGE, "/healthz", "/favicon.ico")


class SetupKeys:
    """The one-time code in the terminal, and the browser that used it; `let_in` is the token of a
    browser that needs no code."""

    def __init__(self, let_in: str = "") -> None:
        self.code = make_letters()
        self._secret = secrets.token_bytes(32)
        self._let_in = let_in
        self._tries = Tries()

    def may_enter(self, request: Request) -> bool:
        """Whether this browser may set up."""
        token = sent_cookie(request, SETTER)
        return bool(self._let_in) and hmac.compare_digest(token.encode(), self._let_in.encode())

    def enter(self, request: Request, code: str) -> str:
        """Use up the code; returns the token for the browser that typed it."""
        key = f"setup {network_of(request.client.host if request.client else '')}"
        if self._tries.begin(key, CODES):
            raise Refusal("LOCKED_OUT", "too_many_wrong", where="setup")
        typed = "".join(code.split()).upper()  # people read it aloud in groups
        if not self.code or not hmac.compare_digest(self.code.encode(), typed.encode()):
            raise Refusal("CODE_WRONG", "not_code_terminal", where="setup")
        self.code = ""
        self._let_in = secrets.token_urlsafe(32)
        return self._let_in

    def form_token(self, visitor: str) -> str:
        """The token a page sends back to prove it came from here."""
        return hmac.new(self._secret, visitor.encode(), hashlib.sha256).hexdigest()

    def check_form(self, request: Request, token: str) -> None:
        """Refuse a form that didn't come from one of our pages."""
        wanted = self.form_token(request.state.visitor)
        if request.state.new_visitor or not hmac.compare_digest(wanted.encode(), token.encode()):
            raise Refusal("CSRF_WRONG", where="form")


class SetupGuard:
    """The setup's only middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it may pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        known = sent_cookie(request, VISITOR)
        request.state.new_visitor = not known
        request.state.visitor = known or secrets.token_urlsafe(24)
        served: FastAPI = scope["app"]
        status = 0

        async def closed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _close(request, MutableHeaders(scope=message))
            await send(message)

        with speaking(choose_preferred(request.headers.get("accept-language", "")) or ENGLISH):
            try:
                answer = _door(request, served) or self._app
                await answer(scope, receive, closed)
            except Refusal as refusal:
                await refused_page(request, refusal)(scope, receive, closed)
        is_told = request.method not in SAFE and request.url.path != FIGURES
        if is_told or status >= REFUSED:  # the terminal's code stays visible
            log("setup", method=request.method, path=request.url.path[:200], status=status)


def _door(request: Request, served: FastAPI) -> Response | None:
    """A redirect to the code page for browsers that may not set up; nothing for others."""
    addresses: Addresses = served.state.addresses
    keys: SetupKeys = served.state.keys
    addresses.check(request)
    if request.method not in SAFE:
        check_origin(request)
        length = request.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES_MOST:
            raise refuse_too_large()
    path = request.url.path
    if path in OPEN_TO_ALL or path.startswith("/static/") or keys.may_enter(request):
        return None
    return RedirectResponse(CODE_PAGE, 303)


def _close(request: Request, headers: MutableHeaders) -> None:
    """The headers that close a page to strangers, and the visitor's cookie."""
    close(request, headers)
    if request.state.new_visitor and headers.get("content-type", "").startswith("text/html"):
        headers.append("Set-Cookie", cookie(request, VISITOR, request.state.visitor))


def refused_page(request: Request, refusal: Refusal) -> Response:
    return shown_page(request, "refused.html", {"refusal": refusal}, status_of(refusal.code))
