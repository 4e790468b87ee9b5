"""For whoever watches the server: is it well, and what has it counted?"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.live.running_site import RunningSite

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={503: {"description": "The journal cannot write."}})
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


@router.get("/metrics", response_class=PlainTextResponse)
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
