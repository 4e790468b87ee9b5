"""Events as text, and back.

The text is canonical JSON: keys sorted, no blanks, UTF-8, amounts as strings of digits (`shapes`).
There is one text for each event: a body is read quickly, whatever its spelling, and then written
again; only if that gives the same letters is it the event. Whatever is not so is read a second
time, by the strict reader that tells where it is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias, cast

import msgspec

from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.base import Command, Event
from pitboss.journal import Entry
from pitboss.journal.hashing import hex_digest
from pitboss.journal.shapes import codec_of, sorted_names, unreadable, wrong
from pitboss.journal.writers import Writer, compiled, writer_of
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

DIGESTS_KEPT = 4096
NOT_CONTENT = ("command_id", "at_ms")  # the same request asked again may differ in the time


def encode(event: Event) -> str:
    """The body of an event."""
    writer = _event_writers().get(event.__class__)
    if writer is None:
        where = f"{event.kind} {event.version}"
        raise unreadable("no event of the floor has this class and kind", where=where)
    try:
        return writer(event)
    except Refusal as refusal:
        raise refusal.at(f"{event.kind} {event.version}") from None


def entry_of(event: Event) -> Entry:
    """An event as a journal keeps it."""
    return Entry(event.kind, event.version, encode(event))


def decode(
    kind: str, version: int, body: str, *, upgrades: Mapping[tuple[str, int], Upgrade] = UPGRADES
) -> Event:
    """The event that a body of this kind and version tells of."""
    quick = _quick_readers().get((kind, version))
    if quick is not None:
        read, write = quick
        try:
            event = read(body)
            if write(event) == body:
                return event
        except (msgspec.MsgspecError, Refusal, UnicodeError, RecursionError):
            pass  # the strict reader tells why
    try:
        return _read_strictly(kind, version, body, upgrades)
    except Refusal as refusal:
        raise refusal.at(f"{kind} {version}") from None


def command_digest(command: Command) -> str:
    """What a command asks for, as 64 hexadecimal digits: all of it but its id and time."""
    name = command.__class__.__name__
    try:
        content = _content_writers()[command.__class__](command)
    except Refusal as refusal:
        where = f"{name}: {refusal.where}"
        raise Refusal("COMMAND_UNREADABLE", where=where, reason=refusal.reason) from None
    return _digest_of(f"{name} {content}")


@lru_cache(DIGESTS_KEPT)
def _digest_of(content: str) -> str:
    """A table ends its rounds, and mostly starts them, with the same words."""
    return hex_digest(content.encode())


@cache
def event_classes() -> dict[str, type[Event]]:
    """Every class of event, by its kind."""
    found = {made.kind: made for made in EVENTS}
    assert len(found) == len(EVENTS), "two events of one kind"
    return found


@cache
def _content_writers() -> dict[type, Writer]:
    return {
        made: compiled(made, [name for name in sorted_names(made) if name not in NOT_CONTENT])
        for made in COMMANDS
    }


@cache
def _event_writers() -> dict[type, Writer]:
    return {made: writer_of(cast(Any, made)) for made in event_classes().values()}


@cache
def _quick_readers() -> dict[tuple[str, int], tuple[Callable[[str], Event], Writer]]:
    """How a body of the newest version is read, if it is as it should be, and written again.

    Digits in quotes pass as numbers, and so does much else that the writing brings to light."""
    return {
        (kind, made.version): (
            msgspec.json.Decoder(made, strict=False).decode,
            _event_writers()[made],
        )
        for kind, made in event_classes().items()
    }


def _read_strictly(
    kind: str, version: int, body: str, upgrades: Mapping[tuple[str, int], Upgrade]
) -> Event:
    found = event_classes().get(kind)
    if found is None:
        raise unreadable("no event has this kind")
    plain = _upgraded(kind, version, _parsed(body), newest=found.version, upgrades=upgrades)
    event = cast(Event, codec_of(cast(Any, found)).read(plain))
    if version == found.version and encode(event) != body:
        raise unreadable("the body is not written as an event is")
    return event


def _parsed(body: str) -> dict[str, Plain]:
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError):
        raise unreadable("the body is not JSON") from None
    if type(plain) is not dict:
        raise wrong(plain, "an object with keys")
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
            raise unreadable(f"version {version} can not be read; the newest is {newest}")
        plain = upgrade(plain)
        version += 1
    return plain
