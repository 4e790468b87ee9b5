"""Bodies of commands: parsed by msgspec, and described for OpenAPI by its schema.

A field with a default is optional. The person isn't in the body: a session or a swipe says who
asks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from pitboss.floor.facts.base import Command
from pitboss.money import MICROS_MOST
from pitboss.refusal import Refusal
from pitboss.rules.reading import DEPTH_MOST, at_fault
from pitboss.vault.vault_file import need_person_id

TEXT_MOST = 2000
ITEMS_MOST = 200
BOUNDS: Mapping[str, Mapping[str, int]] = {
    "string": {"maxLength": TEXT_MOST},
    "integer": {"minimum": -MICROS_MOST, "maximum": MICROS_MOST},
    "array": {"maxItems": ITEMS_MOST},
}
WRITTEN: Mapping[str, Any] = tomllib.loads(
    resources.files("pitboss.web.api").joinpath("schemas.toml").read_text("utf-8")
)
COMMAND_ID_SCHEMA, SWIPE_SCHEMA = (WRITTEN["values"][name] for name in ("command_id", "swipe"))
ITEM = re.compile(r"\[(\w+)\]")  # items in a list; forms name one by its number: counts.1.chips
SHORT_MOST = 200  # a reason, a name
REASON_SCHEMA: Mapping[str, Any] = {"type": "string", "minLength": 1, "maxLength": SHORT_MOST}
_SomeCommand = TypeVar("_SomeCommand", bound=Command)


def read_command(kind: type[_SomeCommand], body: Mapping[str, Any]) -> _SomeCommand:
    """Parse a command from a body, without its id, time and person."""
    ours = filled_in(kind)
    for name in ("kind", *ours):
        if name in body:
            raise Refusal("COMMAND_UNREADABLE", "no_such_field", where=name)
    _check_bounds(body)
    try:
        command = msgspec.convert({**body, **ours}, kind)
    except msgspec.ValidationError as fault:
        where, said = at_fault(fault)
        where = ITEM.sub(r".\1", where) or "body"
        raise Refusal("COMMAND_UNREADABLE", "said", where=where, fault=said) from None
    _check_people(body)
    return command


def object_schema(
    title: str, fields: Mapping[str, Any], *, optional: Sequence[str] = ()
) -> dict[str, Any]:
    """The OpenAPI schema of a body that isn't a command: these fields and no others."""
    return {
        "type": "object",
        "title": title,
        "properties": dict(fields),
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def body_schema(kind: type[Command]) -> dict[str, Any]:
    """The OpenAPI schema of a command's whole body."""
    (top,), parts = msgspec.json.schema_components((kind,), ref_template="{name}")
    described = _bounded(top, parts)
    ours = {"kind", *filled_in(kind)}
    properties = {name: each for name, each in described["properties"].items() if name not in ours}
    required = [name for name in described.get("required", ()) if name not in ours]
    for name in ("swipe", "second_swipe")[: kind.permission.people]:
        properties[name] = SWIPE_SCHEMA
    if kind.witness_at:
        properties["second_swipe"] = SWIPE_SCHEMA  # of the witness
    fields = {"command_id": COMMAND_ID_SCHEMA, **properties}
    optional = [name for name in properties if name not in required]
    return object_schema(kind.__name__, fields, optional=optional)


@cache
def filled_in(kind: type[Command]) -> Mapping[str, Any]:
    """Fields that the server adds to a body."""
    field = kind.permission.badge_field
    who = {field: "" if kind.permission.people == 1 else ("", "")} if field else {}
    defaults = {each.name: each.default for each in msgspec.structs.fields(kind)}
    worked_out = {
        name: "" if defaults[name] is msgspec.NODEFAULT else defaults[name]
        for name in kind.worked_out
    }
    return {"command_id": "", "at_ms": 0, "sent_from": "", **who, **worked_out}


def _check_bounds(plain: Any, where: str = "", depth: int = 0) -> None:
    """Refuse anything longer or larger than a command needs."""
    case, most = "too_deep" if depth > DEPTH_MOST else "", DEPTH_MOST
    if isinstance(plain, str) and len(plain) > TEXT_MOST:
        case, most = "text_too_long", TEXT_MOST
    if isinstance(plain, int) and not -MICROS_MOST <= plain <= MICROS_MOST:
        case, most = "number_too_large", MICROS_MOST
    if isinstance(plain, list | dict) and len(plain) > ITEMS_MOST:
        case, most = "items_too_many", ITEMS_MOST
    if case:
        raise Refusal("COMMAND_UNREADABLE", case, where=where or "body", most=most)
    parts = plain.items() if isinstance(plain, dict) else ()
    for name, inner in enumerate(plain) if isinstance(plain, list) else parts:
        _check_bounds(inner, f"{where}.{name}" if where else str(name), depth + 1)


def _check_people(plain: Any, where: str = "") -> None:
    """Refuse a name in place of a person's id: requests are kept, refused or not."""
    parts = plain.items() if isinstance(plain, dict) else ()
    for name, inner in enumerate(plain) if isinstance(plain, list) else parts:
        place = f"{where}.{name}" if where else str(name)
        if name == "person" and isinstance(inner, str) and inner:
            need_person_id(inner, where=place)
        _check_people(inner, place)


def _bounded(schema: Any, parts: Mapping[str, Any]) -> Any:
    """A schema with its parts inlined and the checked bounds added; a recursive part stays open."""
    if isinstance(schema, list):
        return [_bounded(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"]
        return _bounded(parts[name], {**parts, name: {}})
    inner = {
        name: _bounded(each, parts) for name, each in schema.items() if name != "discriminator"
    }
    bounds = BOUNDS.get(inner["type"], {}) if isinstance(inner.get("type"), str) else {}
    return {**bounds, **inner}
