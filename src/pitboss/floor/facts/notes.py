"""Notes of the people who keep the books: on a prize, a gambling day, or an entry of the bank."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import PastDay, TextLimit
from pitboss.floor.facts.meanings import AwardId, BadgeId, Meaning, OpenName, Reference, TypedText
from pitboss.floor.facts.permission import APPROVERS, OWN_PAGE, Permission

MEDIA_TYPES = ("application/pdf", "image/png", "image/jpeg")
FILE_BYTES_MOST = 5_000_000
NoteText = Annotated[str, TextLimit(lines=True), Meaning.TYPED]


class NoteFile(Struct, frozen=True, kw_only=True):
    """A file attached to a note. Its content is in the site's folder; the digest seals it."""

    sha256: str
    media_type: OpenName
    file_name: TypedText
    size_bytes: int


class AddNote(Command):
    """Add a note to one thing: a prize, a gambling day, or a line or entry of the bank by its
    reference. The server has checked that it is there, and what the attached file is."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badge")
    office = "wins"
    award: AwardId = ""
    day: PastDay = ""
    reference: Reference = ""
    note: NoteText
    file: NoteFile | None = None
    badge: BadgeId


class NoteAdded(Event):
    """Somebody noted something; it changes nothing."""

    award: AwardId = ""
    day: PastDay = ""
    reference: Reference = ""
    note: NoteText
    file: NoteFile | None = None
    badge: BadgeId
