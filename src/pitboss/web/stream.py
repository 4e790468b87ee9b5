"""Event streams: one for each page, with the newest picture of everything that the page shows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pitboss.floor.state import State
from pitboss.live.house import House
from pitboss.live.hub import Watcher
from pitboss.live.painter import HIT, JACKPOT, LAMPS, PIT, TABLE

AGAIN_MS = 1000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
DOCUMENTED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Messages of the kinds table, jackpot, hit, lamps, pit and beat.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    401: {"description": "Nobody signed on, and no device."},
    403: {"description": "Not for this role or device."},
    404: {"description": "No such table."},
    503: {"description": "Too many streams."},
}

router = APIRouter(tags=["streams"])


@router.get("/api/stream/table/{table}", responses=DOCUMENTED)
async def table_stream(request: Request, table: str) -> StreamingResponse:
    """What a table's console shows."""
    house: House = request.app.state.house
    jackpots = await house.look(lambda state: state.table(table).jackpots)
    return await _streamed(house, [TABLE + table, LAMPS + table, *_of(jackpots)])


@router.get("/api/stream/sign/{table}", responses=DOCUMENTED)
async def sign_stream(request: Request, table: str) -> StreamingResponse:
    """What a table's sign shows."""
    house: House = request.app.state.house
    jackpots = await house.look(lambda state: state.table(table).jackpots)
    return await _streamed(house, [TABLE + table, *_of(jackpots)])


@router.get("/api/stream/pit", responses=DOCUMENTED)
async def pit_stream(request: Request, table: str = "") -> StreamingResponse:
    """What the pit shows: all tables in short, and one of them in full where `table` names it."""
    house: House = request.app.state.house
    topics = [PIT]
    if table:
        jackpots = await house.look(lambda state: state.table(table).jackpots)
        topics += [TABLE + table, LAMPS + table, *_of(jackpots)]
    return await _streamed(house, topics)


@router.get("/api/stream/office", responses=DOCUMENTED)
async def office_stream(request: Request) -> StreamingResponse:
    """What the office shows: every jackpot and hit, and the pit."""
    house: House = request.app.state.house
    return await _streamed(house, [PIT, *_of(await house.look(_jackpots))])


@router.get("/api/stream/start", responses=DOCUMENTED)
async def start_stream(request: Request) -> StreamingResponse:
    """What the start page shows: the same as the office, and every table."""
    house: House = request.app.state.house
    tables = await house.look(lambda state: [name for name, _ in state.tables.items()])
    topics = [PIT, *(TABLE + name for name in tables), *_of(await house.look(_jackpots))]
    return await _streamed(house, topics)


def _jackpots(state: State) -> list[str]:
    return [name for name, _ in state.jackpots.items()]


def _of(jackpots: Iterable[str]) -> list[str]:
    return [prefix + name for name in jackpots for prefix in (JACKPOT, HIT)]


async def _streamed(house: House, topics: Iterable[str]) -> StreamingResponse:
    return Stream(house, await house.watch(topics))


class Stream(StreamingResponse):
    """Messages until the page is closed or the house stops; then the watcher leaves."""

    def __init__(self, house: House, watcher: Watcher) -> None:
        super().__init__(_messages(watcher), headers=HEADERS, media_type="text/event-stream")
        self._house = house
        self._watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, however it ends."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._house.hub.leave(self._watcher)


async def _messages(watcher: Watcher) -> AsyncIterator[bytes]:
    yield b"retry: %d\n\n" % AGAIN_MS
    while message := await watcher.next():
        yield message
