"""For whoever watches the server: is it well, and what has it counted?"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.live.house import House

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={503: {"description": "The journal cannot write."}})
async def healthz(request: Request) -> JSONResponse:
    """200 while the journal can write, 503 while it cannot."""
    house: House = request.app.state.house
    told = {
        "journal": "ok" if house.available else "unavailable",
        "seq": str(house.seq),
        "streams": len(house.hub),
        "started_ms": house.started_ms,
    }
    return JSONResponse(told, 200 if house.available else 503)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """Counters and gauges in Prometheus' text format."""
    house: House = request.app.state.house
    gauges = {
        "pitboss_streams": len(house.hub),
        "pitboss_journal_seq": house.seq,
        "pitboss_journal_available": int(house.available),
    }
    return PlainTextResponse(house.counts.text(gauges), media_type=PROMETHEUS)
