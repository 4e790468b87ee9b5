"""The whole state as text, so that a start does not grow with history.

Values are written by position, so that a snapshot says the shape it was written in: which classes
there are, with which fields. One of another shape is passed over, and the journal is replayed from
its first event."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from msgspec import Struct, StructMeta

from pitboss.floor import state as states
from pitboss.floor.facts import values
from pitboss.floor.state import Entries, State
from pitboss.money import Micros
from pitboss.rules import law

PARTS = (
    "badges", "tables", "jackpots", "awards", "banks", "bank_entries", "days", "devices", "changes",
)  # fmt: skip


def write_snapshot(state: State) -> str:
    """The state as one line of JSON, the same for the same state."""
    plain: dict[str, Any] = {"seq": state.seq, "shape": SHAPE}
    plain["balances"] = dict(state.balances.items())
    for part in PARTS:
        entries: Entries[Any] = getattr(state, part)
        plain[part] = {name: _plain(value) for name, value in entries.items()}
    plain["site"] = _plain(state.site)
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


def read_snapshot(text: str) -> State:
    """The state to go on from: the one that was written, or an empty one where the text has
    another shape."""
    plain = _parsed(text)
    state = State()
    if not _has_our_shape(plain):
        return state
    try:
        _fill(state, plain)
    except (LookupError, TypeError, ValueError, AttributeError):
        return State()  # not what this program writes: the journal itself is the truth
    return state


def _fill(state: State, plain: Any) -> None:
    state.seq = plain["seq"]
    for account, amount in plain["balances"].items():
        state.balances.put(account, Micros(amount))
    for part in PARTS:
        entries: Entries[Any] = getattr(state, part)
        for name, value in plain[part].items():
            entries.put(name, _value(value))
    state.site = _value(plain["site"])


def is_of_another_shape(text: str) -> bool:
    """Whether another version of this program wrote a snapshot."""
    return not _has_our_shape(_parsed(text))


def is_snapshot(text: str) -> bool:
    """Whether any version of this program can have written it."""
    plain = _parsed(text)
    return isinstance(plain, dict) and isinstance(plain.get("shape"), str)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _has_our_shape(plain: Any) -> bool:
    return isinstance(plain, dict) and plain.get("shape") == SHAPE


_CLASSES: dict[str, Any] = {
    name: made
    for module in (states, values, law)
    for name, made in vars(module).items()
    if isinstance(made, StructMeta) and made is not Struct
}


_SHAPES = sorted(
    (name, *((field, made.__annotations__[field]) for field in made.__struct_fields__))
    for name, made in _CLASSES.items()
)


SHAPE = sha256(json.dumps([PARTS, _SHAPES]).encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """Structs as ["name", fields...], tuples, sets and mappings each with a tag of its own."""
    if isinstance(value, Struct):
        parts = [_plain(getattr(value, name)) for name in value.__struct_fields__]
        return ["=" + type(value).__name__, *parts]
    if isinstance(value, dict):
        return ["{}", *([key, _plain(inner)] for key, inner in value.items())]
    if isinstance(value, frozenset):
        return ["set", *sorted((_plain(inner) for inner in value), key=json.dumps)]
    if isinstance(value, tuple):
        return ["()", *(_plain(inner) for inner in value)]
    return value


def _value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    tag, *parts = plain
    if tag == "{}":
        return {key: _value(inner) for key, inner in parts}
    if tag == "set":
        return frozenset(_value(inner) for inner in parts)
    if tag == "()":
        return tuple(_value(inner) for inner in parts)
    made = _CLASSES[tag[1:]]
    fields = zip(made.__struct_fields__, parts, strict=True)
    return made(**{name: _value(inner) for name, inner in fields})
