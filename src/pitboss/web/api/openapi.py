"""The description of the API: what every answer and every refusal looks like, said once, and who
may ask for what, taken from the table of pages and from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI

from pitboss.floor.facts import COMMANDS, command_of_kind, rounds
from pitboss.floor.facts.base import Command, kind_of
from pitboss.floor.facts.permission import ANYWHERE, Permission
from pitboss.web.access.gate import page_of
from pitboss.web.api.bodies import body_schema
from pitboss.web.api.permission_words import describe_permission

COMMAND_PATH = "/api/commands/"
LIGHTS_PATH = "/api/tables/{table}/lights"

_TABLE: Mapping[str, Any] = {
    "type": "object",
    "title": "TableStep",
    "description": "Where the table stands now, and its one next step.",
    "properties": {
        "phase": {"type": "string"},
        "next": {"type": "string"},
        "why": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["phase", "next", "why"],
}
_STEP = {"$ref": "#/components/schemas/TableStep"}
_SEQ = {
    "type": "string",
    "description": "The last row of the journal that it led to; empty where it led to none.",
}
SCHEMAS: Mapping[str, Any] = {
    "TableStep": _TABLE,
    "Answer": {
        "type": "object",
        "title": "Answer",
        "properties": {
            "accepted": {"type": "boolean", "const": True},
            "seq": _SEQ,
            "code": {"type": "string", "const": ""},
            "reason": {"type": "string", "const": ""},
            "events": {
                "type": "array",
                "description": "What followed, as the journal keeps it: awards with their amounts,"
                " envy by seat, a mark set or cleared.",
                "items": {"type": "object", "properties": {"kind": {"type": "string"}}},
            },
            "table": _STEP,
            "told": {
                "type": "string",
                "description": "What followed, in sentences; where a person has signed on.",
            },
        },
        "required": ["accepted", "seq", "code", "reason", "events"],
    },
    "Refusal": {
        "type": "object",
        "title": "Refusal",
        "description": "The same whoever refuses: the door, the gate or the floor.",
        "properties": {
            "accepted": {"type": "boolean", "const": False},
            "seq": _SEQ,
            "code": {"type": "string", "description": "Its name.", "pattern": "^[A-Z][A-Z0-9_]*$"},
            "reason": {
                "type": "string",
                "description": "A sentence: what is wrong, and what to do next.",
                "minLength": 1,
            },
            "events": {"type": "array", "description": "Nothing followed.", "maxItems": 0},
            "case": {"type": "string", "description": "Which of the sentences of its code."},
            "where": {"type": "string", "description": "What it is about."},
            "values": {"type": "object", "description": "What the sentence names."},
            "field": {
                "type": "string",
                "description": "The field of what was sent that is wrong, such as"
                " identities.1.number; left out where none is.",
            },
            "table": {
                **_STEP,
                "description": "Where the table stands that was asked about, or where the device"
                " is; left out where there is none, or where a stranger asks.",
            },
        },
        "required": ["accepted", "seq", "code", "reason", "events"],
    },
}
MEANINGS = {
    401: "Nobody signed on, no device, or a wrong PIN.",
    403: "Not for this role, device or page.",
    404: "No such table or thing.",
    408: "The body took too long to come.",
    409: "The floor refused it, and why.",
    413: "The body is too large.",
    421: "Called by a name that is not this server's.",
    422: "It cannot be read.",
    429: "Locked out, or too many at once.",
    503: "The journal cannot write now, or no more streams; ask again with the same id.",
}
SERVERS_OWN = "x-asked-by-the-server-only"  # over HTTP it is always refused
OF_STREAMS = (401, 403, 404, 421, 422, 503)

SESSION, DEVICE_TOKEN, DEVICE_COOKIE = "badge_session", "device_token", "device_cookie"
NOBODY = "server_only"
PAGE_TOKEN = "page_token"  # noqa: S105 - the name of a header's scheme
SECURITY_SCHEMES: Mapping[str, Any] = {
    SESSION: {
        "type": "apiKey",
        "in": "cookie",
        "name": "pitboss_session",
        "description": "Somebody has signed on with badge and PIN. An operation lists the roles"
        " that may ask; two people where the second one swipes in the body.",
    },
    DEVICE_TOKEN: {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of an enrolled device. An operation lists the kinds of devices;"
        " a command is for those of its own table. Who acts there swipes in the body.",
    },
    DEVICE_COOKIE: {
        "type": "apiKey",
        "in": "cookie",
        "name": "pitboss_device",
        "description": "The same token, in a browser that was enrolled as a console or a sign.",
    },
    PAGE_TOKEN: {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "From the page that the browser has loaded: a cookie alone does nothing.",
    },
    NOBODY: {
        "type": "http",
        "scheme": "server-only",
        "description": "Nothing that a client has: the server asks for this by itself, or a page"
        " does that works out the rest. Over this API it is refused to everybody.",
    },
}


def responses(
    done: Mapping[str, Any] | None = None,
    *,
    meaning: str = "Done; it is durable.",
    media: str = "application/json",
    refusals: Iterable[int] = tuple(MEANINGS),
) -> dict[int | str, dict[str, Any]]:
    """What a route answers: an Answer, or `done` in its place, and its refusals."""
    answer = done or {"$ref": "#/components/schemas/Answer"}
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {
        200: {"description": meaning, "content": {media: {"schema": answer}}},
        **{status: {"description": MEANINGS[status], "content": refusal} for status in refusals},
    }


def body(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What a route reads."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def operation(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a route that reads a body and answers that it is done."""
    return {"operation_id": name, "responses": responses(), "openapi_extra": body(schema)}


def described(app: FastAPI) -> dict[str, Any]:
    """The whole document of an application. Bodies of commands are described when somebody wants
    to read it: a server starts without."""
    document = app.openapi()
    document["paths"] |= {
        f"{COMMAND_PATH}{kind_of(kind)}": {"post": _command(kind)} for kind in COMMANDS
    }
    document["components"] = {"schemas": dict(SCHEMAS), "securitySchemes": dict(SECURITY_SCHEMES)}
    for path, operations in document["paths"].items():
        for method, said in operations.items():
            said["security"] = security_of(path, method)
            permission = _permission_of(path)
            if permission is not None and not permission.is_asked:
                said[SERVERS_OWN] = True
                said["responses"] = _refusals(said["responses"])
    return document


def _command(kind: type[Command]) -> dict[str, Any]:
    """What is said of a command."""
    return {
        "tags": ["commands"],
        "summary": (kind.__doc__ or "").strip(),
        "description": describe_permission(kind),
        "operationId": kind.__name__,
        "responses": {str(status): answer for status, answer in responses().items()},
        **body(body_schema(kind)),
    }


def _refusals(answers: Mapping[str, Any]) -> dict[str, Any]:
    """What is left where nothing is ever done: not even the floor is asked."""
    return {status: answer for status, answer in answers.items() if status not in ("200", "409")}


def _permission_of(path: str) -> Permission | None:
    """Who may ask for a command; who may press START lights the wagers for it."""
    kind = command_of_kind(path.removeprefix(COMMAND_PATH))
    asked = rounds.StartRound if path == LIGHTS_PATH else kind
    return None if asked is None else asked.permission


def security_of(path: str, method: str) -> list[dict[str, list[str]]]:
    """What an operation asks to be shown: any one of these, or nothing."""
    permission = _permission_of(path)
    if permission is not None:
        roles = permission.away if ANYWHERE in permission.at else ()  # that ask from any browser
        is_asked = permission.is_asked
        return _shown(roles, permission.devices, method) if is_asked else [{NOBODY: []}]
    page = page_of(path)
    return [] if page.anybody else _shown(page.roles, page.devices, method)


def _shown(
    roles: tuple[str, ...], devices: tuple[str, ...], method: str
) -> list[dict[str, list[str]]]:
    token: dict[str, list[str]] = {} if method == "get" else {PAGE_TOKEN: []}
    found = [{DEVICE_TOKEN: list(devices)}] if devices else []
    if in_browsers := [kind for kind in devices if kind in ("console", "sign")]:
        found.append({DEVICE_COOKIE: in_browsers, **token})
    if roles:
        found.append({SESSION: list(roles), **token})
    return found
