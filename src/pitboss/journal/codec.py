"""Commands and events as text, and back: JSON as msgspec writes it.

Fields stand in their order, without blanks, so that one value has one text. Amounts are integers
that every reader gets exactly: the floor refuses larger ones where they would arise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, reduce
from operator import or_
from types import GenericAlias

import msgspec

from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.base import Command, Event
from pitboss.journal import Journal
from pitboss.money import MICROS_MOST
from pitboss.refusal import Refusal

_encode = msgspec.json.Encoder().encode
_read_events = msgspec.json.Decoder(GenericAlias(tuple, (reduce(or_, EVENTS), ...))).decode
UNREADABLE = "ROW_UNREADABLE"
OTHER_VERSION = (
    "another version of pitboss wrote this row, or somebody changed it: use the version that wrote"
    " it, or audit the journal"
)
_LONG_NUMBER = re.compile(r"\d{16}")  # shorter ones are exact
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def command_text(command: Command) -> str:
    """What was asked, word for word; refused if it cannot be written down."""
    try:
        return _encode(command).decode()
    except ValueError:
        where = type(command).__name__
        reason = "it holds half a character, or a number with too many digits"
        raise Refusal("COMMAND_UNREADABLE", where=where, reason=reason) from None


def need_exact_numbers(asked: str) -> None:
    """Refuse a command with a number that some readers of the journal would not get exactly."""
    if _LONG_NUMBER.search(asked):
        json.loads(asked, parse_int=_exact)


def events_text(events: Sequence[Event]) -> str:
    """What followed."""
    return _encode(events).decode()


def command_of(text: str, *, seq: int = 0) -> Command:
    """The command that a row tells of; with its number, so does what is wrong with it."""
    try:
        command: Command = _command_decoder().decode(text)
    except _UNREADABLE as fault:
        raise unreadable("asked", seq, fault) from None
    return command


@cache
def _command_decoder() -> msgspec.json.Decoder[Command]:
    """Made when it is first needed: a start reads events alone."""
    return msgspec.json.Decoder(reduce(or_, COMMANDS))


def events_of(text: str, *, seq: int = 0) -> tuple[Event, ...]:
    """The events that a row tells of; with its number, so does what is wrong with them."""
    try:
        events: tuple[Event, ...] = _read_events(text)
    except _UNREADABLE as fault:
        raise unreadable("events", seq, fault) from None
    return events


@contextmanager
def naming(journal: Journal) -> Iterator[None]:
    """Rows that cannot be read are told with where their journal is."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code != UNREADABLE:
            raise
        where = f"{journal.name}: {refusal.where}"
        raise Refusal(UNREADABLE, where=where, reason=refusal.reason) from None


def _exact(digits: str) -> int:
    number = int(digits)
    if abs(number) > MICROS_MOST:
        reason = f"{digits[:20]} is more than other programs read exactly"
        raise Refusal("COMMAND_UNREADABLE", where="asked", reason=reason)
    return number


def unreadable(field: str, seq: int, fault: Exception) -> Refusal:
    """What a row holds that cannot be read, with what to do."""
    reason = "brackets without end" if isinstance(fault, RecursionError) else str(fault)
    where = f"row {seq}: {field}" if seq else field
    return Refusal(UNREADABLE, where=where, reason=f"{reason}; {OTHER_VERSION}")
