"""Devices over HTTP, and the bridge to an MQTT broker (docs/devices.md)."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse

from pitboss.devices.device_line import Heard
from pitboss.devices.room import DeviceRoom
from pitboss.devices.sealing import seal, unseal
from pitboss.devices.signals import TableAsked, message_schema, read_message
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.device_board import device_board
from pitboss.live.background import in_background
from pitboss.live.counts import DROPPED
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import device, refuse_not_on_record, refuse_unknown_device
from pitboss.web.access.issued import Device
from pitboss.web.access.proving import Prover, Source
from pitboss.web.access.records import Records
from pitboss.web.api import openapi
from pitboss.web.api.outbox_publishing import OutboxPublisher

SPEAKING = ("sensor", "keypad", "reader")
NOT_FITTING = ("PIN_WRONG", "LOCKED_OUT", "BADGE_UNKNOWN", "SWIPE_UNREADABLE")  # of a badge

router = APIRouter(tags=["devices"])


@router.post(
    "/api/devices/signals",
    operation_id="Signals",
    responses=openapi.responses(openapi.ANSWERS["Heard"], meaning="Taken."),
    openapi_extra=openapi.body(message_schema()),
)
async def signals(request: Request) -> JSONResponse:
    """Take a device's signals; returns what became of them and how its lights should be."""
    return JSONResponse(await _answer(request.app, device(request), await request.body()))


@contextlib.asynccontextmanager
async def devices_of(app: FastAPI, *, broker: str = "") -> AsyncIterator[None]:
    """The devices of a running site, and its broker if there is one."""
    running_site: RunningSite = app.state.running_site
    prover: Prover = app.state.prover

    async def badge_of(track: str, device: str) -> str:
        source = Source(name=device, trusted=True, takes_cards=True)
        return (await prover.prove({"track": track}, source)).badge

    room = DeviceRoom(running_site, badge_of, app.state.access)
    await room.begin()
    app.state.devices = room
    work = {"devices": room.watch()}
    if broker:
        app.state.publisher = OutboxPublisher(running_site, app.state.access, app.state.outbox)
        work["broker"] = _bridge(app, broker)
    async with in_background(work, running_site.counts.work_ended):
        yield


async def _answer(app: FastAPI, at: Device, body: bytes) -> dict[str, Any]:
    """What became of a message, how the lights should be, and what was asked."""
    if at.kind not in SPEAKING:
        raise Refusal(
            "DEVICE_KIND_WRONG",
            "sends_no_signals",
            where=at.device,
            kind=at.kind,
            speaking=SPEAKING,
        )
    room: DeviceRoom = app.state.devices
    running_site: RunningSite = app.state.running_site
    signals = read_message(body)
    heard, last_n = await room.hear(at.device, kind=at.kind, table=at.table, signals=signals)
    await _record_refused(app, at, heard)
    asks = any(isinstance(signal, TableAsked) for signal in signals)

    def seen(state: State) -> tuple[tuple[Spot, ...], dict[str, Any]]:
        opened = state.table(at.table).round
        locked = opened.spots if opened else ()
        if not asks:
            return locked, {}
        lookup = running_site.paytable_lookup
        return locked, {"table": device_board(state, lookup, at.table, at.device)}

    locked, told = await running_site.look(seen)
    return {
        "heard": [each.answer for each in heard],
        "lights": room.lights(at.table, locked),
        "now_ms": running_site.now_ms(),
        "last_n": last_n,
        **told,
    }


async def _record_refused(app: FastAPI, at: Device, heard: list[Heard]) -> None:
    """Record a badge that didn't match; the floor records its own refusals."""
    records: Records = app.state.records
    for each in heard:
        if each.refused is not None and each.code in NOT_FITTING:
            refusal = Refusal.of(each.refused, at.device)
            await records.note_refusal(refusal, what="swipe", who="", device=at.device)


# ---- over a broker ------------------------------------------------------------------------------


async def _bridge(app: FastAPI, broker: str) -> None:
    from pitboss.devices import mqtt  # late: a site without a broker doesn't need MQTT

    access: Access = app.state.access
    records: Records = app.state.records
    session, counts = secrets.token_hex(16), count(1)

    def unsealed(name: str, message: bytes) -> bytes:
        known = access.device_named(name)
        if known is None:
            raise refuse_unknown_device(name)
        if not access.is_device_known(known, app.state.running_site.devices.get(name)):
            raise refuse_not_on_record(name, "device")
        key = bytes.fromhex(access.device_key(name))
        return unseal(key, topic=mqtt.SIGNALS + name, session=session, message=message)

    async def take(name: str, body: bytes) -> tuple[bytes, bytes]:
        app.state.last_heard[name] = app.state.running_site.now_ms()
        key = bytes.fromhex(access.device_key(name))

        def sealed(topic: str, plain: dict[str, Any]) -> bytes:
            body = msgspec.json.encode({**plain, "count": next(counts)})
            return seal(key, topic=topic + name, session=session, body=body)

        try:
            if (known := access.device_named(name)) is None:  # retired while it waited
                raise refuse_unknown_device(name)
            with sending(name):  # over HTTP the request's guard checks this
                answer = await _answer(app, known, body)
        except Refusal as refusal:  # of the whole message: its device would resend it forever
            told = {"heard": [], "code": refusal.code, "reason": refusal.reason}
            return sealed(mqtt.ANSWERS, told), b""
        lights = {"lights": answer.pop("lights")}
        return sealed(mqtt.ANSWERS, answer), sealed(mqtt.LIGHTS, lights)

    async def refused(refusal: Refusal) -> None:
        await records.note_refusal(refusal, what="MQTT", who="", device=refusal.where)

    def dropped(sender: str) -> None:
        app.state.running_site.counts.count(DROPPED, {"sender": sender})

    bridge = mqtt.Bridge(
        session=session,
        names=lambda: {each.device for each in access.devices()},
        changed=app.state.devices.changed,
        unsealed=unsealed,
        take=take,
        refused=refused,
        dropped=dropped,
        on_fault=app.state.running_site.counts.work_ended,
        publishing=app.state.publisher.publish_to,
    )
    await mqtt.serve(broker, bridge)
