"""A device joins the site with a code, and leaves it: kept in the store of who may come in, and on
the record."""

from __future__ import annotations

import asyncio

from fastapi import Request

from pitboss.engine import Reply
from pitboss.floor.facts.devices import EnrollDevice, RetireDevice
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access import Access
from pitboss.web.access_values import Device
from pitboss.web.gate import person
from pitboss.web.proving import source_of
from pitboss.web.records import Records
from pitboss.web.tries import Pace, Tries

# A code cannot be guessed within its life at one try a second; so nobody's codes are ever blocked.
CODES = Pace(free=20, first_s=1.0, most_s=1.0, quiet_s=60.0)


async def enrolled(request: Request, code: str) -> tuple[Device, str]:
    """The device that a code is for, and its token."""
    access: Access = request.app.state.access
    running_site: RunningSite = request.app.state.running_site
    tries: Tries = request.app.state.tries
    key = f"code {source_of(request).name}"
    if tries.begin(key, CODES):
        reason = "too many wrong codes from here; wait a second, then try again"
        raise Refusal("LOCKED_OUT", where="enroll", reason=reason)
    now_ms = running_site.now_ms()
    found, token = await asyncio.to_thread(access.enroll, code, now_ms=now_ms)
    tries.take_back(key)
    reply = await record_device(found, access, request.app.state.records)
    if not reply.accepted:
        raise Refusal(reply.code, where=found.device, reason=reply.reason)
    if found.replaces:
        await _drop(request, found.replaces, table=found.table)
    request.app.state.devices.changed.set()
    return found, token


async def record_device(found: Device, access: Access, records: Records) -> Reply:
    """A device is enrolled only if that is on the record."""
    reply = await records.keep(
        EnrollDevice,
        device=found.device,
        device_kind=found.kind,
        table=found.table,
        key_sha256=found.key_sha256,
        badge=found.enrolled_by,
        seats=() if found.replaces else found.seats,  # it takes those of the other
        replaces=found.replaces,
    )
    if not reply.accepted:
        await asyncio.to_thread(access.retire, found.device)
    return reply


async def retired(request: Request, found: Device, *, reason: str) -> Reply:
    """A device is no longer enrolled; who asks for it is on the record."""
    records: Records = request.app.state.records
    badge = person(request).badge
    reply = await records.keep(RetireDevice, device=found.device, reason=reason, badge=badge)
    # A server killed in between has it on the record already; its token is still to be dropped.
    if not reply.accepted and reply.code != "DEVICE_RETIRED":
        # To the floor, too, it is the device that is missing, not who asks.
        code = "DEVICE_NOT_FOUND" if reply.code == "DEVICE_UNKNOWN" else reply.code
        raise Refusal(code, where=found.device, reason=reply.reason)
    await _drop(request, found.device, table=found.table)
    return reply


async def _drop(request: Request, device: str, *, table: str) -> None:
    """A device that the record has retired is shut out, and nothing it saw is seen."""
    access: Access = request.app.state.access
    await asyncio.to_thread(access.retire, device)
    request.app.state.devices.forget(device, table=table)
