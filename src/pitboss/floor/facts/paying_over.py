"""What the house keeps of prizes for others, and pays over to them (PS-67)."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, EntryCents
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TypedText
from pitboss.floor.facts.permission import TWO_ACCOUNTANTS
from pitboss.money import Cents

# What is kept for others, by its account: tax for the tax office, forfeited prizes for whom the
# rule names, prizes that nobody claimed for the state.
FORFEITED = "forfeited"
KEPT_FOR_OTHERS = ("withheld", FORFEITED, "unclaimed")


class PayOver(Command):
    """Pay money kept for someone else over to its owner. `purpose` is what it was kept as,
    `reference` what the receiver calls it, such as the number of EFTPS."""

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
    """The inverse of what was entered as paid over, to the cent. Its reference stays used."""

    in_outbox = True
    purpose: Coded
    cents: Cents
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
