"""What a floor knows of its hub, and a hub of its properties (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pitboss.floor.facts.values import Mark
from pitboss.floor.facts.wide import (
    FORKED,
    HELD,
    OPEN,
    REFUSED,
    LevelSum,
    StatementRow,
    WideReading,
)
from pitboss.money import Cents

RECENT_MOST = 16  # statements whose digests a hub remembers


class WaitingStatement(Struct, frozen=True, gc=False):
    """A statement that the hub has not acknowledged, by the row that it was made in."""

    number: int
    seq: int
    claims: tuple[str, ...]


class WideState(Struct, frozen=True, gc=False):
    """A floor as a property of a hub; one that is none has no hub.

    `taken` is what voids took back, by `level_name`: given less taken is what the meters hold."""

    hub: str = ""
    property: str = ""
    key: str = ""
    number: int = 0  # of the last statement made
    row: int = 0  # that it was made in
    made_ms: int = 0
    stated: tuple[LevelSum, ...] = ()
    waiting: tuple[WaitingStatement, ...] = ()
    taken: Mapping[str, tuple[int, int]] = {}
    asked_ms: int = -1  # for the answer that is known
    heard_ms: int = -1  # when it came
    lease_until_ms: int = -1
    hub_seq: int = 0
    hub_hash: str = ""
    standing: str = ""
    readings: tuple[WideReading, ...] = ()

    def has_lease(self, at_ms: int) -> bool:
        """Whether wide wagers may be taken. A clock that was set back ends a lease too."""
        return self.asked_ms <= at_ms < self.lease_until_ms

    def shown_cents(self, jackpot: str, level: str) -> Cents | None:
        """What the hub's meter showed when it last answered; none before it did."""
        for each in self.readings:
            if (each.jackpot, each.level) == (jackpot, level):
                return each.cents
        return None


class ClaimState(Struct, frozen=True, gc=False):
    """A hit that was claimed here; `awards` are empty while its amount is being verified."""

    claim: str
    table: str
    round: int
    mark: Mark
    badge: str
    dealer: str
    seq: int
    awards: tuple[str, ...] = ()
    each_cents: Cents = Cents(0)


class PropertyState(Struct, frozen=True, gc=False):
    """A property as its hub knows it: its last statement that was posted, and the one that is held
    or has shown a fork, if there is one."""

    hub: str
    property: str
    key: str
    tables: int
    seats: int
    rounds_an_hour: int
    jackpots: tuple[str, ...]
    made_ms: int  # of the last statement; before the first, when it was admitted
    number: int = 0
    seq: int = 0
    hash: str = ""
    sums: tuple[LevelSum, ...] = ()
    claims: tuple[str, ...] = ()  # of the last statement
    recent: tuple[tuple[int, str], ...] = ()  # the last numbers with their digests
    held: StatementRow | None = None
    fork: StatementRow | None = None
    refused: str = ""  # why two people refused the statement that is held


def standing_of(found: PropertyState) -> str:
    """Whether a property's wagers may count."""
    if found.fork is not None:
        return FORKED
    if found.held is None:
        return OPEN
    return REFUSED if found.refused else HELD


def level_name(jackpot: str, level: str) -> str:
    """By which sums of a level are kept."""
    return f"{jackpot}:{level}"


def grant_name(property_name: str, claim: str) -> str:
    """By which a hub keeps what it granted."""
    return f"{property_name} {claim}"
