"""The floor as it stands: a fold over its events.

A table, a jackpot, an award is an immutable value; the state holds the newest of each. A draft is a
state on top of another: what is applied to it is seen only through it, until it is adopted. So a
rehearsal costs what it touches, however large the floor is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from pitboss.floor.switches import strictest
from pitboss.floor.values import (
    Award,
    Change,
    Contribution,
    LevelSetting,
    Mark,
    Movement,
    Reading,
    Spot,
    Switch,
    Taking,
)
from pitboss.money import Cents, Micros
from pitboss.refusal import Refusal

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class SiteState:
    """What house this is, and what its jurisdiction decided."""

    name: str
    currency: str
    time_zone: str
    profile: str
    switches: Mapping[str, Switch]


@dataclass(frozen=True, slots=True)
class Badge:
    """Who may do what."""

    badge: str
    name: str
    role: str
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class LevelState:
    """One meter: how it is set, what it holds, and how often it was won."""

    setting: LevelSetting
    reading: Reading
    hits: int = 0
    wins_cents: Cents = field(default=Cents(0))


@dataclass(frozen=True, slots=True)
class JackpotState:
    """One jackpot on the floor. `pending` are levels whose award is recorded and not yet moved."""

    jackpot: str
    kind: str
    paytable: str
    wager_cents: Cents
    levels: Mapping[str, LevelState]
    house_prizes: Mapping[str, Cents]
    executive_above_cents: Cents
    lock_at_mark: bool
    bets: int = 0
    pending: frozenset[str] = frozenset()
    status: str = "open"  # open, suspended, retired


@dataclass(frozen=True, slots=True)
class RoundState:
    """An open round. `hits` are the awarded marks that pay envy, `unmoved` the awards of an older
    keypad whose meters still have to move."""

    number: int
    seq: int
    spots: frozenset[Spot]
    contributions: tuple[Contribution, ...]
    takings: tuple[Taking, ...]
    marks: tuple[Mark, ...] = ()
    hits: tuple[Mark, ...] = ()
    awards: tuple[str, ...] = ()
    unmoved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """One table on the floor."""

    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str
    order: tuple[int, ...]
    dealer: str = ""
    key: str = "RUN"
    key_badge: str = ""
    paused: bool = False
    rounds: int = 0
    round: RoundState | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class AwardState:
    """A recorded award: where it stands on its way to the winner."""

    award: Award
    table: str
    round: int
    seq: int
    status: str  # recorded, moved, paid, backed out
    movement: Movement | None = None


@dataclass(frozen=True, slots=True)
class ChangeState:
    """A change that somebody asked for; `role` is what he was then."""

    change: str
    before: Change
    after: Change
    warnings: tuple[str, ...]
    reason: str
    badge: str
    role: str
    status: str = "requested"  # requested, approved, rejected, withdrawn, applied
    approved_by: str = ""


class Entries(Generic[Value]):
    """Values by name, on top of an older set of them that stays as it is."""

    def __init__(self, below: Entries[Value] | None = None) -> None:
        self._own: dict[str, Value] = {}
        self._below = below

    def get(self, name: str) -> Value | None:
        """The newest value of that name."""
        found = self._own.get(name)
        if found is None and self._below is not None:
            return self._below.get(name)
        return found

    def put(self, name: str, value: Value) -> None:
        """A newer value."""
        self._own[name] = value

    def any(self) -> bool:
        """Whether there is a value at all."""
        return bool(self._own) or (self._below is not None and self._below.any())

    def items(self) -> Iterator[tuple[str, Value]]:
        """All names with their newest values."""
        merged = dict(self._below.items()) if self._below is not None else {}
        yield from sorted((merged | self._own).items())

    def adopt(self) -> None:
        """Hand everything down."""
        assert self._below is not None
        for name, value in self._own.items():
            self._below.put(name, value)


class State:
    """The whole floor. `seq` is the number of the last event."""

    def __init__(self, below: State | None = None) -> None:
        self._below = below
        self.seq: int = below.seq if below else 0
        self.badges: Entries[Badge] = Entries(below.badges if below else None)
        self.tables: Entries[TableState] = Entries(below.tables if below else None)
        self.jackpots: Entries[JackpotState] = Entries(below.jackpots if below else None)
        self.awards: Entries[AwardState] = Entries(below.awards if below else None)
        self.balances: Entries[Micros] = Entries(below.balances if below else None)
        self.changes: Entries[ChangeState] = Entries(below.changes if below else None)
        self.site: SiteState | None = below.site if below else None

    def draft(self) -> State:
        """A state on top of this one, to rehearse on."""
        return State(self)

    def adopt(self) -> None:
        """What was rehearsed has become durable: hand it down."""
        assert self._below is not None
        for part in (self.badges, self.tables, self.jackpots, self.awards, self.balances):
            part.adopt()
        self.changes.adopt()
        self._below.site = self.site
        self._below.seq = self.seq

    def balance(self, account: str) -> Micros:
        """What stands on an account."""
        return self.balances.get(account) or Micros(0)

    def switch(self, name: str) -> Switch:
        """What the jurisdiction decided, or the strictest reading on a floor that was not told."""
        found = self.site.switches.get(name) if self.site is not None else None
        return found or strictest(name)

    # ---- what must be there, or the command is refused ----------------------------------------

    def badge(self, badge: str) -> Badge:
        """The badge, or BADGE_UNKNOWN, BADGE_REVOKED."""
        found = _there(self.badges.get(badge), "BADGE_UNKNOWN", badge, "this badge is not issued")
        if found.revoked:
            raise Refusal("BADGE_REVOKED", where=badge, reason="this badge was taken back")
        return found

    def table(self, table: str) -> TableState:
        """The table, or TABLE_UNKNOWN, TABLE_CLOSED."""
        found = _there(self.tables.get(table), "TABLE_UNKNOWN", table, "no such table")
        if found.closed:
            raise Refusal("TABLE_CLOSED", where=table, reason="this table is closed for good")
        return found

    def jackpot(self, jackpot: str) -> JackpotState:
        """The jackpot, or JACKPOT_UNKNOWN, JACKPOT_RETIRED."""
        found = _there(self.jackpots.get(jackpot), "JACKPOT_UNKNOWN", jackpot, "no such jackpot")
        if found.status == "retired":
            raise Refusal("JACKPOT_RETIRED", where=jackpot, reason="it is out of play for good")
        return found

    def award(self, award: str) -> AwardState:
        """The award, or AWARD_UNKNOWN."""
        return _there(self.awards.get(award), "AWARD_UNKNOWN", award, "no such award")

    def change(self, change: str) -> ChangeState:
        """The change, or CHANGE_UNKNOWN."""
        return _there(self.changes.get(change), "CHANGE_UNKNOWN", change, "nobody asked for it")


@cache
def _slots_of(made: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """How to read all fields of a class at once, and how to set each of them."""
    names = [field.name for field in fields(made)]
    setters = {name: getattr(made, name).__set__ for name in names}
    return attrgetter(*names), tuple(setters.values()), setters


def changed(value: Value, **changes: object) -> Value:
    """The same value with other fields, as `dataclasses.replace` in half the time: every replay
    makes millions of them."""
    kind: Any = type(value)
    read_all, set_all, setters = _slots_of(kind)
    made: Value = object.__new__(kind)
    for set_field, field_value in zip(set_all, read_all(value), strict=True):
        set_field(made, field_value)
    for name, field_value in changes.items():
        setters[name](made, field_value)
    return made


def _there(found: Value | None, code: str, name: str, reason: str) -> Value:
    if found is None:
        raise Refusal(code, where=name, reason=reason)
    return found
