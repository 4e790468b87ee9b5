"""Lost rows of shared jackpots: contributions and claims in rows that a restored property no longer
has, and properties that don't come back (docs/wide.md)."""

from __future__ import annotations

from typing import ClassVar

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import AwardId, BadgeId, OpenName, TypedText
from pitboss.floor.facts.permission import TWO_APPROVERS, Permission
from pitboss.floor.facts.values import Movement
from pitboss.money import Micros
from pitboss.wide.facts.sharing import Grant, HubRow

# ---- at a property ------------------------------------------------------------------------------


class RestsRecorded(Event):
    """What wagers gave in rows that this floor has lost, and the hub has on its meters: it was
    collected here, and is owed to the hub. `number` is the statement that lacked it."""

    moves_by = "contributions"
    in_outbox = True
    number: int
    movements: tuple[Movement, ...]


class GrantsLost(Event):
    """The hub has granted claims that this floor has lost with its rows: two people take over each
    of them. `number` is the statement that lacked them."""

    number: int
    grants: tuple[Grant, ...]


class TakeOverGrant(Command):
    """Owe a winner what the hub has granted for a claim that this floor has lost."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    claim: OpenName
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class GrantTakenOver(Event):
    """Two people have taken over a grant whose round is lost: `awards` are recorded next. Row
    `told_seq` has the hub's signed answer."""

    grant: Grant
    awards: tuple[AwardId, ...]
    told_seq: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


# ---- at the hub ---------------------------------------------------------------------------------


class PropertyHeard(Event):
    """A property reports for the first time that it has heard of a row of the engine that leads
    this hub now: it knows of no row that the hub has lost."""

    property: OpenName
    heard: HubRow


class ClaimRepeated(Event):
    """A restored property claims a wager again that this hub granted, under the name `before`, in
    rows the property has lost. If the property shows that it was granted another amount, by rows
    that the hub has lost, `movement` is the difference; then `before` may be the property's own
    name for it."""

    in_outbox = True
    grant: Grant
    before: OpenName
    movement: Movement | None = None


class GiveUpProperty(Command):
    """Stop waiting for a property that doesn't come back, until it is admitted again."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    property: OpenName
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PropertyGivenUp(Event):
    """Two people have given a property up, with the cost: `owes_micros` is what it owes this hub,
    or is owed if negative; `claims` were stated and not granted. What the hub granted it by the row
    `lost` and later is unknown, and still on the meters."""

    property: OpenName
    owes_micros: Micros
    claims: tuple[OpenName, ...]
    lost: HubRow | None
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
