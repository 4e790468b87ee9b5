"""Values of the floor as JSON, and back, by the type hints of their fields.

Amounts (every `NewType` of int: cents, micros, parts per million) travel as strings of digits,
because other programs read JSON numbers as floats. Reading is strict: a type or a key that is not
the expected one is refused with the place where it stands. So is writing, because what can not be
read again must never be kept. `codec` has the quick ways for what is as it should be; this one
tells what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from json.encoder import encode_basestring
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import StructMeta

from pitboss.refusal import Refusal

INTEGER_MOST = 2**53 - 1  # other programs read JSON numbers exactly up to here
DIGITS_MOST = 40
AMOUNT_MOST = 10**DIGITS_MOST - 1


@dataclass(frozen=True, slots=True)
class Codec:
    """The two directions of one type: a value to its JSON, what JSON held to the value."""

    write: Callable[[Any], str]
    read: Callable[[Any], Any]


@cache
def codec_of(hint: Any) -> Codec:
    """How values of a type are written and read. Made once for each type."""
    parts = get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if is_amount(hint):
        return Codec(_write_amount, _read_amount)
    if isinstance(hint, StructMeta):
        return _struct_codec(hint)
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return _list_codec(codec_of(parts[0]))
    if get_origin(hint) is tuple:
        return _pair_codec(tuple(codec_of(part) for part in parts))
    if get_origin(hint) in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        return _optional_codec(codec_of(parts[0] if parts[1] is NoneType else parts[1]))
    if get_origin(hint) in (Union, UnionType) and all(isinstance(one, StructMeta) for one in parts):
        return _tagged_codec(parts)
    raise TypeError(f"no way to write a field of type {hint}")


def is_amount(hint: Any) -> bool:
    """Whether a type is one of money or rates."""
    return isinstance(hint, NewType) and hint.__supertype__ is int


def _struct_codec(made: type) -> Codec:
    names = sorted_names(made)
    return Codec(fields_writer(made, names), _fields_reader(made, names))


def _tagged_codec(kinds: tuple[Any, ...]) -> Codec:
    """One of several classes; the tag of each says which."""
    key = kinds[0].__struct_config__.tag_field
    by_tag = {made.__struct_config__.tag: (made, _struct_codec(made)) for made in kinds}

    def write(value: Any) -> str:
        tag = type(value).__struct_config__.tag if type(value) in kinds else None
        if tag is None:
            raise wrong(value, f"one of {', '.join(sorted(by_tag))}")
        return f'{{"{key}":"{tag}",{by_tag[tag][1].write(value)[1:]}'

    def read(plain: Any) -> Any:
        tag = plain.get(key) if type(plain) is dict else None
        if tag not in by_tag:
            raise wrong(plain, f"one of {', '.join(sorted(by_tag))}")
        return by_tag[tag][1].read({name: one for name, one in plain.items() if name != key})

    return Codec(write, read)


def sorted_names(made: Any) -> list[str]:
    """The fields of a class, in the order of the keys."""
    return sorted(made.__struct_fields__)


def fields_writer(made: Any, names: list[str]) -> Callable[[Any], str]:
    """How some fields of a class are written."""
    hints = get_type_hints(made)
    writers = [(name, codec_of(hints[name]).write) for name in names]
    template = "{" + ",".join(f'"{name}":%s' for name in names) + "}"

    def write(value: Any) -> str:
        if type(value) is not made:
            raise wrong(value, f"a {made.__name__}")
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
    keys = frozenset(names)
    size = len(keys)

    def read(plain: Any) -> Any:
        if type(plain) is not dict or len(plain) != size or not keys.issuperset(plain):
            raise __keys_wrong(plain, keys)
        try:
            return made(**{name: read_field(plain[name]) for name, read_field in readers})
        except Refusal:
            raise _first_refusal((name, one, plain[name]) for name, one in readers) from None

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
            raise wrong(value, "a tuple")
        try:
            return f"[{','.join([write_item(one) for one in value])}]"
        except Refusal:
            parts = ((place, write_item, one) for place, one in enumerate(value))
            raise _first_refusal(parts) from None

    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list:
            raise wrong(plain, "a list")
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
            raise wrong(value, f"a tuple of {size}")
        parts = [(place, items[place].write, value[place]) for place in range(size)]
        try:
            return f"[{','.join([act(one) for _, act, one in parts])}]"
        except Refusal:
            raise _first_refusal(parts) from None

    def read(plain: Any) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != size:
            raise wrong(plain, f"a list of {size}")
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
        raise wrong(value, "a text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise wrong(value, "a text of whole characters") from None
    return value


def _write_text(value: Any) -> str:
    return encode_basestring(_checked_text(value))


def _write_integer(value: Any) -> str:
    return str(_checked_integer(value))


def _write_boolean(value: Any) -> str:
    return "true" if _checked_boolean(value) else "false"


def _checked_integer(value: Any) -> int:
    if type(value) is not int or not -INTEGER_MOST <= value <= INTEGER_MOST:
        raise wrong(value, f"a whole number up to {INTEGER_MOST}")
    return value


def _checked_boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise wrong(value, "true or false")
    return value


def _write_amount(value: Any) -> str:
    if type(value) is not int or not -AMOUNT_MOST <= value <= AMOUNT_MOST:
        raise wrong(value, f"an amount of at most {DIGITS_MOST} digits")
    return f'"{value}"'


def _read_amount(plain: Any) -> int:
    try:
        amount = int(plain)
    except (ValueError, TypeError, OverflowError):
        raise wrong(plain, "an amount as a string of digits") from None
    # One way to write each amount: no plus, no blanks, no zeros in front.
    if str(amount) != plain or not -AMOUNT_MOST <= amount <= AMOUNT_MOST:
        raise wrong(plain, "an amount as a string of digits")
    return amount


_SIMPLE: dict[Any, Codec] = {
    str: Codec(_write_text, _checked_text),
    int: Codec(_write_integer, _checked_integer),
    bool: Codec(_write_boolean, _checked_boolean),
}


def unreadable(reason: str, *, where: str = "") -> Refusal:
    """What can not be an event's text."""
    return Refusal("EVENT_UNREADABLE", where=where, reason=reason)


def wrong(value: object, expected: str) -> Refusal:
    """A value that is not what stands there by its type."""
    return unreadable(f"{ascii(value)[:60]} is not {expected}")


def __keys_wrong(plain: object, names: frozenset[str]) -> Refusal:
    if type(plain) is not dict:
        return wrong(plain, "an object with keys")
    missing, extra = sorted(names - plain.keys()), sorted(plain.keys() - names)
    told = [f"missing {', '.join(missing)}"] if missing else []
    told += [f"unknown {ascii(', '.join(extra))[:60]}"] if extra else []
    return unreadable(f"keys: {'; '.join(told)}")
