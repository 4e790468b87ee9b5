"""Credentials from the office: enrollment codes for devices, and new PINs and cards for badges.

Each is shown once, in the answer, and never stored in clear text.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from pitboss.floor.facts import people
from pitboss.floor.facts.values import TABLELESS
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import OFFICE, Access
from pitboss.web.access.device_codes import CODE_MS, KINDS
from pitboss.web.access.enrollment import find_enrolled, make_code, retire_enrolled
from pitboss.web.access.gate import person
from pitboss.web.access.proving import Prover, second_person
from pitboss.web.access.records import Records
from pitboss.web.api import openapi
from pitboss.web.api.bodies import REASON_SCHEMA, SWIPE_SCHEMA, object_schema
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.screens.qr import qr_code

CODE_SCHEMA = object_schema(
    "Code",
    {
        "kind": {"type": "string", "enum": list(KINDS)},
        "table": {
            "type": "string",
            "maxLength": 64,
            "description": "Where it stands; left out for a till or a system.",
        },
        "seats": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 9},
            "maxItems": 9,
            "description": "Of a sensor board that shares its table with another; none: all.",
        },
        "replaces": {
            "type": "string",
            "maxLength": 64,
            "description": "The sensor board that this one retires, and whose seats it takes.",
        },
    },
    optional=("table", "seats", "replaces"),
)
ENROLL_SCHEMA = object_schema("Enrollment", {"code": REASON_SCHEMA})
RETIRE_SCHEMA = object_schema("Retirement", {"reason": REASON_SCHEMA})
KEYS_SCHEMA = object_schema(
    "Keys", {"reason": REASON_SCHEMA, "second_swipe": SWIPE_SCHEMA}, optional=("second_swipe",)
)

router = APIRouter(tags=["keys"])


@router.post("/api/devices/codes", **openapi.describe_operation("MakeDeviceCode", CODE_SCHEMA))
async def make_device_code(request: Request) -> JSONResponse:
    """Make a code that enrolls one device at a table, a till, or another system; shown once."""
    running_site: RunningSite = request.app.state.running_site
    body, table = await body_of(request), ""
    seats, replaces = _board_of(body)
    if body.get("kind") in TABLELESS:
        (kind,) = _texts_of(body, "kind")
    else:
        kind, table = _texts_of(body, "kind", "table")
    until_ms = running_site.now_ms() + CODE_MS
    code = await make_code(request, kind=kind, table=table, seats=seats, replaces=replaces)
    return answer_done(device_code=code, until_ms=until_ms)


@router.post(
    "/api/devices/enroll", **openapi.describe_operation("EnrollDeviceByCode", ENROLL_SCHEMA)
)
async def enroll_by_code(request: Request) -> JSONResponse:
    """Enroll a device: returns its HTTP token and broker key, shown once."""
    (code,) = await _texts(request, "code")
    found, token = await find_enrolled(request, code)
    key = request.app.state.access.device_key(found.device)
    return answer_done(
        device=found.device, kind=found.kind, table=found.table, token=token, key=key
    )


@router.post(
    "/api/devices/{device}/retire", **openapi.describe_operation("RetireDeviceKey", RETIRE_SCHEMA)
)
async def retire(request: Request, device: str) -> JSONResponse:
    """Retire a device."""
    access: Access = request.app.state.access
    (reason,) = await _texts(request, "reason")
    found = next((each for each in access.devices() if each.device == device), None)
    if found is None:
        raise Refusal("DEVICE_NOT_FOUND", where=device)
    reply = await retire_enrolled(request, found, reason=reason)
    return answer_done(reply.seq)


@router.post(
    "/api/badges/{badge}/keys", **openapi.describe_operation("IssueBadgeKeys", KEYS_SCHEMA)
)
async def issue(request: Request, badge: str) -> JSONResponse:
    """Make a new PIN and card code for a badge, shown once; the old ones stop working. Two other
    people agree: one person alone could then act as two."""
    access: Access = request.app.state.access
    records: Records = request.app.state.records
    prover: Prover = request.app.state.prover
    body = await body_of(request)
    second = await second_person(request, body)
    (reason,) = _texts_of(body, "reason")
    by = (person(request).badge, second.badge)
    reply = await records.keep(people.RenewKeys, badge=badge, reason=reason, by=by)
    reply.need(badge)
    secret = await asyncio.to_thread(access.issue, badge, place=OFFICE)
    await records.note_pins(access)
    prover.lock_outs.show()  # the new PIN works at once
    return answer_done(reply.seq, pin=secret.pin, track=secret.track, code=qr_code(secret.track))


def _board_of(body: dict[str, Any]) -> tuple[list[int], str]:
    """The seats of a sensor board, and the board it replaces."""
    seats, replaces = body.pop("seats", []), body.pop("replaces", "")
    are_seats = isinstance(seats, list) and all(type(each) is int for each in seats)
    if not are_seats or not isinstance(replaces, str):
        raise Refusal("COMMAND_UNREADABLE", "seats_list_numbers", where="body")
    return seats, replaces


async def _texts(request: Request, *names: str) -> list[str]:
    return _texts_of(await body_of(request), *names)


def _texts_of(body: dict[str, Any], *names: str) -> list[str]:
    values = [body.pop(name, None) for name in names]
    texts = [value for value in values if isinstance(value, str) and 0 < len(value) <= 200]
    if body or len(texts) < len(names):
        raise Refusal("COMMAND_UNREADABLE", "takes_nothing_else", where="body", names=names)
    return texts
