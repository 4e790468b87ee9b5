"""People whose data is in the vault: recorded, corrected, read, exported, purged.

The journal holds an id and, for each number, its kind, last four characters and keyed digest.
Names, addresses and dates of birth are only in the vault."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, Private, TypedText
from pitboss.floor.facts.permission import APPROVERS, OWN_PAGE, TWO_ON_A_PAGE, Permission
from pitboss.floor.facts.values import IdentityNote

CLEAR_READERS = ("executive", "accounting", "auditor")


class RecordPerson(Command):
    """A winner's data is in the vault; a new record of the same person replaces the older one."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badge")
    no_numbers = True
    person: Private[str]
    identities: Private[tuple[IdentityNote, ...]]
    tax_number: Private[IdentityNote | None] = None
    is_of_age: bool
    lives_elsewhere: bool = False  # in another state than the house
    badge: BadgeId


class PersonRecorded(Event):
    """A winner's data is in the vault and stays there until `keep_until`."""

    person: Private[str]
    identities: Private[tuple[IdentityNote, ...]]
    tax_number: Private[IdentityNote | None]
    is_of_age: bool
    lives_elsewhere: bool
    keep_until: str
    badge: BadgeId


class CorrectPerson(Command):
    """Two people correct a winner's data. `parts` are those that differ; `digest` is the keyed one
    of the whole record."""

    permission = TWO_ON_A_PAGE
    no_numbers = True
    person: Private[str]
    parts: tuple[str, ...]
    digest_before: str
    digest: str
    identities: Private[tuple[IdentityNote, ...]]
    tax_number: Private[IdentityNote | None] = None
    is_of_age: bool
    lives_elsewhere: bool = False  # in another state than the house
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PersonCorrected(Event):
    """A winner's data in the vault was corrected; the old record is kept beside it. Kinds, last
    fours and digests are those before and after."""

    person: Private[str]
    parts: tuple[str, ...]
    digest_before: str
    digest: str
    identities_before: tuple[IdentityNote, ...]
    identities: Private[tuple[IdentityNote, ...]]
    tax_number_before: IdentityNote | None
    tax_number: Private[IdentityNote | None]
    is_of_age: bool
    lives_elsewhere: bool
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ReadPerson(Command):
    """Read a person's plain data, with a reason."""

    permission = Permission(at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badge")
    no_numbers = True
    person: Private[str]
    reason: TypedText
    badge: BadgeId


class PersonRead(Event):
    """Somebody has read a person's plain data."""

    person: Private[str]
    reason: TypedText
    badge: BadgeId


class ExportPeople(Command):
    """Export people's data on request; who asked and why goes on record first."""

    permission = Permission(at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badge")
    no_numbers = True
    people: Private[tuple[str, ...]]
    reason: TypedText
    badge: BadgeId


class PeopleExported(Event):
    """People's data has left the house in an export."""

    people: Private[tuple[str, ...]]
    reason: TypedText
    badge: BadgeId


class PurgePerson(Command):
    """Destroy a person's data in the vault, with its key; the journal stays as it is. Records must
    first have reached their last day, unless nothing on record is about the person: someone entered
    by mistake, or whose claim was withdrawn."""

    permission = Permission(
        at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badges", one_is="executive"
    )
    no_numbers = True
    person: Private[str]
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PersonPurged(Event):
    """A person's data was destroyed; early if nothing on record was about that person."""

    person: Private[str]
    reason: TypedText
    is_early: bool = False
    badges: tuple[BadgeId, BadgeId]
