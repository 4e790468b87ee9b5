"""People: badges, who works where, and who was turned away."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CHANGERS,
    CONCERNED,
    CONSOLE,
    DEALERS,
    OWN_PAGE,
    RELIEF,
    Permission,
)
from pitboss.floor.facts.values import NOBODY, ROLES


class IssueBadge(Command):
    """Give a person a role; on a running floor two others must agree. `ends_ms` is when the badge
    ends by itself, 0 where it does not; an inspector's always does."""

    permission = Permission(
        at=(ANYWHERE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
        before_opening=True,
    )
    badge: str
    name: str
    role: str
    ends_ms: int = 0
    by: tuple[str, str] = NOBODY


class BadgeIssued(Event):
    """A person was given a role, until `ends_ms` where that is not 0."""

    badge: str
    name: str
    role: str
    ends_ms: int
    by: tuple[str, str]


class ChangeBadge(Command):
    """Change a person's name or role, or when the badge ends by itself: 0 is never; without it, as
    before."""

    permission = Permission(
        at=(ANYWHERE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    name: str
    role: str
    ends_ms: int | None = None
    reason: str
    by: tuple[str, str]


class BadgeChanged(Event):
    """A person's name or role has changed, or when the badge ends by itself."""

    badge: str
    name_before: str
    role_before: str
    ends_before_ms: int
    name: str
    role: str
    ends_ms: int
    reason: str
    by: tuple[str, str]


class RevokeBadge(Command):
    """Revoke a badge."""

    permission = Permission(
        at=(ANYWHERE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    reason: str
    by: tuple[str, str]


class BadgeRevoked(Event):
    """A badge was revoked; it stays in the record."""

    badge: str
    reason: str
    by: tuple[str, str]


class RenewKeys(Command):
    """Give a badge a new PIN and card. Who makes them could be that person for a while."""

    permission = Permission(
        at=(OWN_PAGE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    reason: str
    by: tuple[str, str]


class KeysRenewed(Event):
    """A badge has a new PIN and card; neither is in the record."""

    badge: str
    reason: str
    by: tuple[str, str]


class NotePin(Command):
    """A badge has another PIN: its owner changed it, or the command line made it, or PIN and card.
    The server notes it; `changed_ms` is when it was done, which may be while no server ran."""

    permission = Permission()
    badge: str
    place: str
    changed_ms: TimeMs
    keys_sha256: str


class PinChanged(Event):
    """A badge has another PIN, which is not in the record; `place` is where it was made: the page
    of its owner, the office, or the command line of the server, `changed_ms` when. `keys_sha256`
    is over the slow digest of the PIN and the card's: no other PIN or card is taken."""

    badge: str
    place: str
    changed_ms: int
    keys_sha256: str


class SignIn(Command):
    """A dealer takes a table, between rounds and at the table itself (PS-9). A relief is a swipe
    that nobody asked for, so that only a dealer's own card takes the table by it."""

    permission = Permission(
        at=(CONSOLE,), roles=DEALERS, badge_field="badge", narrowed_by=(RELIEF,)
    )
    table: str
    badge: str
    relief: bool = False


class DealerSignedIn(Event):
    """A dealer has taken a table."""

    table: str
    badge: str


class SignOut(Command):
    """A dealer leaves a table."""

    permission = Permission(at=(CONSOLE,))
    table: str


class DealerSignedOut(Event):
    """A dealer has left a table."""

    table: str
    badge: str


class SignOn(Command):
    """A person signs on at pit or office; no session counts but one on record. It is alone where it
    ends the badge's older ones."""

    permission = Permission(at=(OWN_PAGE,), roles=ROLES, badge_field="badge")
    badge: str
    device: str
    session_sha256: str
    alone: bool = False


class PersonSignedOn(Event):
    """A person signed on at pit or office; `alone` where that ended the badge's older sessions."""

    badge: str
    device: str
    session_sha256: str
    alone: bool = False


class SignOff(Command):
    """A person signs off at pit or office."""

    permission = Permission(at=(OWN_PAGE,), roles=ROLES, badge_field="badge")
    badge: str
    device: str
    session_sha256: str


class PersonSignedOff(Event):
    """A person signed off at pit or office."""

    badge: str
    device: str
    session_sha256: str


UNKNOWN_BADGE = "unknown badge"  # whoever was turned away typed something that is no badge
PRESSED = "POST /api/commands/"  # how the record of a try begins that was a command


class RefuseAccess(Command):
    """Record that the server or a device turned somebody away (PS-60)."""

    permission = Permission()
    what: str
    who: str
    device: str
    code: str
    reason: str


class AccessRefused(Event):
    """The server or a device turned somebody away (PS-60)."""

    what: str
    who: str
    device: str
    code: str
    reason: str

    @property
    def tried(self) -> str:
        """The command that was tried, by its name; of a page, its address."""
        return self.what.removeprefix(PRESSED)
