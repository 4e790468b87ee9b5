"""What answers while a floor cannot open because its disk is full: it says so to whoever asks, and
makes way for the floor once there is room."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import JSONResponse

from pitboss.live.background import in_background
from pitboss.live.folder import has_room
from pitboss.refusal import Refusal
from pitboss.web.handover import Handover

LOOK_S = 2.0


def create_waiting_app(folder: Path, refusal: Refusal, opens: Callable[[], FastAPI]) -> FastAPI:
    """The application that says why the floor of a folder is closed; `opens` makes the floor."""
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
    told = {"accepted": False, "code": refusal.code, "reason": refusal.reason}
    shown = {**told, "journal": "unavailable", "disk": "full"}

    @app.api_route("/{path:path}", methods=["GET", "POST"])
    async def closed(path: str) -> JSONResponse:
        return JSONResponse(shown, 503, headers={"Retry-After": "2"})

    return app
