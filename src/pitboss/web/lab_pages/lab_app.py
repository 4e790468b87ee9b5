"""The application of `pitboss lab`: its pages alone, without a floor, people or a journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.web.lab_pages.lab_routes import make_lab_router
from pitboss.web.lab_play.training_pages import make_play_router
from pitboss.web.screens import help_pages
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.answers import status_of
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.heads import SAFE
from pitboss.web.shell.page_headers import close
from pitboss.web.shell.page_templates import pages_with, shown_page
from pitboss.words.language import (
    ENGLISH,
    WORDS,
    choose_preferred,
    language_now,
    languages,
    speaking,
)

STATIC = Path(__file__).parents[1] / "static"
BASE = "/lab"


def create_lab_app(paytables: Paytables, *, addresses: Addresses) -> FastAPI:
    """The lab on its own. It only answers what it is asked: nothing typed is stored."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(make_lab_router(BASE, home="", paytables_of=lambda request: paytables))
    app.include_router(make_play_router("", home=BASE, paytables_of=lambda request: paytables))
    app.include_router(help_pages.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.state.pages = pages_with(_given)
    app.state.addresses = addresses
    app.state.handover, app.state.end_streams = Handover(), lambda: None
    app.add_middleware(LabGuard)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(HTTPException, _on_http)

    @app.get("/")
    async def begin() -> RedirectResponse:
        return RedirectResponse(BASE, 303)

    return app


def _given(request: Request) -> dict[str, Any]:
    return {"words": WORDS.now(), "language": language_now(), "csrf": "", "person": None}


class LabGuard:
    """The lab's only middleware: the reader's language, its own address, and closed headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it may pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.person = None

        async def closed(message: Message) -> None:
            if message["type"] == "http.response.start":
                close(request, MutableHeaders(scope=message))
            await send(message)

        with speaking(_language_of(request)):
            try:
                addresses: Addresses = scope["app"].state.addresses
                addresses.check(request)
                if request.method not in SAFE:
                    raise Refusal("METHOD_WRONG", "said", where="lab", fault=request.method)
                await self._app(scope, receive, closed)
            except Refusal as refusal:
                await (await _on_refusal(request, refusal))(scope, receive, closed)


def _language_of(request: Request) -> str:
    named = request.query_params.get("language", "")
    preferred = choose_preferred(request.headers.get("accept-language", "")) or ENGLISH
    return named if named in languages() else preferred


async def _on_refusal(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return shown_page(request, "refused.html", {"refusal": refusal}, status_of(refusal.code))


async def _on_http(request: Request, fault: Exception) -> Response:
    return await _on_refusal(
        request, Refusal("PAGE_UNKNOWN", "no_such_page", where=request.url.path)
    )
