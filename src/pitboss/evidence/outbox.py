"""The outbox: tells other systems exactly what happened in the journal, and nothing personal.

A fact says whether it is `in_outbox`, and the types of its fields decide what stays in the house:
badges, people, any text somebody typed. A payment is described by its prize and amounts, not by who
was paid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Raw, Struct, StructMeta, defstruct, structs

from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.base import OFFICE, SERVER, Event, kind_of
from pitboss.floor.facts.meanings import Meaning, meanings_in, types_of
from pitboss.journal import Last, Row
from pitboss.journal.codec import refuse_unreadable
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import Refusal

VERSION = 1  # of the messages; raise it if a field goes or changes its meaning
BEAT, REFUSED = "beat", "refused"  # what a stream says about itself
SEQ_MOST = 2**53  # no journal is this long; databases take no larger number
MARK_DIGITS = 8  # of a row's hash: a restored journal reaches the same sequences again
_POSITION = re.compile(rf"([0-9]{{1,16}})(?:\.([0-9]{{1,6}}))?(?:-([0-9a-f]{{{MARK_DIGITS}}}))?")


class Position(NamedTuple):
    """A reader's position: it has every row before `seq`, and that row through `place`. The `mark`
    is that of the last row it has any part of, if it gave one."""

    seq: int
    place: int
    mark: str = ""

    @classmethod
    def after(cls, text: str) -> Position:
        """The position after a message's id, `813.2-5d41402a`, or after a whole row,
        `813-5d41402a`, with or without its mark; there is no row 0."""
        found = _POSITION.fullmatch(text)
        if found is None or int(found[1]) > SEQ_MOST:
            raise Refusal("COMMAND_UNREADABLE", "write_id_last", where="after")
        seq, place, mark = int(found[1]), found[2], found[3] or ""
        if not seq:
            return BEGIN
        return cls(seq + 1, 0, mark) if place is None else cls(seq, int(place), mark)

    @classmethod
    def behind(cls, row: Row | Last) -> Position:
        """The position after a whole row."""
        return cls(row.seq + 1, 0, row.hash[:MARK_DIGITS])

    @property
    def last_seq(self) -> int:
        """The last row the reader has any part of."""
        return self.seq if self.place else self.seq - 1

    def __str__(self) -> str:
        row = f"{self.seq}.{self.place}" if self.place else str(self.seq - 1)
        return f"{row}-{self.mark}" if self.mark else row


BEGIN = Position(1, 0)


class OutboxMessage(Struct, frozen=True, kw_only=True, gc=False):
    """One message: `id` is the journal's row, the event's place in it and the row's mark; `at_ms`
    the row's time, in milliseconds since 1970; `sent_from` what carried its command. The session
    stays in the house."""

    id: str
    kind: str
    at_ms: int
    sent_from: str = SERVER
    version: int = VERSION
    payload: Any


# ---- what leaves --------------------------------------------------------------------------------


_Field: TypeAlias = tuple[str, Any] | tuple[str, Any, Any]
# Values that leave in part, in the form other systems know.
_CALLED = {
    "Payment": ("SentPayment", "How a prize was paid: cash, chips, check, tray."),
    "JackpotTerms": (
        "SentTerms",
        "What a jackpot is played for; with `training` it is play money.",
    ),
    "HubAnswer": ("SentAnswer", "What a hub's meters show, and how the property stands there."),
}
_NUMBERS = {int, bool, Cents, Micros, Ppm, NoneType, ...}
_KEPT = {Meaning.BADGE, Meaning.TYPED, Meaning.PRIVATE, Meaning.INSIDE}


def _leaving(hint: Any) -> Any:
    """A type as it leaves the house; None if it stays, as free text does."""
    if isinstance(hint, StructMeta):
        return _part_leaving(hint)
    parts, meanings = get_args(hint), set(meanings_in(hint))
    if meanings & _KEPT:
        return None
    if get_origin(hint) is Annotated:
        return hint if meanings or _leaving(parts[0]) is parts[0] else None
    is_open = all(_leaving(each) is each for each in parts) if parts else hint in _NUMBERS
    return hint if is_open else None


@cache
def _part_leaving(kind: type[Struct]) -> type[Struct] | None:
    """A value as it leaves the house: whole if nothing in it stays; None if all of it does."""
    fields = _fields_leaving(kind)
    if [each[:2] for each in fields] == list(types_of(kind).items()):
        return kind
    return _struct(*_CALLED[kind.__name__], fields) if fields else None


def _fields_leaving(kind: type[Struct]) -> list[_Field]:
    """The fields of a struct that leave the house. A code always does."""
    return [
        (each.name, leaving, *(() if each.default is NODEFAULT or is_code else (each.default,)))
        for each in structs.fields(kind)
        if (leaving := _leaving(each.type)) is not None
        for is_code in [Meaning.CODED in meanings_in(each.type)]
    ]


def _struct(name: str, sentence: str, fields: list[_Field]) -> type[Struct]:
    return defstruct(
        name, fields, frozen=True, kw_only=True, gc=False, namespace={"__doc__": sentence}
    )


@cache
def _make_sent(event: type[Event]) -> type[Struct]:
    """What an event lets out, as its own struct; its first sentence says what happened."""
    sentence = " ".join((event.__doc__ or "").split()).partition(". ")[0].rstrip(".")
    return _struct(f"Sent{event.__name__}", f"{sentence}.", _fields_leaving(event))


def choose_events() -> dict[type[Event], type[Struct]]:
    """Every event that leaves the house, and which of its fields do."""
    return {event: _make_sent(event) for event in EVENTS if event.in_outbox}


class _AnyKind(Struct, gc=False):
    kind: str


class _AnyCommand(Struct, gc=False):
    sent_from: str


# Read from the row's own text, so that unnamed fields never come in. Event kinds that only a newer
# version knows are skipped like any other that wasn't chosen.
_read_parts = msgspec.json.Decoder(list[Raw]).decode
_read_kind = msgspec.json.Decoder(_AnyKind).decode
_read_command = msgspec.json.Decoder(_AnyCommand).decode
_write = msgspec.json.Encoder().encode


@cache
def _readers(kinds: int) -> dict[str, Callable[[Raw], Struct]]:
    return {
        kind_of(event): msgspec.json.Decoder(sent).decode for event, sent in choose_events().items()
    }


def messages_of(row: Row, *, after: Position = BEGIN) -> Iterator[OutboxMessage]:
    """What a row tells other systems, after a position."""
    try:
        for place, part in enumerate(_read_parts(row.events), start=1):
            kind = _read_kind(part).kind
            read = _readers(len(EVENTS)).get(kind)
            if read is not None and (row.seq, place) > after[:2]:
                made = str(Position(row.seq, place, row.hash[:MARK_DIGITS]))
                yield OutboxMessage(
                    id=made,
                    kind=kind,
                    at_ms=row.at_ms,
                    sent_from=_sender(row),
                    payload=read(part),
                )
    except msgspec.MsgspecError as fault:
        raise refuse_unreadable("events", row.seq, fault) from None


def _sender(row: Row) -> str:
    sent_from = _read_command(row.asked).sent_from
    return OFFICE if sent_from.startswith(f"{OFFICE} ") else sent_from


def message_text(message: OutboxMessage) -> bytes:
    """A message as JSON, on one line."""
    return _write(message)
