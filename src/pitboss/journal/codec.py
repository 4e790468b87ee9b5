"""Commands and events as JSON text and back, through msgspec. Unknown text may be about jackpots
that several properties share: the codec then loads that extension and tries again.

Fields are in order, without blanks, so each value has exactly one text. Every reader gets the exact
integer amounts: the floor refuses larger ones where they would arise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Any

import msgspec

from pitboss.floor import extension
from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.base import Command, Event
from pitboss.journal import Journal
from pitboss.money import MICROS_MOST
from pitboss.refusal import Refusal

_encode = msgspec.json.Encoder().encode
UNREADABLE = "ROW_UNREADABLE"
# Shorter numbers are exact. A pattern that begins with one plain character is searched much faster.
_LONG_VALUE, _LONG_ITEM = re.compile(r":-?\d{16}").search, re.compile(r",-?\d{16}").search
_LONG_FIRST = re.compile(r"\[-?\d{16}").search
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def command_text(command: Command) -> str:
    """The command, word for word; refused if it can't be written down."""
    try:
        return _encode(command).decode()
    except ValueError:
        where = type(command).__name__
        raise Refusal("COMMAND_UNREADABLE", "holds_half_character", where=where) from None


def need_exact_numbers(asked: str) -> None:
    """Refuse a command with a number that some readers of the journal wouldn't get exactly."""
    if _LONG_VALUE(asked) or _LONG_ITEM(asked) or _LONG_FIRST(asked):
        json.loads(asked, parse_int=_exact)


def events_text(events: Sequence[Event]) -> str:
    return _encode(events).decode()


def json_text(value: object) -> str:
    """Any value of a command or an event, as a row has it."""
    return _encode(value).decode()


def command_of(text: str, *, seq: int = 0) -> Command:
    """The command of a row; a fault names the row's number."""
    try:
        return _command_decoder(len(COMMANDS)).decode(text)
    except _UNREADABLE as fault:
        if extension.is_loaded():
            raise refuse_unreadable("asked", seq, fault) from None
    extension.load()
    return command_of(text, seq=seq)


@cache
def _command_decoder(kinds: int) -> msgspec.json.Decoder[Command]:
    """The command decoder, made on first use: a start reads only events."""
    return msgspec.json.Decoder(reduce(or_, COMMANDS))


@cache
def _events_decoder(kinds: int) -> msgspec.json.Decoder[tuple[Event, ...]]:
    return msgspec.json.Decoder(GenericAlias(tuple, (reduce(or_, EVENTS), ...)))


def events_of(text: str, *, seq: int = 0) -> tuple[Event, ...]:
    """The events of a row; a fault names the row's number."""
    try:
        return _events_decoder(len(EVENTS)).decode(text)
    except _UNREADABLE as fault:
        if extension.is_loaded():
            raise refuse_unreadable("events", seq, fault) from None
    extension.load()
    return events_of(text, seq=seq)


def is_spelled(text: str, whole: str, *, older: bool) -> bool:
    """Whether a row has the one text of its value. An `older` release may have written it without
    fields it didn't know, with all others in the same order."""
    if text == whole:
        return True
    found = msgspec.json.decode(text)
    return older and json_text(found) == text and _is_part(found, msgspec.json.decode(whole))


def _is_part(found: Any, whole: Any) -> bool:
    if isinstance(found, dict) and isinstance(whole, dict):
        names = [name for name in whole if name in found]
        return names == list(found) and all(_is_part(found[each], whole[each]) for each in names)
    if isinstance(found, list) and isinstance(whole, list) and len(found) == len(whole):
        return all(map(_is_part, found, whole))
    return bool(found == whole)


@contextmanager
def naming(journal: Journal) -> Iterator[None]:
    """Add the journal's location to refusals of unreadable rows."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code != UNREADABLE:
            raise
        where = f"{journal.name}: {refusal.where}"
        raise Refusal.of(refusal.told, where) from None


def _exact(digits: str) -> int:
    number = int(digits)
    if abs(number) > MICROS_MOST:
        raise Refusal("COMMAND_UNREADABLE", "more_than_programs", where="asked", digits=digits[:20])
    return number


def refuse_unreadable(field: str, seq: int, fault: Exception) -> Refusal:
    """The refusal of an unreadable row, with what to do."""
    case = "brackets" if isinstance(fault, RecursionError) else "other_version"
    where = f"row {seq}: {field}" if seq else field
    return Refusal(UNREADABLE, case, where=where, fault=fault)
