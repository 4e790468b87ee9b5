"""The setup application, before there is a floor."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from starlette.exceptions import HTTPException

from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.front import Form
from pitboss.web.screens import help_pages
from pitboss.web.setup import floor_steps, steps
from pitboss.web.setup.draft_file import DraftFile
from pitboss.web.setup.fault_groups import wager_of, without_bundle
from pitboss.web.setup.floor_steps import step_page
from pitboss.web.setup.guard import SetupGuard, SetupKeys, refused_page
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.page_templates import pages_with
from pitboss.words.language import WORDS, language_now

WEB = Path(__file__).parents[1]


def create_setup_app(
    folder: Path, *, addresses: Addresses, opens: Callable[[], FastAPI], let_in: str = ""
) -> FastAPI:
    """The setup of a folder; `opens` makes the application of the floor it wrote, and `let_in` is
    the token of a browser that needs no code."""
    access = Access(folder)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        access.close()

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(steps.doors)
    app.include_router(steps.router)
    app.include_router(
        floor_steps.router, prefix="/setup", dependencies=[Depends(steps.read_again)]
    )
    app.include_router(help_pages.router)
    app.mount("/static", StaticFiles(directory=WEB / "static"), name="static")
    app.state.access = access
    app.state.addresses = addresses
    app.state.step_room = steps.room_of(DraftFile(folder))
    app.state.keys = SetupKeys(let_in)
    app.state.pages = _pages(app.state.keys, app.state.step_room.file)
    app.state.handover = Handover(opens)
    app.state.end_streams = lambda: None
    app.add_middleware(SetupGuard)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(HTTPException, _on_http)
    return app


def _pages(keys: SetupKeys, file: DraftFile) -> Jinja2Templates:
    def given(request: Request) -> dict[str, Any]:
        token = keys.form_token(request.state.visitor)
        words = WORDS.now()
        shown = {"words": words, "language": language_now(), "csrf": token, "person": None}
        return {
            **shown,
            "draft": file.digest,
            "base": "/setup",
            "wager_of": wager_of,
            "without_bundle": without_bundle,
        }

    return pages_with(given)


async def _on_refusal(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    if refusal.code == "DRAFT_CHANGED":
        return _changed_page(request, refusal)
    return refused_page(request, refusal)


def _changed_page(request: Request, refusal: Refusal) -> Response:
    """What changed since a form was made, and what was typed into it: nothing typed is lost."""
    form: Form = request.state.typed
    file: DraftFile = request.app.state.step_room.file
    typed = {name: value for name, value in form.items() if name not in ("csrf", "draft")}
    shown = {"typed": typed, "changes": file.changes_since(form["draft"])}
    return step_page(request, "changed", refusal, **shown)


async def _on_http(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    return refused_page(request, Refusal("PAGE_UNKNOWN", "no_such_page_go", where=request.url.path))
