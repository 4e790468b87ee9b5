"""For whoever watches the server: is it well, and what has it counted?"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.live.running_site import RunningSite
from pitboss.web import openapi

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(tags=["health"])


HEALTH_SCHEMA: dict[str, Any] = {
    "type": "object",
    "title": "Health",
    "properties": {
        "journal": {"type": "string", "enum": ["ok", "unavailable"]},
        "disk": {"type": "string", "enum": ["ok", "full"]},
        "seq": {"type": "string"},
        "streams": {"type": "integer"},
        "started_ms": {"type": "integer"},
    },
    "required": ["journal", "disk", "seq", "streams", "started_ms"],
}
_ILL = {
    "description": "The journal cannot write, or the disk is full.",
    "content": {"application/json": {"schema": HEALTH_SCHEMA}},
}


@router.get(
    "/healthz",
    operation_id="Health",
    responses={**openapi.responses(HEALTH_SCHEMA, meaning="Well.", refusals=(421,)), 503: _ILL},
)
async def healthz(request: Request) -> JSONResponse:
    """200 while the journal can write and there is room for more, else 503."""
    running_site: RunningSite = request.app.state.running_site
    is_well = running_site.available and running_site.has_room
    shown = {
        "journal": "ok" if running_site.available else "unavailable",
        "disk": "ok" if running_site.has_room else "full",
        "seq": str(running_site.seq),
        "streams": len(running_site.hub),
        "started_ms": running_site.started_ms,
    }
    return JSONResponse(shown, 200 if is_well else 503)


@router.get(
    "/metrics",
    operation_id="Metrics",
    response_class=PlainTextResponse,
    responses=openapi.responses(
        {"type": "string"}, meaning="Counted so far.", media="text/plain", refusals=(421,)
    ),
)
async def metrics(request: Request) -> PlainTextResponse:
    """Counters and gauges in Prometheus' text format."""
    running_site: RunningSite = request.app.state.running_site
    gauges = {
        "pitboss_streams": len(running_site.hub),
        "pitboss_journal_seq": running_site.seq,
        "pitboss_journal_available": int(running_site.available),
        "pitboss_disk_has_room": int(running_site.has_room),
    }
    return PlainTextResponse(running_site.counts.text(gauges), media_type=PROMETHEUS)
