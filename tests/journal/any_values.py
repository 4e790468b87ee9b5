"""Random values of a type, and what they are as plain data, from their hints alone; written apart
from the codec."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct, StructMeta

EXACT_MOST = 2**53 - 1
EDGES = (0, 1, -1, EXACT_MOST, -EXACT_MOST)
# Where a text might break: quotes, escapes, controls, ends of lines, two to four bytes.
SIGNS = "az09 \"'\\/{}[]:,\x00\x1f\n\r\t\x7f\x80éß\u2028\ufeff\uffff\U0001f0a1\U0010ffff"


def _number(random: Random) -> int:
    """Often one at which something might turn over."""
    return (
        random.choice(EDGES) if random.random() < 0.4 else random.randint(-EXACT_MOST, EXACT_MOST)
    )


def _text(random: Random) -> str:
    return "".join(random.choices(SIGNS, k=random.choice((0, 1, 5, 20))))


SIMPLE: dict[Any, Callable[[Random], Any]] = {
    str: _text,
    int: _number,
    bool: lambda random: random.random() < 0.5,
    NoneType: lambda _: None,
}


@cache
def _hints(made: type) -> dict[str, Any]:
    return get_type_hints(made)


def any_value(hint: Any, random: Random) -> Any:
    """A random value of a type."""
    parts = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint](random)
    if hasattr(hint, "__supertype__"):
        return _number(random)
    if isinstance(hint, StructMeta):
        hints = _hints(hint)
        return hint(**{name: any_value(hints[name], random) for name in hint.__struct_fields__})
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return tuple(any_value(parts[0], random) for _ in range(random.randint(0, 3)))
    if get_origin(hint) is tuple:
        return tuple(any_value(part, random) for part in parts)
    if get_origin(hint) is dict:
        return {_text(random): any_value(parts[1], random) for _ in range(random.randint(0, 2))}
    return any_value(random.choice(parts), random)


def plain(value: Any) -> Any:
    """A value as JSON has it: what is stored by name begins with it, and fields stand in the order
    of their class; those of some are left out where they say nothing."""
    if isinstance(value, tuple):
        return list(map(plain, value))
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if not isinstance(value, Struct):
        return value
    config = value.__struct_config__
    named = {config.tag_field: config.tag} if config.tag_field else {}
    fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if config.omit_defaults:
        fields = {name: each for name, each in fields.items() if name == "code" or each}
    return named | fields
