"""Commands over HTTP, each by its class name; and the lights of a table."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from msgspec.structs import replace

from pitboss.engine import Reply
from pitboss.engine.batch import in_time
from pitboss.engine.leadership import LOST
from pitboss.floor.decide.checks import need_spot
from pitboss.floor.facts import command_of_kind, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.permission import Permission
from pitboss.floor.facts.values import Spot
from pitboss.floor.view.board import Board
from pitboss.live.bet_lights import NONE
from pitboss.live.chores import ASK_AGAIN
from pitboss.live.clocks import passed_ms
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, Told
from pitboss.rules.reading import in_words
from pitboss.web.access.gate import (
    Person,
    check_confirmed,
    check_place,
    device,
    need_role,
    stands_at,
    till_of,
)
from pitboss.web.access.proving import Prover, second_person, source_of
from pitboss.web.api import openapi
from pitboss.web.api.bodies import object_schema, read_command
from pitboss.web.api.typed_times import with_times
from pitboss.web.office.advice import advise
from pitboss.web.screens.titles import explain_titled
from pitboss.web.shell.answers import describe_events, floor_status_of, step_of
from pitboss.web.shell.telling import field_in, tell_board
from pitboss.words.language import WORDS

LIGHT_SCHEMA = object_schema(
    "Light",
    {
        "seat": {"type": "integer", "minimum": 1},
        "sensor": {"type": "integer", "minimum": 1},
        "lit": {"type": "boolean"},
    },
)
router = APIRouter()


async def answer_reply(
    running_site: RunningSite,
    reply: Reply,
    command: Command,
    *,
    step: Board | None = None,
    asked_ms: int,
    to_person: bool,
) -> Response:
    """The floor's reply to a command, complete enough that the client needs no second request; for
    a person also as a sentence. It checks last that the engine still leads: an engine may be paused
    at any moment before."""
    is_told = to_person and reply.accepted
    told = await describe_events(running_site, reply.events) if is_told else ""
    reply = in_time(reply, begun_ms=asked_ms, now_ms=passed_ms())
    refused = reply.refused
    answer: dict[str, Any] = {
        "accepted": reply.accepted,
        "seq": str(reply.seq),
        "code": reply.code,
        "reason": "",
        "events": reply.events,
    }
    if refused:
        answer |= {} if refused.code in LOST else msgspec.to_builtins(refused)
        answer["reason"] = _reason_text(running_site, refused)
        if field := field_in(refused.where, command):
            answer["field"] = field
    if to_person and reply.accepted:
        answer["told"] = told
    if reply.code not in ASK_AGAIN and step:
        answer["table"] = tell_board(step)
    status = 200 if reply.accepted else floor_status_of(reply.code)
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def _reason_text(running_site: RunningSite, refused: Told) -> str:
    """Why a command was refused. Which rows a journal lacks is for the log: nobody at a table can
    restore them."""
    if refused.code in LOST:
        return str(WORDS["common"]["record_lost"])
    return explain_titled(running_site, refused)


def answer_done(seq: int | None = None, **more: object) -> JSONResponse:
    """The server's own answer that something is done. `seq` is the entry that holds it, if any."""
    entry = "" if seq is None else str(seq)
    return JSONResponse(
        {"accepted": True, "seq": entry, "code": "", "reason": "", "events": [], **more}
    )


async def body_of(request: Request) -> dict[str, Any]:
    """The body: one JSON object."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("COMMAND_UNREADABLE", "send_application_json", where="body")
    try:
        plain = msgspec.json.decode(await request.body())
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Refusal("COMMAND_UNREADABLE", "said", where="body", fault=in_words(fault)) from None
    if not isinstance(plain, dict):
        raise Refusal("COMMAND_UNREADABLE", "not_object", where="body")
    return plain


async def ask(request: Request, kind: type[Command]) -> Response:
    """Handle one command: parse it, see who asks, ask the floor."""
    running_site: RunningSite = request.app.state.running_site
    body = await body_of(request)
    command_id = body.pop("command_id", "")
    taken = ("swipe", "second_swipe")[: kind.permission.people]
    swipes = [body.pop(name) for name in taken if name in body]
    named = body.get("table", "")
    table = request.state.table = named if isinstance(named, str) else ""
    check_place(kind, table, request.state.person, request.state.device)
    if kind.permission.confirms:
        check_confirmed(kind, table, request.state.device, running_site)
    await _name_witness(request, kind, body)
    if not isinstance(command_id, str):
        raise Refusal("COMMAND_UNREADABLE", "not_text", where="command_id")
    zone = running_site.site.time_zone
    command = with_times(read_command(kind, body), now_ms=running_site.now_ms(), time_zone=zone)
    if kind.worked_out:
        command = await advise(running_site, request.app.state.clerk, command)
    badges = await _badges(request, kind, swipes, table)
    if "till" in kind.worked_out:
        badges["till"] = till_of(request)
    if "device" in kind.worked_out:
        badges["device"] = device(request).device
    request.state.logged |= {"command": kind.__name__, "command_id": command_id[:100]}
    ids = {"command_id": command_id, "at_ms": running_site.now_ms()}
    asked_ms = passed_ms()
    asked = replace(command, **ids, **badges)
    reply, step = await running_site.ask_then(asked, partial(step_of, running_site, table))
    request.state.logged["code"] = reply.code
    to_person = request.state.person is not None
    return await answer_reply(
        running_site, reply, asked, step=step, asked_ms=asked_ms, to_person=to_person
    )


async def _badges(
    request: Request, kind: type[Command], swipes: list[Any], table: str
) -> dict[str, Any]:
    """Put the person into the command's own field: from a swipe, else from the session. The floor
    checks the role of a swipe, so a refused press is kept with its badge, table and round."""
    permission = kind.permission
    prover: Prover = request.app.state.prover
    people: list[Person] = []
    if swipes:
        source = source_of(request, at_table=stands_at(kind, table, request.state.device))
        people += [await prover.prove(swipe, source) for swipe in swipes]
    signed_on: Person | None = request.state.person
    if signed_on is not None and len(people) < permission.people:
        need_role(signed_on, permission.roles)
        people.insert(0, signed_on)
    if not permission.people:
        return {}
    if permission.without_badge and not people and request.state.device is not None:
        return {permission.badge_field: ""}
    if len(people) < permission.people:
        raise _swipe_missing(permission)
    names = tuple(each.badge for each in people)
    request.state.logged |= {"badges": names}
    return {permission.badge_field: names[0] if permission.people == 1 else names}


async def _name_witness(request: Request, kind: type[Command], body: dict[str, Any]) -> None:
    """Put a witness who swiped into the command's own field. At a till nobody is named who
    didn't."""
    if not kind.witness_at:
        return
    *path, last = kind.witness_at.split(".")
    place: Any = body
    for name in path:
        place = place.setdefault(name, {}) if isinstance(place, dict) else None
    if not isinstance(place, dict):
        return  # read_command refuses it
    if "second_swipe" in body:
        place[last] = (await second_person(request, body)).badge
    elif place.get(last) and till_of(request):
        raise Refusal("SWIPE_MISSING", "second_person_must", where="second_swipe")


def _swipe_missing(permission: Permission) -> Refusal:
    if permission.people == 1:
        return Refusal("SWIPE_MISSING", "swipe_badge", where="swipe")
    return Refusal("SWIPE_MISSING", "second_person_must", where="second_swipe")


def press_of(request: Request) -> Awaitable[Response] | None:
    """The answer to a command, if the request is one. It is found by name, so a press doesn't
    search the routes of all pages first."""
    path = request.url.path
    if request.method != "POST" or not path.startswith(openapi.COMMAND_PATH):
        return None
    kind = command_of_kind(path.removeprefix(openapi.COMMAND_PATH))
    return None if kind is None else ask(request, kind)


@router.post(f"{openapi.COMMAND_PATH}{{name}}", include_in_schema=False)
async def refuse_name(name: str) -> None:
    """Refuse an unknown command name."""
    raise HTTPException(404)


@router.post(
    openapi.LIGHTS_PATH,
    operation_id="Light",
    summary="A chip came or went, at a table whose console is its sensor board.",
    tags=["tables"],
    responses=openapi.responses(),
    openapi_extra=openapi.body(LIGHT_SCHEMA),
)
async def light(request: Request, table: str) -> JSONResponse:
    """Turn the light of a spot on or off."""
    running_site: RunningSite = request.app.state.running_site
    request.state.table = table
    body = await body_of(request)
    check_place(rounds.StartRound, table, None, device(request))
    seat, sensor, lit = (body.pop(name, None) for name in ("seat", "sensor", "lit"))
    if body or type(seat) is not int or type(sensor) is not int or type(lit) is not bool:
        raise Refusal("COMMAND_UNREADABLE", "seat_sensor_lit", where="body")

    spot = Spot(seat, sensor)
    await running_site.look(lambda state: need_spot(state.table(table), spot))
    if running_site.lights.board(table) != NONE:
        raise Refusal("LIGHTS_BY_SENSOR", where=table)
    running_site.light(table, spot, lit=lit)
    return answer_done()
