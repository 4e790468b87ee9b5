"""The API description: answers and refusals from `schemas.toml`, and permissions from the table of
pages and from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI

from pitboss.floor.facts import COMMANDS, command_of_kind, rounds
from pitboss.floor.facts.base import Command, kind_of
from pitboss.floor.facts.permission import ANYWHERE, Permission
from pitboss.web.access.gate import page_of
from pitboss.web.api.bodies import WRITTEN, body_schema
from pitboss.web.api.permission_words import describe_permission

COMMAND_PATH = "/api/commands/"
LIGHTS_PATH = "/api/tables/{table}/lights"

ANSWERS: Mapping[str, Any] = WRITTEN["answers"]
SECURITY_SCHEMES: Mapping[str, Any] = WRITTEN["security"]
COMPONENTS = ("TableStep", "Answer", "Refusal")  # on every route
MEANINGS = {
    401: "Nobody is signed in, no device, or a wrong PIN.",
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
SERVERS_OWN = "x-asked-by-the-server-only"  # always refused over HTTP
OF_STREAMS = (401, 403, 404, 421, 422, 503)

SESSION, DEVICE_TOKEN, DEVICE_COOKIE = "badge_session", "device_token", "device_cookie"
NOBODY = "server_only"
PAGE_TOKEN = "page_token"  # noqa: S105 - the name of a header's scheme


def responses(
    done: Mapping[str, Any] | None = None,
    *,
    meaning: str = "Done; it is durable.",
    media: str = "application/json",
    refusals: Iterable[int] = tuple(MEANINGS),
) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: an Answer, or `done` in its place, and its refusals."""
    answer = done or {"$ref": "#/components/schemas/Answer"}
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {
        200: {"description": meaning, "content": {media: {"schema": answer}}},
        **{status: {"description": MEANINGS[status], "content": refusal} for status in refusals},
    }


def body(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def describe_operation(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The description of a route that reads a body and answers that it is done."""
    return {"operation_id": name, "responses": responses(), "openapi_extra": body(schema)}


def describe_api(app: FastAPI) -> dict[str, Any]:
    """The whole document for an application. Commands are described on first use, so a server
    starts without them."""
    document = app.openapi()
    document["paths"] |= {
        f"{COMMAND_PATH}{kind_of(kind)}": {"post": _command(kind)} for kind in COMMANDS
    }
    schemas = {name: ANSWERS[name] for name in COMPONENTS}
    document["components"] = {"schemas": schemas, "securitySchemes": dict(SECURITY_SCHEMES)}
    for path, operations in document["paths"].items():
        for method, said in operations.items():
            said["security"] = security_of(path, method)
            permission = _permission_of(path)
            if permission is not None and not permission.is_asked:
                said[SERVERS_OWN] = True
                said["responses"] = _refusals(said["responses"])
    return document


def _command(kind: type[Command]) -> dict[str, Any]:
    return {
        "tags": ["commands"],
        "summary": (kind.__doc__ or "").strip(),
        "description": describe_permission(kind),
        "operationId": kind.__name__,
        "responses": {str(status): answer for status, answer in responses().items()},
        **body(body_schema(kind)),
    }


def _refusals(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The responses when nothing is ever done: not even the floor is asked."""
    return {status: answer for status, answer in answers.items() if status not in ("200", "409")}


def _permission_of(path: str) -> Permission | None:
    """Who may send a command; whoever may press START may also light the wagers."""
    kind = command_of_kind(path.removeprefix(COMMAND_PATH))
    asked = rounds.StartRound if path == LIGHTS_PATH else kind
    return None if asked is None else asked.permission


def security_of(path: str, method: str) -> list[dict[str, list[str]]]:
    """What an operation requires: any one of these, or nothing."""
    permission = _permission_of(path)
    if permission is not None:
        roles = permission.away if ANYWHERE in permission.at else ()  # allowed from any browser
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
