"""The floor as it stands: a fold over its events.

A table, a jackpot, an award is an immutable value; the state holds the newest of each. A draft is a
state on top of another: what is applied to it is seen only through it, until it is adopted. So a
rehearsal costs what it touches, however large the floor is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, TypeVar

from pitboss.floor.values import (
    Award,
    Contribution,
    LevelSetting,
    Mark,
    Movement,
    Reading,
    Spot,
    Taking,
)
from pitboss.money import Cents, Micros
from pitboss.refusal import Refusal

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Badge:
    """Who may do what."""

    badge: str
    name: str
    role: str


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


@dataclass(frozen=True, slots=True)
class RoundState:
    """An open round. `hits` are the awarded marks that pay envy, `unmoved` the awards of an older
    keypad whose meters still have to move."""

    number: int
    seq: int
    spots: tuple[Spot, ...]
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


@dataclass(frozen=True, slots=True)
class AwardState:
    """A recorded award: where it stands on its way to the winner."""

    award: Award
    table: str
    round: int
    seq: int
    status: str  # recorded, moved, paid, backed out
    movement: Movement | None = None


class Entries(Generic[Value]):
    """Values by name, on top of an older set of them that stays as it is.

    `get` gives the newest value of a name, or none; without a set below it is the dictionary's own,
    because everything that is decided or replayed comes through it several times."""

    __slots__ = ("_below", "_own", "get")

    def __init__(self, below: Entries[Value] | None = None) -> None:
        self._own: dict[str, Value] = {}
        self._below = below
        self.get: Callable[[str], Value | None] = (
            self._own.get if below is None else self._get_newest
        )

    def _get_newest(self, name: str) -> Value | None:
        found = self._own.get(name)
        if found is None and self._below is not None:
            return self._below.get(name)
        return found

    def put(self, name: str, value: Value) -> None:
        """A newer value."""
        self._own[name] = value

    def items(self) -> Iterator[tuple[str, Value]]:
        """All names with their newest values."""
        merged = dict(self._below.items()) if self._below is not None else {}
        yield from sorted((merged | self._own).items())

    def adopt(self) -> None:
        """Hand everything down."""
        assert self._below is not None
        self._below._own.update(self._own)

    def rest_on(self, below: Entries[Value]) -> None:
        """Everything between has been handed down."""
        self._below = below


class State:
    """The whole floor. `seq` is the number of the last event."""

    def __init__(self, below: State | None = None) -> None:
        self._below = below
        self.seq: int = below.seq if below else 0
        self.badges: Entries[Badge] = Entries(below.badges if below else None)
        self.tables: Entries[TableState] = Entries(below.tables if below else None)
        self.jackpots: Entries[JackpotState] = Entries(below.jackpots if below else None)
        self.awards: Entries[AwardState] = Entries(below.awards if below else None)
        self.balances: Entries[int] = Entries(below.balances if below else None)

    def draft(self) -> State:
        """A state on top of this one, to rehearse on."""
        return State(self)

    def rest_on(self, below: State) -> None:
        """What this was rehearsed on has been handed down to `below`."""
        assert self._below is not None
        self._below = below
        self.badges.rest_on(below.badges)
        self.tables.rest_on(below.tables)
        self.jackpots.rest_on(below.jackpots)
        self.awards.rest_on(below.awards)
        self.balances.rest_on(below.balances)

    def adopt(self) -> None:
        """What was rehearsed has become durable: hand it down."""
        assert self._below is not None
        for part in (self.badges, self.tables, self.jackpots, self.awards, self.balances):
            part.adopt()
        self._below.seq = self.seq

    def balance(self, account: str) -> Micros:
        """What stands on an account."""
        return Micros(self.balances.get(account) or 0)

    # ---- what must be there, or the command is refused ----------------------------------------

    def badge(self, badge: str) -> Badge:
        """The badge, or BADGE_UNKNOWN."""
        found = self.badges.get(badge)
        if found is None:
            raise Refusal("BADGE_UNKNOWN", where=badge, reason="this badge is not issued")
        return found

    def table(self, table: str) -> TableState:
        """The table, or TABLE_UNKNOWN."""
        found = self.tables.get(table)
        if found is None:
            raise Refusal("TABLE_UNKNOWN", where=table, reason="no such table")
        return found

    def jackpot(self, jackpot: str) -> JackpotState:
        """The jackpot, or JACKPOT_UNKNOWN."""
        found = self.jackpots.get(jackpot)
        if found is None:
            raise Refusal("JACKPOT_UNKNOWN", where=jackpot, reason="no such jackpot")
        return found

    def award(self, award: str) -> AwardState:
        """The award, or AWARD_UNKNOWN."""
        found = self.awards.get(award)
        if found is None:
            raise Refusal("AWARD_UNKNOWN", where=award, reason="no such award")
        return found


def changed(value: Value, **changes: object) -> Value:
    """The same value with other fields, as `dataclasses.replace` in a third of the time: every
    replay makes millions of them."""
    kind: Any = value.__class__
    made: Value = _changer(kind, *changes)(value, *changes.values())
    return made


@cache
def _changer(kind: Any, *names: str) -> Callable[..., Any]:
    """Straight-line source that copies a value slot by slot, some of them from its arguments."""
    every = [field.name for field in fields(kind)]
    assert set(names) <= set(every), f"{kind.__name__} has no {set(names) - set(every)}"
    lines = [f"def change({', '.join(['value', *names])}):", " made = new(kind)"]
    lines += [f" set_{name}(made, {name if name in names else f'value.{name}'})" for name in every]
    used: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in every}
    used |= {"new": object.__new__, "kind": kind}
    exec("\n".join([*lines, " return made"]), used)  # noqa: S102 - our own text
    made: Callable[..., Any] = used["change"]
    return made
