"""What the floor keeps of payouts besides awards: steps taken, a round's wins, forms for envy, and
people as far as the journal knows them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import EnvyPay, IdentityNote
from pitboss.money import Cents


class StepNote(Struct, frozen=True, gc=False):
    """A step of a payout: by whom and when it was done, or why someone skipped it."""

    step: str
    badge: str
    at_ms: int
    skipped: str = ""


class EnvyForm(Struct, frozen=True, gc=False):
    """Who got the envy of a wager that won nothing else, and the tax the house withheld or
    absorbed; `identical_seats` are the same bettor's."""

    seat: int
    jackpot: str
    person: str
    withheld_cents: Cents
    borne_cents: Cents = Cents(0)
    reported_cents: Cents = Cents(0)
    identical_seats: tuple[int, ...] = ()
    state_cents: Cents = Cents(0)  # the state's part of its tax


class RoundWins(Struct, frozen=True, gc=False):
    """A round's wins, for the tax office: what one wager won is added up."""

    awards: tuple[str, ...] = ()
    envy: tuple[EnvyPay, ...] = ()
    forms: tuple[EnvyForm, ...] = ()


def round_name(table: str, number: int) -> str:
    """The state's key for a round's wins."""
    return f"{table} {number}"


class PersonState(Struct, frozen=True, gc=False):
    """A person whose data is in the vault, as far as the journal knows them: documents shown, tax
    number, whether old enough, and the last day before a purge is allowed. A person is on record
    once something about them must be kept: a payment, voided or not, a form, a forfeited prize, a
    dispute. Anyone else was entered by mistake, or claims nothing."""

    person: str
    identities: tuple[IdentityNote, ...]
    tax_number: IdentityNote | None
    is_of_age: bool
    keep_until: str
    purged: bool = False
    on_record: bool = False
    lives_elsewhere: bool = False  # in another state than the house
