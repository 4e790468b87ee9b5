"""Events as text, and back, by the type hints of their fields.

The text is canonical JSON: keys sorted, no blanks, UTF-8. Amounts (every `NewType` of int: cents,
micros, parts per million) travel as strings of digits, because other programs read JSON numbers as
floats. Reading is strict: a type, a key or a version that is not the expected one is refused with
the place where it stands. So is writing, because what can not be read again must never be kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from operator import attrgetter, itemgetter
from types import NoneType, UnionType
from typing import Any, NewType, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from pitboss.floor import events
from pitboss.floor.commands import Command
from pitboss.floor.events import Event
from pitboss.refusal import Refusal

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"
Upgrade: TypeAlias = Callable[[dict[str, Plain]], dict[str, Plain]]


def _with(**added: Plain) -> Upgrade:
    """The next version has keys more; a body from before means these."""
    return lambda body: {**added, **body}


# (kind, version) -> what makes a body of that version one of the next. Stored bodies stay as they
# were written; they are upgraded each time they are read.
UPGRADES: Mapping[tuple[str, int], Upgrade] = {
    ("badge-issued", 1): _with(by=["", ""]),
    ("jackpot-opened", 1): _with(fixed_from="", training=False, equipment_least=[]),
    ("table-opened", 1): _with(
        title="", bundle="", approval=[], equipment=[], training=False, proof=""
    ),
    # A restart went with the share that carried it.
    ("award-backed-out", 1): _with(restart_passes_to=""),
    ("prize-paid", 1): _with(
        payment=dict.fromkeys(("method", "cheque", "identity", "exclusion", "seal", "tax_form"), "")
    ),
    ("day-closed", 1): _with(at_ms=0),
}

INTEGER_MOST = 2**53 - 1  # other programs read JSON numbers exactly up to here
DIGITS_MOST = 40
AMOUNT_MOST = 10**DIGITS_MOST - 1
NOT_CONTENT = ("command_id", "at_ms")  # the same request asked again may differ in the time

FLAT_KEPT = 4096  # spots and the like, which come again and again
_parse = json.JSONDecoder().decode


@dataclass(frozen=True, slots=True)
class Codec:
    """The two directions of one type: a value to its JSON, what JSON held to the value."""

    write: Callable[[Any], str]
    read: Callable[[Any], Any]


def encode(event: Event) -> str:
    """The body of an event."""
    where = f"{event.kind} {event.version}"
    if event_classes().get(event.kind) is not type(event):
        raise _unreadable("no event of the floor has this class and kind", where=where)
    try:
        return _codec_for(event).write(event)
    except Refusal as refusal:
        raise refusal.at(where) from None


def decode(
    kind: str, version: int, body: str, *, upgrades: Mapping[tuple[str, int], Upgrade] = UPGRADES
) -> Event:
    """The event that a body of this kind and version tells of."""
    try:
        found = event_classes().get(kind)
        if found is None:
            raise _unreadable("no event has this kind")
        plain = _upgraded(kind, version, _parsed(body), newest=found.version, upgrades=upgrades)
        return cast(Event, codec_of(cast(Any, found)).read(plain))
    except Refusal as refusal:
        raise refusal.at(f"{kind} {version}") from None


def command_digest(command: Command) -> str:
    """What a command asks for, as 64 hexadecimal digits: all of it but its id and time."""
    name = type(command).__name__
    try:
        content = _content_writer(cast(Any, type(command)))(command)
    except Refusal as refusal:
        where = f"{name}: {refusal.where}"
        raise Refusal("COMMAND_UNREADABLE", where=where, reason=refusal.reason) from None
    return sha256(f"{name} {content}".encode()).hexdigest()


@cache
def _content_writer(made: Any) -> Callable[[Any], str]:
    return _fields_writer(made, [name for name in _sorted_names(made) if name not in NOT_CONTENT])


def _codec_for(value: object) -> Codec:
    made: Any = type(value)
    return codec_of(made)


@cache
def event_classes() -> dict[str, type[Event]]:
    """Every class of floor/events.py that has a kind, by it."""
    found: dict[str, type[Event]] = {}
    for value in vars(events).values():
        if is_dataclass(value) and isinstance(value, type) and hasattr(value, "kind"):
            event_class = cast("type[Event]", value)
            assert event_class.kind not in found, f"two events of kind {event_class.kind}"
            found[event_class.kind] = event_class
    return found


@cache
def codec_of(hint: Any) -> Codec:
    """How values of a type are written and read. Made once for each type."""
    parts = get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if isinstance(hint, NewType) and hint.__supertype__ is int:
        return Codec(_write_amount, _read_amount)
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_codec(hint)
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return _list_codec(codec_of(parts[0]))
    if get_origin(hint) is tuple:
        return _pair_codec(tuple(codec_of(part) for part in parts))
    if get_origin(hint) in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        return _optional_codec(codec_of(parts[0] if parts[1] is NoneType else parts[1]))
    raise TypeError(f"no way to write a field of type {hint}")


def _dataclass_codec(made: type) -> Codec:
    names = _sorted_names(made)
    hints = get_type_hints(made)
    if len(names) > 1 and all(hints[name] is int for name in names):
        return _flat_codec(made, names)
    return Codec(_fields_writer(made, names), _fields_reader(made, names))


def _flat_codec(made: type, names: list[str]) -> Codec:
    """A class of a few small numbers: the same values come in every round, and are kept."""
    writer, reader = _fields_writer(made, names), _fields_reader(made, names)
    numbers_of, numbers_in = attrgetter(*names), itemgetter(*names)

    # `typed` because true equals 1; what is refused is not kept.
    @lru_cache(FLAT_KEPT, typed=True)
    def written(*numbers: int) -> str:
        return writer(made(**dict(zip(names, numbers, strict=True))))

    @lru_cache(FLAT_KEPT, typed=True)
    def value_of(*numbers: int) -> Any:
        return reader(dict(zip(names, numbers, strict=True)))

    def write(value: Any) -> str:
        try:
            return written(*numbers_of(value)) if type(value) is made else writer(value)
        except TypeError:  # something that can not be kept, and so is no number
            return writer(value)

    def read(plain: Any) -> Any:
        try:
            return value_of(*numbers_in(plain)) if len(plain) == len(names) else reader(plain)
        except (LookupError, TypeError):
            return reader(plain)

    return Codec(write, read)


def _sorted_names(made: Any) -> list[str]:
    return sorted(field.name for field in fields(made))


def _fields_writer(made: type, names: list[str]) -> Callable[[Any], str]:
    hints = get_type_hints(made)
    writers = [(name, codec_of(hints[name]).write) for name in names]
    template = "{" + ",".join(f'"{name}":%s' for name in names) + "}"

    def write(value: Any) -> str:
        if type(value) is not made:
            raise _wrong(value, f"a {made.__name__}")
        try:
            return template % tuple(
                [write_field(getattr(value, name)) for name, write_field in writers]
            )
        except Refusal:
            raise _first_refusal(
                (name, one, getattr(value, name)) for name, one in writers
            ) from None

    return write


def _fields_reader(made: type, names: list[str]) -> Callable[[Any], Any]:
    hints = get_type_hints(made)
    readers = [(name, codec_of(hints[name]).read) for name in names]
    # Fields are set in their slots: a frozen class's own way costs twice as much.
    places = [(name, read_field, getattr(made, name).__set__) for name, read_field in readers]
    keys = frozenset(names)
    size = len(keys)

    def read(plain: Any) -> Any:
        if type(plain) is not dict or len(plain) != size or not keys.issuperset(plain):
            raise _keys_wrong(plain, keys)
        value: Any = object.__new__(made)
        try:
            for name, read_field, set_field in places:
                set_field(value, read_field(plain[name]))
        except Refusal:
            raise _first_refusal((name, one, plain[name]) for name, one in readers) from None
        return value

    return read


def _first_refusal(parts: Iterable[tuple[object, Callable[[Any], Any], Any]]) -> Refusal:
    """Go through the parts again, one by one: only a refusal has to know where it stands."""
    for where, act, value in parts:
        try:
            act(value)
        except Refusal as refusal:
            return refusal.at(str(where))
    raise AssertionError("no part is refused the second time")


def _list_codec(item: Codec) -> Codec:
    write_item, read_item = item.write, item.read

    def write(value: Any) -> str:
        if type(value) is not tuple:
            raise _wrong(value, "a tuple")
        try:
            return f"[{','.join([write_item(one) for one in value])}]"
        except Refusal:
            parts = ((place, write_item, one) for place, one in enumerate(value))
            raise _first_refusal(parts) from None

    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list:
            raise _wrong(plain, "a list")
        try:
            return tuple([read_item(one) for one in plain])
        except Refusal:
            parts = ((place, read_item, one) for place, one in enumerate(plain))
            raise _first_refusal(parts) from None

    return Codec(write, read)


def _pair_codec(items: tuple[Codec, ...]) -> Codec:
    """A tuple of a fixed length, each place with a type of its own."""
    size = len(items)

    def write(value: Any) -> str:
        if type(value) is not tuple or len(value) != size:
            raise _wrong(value, f"a tuple of {size}")
        parts = [(place, items[place].write, value[place]) for place in range(size)]
        try:
            return f"[{','.join([act(one) for _, act, one in parts])}]"
        except Refusal:
            raise _first_refusal(parts) from None

    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != size:
            raise _wrong(plain, f"a list of {size}")
        parts = [(place, items[place].read, plain[place]) for place in range(size)]
        try:
            return tuple([act(one) for _, act, one in parts])
        except Refusal:
            raise _first_refusal(parts) from None

    return Codec(write, read)


def _optional_codec(some: Codec) -> Codec:
    return Codec(
        lambda value: "null" if value is None else some.write(value),
        lambda plain: None if plain is None else some.read(plain),
    )


def _checked_text(value: Any) -> str:
    if type(value) is not str:
        raise _wrong(value, "a text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise _wrong(value, "a text of whole characters") from None
    return value


def _write_text(value: Any) -> str:
    return encode_basestring(_checked_text(value))


def _write_integer(value: Any) -> str:
    return str(_checked_integer(value))


def _write_boolean(value: Any) -> str:
    return "true" if _checked_boolean(value) else "false"


def _checked_integer(value: Any) -> int:
    if type(value) is not int or not -INTEGER_MOST <= value <= INTEGER_MOST:
        raise _wrong(value, f"a whole number up to {INTEGER_MOST}")
    return value


def _checked_boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise _wrong(value, "true or false")
    return value


def _write_amount(value: Any) -> str:
    if type(value) is not int or not -AMOUNT_MOST <= value <= AMOUNT_MOST:
        raise _wrong(value, f"an amount of at most {DIGITS_MOST} digits")
    return f'"{value}"'


def _read_amount(plain: Any) -> int:
    try:
        amount = int(plain)
    except (ValueError, TypeError, OverflowError):
        raise _wrong(plain, "an amount as a string of digits") from None
    # One way to write each amount: no plus, no blanks, no zeros in front.
    if str(amount) != plain or not -AMOUNT_MOST <= amount <= AMOUNT_MOST:
        raise _wrong(plain, "an amount as a string of digits")
    return amount


_SIMPLE: dict[Any, Codec] = {
    str: Codec(_write_text, _checked_text),
    int: Codec(_write_integer, _checked_integer),
    bool: Codec(_write_boolean, _checked_boolean),
}


_scanned = json.JSONDecoder().raw_decode  # without the search for blanks: a body has none


def _parsed(body: str) -> dict[str, Plain]:
    try:
        plain, end = _scanned(body)
    except (ValueError, RecursionError):
        raise _unreadable("the body is not JSON") from None
    if end != len(body):
        raise _unreadable("the body is not JSON")
    if type(plain) is not dict:
        raise _wrong(plain, "an object with keys")
    return plain


def _upgraded(
    kind: str,
    version: int,
    plain: dict[str, Plain],
    *,
    newest: int,
    upgrades: Mapping[tuple[str, int], Upgrade],
) -> dict[str, Plain]:
    """The body as the newest version has it, one version after the other."""
    while version != newest:
        upgrade = upgrades.get((kind, version))
        if upgrade is None:
            raise _unreadable(f"version {version} can not be read; the newest is {newest}")
        plain = upgrade(plain)
        version += 1
    return plain


def _unreadable(reason: str, *, where: str = "") -> Refusal:
    return Refusal("EVENT_UNREADABLE", where=where, reason=reason)


def _wrong(value: object, expected: str) -> Refusal:
    return _unreadable(f"{ascii(value)[:60]} is not {expected}")


def _keys_wrong(plain: object, names: frozenset[str]) -> Refusal:
    if type(plain) is not dict:
        return _wrong(plain, "an object with keys")
    missing, extra = sorted(names - plain.keys()), sorted(plain.keys() - names)
    told = [f"missing {', '.join(missing)}"] if missing else []
    told += [f"unknown {ascii(', '.join(extra))[:60]}"] if extra else []
    return _unreadable(f"keys: {'; '.join(told)}")
