"""The outbox over HTTP: selected journal events for other systems, from any position on
(docs/outbox.md)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse

from pitboss.evidence.outbox import BEAT, REFUSED, OutboxMessage, Position
from pitboss.evidence.outbox_schema import OutboxBehind, SentBeat, SentRefusal, outbox_schema
from pitboss.live.hub import Watcher
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.api import openapi
from pitboss.web.api.outbox_pages import OutboxPage, OutboxPages, WrittenMessage, write_message
from pitboss.web.api.stream import AGAIN_MS, Stream, may_watch
from pitboss.web.shell.middleware import identity_of

LOOK_S = 0.1
BEAT_S = 1.0
# Wait for a journal that can't be read right now; any other error ends the stream.
WAITED_FOR = ("JOURNAL_UNAVAILABLE", "JOURNAL_UNSURE")
SCHEMA: dict[str, Any] = {"type": "object", "title": "Schema"}

router = APIRouter(tags=["outbox"])


@router.get(
    "/api/outbox",
    operation_id="Outbox",
    responses=openapi.responses(
        {"type": "string"},
        meaning="Messages as /api/outbox/schema describes them, each with its id, then newer ones"
        " as they happen; a beat every second.",
        media="text/event-stream",
        refusals=(*openapi.OF_STREAMS, 409),
    ),
)
async def outbox(request: Request, after: str = "0") -> StreamingResponse:
    """Events after a message or a row, in order; `Last-Event-ID` takes precedence over `after`."""
    running_site: RunningSite = request.app.state.running_site
    pages: OutboxPages = request.app.state.outbox
    position = Position.after(request.headers.get("last-event-id", "") or after)
    await _check_end(running_site, position)
    first = await pages.page(position)  # refused before anything is sent
    watcher = running_site.hub.join((), identity=identity_of(request))
    return Stream(running_site, watcher, _messages(request, watcher, pages, first))


@router.get(
    "/api/outbox/schema",
    operation_id="OutboxSchema",
    responses=openapi.responses(SCHEMA, meaning="A JSON schema.", refusals=(421,)),
)
async def schema() -> JSONResponse:
    """The JSON schema of every message of the outbox."""
    return JSONResponse(outbox_schema())


async def _check_end(running_site: RunningSite, position: Position) -> None:
    """Refuse a position this journal hasn't reached: it belongs to another journal. A server that
    follows may be behind, so its reader waits. A leader that slept may have been replaced, and a
    standby can be behind: neither can be sure."""
    end_seq, where = running_site.seq, f"after={position}"
    if position.last_seq <= end_seq or running_site.follows:
        return
    is_sure = running_site.tenure.holds and await running_site.contact.is_there()
    if not is_sure or await running_site.rows(after_seq=position.last_seq - 1, limit=1):
        raise Refusal("JOURNAL_UNAVAILABLE", "server_not_sure", where=where)
    raise Refusal("OUTBOX_AHEAD", where=where, end_seq=end_seq)


async def _messages(
    request: Request, watcher: Watcher, pages: OutboxPages, page: OutboxPage
) -> AsyncIterator[bytes]:
    """Pages while there is more, else a beat every second; until the reader leaves, loses
    permission, or the site stops."""
    loop, journal, beat_s = asyncio.get_running_loop(), "ok", 0.0
    yield b"retry: %d\n\n" % AGAIN_MS
    while not watcher.closed:
        if page.messages:
            yield b"".join(map(_wire, page.messages))
        if loop.time() >= beat_s:
            if not may_watch(request):
                return
            beat_s = loop.time() + BEAT_S
            yield _wire(_beat(request, page.after, journal))
        if page.after.seq > pages.end_seq or journal != "ok":
            await asyncio.sleep(LOOK_S)
        try:
            page, journal = await pages.page(page.after), "ok"
        except Refusal as refusal:
            page = OutboxPage(messages=(), after=page.after, last=page.last)
            journal = "unavailable"
            if refusal.code not in WAITED_FOR:
                yield _wire(_refused(request, page.after, refusal))
                return


def _wire(message: WrittenMessage) -> bytes:
    return b"event: %b\nid: %b\ndata: %b\n\n" % (
        message.kind.encode(),
        message.id.encode(),
        message.text,
    )


def _beat(request: Request, position: Position, journal: str) -> WrittenMessage:
    behind = request.app.state.running_site.behind
    found = None if behind is None else msgspec.convert(behind.as_plain(), OutboxBehind)
    return _own(request, position, BEAT, SentBeat(journal, found))


def _refused(request: Request, position: Position, refusal: Refusal) -> WrittenMessage:
    return _own(request, position, REFUSED, SentRefusal(refusal.code, refusal.reason))


def _own(request: Request, position: Position, kind: str, payload: Any) -> WrittenMessage:
    now_ms = request.app.state.running_site.now_ms()
    return write_message(OutboxMessage(id=str(position), kind=kind, at_ms=now_ms, payload=payload))
