"""Money that goes between the jackpot bank accounts of a property and its hub (docs/wide.md)."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, EntryCents
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TypedText
from pitboss.floor.facts.permission import TWO_ACCOUNTANTS
from pitboss.money import Cents

SENT, RECEIVED = "sent", "received"  # which way money went between a property and its hub


class RecordRemittance(Command):
    """Money went between the jackpot bank accounts of a property and its hub; each end records it
    under the reference that the bank gave it. `party` is the other end. With a `reason` more may
    have been sent than is owed now, such as in rows that this floor has lost: it has left."""

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
    """Money went to the other end, or came from there. A `reason` says why it was sent though it is
    not owed."""

    party: str
    direction: Coded
    cents: Cents
    reference: Reference
    day: Day
    badges: tuple[BadgeId, BadgeId]
    at_ms: int
    reason: TypedText = ""


class VoidRemittance(Command):
    """Two people take back a remittance that was entered wrong or never left."""

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
