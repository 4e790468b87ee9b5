"""Event streams: one per page, with the newest picture of everything the page shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from pitboss.floor.facts.permission import CONSOLE
from pitboss.floor.state.floor import State
from pitboss.live.hub import Watcher
from pitboss.live.painter import HIT, JACKPOT, LIGHTS, PIT, TABLE, WINNERS
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.gate import check_page
from pitboss.web.access.issued import Device
from pitboss.web.access.lock_outs import LOCKED_OUT
from pitboss.web.access.proving import Prover
from pitboss.web.api import openapi
from pitboss.web.shell.middleware import WIRE, identity_of, recognize
from pitboss.web.shell.telling import tell_board
from pitboss.words.language import language_now, speaking

AGAIN_MS = 1000
BODY = "http.response.body"
LOOK_S = 0.9  # less than a beat; checking every sign's every picture would cost more than both
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
# Marks texts from the code or from people in a picture that is the same in all languages. Searching
# for the marks costs next to nothing.
SIGNS = (b'"word":"said"', b'"word":"told"', b'"call":"')
DATA = b"data: "
DOCUMENTED = openapi.responses(
    {"type": "string"},
    meaning="Messages of the kinds table, jackpot, hit, winners, lights, pit, locked_out and beat.",
    media="text/event-stream",
    refusals=openapi.OF_STREAMS,
)

router = APIRouter(tags=["streams"])


@router.get("/api/stream/table/{table}", responses=DOCUMENTED)
async def table_stream(request: Request, table: str) -> StreamingResponse:
    """Stream for a table's console."""
    running_site: RunningSite = request.app.state.running_site
    jackpots = await running_site.look(lambda state: state.table(table).jackpots)
    return await _streamed(request, [TABLE + table, LIGHTS + table, *_of(jackpots)])


@router.get("/api/stream/sign/{table}", responses=DOCUMENTED)
async def sign_stream(request: Request, table: str) -> StreamingResponse:
    """Stream for a table's sign."""
    running_site: RunningSite = request.app.state.running_site
    jackpots = await running_site.look(lambda state: state.table(table).jackpots)
    return await _streamed_to_sign(request, jackpots, [TABLE + table])


@router.get("/api/stream/wall", responses=DOCUMENTED)
async def wall_stream(request: Request, jackpots: str = "") -> StreamingResponse:
    """Stream for a wall: the jackpots in `jackpots`, separated by commas, or all."""
    running_site: RunningSite = request.app.state.running_site
    wanted = [name for name in jackpots.split(",") if name]

    def found(state: State) -> list[str]:
        return [state.jackpot(name).jackpot for name in wanted] or _jackpots(state)

    return await _streamed_to_sign(request, await running_site.look(found))


@router.get("/api/stream/pit", responses=DOCUMENTED)
async def pit_stream(request: Request, table: str = "") -> StreamingResponse:
    """Stream for the pit: all tables in brief, and one in full if `table` names it."""
    running_site: RunningSite = request.app.state.running_site
    topics = [PIT, LOCKED_OUT]
    if table:
        jackpots = await running_site.look(lambda state: state.table(table).jackpots)
        topics += [TABLE + table, LIGHTS + table, *_of(jackpots)]
    return await _streamed(request, topics)


@router.get("/api/stream/pit/wall", responses=DOCUMENTED)
async def pit_wall_stream(request: Request) -> StreamingResponse:
    """Stream for a wall that shows the pit: all tables in brief."""
    return await _streamed(request, [PIT])


@router.get("/api/stream/office", responses=DOCUMENTED)
async def office_stream(request: Request) -> StreamingResponse:
    """Stream for the office: every jackpot and hit, and the pit."""
    running_site: RunningSite = request.app.state.running_site
    return await _streamed(request, [PIT, *_of(await running_site.look(_jackpots))])


@router.get("/api/stream/start", responses=DOCUMENTED)
async def start_stream(request: Request) -> StreamingResponse:
    """Stream for the start page: the office's, and every table."""
    running_site: RunningSite = request.app.state.running_site
    tables = await running_site.look(lambda state: [name for name, _ in state.tables.items()])
    topics = [PIT, *(TABLE + name for name in tables), *_of(await running_site.look(_jackpots))]
    return await _streamed(request, topics)


def _jackpots(state: State) -> list[str]:
    return [name for name, _ in state.jackpots.items()]


def _of(jackpots: Iterable[str]) -> list[str]:
    return [prefix + name for name in jackpots for prefix in (JACKPOT, HIT)]


async def _streamed_to_sign(
    request: Request, jackpots: Sequence[str], others: Sequence[str] = ()
) -> StreamingResponse:
    """The sign's table, hits and winners together. Meters roll, so once a second is enough: each
    round moves the meters of hundreds of signs."""
    meters = [JACKPOT + name for name in jackpots]
    hits = [prefix + name for name in jackpots for prefix in (HIT, WINNERS)]
    return await _streamed(request, [*others, *meters, *hits], can_wait=meters)


async def _streamed(
    request: Request, topics: Iterable[str], *, can_wait: Iterable[str] = ()
) -> StreamingResponse:
    running_site: RunningSite = request.app.state.running_site
    at: Device | None = request.state.device
    watcher = await running_site.watch(
        topics,
        identity=identity_of(request),
        is_console=at is not None and at.kind == CONSOLE,
        can_wait=can_wait,
    )
    if LOCKED_OUT in watcher.topics:
        prover: Prover = request.app.state.prover
        watcher.show(LOCKED_OUT, prover.lock_outs.to_picture())
    return Stream(running_site, watcher, _messages(request, watcher, language_now()))


class Stream(StreamingResponse):
    """Sends messages until the page closes or the site stops; then the watcher leaves."""

    def __init__(
        self, running_site: RunningSite, watcher: Watcher, messages: AsyncIterator[bytes]
    ) -> None:
        super().__init__(messages, headers=HEADERS, media_type="text/event-stream")
        self._running_site = running_site
        self._watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, and clean up however it ends. The head goes through the middleware; the messages go
        straight to the wire, since nothing inspects them."""
        wire: Send = scope[WIRE]

        async def straight(message: Message) -> None:
            await (wire if message["type"] == BODY else send)(message)

        try:
            await super().__call__(scope, receive, straight)
        finally:
            self._running_site.hub.leave(self._watcher)


async def _messages(request: Request, watcher: Watcher, language: str) -> AsyncIterator[bytes]:
    yield b"retry: %d\n\n" % AGAIN_MS
    looked_s, loop = 0.0, asyncio.get_running_loop()
    while message := await watcher.next():
        if loop.time() - looked_s >= LOOK_S:
            looked_s = loop.time()
            if not may_watch(request):
                return
        yield told_in(language, message)


def told_in(language: str, message: bytes) -> bytes:
    """Pictures with the code's sentences and offered reasons in the viewer's language."""
    if not any(sign in message for sign in SIGNS):
        return message
    with speaking(language):
        return b"\n".join(map(_line_told, message.split(b"\n")))


def _line_told(line: bytes) -> bytes:
    if not line.startswith(DATA):
        return line
    return DATA + msgspec.json.encode(tell_board(msgspec.json.decode(line[len(DATA) :])))


def may_watch(request: Request) -> bool:
    """Whether the viewer may still watch: they may have signed out or lost the badge, or the device
    is retired. A beat every second means it ends within one."""
    recognize(request)
    try:
        check_page(request.url.path, request.state.person, request.state.device)
    except Refusal:
        return False
    return True
