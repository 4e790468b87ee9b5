"""People whose data the vault keeps: recorded, corrected, read in clear, exported, purged.

The journal holds an id, and of each number its kind, its last four and a keyed digest. What a
person is called, where he lives and when he was born is in the vault alone."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import APPROVERS, OWN_PAGE, Permission
from pitboss.floor.facts.values import IdentityNote

CLEAR_READERS = ("executive", "accounting", "auditor")


class RecordPerson(Command):
    """A winner's data are in the vault; a new record of the same person takes the older one's
    place."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badge")
    no_numbers = True
    person: str
    identities: tuple[IdentityNote, ...]
    tax_number: IdentityNote | None = None
    is_of_age: bool
    lives_elsewhere: bool = False  # in another state than the house
    badge: str


class PersonRecorded(Event):
    """A winner's data are in the vault; nobody purges them up to `keep_until`."""

    person: str
    identities: tuple[IdentityNote, ...]
    tax_number: IdentityNote | None
    is_of_age: bool
    lives_elsewhere: bool
    keep_until: str
    badge: str


class CorrectPerson(Command):
    """A winner's data were typed wrong: two people put them right. `parts` are those that differ;
    `digest` is the keyed one of the whole record."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badges")
    no_numbers = True
    person: str
    parts: tuple[str, ...]
    digest_before: str
    digest: str
    identities: tuple[IdentityNote, ...]
    tax_number: IdentityNote | None = None
    is_of_age: bool
    lives_elsewhere: bool = False  # in another state than the house
    reason: str
    badges: tuple[str, str]


class PersonCorrected(Event):
    """A winner's data in the vault were put right, and the record as it was is kept beside them.
    Kinds, last fours and digests are those before and after."""

    person: str
    parts: tuple[str, ...]
    digest_before: str
    digest: str
    identities_before: tuple[IdentityNote, ...]
    identities: tuple[IdentityNote, ...]
    tax_number_before: IdentityNote | None
    tax_number: IdentityNote | None
    is_of_age: bool
    lives_elsewhere: bool
    reason: str
    badges: tuple[str, str]


class ReadPerson(Command):
    """Somebody reads a person's data in clear, and says why."""

    permission = Permission(at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badge")
    no_numbers = True
    person: str
    reason: str
    badge: str


class PersonRead(Event):
    """Somebody has read a person's data in clear."""

    person: str
    reason: str
    badge: str


class ExportPeople(Command):
    """An export holds people's data, because somebody asked for them and says why."""

    permission = Permission(at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badge")
    no_numbers = True
    people: tuple[str, ...]
    reason: str
    badge: str


class PeopleExported(Event):
    """People's data have left the house in an export."""

    people: tuple[str, ...]
    reason: str
    badge: str


class PurgePerson(Command):
    """Destroy a person's data in the vault, with their key; the journal stays as it is. It waits
    for the last day that records are kept, unless nothing on record is about the person: one who
    was entered by mistake, or whose claim was withdrawn."""

    permission = Permission(
        at=(OWN_PAGE,), roles=CLEAR_READERS, badge_field="badges", one_is="executive"
    )
    no_numbers = True
    person: str
    reason: str
    badges: tuple[str, str]


class PersonPurged(Event):
    """A person's data are destroyed; early where nothing on record was about him."""

    person: str
    reason: str
    is_early: bool = False
    badges: tuple[str, str]
