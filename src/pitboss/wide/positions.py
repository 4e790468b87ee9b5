"""Positions between a floor and the other end of its shared jackpots: as a property with its hub,
or as a hub with each of its properties; what was collected, won and paid, and who owes whom."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros, shown_down
from pitboss.wide.facts.sharing import LevelSum, StatementRow, each_cents
from pitboss.wide.postings import HUB_PAID, PROPERTY, owed_to
from pitboss.wide.state import (
    ClaimState,
    PropertyState,
    WideState,
    claims_of,
    grants_of,
    properties_of,
    wide_of,
)
from pitboss.wide.sums import collect_sums


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyPosition:
    """What passed between a property and its hub, in micros: `owes_micros` is what the property
    owes; if negative, the hub owes it."""

    name: str
    collected_micros: Micros
    won_micros: Micros
    paid_micros: Micros  # to the hub; negative: from it
    owes_micros: Micros

    @property
    def row(self) -> tuple[str, Cents, Cents, Cents, Cents]:
        """The same in whole cents, all rounded like the collected amount, so that the columns add
        up."""
        amounts = (self.collected_micros, self.won_micros, self.paid_micros, self.owes_micros)
        return self.name, *map(shown_down, amounts)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtProperty:
    """A floor as a property of its hub."""

    wide: WideState
    sums: tuple[LevelSum, ...]
    won: dict[tuple[str, str], Micros]  # by jackpot and level
    claims: tuple[ClaimState, ...]  # newest first
    position: PropertyPosition


@dataclass(frozen=True, slots=True, kw_only=True)
class AtHub:
    """A floor as the hub of its properties."""

    properties: tuple[PropertyState, ...]
    positions: tuple[PropertyPosition, ...]

    @property
    def expected(self) -> tuple[str, ...]:
        """The properties that nobody has given up."""
        return tuple(each.property for each in self.properties if not each.given_up)

    @property
    def held(self) -> tuple[tuple[PropertyState, StatementRow], ...]:
        """The properties that two people must decide about, with the statement that shows why."""
        found = ((each, each.fork or each.held) for each in self.properties)
        return tuple((each, stated) for each, stated in found if stated is not None)


def position_rows(state: State) -> list[tuple[str, Cents, Cents, Cents, Cents]]:
    """Who owes whom, for every page and report: a property with its hub, a hub with each of its
    properties; empty if this floor shares no jackpot."""
    here, hub = at_property(state), at_hub(state)
    found = hub.positions if hub is not None else ()
    return [each.row for each in ((here.position,) if here is not None else found)]


def at_property(state: State) -> AtProperty | None:
    """This floor's position with its hub; None if it has joined none."""
    if not wide_of(state).hub:
        return None
    sums = collect_sums(state)
    won = {
        (each.jackpot, each.level): Micros(-state.balance(f"hub:{each.jackpot}:{each.level}"))
        for each in sums
    }
    owes = owed_to(state, wide_of(state).hub)
    claims = sorted((claim for _, claim in claims_of(state).items()), key=lambda each: -each.seq)
    position = PropertyPosition(
        name=wide_of(state).property,
        collected_micros=Micros(sum(sum(each.net_micros) for each in sums)),
        won_micros=Micros(sum(won.values())),
        paid_micros=Micros(-state.balance(HUB_PAID)),
        owes_micros=owes,
    )
    return AtProperty(
        wide=wide_of(state), sums=sums, won=won, claims=tuple(claims), position=position
    )


def at_hub(state: State) -> AtHub | None:
    """This floor's position with its properties; None if it isn't a hub."""
    properties = tuple(found for _, found in properties_of(state).items())
    if not properties:
        return None
    granted: dict[str, int] = {}
    for _, grant in grants_of(state).items():
        cents = each_cents(grant) * len(grant.seats)
        granted[grant.property] = granted.get(grant.property, 0) + cents
    positions = [_position(state, each, granted.get(each.property, 0)) for each in properties]
    return AtHub(properties=properties, positions=tuple(positions))


def _position(state: State, found: PropertyState, granted_cents: int) -> PropertyPosition:
    """A property owes what was posted for it, less what it was granted and has paid."""
    owes = -state.balance(f"{PROPERTY}{found.property}")
    won = micros(Cents(granted_cents))
    paid = _paid_micros(state, found.property)
    return PropertyPosition(
        name=found.property,
        collected_micros=Micros(owes + won + paid),
        won_micros=won,
        paid_micros=Micros(paid),
        owes_micros=Micros(owes),
    )


def _paid_micros(state: State, name: str) -> int:
    entries = (entry for _, entry in state.bank_entries.items() if entry.party == name)
    return sum(micros(Cents(entry.cents - entry.corrected_cents)) for entry in entries)
