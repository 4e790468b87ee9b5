"""Answers while a floor can't open because its disk is full: it says so to people and programs, and
makes way for the floor once there is room.

Nobody can prove who they are before the journal is open, so health answers as to a stranger.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from pitboss.live.background import in_background
from pitboss.live.folder import has_room
from pitboss.refusal import Refusal
from pitboss.web.screens import help_pages
from pitboss.web.shell.answers import is_for_people
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.page_headers import close
from pitboss.web.shell.page_templates import pages_with, shown_page
from pitboss.words.language import ENGLISH, WORDS, choose_preferred, language_now, speaking

LOOK_S = 2.0
CLOSED = 503
STATIC = Path(__file__).parents[1] / "static"


def create_waiting_app(folder: Path, refusal: Refusal, opens: Callable[[], FastAPI]) -> FastAPI:
    """The application that says why a folder's floor is closed; `opens` makes the floor."""
    handover = Handover(opens)

    async def wait_for_room() -> None:
        while not await asyncio.to_thread(has_room, folder):
            await asyncio.sleep(LOOK_S)
        await handover.begin()

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with in_background({"room": wait_for_room()}):
            yield

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.handover, app.state.end_streams = handover, lambda: None
    app.state.pages = pages_with(_given)
    app.middleware("http")(_answer)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.include_router(help_pages.router)

    @app.get("/healthz")
    @app.get("/metrics")
    async def health() -> Response:
        return JSONResponse({"leads": False}, CLOSED)

    async def closed(request: Request, fault: Exception) -> Response:
        if is_for_people(request):
            return shown_page(request, "waiting.html", {"refusal": refusal}, CLOSED)
        told = {"accepted": False, "code": refusal.code, "reason": refusal.reason}
        return JSONResponse(told, CLOSED)

    app.add_exception_handler(HTTPException, closed)  # there is no other address yet
    app.add_exception_handler(Refusal, closed)
    return app


def _given(request: Request) -> dict[str, Any]:
    return {"words": WORDS.now(), "language": language_now(), "csrf": "", "person": None}


async def _answer(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Answer in the browser's language, closed to strangers like every page."""
    with speaking(choose_preferred(request.headers.get("accept-language", "")) or ENGLISH):
        answer = await go_on(request)
    close(request, answer.headers)
    if answer.status_code == CLOSED:
        answer.headers["Retry-After"] = f"{LOOK_S:.0f}"
    return answer
