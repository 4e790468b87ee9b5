"""Refusals as HTTP: the status of each code, JSON for programs, a page for people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from msgspec.structs import replace

from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.base import Event
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.view.board import Board, step_board
from pitboss.journal import CANNOT_WRITE
from pitboss.live.running_site import RunningSite
from pitboss.notation import localize_text
from pitboss.refusal import Refusal, Told
from pitboss.web.screens.titles import boxes_titled, explain_titled, site_names, site_teller
from pitboss.web.shell.page_templates import shown_page
from pitboss.web.shell.telling import field_of, tell_board

CONFLICT = 409
UNAVAILABLE = 500  # from here on the server has no answer, let alone the table
# The status of each kind of refusal; any other refusal is a conflict.
OF_STATUS: Mapping[int, tuple[str, ...]] = {
    401: ("NOT_SIGNED_ON", "DEVICE_UNKNOWN", "PIN_WRONG", "SWIPE_MISSING"),
    403: (
        "BADGE_ENDED", "BADGE_REVOKED", "BADGE_UNKNOWN", "CARD_NOT_HERE", "NOT_ON_RECORD",
        "CODE_WRONG", "CONFIRM_AT_TABLE", "CROSS_SITE", "CSRF_WRONG", "DEVICE_ELSEWHERE",
        "ROLE_TOO_LOW",
    ),
    404: (
        "AWARD_UNKNOWN", "DEVICE_NOT_FOUND", "ENTRY_UNKNOWN", "FOLDER_MISSING", "JACKPOT_UNKNOWN",
        "LEVEL_UNKNOWN", "PAGE_UNKNOWN", "PAYTABLE_UNKNOWN", "TABLE_UNKNOWN", "THEME_UNKNOWN",
        "THING_UNKNOWN",
    ),
    405: ("METHOD_WRONG",),
    408: ("BODY_TOO_SLOW",),
    413: ("BODY_TOO_LARGE",),
    421: ("HOST_UNKNOWN",),
    422: (
        "COMMAND_ID_UNREADABLE", "COMMAND_UNREADABLE", "DEVICE_KIND_UNKNOWN", "PIN_TOO_EASY",
        "PIN_UNREADABLE", "SIGNAL_UNREADABLE", "SWIPE_UNREADABLE",
    ),
    429: ("CODES_TOO_MANY", "GATE_BUSY", "LOCKED_OUT", "REQUESTS_TOO_MANY"),
    500: ("SERVER_FAULT",),
    503: (
        "ACCESS_UNAVAILABLE", "BOOKS_BEHIND", "BOOKS_UNAVAILABLE", "CLOCK_WRONG", "ENGINE_BUSY",
        "ENGINE_STOPPED", "ENGINE_SUPERSEDED", "FOLLOWS_ONLY", "LEADER_UNREACHABLE", "STANDING_BY",
        "STREAMS_TOO_MANY", "VAULT_UNAVAILABLE", *CANNOT_WRITE,
    ),
}  # fmt: skip
STATUS: Mapping[str, int] = {code: status for status, codes in OF_STATUS.items() for code in codes}
# Worth trying again after so many seconds.
RETRY_AFTER_S: Mapping[str, int] = {
    "BOOKS_BEHIND": 2,
    "ENGINE_SUPERSEDED": 1,
    "GATE_BUSY": 1,
    "LEADER_UNREACHABLE": 1,
    "REQUESTS_TOO_MANY": 1,
    "STANDING_BY": 1,
    "STREAMS_TOO_MANY": 5,
}
# A refusal by the floor is a conflict, whatever its name.
NOT_BY_THE_FLOOR = frozenset({401, 403, 404})


def status_of(code: str) -> int:
    """The status of a refusal by the server."""
    return STATUS.get(code, CONFLICT)


def floor_status_of(code: str) -> int:
    """The status of a refusal by the floor or its engine."""
    status = status_of(code)
    return CONFLICT if status in NOT_BY_THE_FLOOR else status


def step_of(running_site: RunningSite, table: str, state: State) -> Board | None:
    """A table's state and next step; nothing for an unknown table: the answer is true without
    it."""
    with suppress(Refusal):
        if table:
            lookup, names = running_site.paytable_lookup, running_site.names
            return step_board(state, lookup, table, names=names)
    return None


async def describe_events(running_site: RunningSite, events: Sequence[Event]) -> str:
    """The events that followed, in sentences, for the person who asked."""
    named = {str(getattr(each, "award", "")) for each in events} - {""}
    awards = await running_site.look(partial(_awards_named, named)) if named else {}
    awards |= {
        award.award: AwardState(award, each.table, each.round, running_site.seq, "recorded")
        for each in events
        if isinstance(each, AwardsRecorded)
        for award in each.awards
    }
    tills = {str(getattr(each, "till", "")) for each in events} - {""}
    devices = await running_site.look(partial(_devices_named, tills)) if tills else {}
    known = site_names(running_site, awards=awards, devices=devices)
    teller = site_teller(running_site, known)
    said = " ".join(teller.tell_text(event) for event in events)
    return localize_text(boxes_titled(running_site, said))


def _awards_named(names: set[str], state: State) -> dict[str, AwardState]:
    return {name: found for name in names if (found := state.awards.get(name))}


def _devices_named(names: set[str], state: State) -> dict[str, DeviceState]:
    return {name: found for name in names if (found := state.devices.get(name))}


async def _refused_json(request: Request, refusal: Refusal) -> JSONResponse:
    """A refusal in the API's usual form, with the wrong field, if any, and the table in question,
    or the device's own, for anyone who may see it."""
    running_site: RunningSite = request.app.state.running_site
    status = status_of(refusal.code)
    answer = {
        "accepted": False,
        "seq": str(running_site.seq),
        "code": refusal.code,
        "reason": explain_titled(running_site, refusal.told),
        "events": [],
        **msgspec.to_builtins(refusal.told),
    }
    if field := field_of(refusal.where):
        answer["field"] = field
    state = request.state
    table = state.table or (state.device.table if state.device else "")
    sees = state.person is not None or (state.device is not None and state.device.serves(table))
    if table and sees and status < UNAVAILABLE:
        with suppress(Refusal):  # the engine may have just stopped
            step = await running_site.look(partial(step_of, running_site, table))
            answer |= {"table": tell_board(step)} if step else {}
    return JSONResponse(answer, status)


def _for_outside(refusal: Refusal, folder: Path) -> Refusal:
    """A refusal that names files of the site without the server's path to them. A short name such
    as `room` is part of many words, so it is removed only in front of a file."""

    def without(text: str) -> str:
        for path in {str(folder), str(folder.resolve())}:
            whole = rf"(?<![\w./-]){re.escape(path)}"
            text = re.sub(f"{whole}/", "", text)
            if Path(path).is_absolute():
                its_name = Told("PART", "site_folder").reason
                text = re.sub(rf"{whole}(?![\w-]|\.\w)", its_name, text)
        return text

    def cleared(value: Any) -> Any:
        if isinstance(value, Told):
            values = {name: cleared(each) for name, each in value.values.items()}
            return replace(value, where=without(value.where), values=values)
        if isinstance(value, tuple):
            return tuple(map(cleared, value))
        return without(value) if isinstance(value, str) else value

    return Refusal.of(cleared(refusal.told))


async def answer_refusal(request: Request, refusal: Refusal) -> Response:
    """Answer a refusal to a program, or to a person with a browser."""
    refusal = _for_outside(refusal, request.app.state.running_site.folder)
    answer = await _refused(request, refusal)
    if refusal.code in RETRY_AFTER_S:
        answer.headers["Retry-After"] = str(RETRY_AFTER_S[refusal.code])
    return answer


def is_for_people(request: Request) -> bool:
    """Whether the answer should be a page: a person opens one, or sends a form and navigates on.
    Programs and page scripts don't ask for HTML when they send something."""
    if request.url.path.startswith(("/api/", "/healthz", "/metrics")):
        return False
    return request.method == "GET" or "text/html" in request.headers.get("accept", "")


async def _refused(request: Request, refusal: Refusal) -> Response:
    if not is_for_people(request):
        return await _refused_json(request, refusal)
    if refusal.code == "METHOD_WRONG":  # a page that reloads itself after a form was sent to it
        return RedirectResponse("/", 303)
    door = {"NOT_SIGNED_ON": "/sign-on", "DEVICE_UNKNOWN": "/enroll"}.get(refusal.code)
    if door:
        return RedirectResponse(f"{door}?next={quote(request.url.path)}", 303)
    page = "books_behind.html" if refusal.code == "BOOKS_BEHIND" else "refused.html"
    return shown_page(request, page, {"refusal": refusal}, status_of(refusal.code))
