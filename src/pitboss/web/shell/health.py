"""For monitoring: whether the server is well, and its counters. A stranger only learns whether it
is well, whether it leads, and where the journal ends, which servers that follow ask for."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.floor import extension
from pitboss.floor.facts.values import SYSTEM
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, Told
from pitboss.web.access.issued import Device
from pitboss.web.api import openapi

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(tags=["health"])

HEALTH = openapi.ANSWERS["Health"]
_ILL = {
    "description": "The journal cannot write, its disk is full, an engine that stands by could not"
    " lead, a server that follows is too far behind, or, where the leader was asked for, this"
    " engine does not lead.",
    "content": {"application/json": {"schema": HEALTH}},
}


@router.get(
    "/healthz",
    operation_id="Health",
    responses={**openapi.responses(HEALTH, meaning="Well.", refusals=(421, 422)), 503: _ILL},
)
async def healthz(request: Request, leader: str | None = None) -> JSONResponse:
    """200 while the journal can write and its disk has room, else 503. A standby engine is well
    while it follows the journal and could lead; a server that follows, while it isn't too far
    behind. With `leader`, both answer 503."""
    running_site: RunningSite = request.app.state.running_site
    contact, leads = running_site.contact, _leads(request)
    is_well = await contact.is_there() and running_site.available and not contact.is_full
    shown: dict[str, object] = {
        "leads": leads,
        "epoch": running_site.leader.epoch if running_site.leader else 0,
        "journal": "ok" if running_site.available else "unavailable",
        "disk": "ok" if contact.has_room else "full",
        "faults": running_site.counts.faults_total,
        "seq": str(running_site.seq),
        "streams": len(running_site.hub),
        "started_ms": running_site.started_ms,
    }
    if is_well and not contact.has_room:
        shown["degraded"] = Told("PART", "plays_on").reason
    if running_site.tenure.unfit is not None:
        shown["cannot_lead"] = running_site.tenure.unfit.code
    if running_site.software.unapproved:
        shown["unapproved"] = running_site.software.release
    if running_site.behind is not None:
        shown["behind"] = running_site.behind.as_plain()
        is_well = is_well and not running_site.behind.is_too_far
    if leads and running_site.site.wide is not None:
        line = running_site.line
        shown["line"] = {
            "code": line.code,
            "heard_ms": line.heard_ms,
            "standing": line.standing,
            "closed": line.closed,
            "account_short": line.account_short,
        }
    if not _is_ours(request):
        shown = {name: shown[name] for name in HEALTH["required"]}
    wanted = leads or leader is None
    return JSONResponse(shown, 200 if is_well and wanted else 503)


@router.get(
    "/metrics",
    operation_id="Metrics",
    response_class=PlainTextResponse,
    responses=openapi.responses(
        {"type": "string"}, meaning="Counted so far.", media="text/plain", refusals=(401, 421)
    ),
)
async def metrics(request: Request) -> PlainTextResponse:
    """Counters and gauges in Prometheus' text format."""
    if not _is_ours(request):
        raise Refusal("NOT_SIGNED_ON", "ask_token_enrolled", where="/metrics")
    running_site: RunningSite = request.app.state.running_site
    gauges = {
        "pitboss_engine_leads": int(_leads(request)),
        "pitboss_engine_stopped": int(running_site.has_stopped),
        "pitboss_work_ended": len(running_site.counts.ended),
        "pitboss_engine_epoch": running_site.leader.epoch if running_site.leader else 0,
        "pitboss_software_unapproved": running_site.software.unapproved,
        "pitboss_streams": len(running_site.hub),
        "pitboss_journal_seq": running_site.seq,
        "pitboss_journal_available": int(running_site.available),
        "pitboss_disk_has_room": int(running_site.contact.has_room),
    }
    if (publisher := request.app.state.publisher) is not None:
        gauges["pitboss_outbox_seq"] = publisher.seq
    if request.app.state.leads and extension.is_loaded():
        from pitboss.wide.line.gauges import line_gauges

        gauges |= await line_gauges(running_site)
    if running_site.behind is not None:
        gauges["pitboss_behind_rows"] = running_site.behind.rows
        gauges["pitboss_behind_milliseconds"] = running_site.behind.least_ms
    return PlainTextResponse(running_site.counts.text(gauges), media_type=PROMETHEUS)


def _is_ours(request: Request) -> bool:
    """Whether the client may see everything. Loopback proves nothing: a proxy on this machine
    passes on strangers."""
    at: Device | None = request.state.device
    is_system = at is not None and at.kind == SYSTEM
    return is_system or request.state.person is not None


def _leads(request: Request) -> bool:
    """Whether this engine leads and is ready; one that is handing over no longer is."""
    running_site: RunningSite = request.app.state.running_site
    return request.app.state.leads and running_site.tenure.holds
