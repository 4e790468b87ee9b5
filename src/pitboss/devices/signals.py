"""What a device may say. Every signal has a number that only grows, so a repeated message is
recognized and a press never counts twice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pitboss.refusal import Refusal, Told, say
from pitboss.rules.reading import at_fault

SIGNALS_MOST = 64  # in one message
BYTES_MOST = 64_000  # of a message
NUMBER_MOST = 2**53 - 1

Number: TypeAlias = Annotated[int, Meta(ge=1, le=NUMBER_MOST)]
Seat: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Sensor: TypeAlias = Annotated[int, Meta(ge=1, le=2)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class _Signal(Struct, frozen=True, kw_only=True, tag_field="signal", forbid_unknown_fields=True):
    n: Number


class BetSeen(_Signal, tag="bet-seen", frozen=True, kw_only=True):
    """A chip covers a sensor."""

    seat: Seat
    sensor: Sensor = 1


class BetGone(_Signal, tag="bet-gone", frozen=True, kw_only=True):
    """A sensor is free again."""

    seat: Seat
    sensor: Sensor = 1


class ButtonPressed(_Signal, tag="button", frozen=True, kw_only=True):
    """A button of a keypad: start, end, confirm, call; coin-in, j-pot, game-over on older ones."""

    button: Word
    seat: Seat | None = None
    sensor: Sensor = 1


class HandPressed(_Signal, tag="hand", frozen=True, kw_only=True):
    """A hand button for a seat; `sharers` are the seats that share a percentage of Dragon Bonus
    Progressive."""

    seat: Seat
    outcome: Word
    sensor: Sensor = 1
    sharers: Annotated[tuple[Seat, ...], Meta(max_length=9)] = ()


class KeyMoved(_Signal, tag="key", frozen=True, kw_only=True):
    """The key of an older keypad is at JPH or RUN; `number` is the key's own, if the lock reads
    it."""

    position: Word
    number: Word = "1"


class BadgeSwiped(_Signal, tag="swipe", frozen=True, kw_only=True):
    """What a badge reader read: ;BADGE=CODE?"""

    track: Word


class Beat(_Signal, tag="beat", frozen=True, kw_only=True):
    """Nothing has happened, and the device is well."""


class Started(_Signal, tag="started", frozen=True, kw_only=True):
    """The device has just started. What a sensor board saw before is forgotten: it reports its
    sensors again."""


class TableAsked(_Signal, tag="ask-table", frozen=True, kw_only=True):
    """The device asks for its table's phase, seats and hands, which come with the answer."""


Signal: TypeAlias = (
    BetSeen | BetGone | ButtonPressed | HandPressed | KeyMoved | BadgeSwiped | Beat | Started
    | TableAsked
)  # fmt: skip


class Unreadable(Struct, frozen=True):
    """An unreadable signal; its number is 0 if that is unreadable too."""

    n: int
    why: Told


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a device sends at once, oldest signal first."""

    signals: Annotated[list[Signal], Meta(max_length=SIGNALS_MOST)]


class _Parts(Struct, frozen=True, forbid_unknown_fields=True):
    signals: Annotated[list[msgspec.Raw], Meta(max_length=SIGNALS_MOST)]


class _Numbered(Struct, frozen=True):
    n: Number


_parts, _signal, _numbered = map(msgspec.json.Decoder, (_Parts, Signal, _Numbered))
_FAULTS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def read_message(body: bytes) -> list[Signal | Unreadable]:
    """The signals of a message, each read separately; anything but a list of them is
    SIGNAL_UNREADABLE."""
    if len(body) > BYTES_MOST:
        raise Refusal("SIGNAL_UNREADABLE", where="signals")
    try:
        return [_read(bytes(part)) for part in _parts.decode(body).signals]
    except _FAULTS as fault:
        where, why = at_fault(fault)
        raise Refusal("SIGNAL_UNREADABLE", "because", where=where or "signals", why=why) from None


def _read(part: bytes) -> Signal | Unreadable:
    try:
        signal: Signal = _signal.decode(part)
    except _FAULTS as fault:
        where, why = at_fault(fault)
        n = 0
        with suppress(*_FAULTS):
            n = _numbered.decode(part).n
        return Unreadable(
            n, say("SIGNAL_UNREADABLE", "at" if where else "because", at=where, why=why)
        )
    return signal


def write_message(signals: Sequence[Signal]) -> bytes:
    """The same as JSON, for emulators."""
    return msgspec.json.encode(Message(signals=list(signals)))


def message_schema() -> dict[str, Any]:
    """A message's format as one complete JSON schema."""
    (_,), parts = msgspec.json.schema_components([Message], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = _resolved(parts["Message"], parts)
    return schema


def _resolved(schema: Any, parts: dict[str, Any]) -> Any:
    """A schema with every reference replaced by its target."""
    if isinstance(schema, list):
        return [_resolved(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _resolved(parts[schema["$ref"].removeprefix("#/$defs/")], parts)
    return {key: _resolved(each, parts) for key, each in schema.items() if key != "discriminator"}
