"""The whole state as text, so that a start does not grow with history.

A snapshot says the shape it was written in: which values the state holds, with which fields. One of
another shape is passed over, and the journal is replayed from its first row."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.floor.approved import ReleaseState
from pitboss.floor.bank_state import BankEntry, BankState, PaidOverEntry
from pitboss.floor.calendar import CalendarState
from pitboss.floor.change_state import ChangeState
from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.facts.wide import Grant
from pitboss.floor.leading import LeadingEngine
from pitboss.floor.paper_state import PaperState
from pitboss.floor.payout_state import PersonState, RoundWins
from pitboss.floor.site_state import SiteState
from pitboss.floor.state import (
    PARTS,
    AwardState,
    Badge,
    DeviceState,
    JackpotState,
    State,
    TableState,
)
from pitboss.floor.wide_state import ClaimState, PropertyState, WideState
from pitboss.money import Cents


class KeptState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a state holds."""

    shape: str
    seq: int
    site: SiteState | None
    bank: BankState
    engine: LeadingEngine | None
    calendar: CalendarState
    release: str
    removals: tuple[int, ...]
    badges: dict[str, Badge]
    badge_names: dict[str, int]
    tables: dict[str, TableState]
    jackpots: dict[str, JackpotState]
    awards: dict[str, AwardState]
    owed: dict[str, Cents]
    settled: dict[str, tuple[str, ...]]
    let_go: dict[str, int]
    balances: dict[str, int]
    bank_entries: dict[str, BankEntry]
    paid_over: dict[str, PaidOverEntry]
    forfeited: dict[str, Cents]
    bets: dict[str, int]
    round_wins: dict[str, RoundWins]
    people: dict[str, PersonState]
    check_numbers: dict[str, str]
    seals: dict[str, str]
    devices: dict[str, DeviceState]
    changes: dict[str, ChangeState]
    reports: dict[str, int]
    unshown: dict[str, int]
    papers: dict[str, PaperState]
    releases: dict[str, ReleaseState]
    release_papers: dict[str, ApprovalRecord]
    wide: WideState
    claims: dict[str, ClaimState]
    properties: dict[str, PropertyState]
    grants: dict[str, Grant]


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(KeptState).decode
# What has no values by name.
_WHOLE = ("seq", "site", "bank", "engine", "calendar", "release", "removals", "wide")


class _Shaped(Struct):
    shape: str


@cache
def shape() -> str:
    """A name for the values that the state holds now, with all their fields."""
    schema = msgspec.json.schema(KeptState)
    return sha256(msgspec.json.encode(schema, order="deterministic")).hexdigest()[:16]


def write_snapshot(state: State) -> str:
    """The state as one line of JSON, the same for the same state."""
    held: dict[str, Any] = {name: getattr(state, name) for name in _WHOLE}
    held |= {name: dict(getattr(state, name).items()) for name in PARTS}
    return _write(KeptState(shape=shape(), **held)).decode()


def read_snapshot(text: str) -> State:
    """The state to go on from: the one that was written, or an empty one where the text has
    another shape."""
    state = State()
    if is_of_another_shape(text):
        return state
    try:
        kept = _read(text)
    except (msgspec.MsgspecError, RecursionError):
        return state  # not what this program writes: the journal itself is the truth
    for name in _WHOLE:
        setattr(state, name, getattr(kept, name))
    for name in PARTS:
        getattr(state, name).update(getattr(kept, name))
    return state


def is_of_another_shape(text: str) -> bool:
    """Whether another version of this program wrote a snapshot."""
    return _shape_of(text) != shape()


def is_snapshot(text: str) -> bool:
    """Whether any version of this program can have written it."""
    return _shape_of(text) is not None


def _shape_of(text: str) -> str | None:
    try:
        return msgspec.json.decode(text, type=_Shaped).shape
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
