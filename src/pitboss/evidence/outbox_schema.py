"""The JSON schema of the outbox, for anyone who connects a system."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pitboss.evidence.outbox import BEAT, REFUSED, VERSION, OutboxMessage, choose_events
from pitboss.floor.facts.base import kind_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLACE = "#/$defs/{name}"
ID = {
    "type": "string",
    "pattern": r"^[0-9]+(\.[0-9]+)?(-[0-9a-f]{8})?$",
    "description": "The row of the journal, the place of the event in it, and the mark of the row:"
    " 813.2-5d41402a is the second event of row 813, 813-5d41402a the whole row. A journal that was"
    " restored comes to the same rows again, with other marks.",
}
AT = {"type": "integer", "description": "Milliseconds since 1970, UTC."}
SENT_FROM = {
    "type": "string",
    "description": "What carried the command: a device by its name; office, browser, server,"
    " command line; property and its name.",
}


class OutboxBehind(Struct, frozen=True, gc=False):
    """How far a following server is behind the leader."""

    rows: int
    seconds: float | None


class SentBeat(Struct, frozen=True, gc=False):
    """Sent once a second: the stream is alive, and its id says how far the journal was read."""

    journal: str  # ok, unavailable
    behind: OutboxBehind | None = None


class SentRefusal(Struct, frozen=True, gc=False):
    """Why the stream ends here."""

    code: str
    reason: str


OF_THE_STREAM: dict[str, type[Struct]] = {BEAT: SentBeat, REFUSED: SentRefusal}


def outbox_schema() -> dict[str, Any]:
    """Every message: one of these kinds, each with its own payload."""
    kinds = {**{kind_of(event): sent for event, sent in choose_events().items()}, **OF_THE_STREAM}
    payloads = dict.fromkeys(kinds.values())
    found, parts = msgspec.json.schema_components(list(payloads), ref_template=PLACE)
    references = dict(zip(payloads, found, strict=True))
    return {
        "$schema": DIALECT,
        "title": "pitboss outbox",
        "description": "Chosen events of a journal, as they happened. Amounts are integers: cents,"
        " or micros, a million to the cent.",
        "version": VERSION,
        "oneOf": [_message(kind, references[sent]) for kind, sent in kinds.items()],
        "$defs": parts,
    }


def _message(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    properties = {
        "id": ID,
        "kind": {"const": kind},
        "at_ms": AT,
        "sent_from": SENT_FROM,
        "version": {"const": VERSION},
        "payload": payload,
    }
    assert tuple(properties) == OutboxMessage.__struct_fields__
    return {
        "title": kind,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
