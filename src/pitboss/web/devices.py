"""Devices over HTTP, and the bridge to an MQTT broker (docs/devices.md)."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import asdict
from itertools import count
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse

from pitboss.devices.line import Heard
from pitboss.devices.room import DeviceRoom
from pitboss.devices.sealing import seal, unseal
from pitboss.devices.signals import message_schema
from pitboss.floor.facts.values import Spot
from pitboss.floor.state import State
from pitboss.live.background import in_background
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web import openapi
from pitboss.web.access import Access, Device
from pitboss.web.gate import device, device_unknown
from pitboss.web.outbox_publishing import OutboxPublisher
from pitboss.web.proving import Prover, of_device
from pitboss.web.records import Records

SPEAKING = ("sensor", "keypad", "reader")

HEARD_SCHEMA: dict[str, Any] = {
    "type": "object",
    "title": "Heard",
    "properties": {
        "heard": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "n": {"type": "integer"},
                    "accepted": {"type": "boolean"},
                    "code": {"type": "string"},
                    "reason": {"type": "string"},
                },
                "required": ["n", "accepted", "code", "reason"],
            },
        },
        "lights": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "seat": {"type": "integer"},
                    "sensor": {"type": "integer"},
                    "light": {"type": "string", "enum": ["seen", "locked"]},
                },
                "required": ["seat", "sensor", "light"],
            },
        },
    },
    "required": ["heard", "lights"],
}
router = APIRouter(tags=["devices"])


@router.post(
    "/api/devices/signals",
    operation_id="Signals",
    responses=openapi.responses(HEARD_SCHEMA, meaning="Taken."),
    openapi_extra=openapi.body(message_schema()),
)
async def signals(request: Request) -> JSONResponse:
    """What a device has seen; what became of it, and how its lights have to shine."""
    at = device(request)
    heard, lights = await _heard(request.app, at, await request.body())
    return JSONResponse({"heard": heard, "lights": lights})


@contextlib.asynccontextmanager
async def devices_of(app: FastAPI, *, broker: str = "") -> AsyncIterator[None]:
    """The devices of a running site, and its broker if it has one."""
    running_site: RunningSite = app.state.running_site
    prover: Prover = app.state.prover

    async def badge_of(track: str, device: str) -> str:
        return (await prover.prove({"track": track}, of_device(device))).badge

    room = DeviceRoom(running_site, badge_of)
    app.state.devices = room
    work = {"devices": room.watch()}
    if broker:
        app.state.publisher = OutboxPublisher(running_site, app.state.access, app.state.outbox)
        work["broker"] = _bridge(app, broker)
    async with in_background(work):
        yield


async def _heard(
    app: FastAPI, at: Device, body: bytes
) -> tuple[list[dict[str, Any]], list[dict[str, object]]]:
    if at.kind not in SPEAKING:
        reason = f"a {at.kind} sends no signals; enroll a {', '.join(SPEAKING)}"
        raise Refusal("DEVICE_KIND_WRONG", where=at.device, reason=reason)
    room: DeviceRoom = app.state.devices
    running_site: RunningSite = app.state.running_site
    heard = await room.hear(at.device, kind=at.kind, table=at.table, body=body)
    await _record_refused(app, at, heard)

    def locked(state: State) -> tuple[Spot, ...]:
        opened = state.table(at.table).round
        return opened.spots if opened else ()

    lights = room.lights(at.table, await running_site.look(locked))
    return [asdict(each) for each in heard], lights


async def _record_refused(app: FastAPI, at: Device, heard: list[Heard]) -> None:
    """What the floor refused is on its record; a badge that did not fit is put there."""
    records: Records = app.state.records
    for each in heard:
        if each.code in ("PIN_WRONG", "LOCKED_OUT", "BADGE_UNKNOWN", "SWIPE_UNREADABLE"):
            refusal = Refusal(each.code, where=at.device, reason=each.reason)
            await records.refused(refusal, what="swipe", who="", device=at.device)


# ---- over a broker ------------------------------------------------------------------------------


async def _bridge(app: FastAPI, broker: str) -> None:
    from pitboss.devices import mqtt  # late: a site without a broker needs no MQTT

    access: Access = app.state.access
    records: Records = app.state.records
    session, counts = secrets.token_hex(16), count(1)

    async def take(name: str, message: bytes) -> tuple[bytes, bytes]:
        known = {each.device: each for each in access.devices()}.get(name)
        if known is None:
            raise device_unknown(name)
        key = bytes.fromhex(access.device_key(name))
        body = unseal(key, topic=mqtt.SIGNALS + name, session=session, message=message)
        heard, lights = await _heard(app, known, body)
        app.state.last_heard[name] = app.state.running_site.now_ms()

        def sealed(topic: str, plain: dict[str, Any]) -> bytes:
            body = msgspec.json.encode({**plain, "count": next(counts)})
            return seal(key, topic=topic + name, session=session, body=body)

        return sealed(mqtt.ANSWERS, {"heard": heard}), sealed(mqtt.LIGHTS, {"lights": lights})

    async def refused(refusal: Refusal) -> None:
        await records.refused(refusal, what="MQTT", who="", device=refusal.where)

    publishing = app.state.publisher.publish_to
    await mqtt.serve(broker, take, refused, session=session, publishing=publishing)
