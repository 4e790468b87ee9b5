"""What the house keeps from prizes for others, and pays over (PS-67)."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, EntryCents
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TypedText
from pitboss.floor.facts.permission import TWO_ACCOUNTANTS
from pitboss.money import Cents

# What is kept for others, by account: tax for the tax office, forfeited prizes for the payees the
# rule names, unclaimed prizes for the state.
FORFEITED = "forfeited"
KEPT_FOR_OTHERS = ("withheld", FORFEITED, "unclaimed")


class PayOver(Command):
    """Pay money kept for someone else over to its owner. `purpose` is why it was kept, `reference`
    is the receiver's, such as the EFTPS number."""

    permission = TWO_ACCOUNTANTS
    purpose: Coded
    cents: EntryCents
    to: str
    reference: Reference
    day: BankDay
    badges: tuple[BadgeId, BadgeId]


class PaidOver(Event):
    """Money kept for someone else was paid over."""

    in_outbox = True
    purpose: Coded
    cents: Cents
    to: str
    reference: Reference
    day: Day
    badges: tuple[BadgeId, BadgeId]


class VoidPayOver(Command):
    """Two people take back a wrong entry of money paid over, or money that came back."""

    permission = TWO_ACCOUNTANTS
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PayOverVoided(Event):
    """The inverse of an entry of money paid over, to the cent. Its reference stays used."""

    in_outbox = True
    purpose: Coded
    cents: Cents
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
