"""The journal's commands, events and values, as their structs say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import StructMeta

from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.base import Command, kind_of
from pitboss.refusal import ToldValue

SIMPLE = {str: "text", int: "integer", bool: "true or false"}


def command_lines() -> list[str]:
    """Every kind of command with its own fields."""
    return ["| kind | fields | asks |", "|---|---|---|", *_rows_of(COMMANDS)]


def event_lines() -> list[str]:
    """Every kind of event with its fields."""
    return ["| kind | fields | tells |", "|---|---|---|", *_rows_of(EVENTS)]


def value_lines() -> list[str]:
    """Every value that commands and events hold."""
    lines = ["| value | fields | is |", "|---|---|---|"]
    used = sorted(_used_values(), key=lambda made: made.__name__)
    lines += [f"| {made.__name__} | {fields_of(made)} | {_sentence(made)} |" for made in used]
    return lines


PARTS = {"commands": command_lines, "events": event_lines, "values": value_lines}


def _rows_of(classes: Iterable[Any]) -> list[str]:
    return [
        f"| `{kind_of(made)}` | {fields_of(made)} | {_sentence(made)} |"
        for made in sorted(classes, key=kind_of)
    ]


def fields_of(made: Any) -> str:
    """The fields in their order, without those that every command has."""
    hints = get_type_hints(made)
    shared = Command.__struct_fields__ if issubclass(made, Command) else ()
    names = [name for name in made.__struct_fields__ if name not in shared]
    return "; ".join(f"`{name}` {_type_text(hints[name])}" for name in names)


def _type_text(hint: Any) -> str:
    parts = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if isinstance(hint, NewType):
        return "integer"
    if isinstance(hint, StructMeta):
        return hint.__name__
    if get_origin(hint) in (Union, UnionType):
        return " or ".join("null" if part is NoneType else _type_text(part) for part in parts)
    if get_origin(hint) is dict and parts == (str, str):
        return "by name, each text"
    if get_origin(hint) is dict:
        assert parts == (str, ToldValue), hint
        return "by name, each text or integer or Told or a list of those"
    assert get_origin(hint) is tuple, hint
    if parts[-1] is Ellipsis:
        return f"list of {_type_text(parts[0])}"
    return f"[{', '.join(map(_type_text, parts))}]"


def _sentence(made: Any) -> str:
    """What the class says of itself first."""
    text = " ".join(made.__doc__.split())
    return re.split(r"(?<=\.) ", text)[0].rstrip(".").replace("|", "\\|")


def _used_values() -> set[Any]:
    found: set[Any] = set()
    waiting: list[Any] = [*COMMANDS, *EVENTS]
    while waiting:
        for hint in get_type_hints(waiting.pop()).values():
            for made in _structs_in(hint):
                if made not in found:
                    found.add(made)
                    waiting.append(made)
    assert len({made.__name__ for made in found}) == len(found), "two values of one name"
    return found


def _structs_in(hint: Any) -> Iterator[Any]:
    if isinstance(hint, StructMeta):
        yield hint
    for part in get_args(hint):
        yield from _structs_in(part)
