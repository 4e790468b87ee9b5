"""Money between the jackpot bank accounts of a property and its hub (docs/wide.md)."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, EntryCents
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TypedText
from pitboss.floor.facts.permission import TWO_ACCOUNTANTS
from pitboss.money import Cents

SENT, RECEIVED = "sent", "received"  # the direction of money between a property and its hub


class RecordRemittance(Command):
    """Record money that went between the jackpot bank accounts of a property and its hub; each end
    records it under the bank's reference. `party` is the other end. A `reason` explains money that
    was sent but isn't owed now, such as in rows that this floor has lost: it has left."""

    permission = TWO_ACCOUNTANTS
    office = "wide"
    party: str
    direction: Coded
    cents: EntryCents
    reference: Reference
    day: BankDay
    badges: tuple[BadgeId, BadgeId]
    reason: TypedText = ""


class RemittanceRecorded(Event):
    """Money went to the other end, or came from there. A `reason` says why it was sent although it
    wasn't owed."""

    party: str
    direction: Coded
    cents: Cents
    reference: Reference
    day: Day
    badges: tuple[BadgeId, BadgeId]
    at_ms: int
    reason: TypedText = ""


class VoidRemittance(Command):
    """Take back a remittance that was entered wrong or never left."""

    permission = TWO_ACCOUNTANTS
    office = "wide"
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class RemittanceVoided(Event):
    """The inverse of a remittance, to the cent. Its reference stays used."""

    party: str
    direction: Coded
    cents: Cents
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
