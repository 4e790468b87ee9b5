"""The whole state as text, so that starting up doesn't take longer as history grows.

A snapshot names its shape: which values the state holds, with which fields. A snapshot with another
shape is skipped, and the journal is replayed from its first row."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from types import GenericAlias
from typing import Any

import msgspec
from msgspec import Raw, Struct

from pitboss.floor import extension
from pitboss.floor.facts.floor_plan import TablePlace
from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.state.account_codes import AccountCode
from pitboss.floor.state.approved import ReleaseState
from pitboss.floor.state.bank import BankEntry, BankState, PaidOverEntry
from pitboss.floor.state.calendar import CalendarState
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.devices import DeviceCodeState, DeviceState
from pitboss.floor.state.drawers import DrawerState
from pitboss.floor.state.floor import (
    EXTENDED,
    PARTS,
    AwardState,
    Badge,
    JackpotState,
    State,
    TableState,
)
from pitboss.floor.state.house import SiteState
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.state.papers import PaperState
from pitboss.floor.state.payouts import PersonState, RoundWins
from pitboss.floor.state.signs import SignsState
from pitboss.money import Cents


class KeptState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a state holds."""

    shape: str
    seq: int
    site: SiteState | None
    bank: BankState
    engine: LeadingEngine | None
    calendar: CalendarState
    signs: SignsState
    floor_plan: tuple[TablePlace, ...]
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
    device_codes: dict[str, DeviceCodeState]
    drawers: dict[str, DrawerState]
    changes: dict[str, ChangeState]
    reports: dict[str, int]
    account_codes: dict[str, tuple[AccountCode, ...]]
    unshown: dict[str, int]
    papers: dict[str, PaperState]
    releases: dict[str, ReleaseState]
    release_papers: dict[str, ApprovalRecord]
    extended: dict[str, Raw] = {}  # what an extension keeps, by name


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(KeptState).decode
# Values that aren't kept by name.
_WHOLE = (
    "seq", "site", "bank", "engine", "calendar", "signs", "floor_plan", "release", "removals",
)  # fmt: skip


class _Shaped(Struct):
    shape: str


def shape(*, extended: bool = False) -> str:
    """A name for the values the state holds now, with all their fields; with an extension's, if
    they are included."""
    return f"{_digest(KeptState)}+{_digest(*EXTENDED.values())}" if extended else _digest(KeptState)


@cache
def _digest(*kinds: Any) -> str:
    schemas = [msgspec.json.schema(kind) for kind in kinds]
    return sha256(msgspec.json.encode(schemas, order="deterministic")).hexdigest()[:16]


def is_our_shape(named: str) -> bool:
    """Whether values of a shape can be read here; a shape with an extension's values loads it."""
    extended = "+" in named
    if extended:
        extension.load()
    return named == shape(extended=extended)


def write_snapshot(state: State) -> str:
    """The state as one line of JSON, the same for the same state."""
    held: dict[str, Any] = {name: getattr(state, name) for name in _WHOLE}
    held |= {name: dict(getattr(state, name).items()) for name in PARTS}
    more = {name: dict(getattr(state, name).items()) for name in EXTENDED}
    extended = {name: Raw(_write(values)) for name, values in more.items() if values}
    kept = KeptState(shape=shape(extended=bool(extended)), extended=extended, **held)
    return _write(kept).decode()


def read_snapshot(text: str) -> State:
    """The state to continue from: the one written, or an empty one if the text has another
    shape."""
    state = State()
    if is_of_another_shape(text):
        return state
    try:
        kept = _read(text)
        extended = {
            name: msgspec.json.decode(values, type=GenericAlias(dict, (str, EXTENDED[name])))
            for name, values in kept.extended.items()
        }
    except (msgspec.MsgspecError, RecursionError):
        return state  # not this program's format: the journal itself is the truth
    for name in _WHOLE:
        setattr(state, name, getattr(kept, name))
    for name in PARTS:
        getattr(state, name).update(getattr(kept, name))
    for name, values in extended.items():
        getattr(state, name).update(values)
    return state


def is_of_another_shape(text: str) -> bool:
    """Whether another version of this program wrote a snapshot."""
    found = _shape_of(text)
    return found is None or not is_our_shape(found)


def is_snapshot(text: str) -> bool:
    """Whether any version of this program can have written it."""
    return _shape_of(text) is not None


def _shape_of(text: str) -> str | None:
    try:
        return msgspec.json.decode(text, type=_Shaped).shape
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
