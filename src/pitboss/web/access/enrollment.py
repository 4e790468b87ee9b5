"""A device's life at a site: it gets a code, enrolls and retires, each in the access store and on
the record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import Request

from pitboss.devices.room import DeviceRoom
from pitboss.engine import Reply
from pitboss.floor.facts import devices
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import person
from pitboss.web.access.issued import Device
from pitboss.web.access.proving import source_of
from pitboss.web.access.records import Records
from pitboss.web.access.tries import Pace, Tries

# A code can't be guessed within its life at one try a second, so no source is ever blocked.
CODES = Pace(free=20, first_s=1.0, most_s=1.0, quiet_s=60.0)


async def make_code(
    request: Request, *, kind: str, table: str, seats: Sequence[int] = (), replaces: str = ""
) -> str:
    """Make a code that enrolls one device; the record says who made it before anyone sees it."""
    access: Access = request.app.state.access
    records: Records = request.app.state.records
    now_ms = request.app.state.running_site.now_ms()
    letters, made = access.codes.new(
        kind=kind,
        table=table,
        now_ms=now_ms,
        made_by=person(request).badge,
        seats=seats,
        replaces=replaces,
    )
    reply = await records.keep_code(made)
    reply.need(table or kind)
    await asyncio.to_thread(access.codes.keep, made, now_ms=now_ms)
    return letters


async def find_enrolled(request: Request, code: str) -> tuple[Device, str]:
    """The device a code is for, and its token."""
    access: Access = request.app.state.access
    running_site: RunningSite = request.app.state.running_site
    tries: Tries = request.app.state.tries
    key = f"code {source_of(request).name}"
    if tries.begin(key, CODES):
        raise Refusal("LOCKED_OUT", "too_many_wrong", where="enroll")
    now_ms = running_site.now_ms()
    await request.app.state.records.note_codes(access)
    found, token = await asyncio.to_thread(access.enroll, code, now_ms=now_ms)
    tries.take_back(key)
    reply = await record_device(found, access, request.app.state.records)
    reply.need(found.device)
    if found.replaces:
        await _drop(request, found.replaces, table=found.table)
    room: DeviceRoom = request.app.state.devices
    room.changed.set()
    if found.kind == "sensor":
        await room.expect(found.device, table=found.table)
    return found, token


async def record_device(found: Device, access: Access, records: Records) -> Reply:
    """Enroll a device only if the record has it."""
    reply = await records.keep(
        devices.EnrollDevice,
        device=found.device,
        device_kind=found.kind,
        table=found.table,
        key_sha256=found.key_sha256,
        badge=found.enrolled_by,
        seats=() if found.replaces else found.seats,  # it takes over the other's seats
        replaces=found.replaces,
        code_sha256=found.code_sha256,
    )
    if not reply.accepted:
        await asyncio.to_thread(access.retire, found.device)
    return reply


async def retire_enrolled(request: Request, found: Device, *, reason: str) -> Reply:
    """Retire a device; the record says who asked."""
    records: Records = request.app.state.records
    badge = person(request).badge
    reply = await records.keep(
        devices.RetireDevice, device=found.device, reason=reason, badge=badge
    )
    # After a crash in between, the record already has it and only the token is left to drop.
    if reply.code == "DEVICE_UNKNOWN":  # then the floor lacks the device too, not the asker
        raise Refusal("DEVICE_NOT_FOUND", where=found.device)
    if reply.code != "DEVICE_RETIRED":
        reply.need(found.device)
    await _drop(request, found.device, table=found.table)
    return reply


async def _drop(request: Request, device: str, *, table: str) -> None:
    """Shut out a device that the record has retired, and forget what it saw."""
    access: Access = request.app.state.access
    await asyncio.to_thread(access.retire, device)
    request.app.state.devices.forget(device, table=table)
