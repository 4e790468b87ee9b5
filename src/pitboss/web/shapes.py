"""Commands as JSON: read strictly by their type hints, and described for OpenAPI by the same.

Amounts are strings of digits. A field with a default may be left out. Who asks is no field of the
body: a session or a swipe says that."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import StructMeta
from msgspec.structs import fields

from pitboss.floor.facts.base import Command
from pitboss.refusal import Refusal

INTEGER_MOST = 2**53 - 1  # other programs read JSON numbers exactly up to here
TEXT_MOST = 2000
ITEMS_MOST = 200
AMOUNT = r"^(0|-?[1-9][0-9]{0,17})$"
AMOUNT_TEXT = re.compile(AMOUNT.replace("$", r"\Z"), re.ASCII)
SWIPE_SCHEMA: Mapping[str, Any] = {
    "oneOf": [
        {
            "type": "object",
            "properties": {
                "track": {
                    "type": "string",
                    "pattern": "^;[0-9A-Za-z._-]{1,64}=[0-9A-Za-z]{1,64}[?]$",
                    "examples": [";S200=8431220917?"],
                }
            },
            "required": ["track"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "badge": {"type": "string", "pattern": "^[0-9A-Za-z._-]{1,64}$"},
                "pin": {"type": "string", "pattern": "^[0-9]{4,12}$"},
            },
            "required": ["badge", "pin"],
            "additionalProperties": False,
        },
    ]
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The two sides of a type: how a JSON value is read, and its JSON schema."""

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]


@cache
def content_of(kind: type[Command]) -> Shape:
    """What the body of a command has beside its id and who asks."""
    return _object(kind, without=("command_id", "at_ms", kind.permission.badge_field))


def body_schema(kind: type[Command]) -> dict[str, Any]:
    """The whole body of a command, for OpenAPI."""
    content = content_of(kind).schema
    properties = {
        "command_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": "^[!-~]{1,100}$",
            "description": "Made by who asks; the same again when asking again.",
        },
        **content["properties"],
    }
    for name in ("swipe", "second_swipe")[: kind.permission.people]:
        properties[name] = SWIPE_SCHEMA
    return {
        "type": "object",
        "title": kind.__name__,
        "properties": properties,
        "required": ["command_id", *content["required"]],
        "additionalProperties": False,
    }


def made(kind: type, content: Mapping[str, Any], **rest: Any) -> Command:
    """A command from the fields of its body and what the server knows."""
    found: Command = kind(**content, **rest)
    return found


@cache
def _shape(hint: Any) -> Shape:
    parts = get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if isinstance(hint, NewType) and hint.__supertype__ is int:
        return Shape(_read_amount, {"type": "string", "pattern": AMOUNT})
    if isinstance(hint, StructMeta):
        shape = _object(hint)
        return Shape(lambda plain: hint(**shape.read(plain)), shape.schema)
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return _array(_shape(parts[0]))
    if get_origin(hint) is tuple:
        return _fixed(tuple(_shape(part) for part in parts))
    if get_origin(hint) in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        some = _shape(parts[0] if parts[1] is NoneType else parts[1])
        schema = {"anyOf": [some.schema, {"type": "null"}]}
        return Shape(lambda plain: None if plain is None else some.read(plain), schema)
    if get_origin(hint) in (Union, UnionType):
        return _tagged(parts)
    raise TypeError(f"no way to read a field of type {hint}")


def _object(kind: Any, *, without: tuple[str, ...] = ()) -> Shape:
    """A struct: the keys of its fields, in any order; the value read is a mapping of them."""
    hints = get_type_hints(kind)
    own = [each for each in fields(kind) if each.name not in without]
    shapes = {each.name: _shape(hints[each.name]) for each in own}
    required = [each.name for each in own if each.required]

    def read(plain: Any) -> dict[str, Any]:
        if type(plain) is not dict:
            raise _wrong(plain, "an object")
        unknown = sorted(set(plain) - set(shapes))
        if unknown:
            raise Refusal("COMMAND_UNREADABLE", where=str(unknown[0]), reason="no such field")
        missing = [name for name in required if name not in plain]
        if missing:
            raise Refusal("COMMAND_UNREADABLE", where=missing[0], reason="it is missing")
        return {name: _at(name, shapes[name], value) for name, value in plain.items()}

    schema = {
        "type": "object",
        "properties": {name: shape.schema for name, shape in shapes.items()},
        "required": required,
        "additionalProperties": False,
    }
    return Shape(read, schema)


def _tagged(kinds: tuple[Any, ...]) -> Shape:
    """One of several structs; the tag of each says which."""
    key = kinds[0].__struct_config__.tag_field
    shapes = {kind.__struct_config__.tag: (kind, _object(kind)) for kind in kinds}

    def read(plain: Any) -> Any:
        if type(plain) is not dict:
            raise _wrong(plain, "an object")
        tag = plain.get(key)
        if not isinstance(tag, str) or tag not in shapes:
            raise _wrong(tag, f"one of {', '.join(shapes)}").at(key)
        kind, shape = shapes[tag]
        return kind(**shape.read({name: each for name, each in plain.items() if name != key}))

    return Shape(read, {"oneOf": [_with_tag(key, tag, one) for tag, (_, one) in shapes.items()]})


def _with_tag(key: str, tag: str, shape: Shape) -> dict[str, Any]:
    properties = {key: {"const": tag}, **shape.schema["properties"]}
    return {**shape.schema, "properties": properties, "required": [key, *shape.schema["required"]]}


def _array(item: Shape) -> Shape:
    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) > ITEMS_MOST:
            raise _wrong(plain, f"a list of at most {ITEMS_MOST}")
        return tuple(_at(str(place), item, value) for place, value in enumerate(plain))

    return Shape(read, {"type": "array", "items": item.schema, "maxItems": ITEMS_MOST})


def _fixed(items: tuple[Shape, ...]) -> Shape:
    size = len(items)

    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != size:
            raise _wrong(plain, f"a list of {size}")
        return tuple(_at(str(place), items[place], plain[place]) for place in range(size))

    schema = {
        "type": "array",
        "prefixItems": [item.schema for item in items],
        "minItems": size,
        "maxItems": size,
    }
    return Shape(read, schema)


def _at(where: str, shape: Shape, plain: Any) -> Any:
    try:
        return shape.read(plain)
    except Refusal as refusal:
        raise refusal.at(where) from None


def _read_text(plain: Any) -> str:
    if type(plain) is not str or len(plain) > TEXT_MOST:
        raise _wrong(plain, f"a text of at most {TEXT_MOST} characters")
    return plain


def _read_integer(plain: Any) -> int:
    if type(plain) is not int or not -INTEGER_MOST <= plain <= INTEGER_MOST:
        raise _wrong(plain, "a whole number")
    return plain


def _read_flag(plain: Any) -> bool:
    if type(plain) is not bool:
        raise _wrong(plain, "true or false")
    return plain


def _read_amount(plain: Any) -> int:
    if type(plain) is not str or not AMOUNT_TEXT.match(plain):
        raise _wrong(plain, "an amount as a string of digits")
    return int(plain)


def _wrong(plain: Any, expected: str) -> Refusal:
    shown = repr(plain)[:40]
    return Refusal("COMMAND_UNREADABLE", reason=f"{shown} is not {expected}")


_SIMPLE: dict[Any, Shape] = {
    str: Shape(_read_text, {"type": "string", "maxLength": TEXT_MOST}),
    int: Shape(
        _read_integer, {"type": "integer", "minimum": -INTEGER_MOST, "maximum": INTEGER_MOST}
    ),
    bool: Shape(_read_flag, {"type": "boolean"}),
}
