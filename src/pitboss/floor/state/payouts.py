"""What the floor keeps of payouts beside the awards: the steps that were taken, what was won in a
round, forms for envy, and people as far as the journal knows them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import EnvyPay, IdentityNote
from pitboss.money import Cents


class StepNote(Struct, frozen=True, gc=False):
    """A step of a payout: by whom and when it was done, or why somebody left it out."""

    step: str
    badge: str
    at_ms: int
    skipped: str = ""


class EnvyForm(Struct, frozen=True, gc=False):
    """Whose the envy of a wager was that won nothing else, and the tax that the house has kept of
    it, or bears; `identical_seats` are the same bettor's."""

    seat: int
    jackpot: str
    person: str
    withheld_cents: Cents
    borne_cents: Cents = Cents(0)
    reported_cents: Cents = Cents(0)
    identical_seats: tuple[int, ...] = ()
    state_cents: Cents = Cents(0)  # of its tax, what the state gets


class RoundWins(Struct, frozen=True, gc=False):
    """What was won in a round, for the tax office: what one wager won is added up."""

    awards: tuple[str, ...] = ()
    envy: tuple[EnvyPay, ...] = ()
    forms: tuple[EnvyForm, ...] = ()


def round_name(table: str, number: int) -> str:
    """By which the state keeps what was won in a round."""
    return f"{table} {number}"


class PersonState(Struct, frozen=True, gc=False):
    """A person whose data the vault keeps, as far as the journal knows him: what he showed, the tax
    number that he gave, whether he is old enough, and the last day on which nobody may purge his
    data. He is on record once something is about him that must be kept: a payment, voided or not, a
    form, a forfeited prize, a dispute. Whoever is not was entered by mistake, or claims nothing."""

    person: str
    identities: tuple[IdentityNote, ...]
    tax_number: IdentityNote | None
    is_of_age: bool
    keep_until: str
    purged: bool = False
    on_record: bool = False
    lives_elsewhere: bool = False  # in another state than the house
