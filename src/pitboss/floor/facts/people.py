"""People: badges, who works where, and who was turned away."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.meanings import (
    BadgeId,
    Coded,
    DeviceId,
    Reference,
    RefusalCode,
    TableId,
    TypedText,
)
from pitboss.floor.facts.permission import (
    CONSOLE,
    DEALERS,
    OWN_PAGE,
    RELIEF,
    TWO_CHANGERS,
    Permission,
)
from pitboss.floor.facts.values import NOBODY, ROLES
from pitboss.refusal import Told, ToldValue


class IssueBadge(Command):
    """Give a person a role; on a running floor two others must agree. `ends_ms` is when the badge
    expires, 0 for never; an inspector's always does."""

    permission = replace(TWO_CHANGERS, before_opening=True)
    office = "badges"
    badge: BadgeId
    name: Reference
    role: Coded
    ends_ms: int = 0
    by: tuple[BadgeId, BadgeId] = NOBODY


class BadgeIssued(Event):
    """A person was given a role, until `ends_ms` unless that is 0."""

    badge: BadgeId
    name: Reference
    role: Coded
    ends_ms: int
    by: tuple[BadgeId, BadgeId]


class ChangeBadge(Command):
    """Change a person's name or role, or when the badge expires: 0 is never; empty leaves it as it
    was."""

    permission = TWO_CHANGERS
    office = "badges"
    badge: BadgeId
    name: Reference
    role: Coded
    ends_ms: int | None = None
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class BadgeChanged(Event):
    """A person's name, role or badge expiration has changed."""

    badge: BadgeId
    name_before: str
    role_before: Coded
    ends_before_ms: int
    name: Reference
    role: Coded
    ends_ms: int
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class RevokeBadge(Command):
    """Revoke a badge."""

    permission = TWO_CHANGERS
    office = "badges"
    badge: BadgeId
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class BadgeRevoked(Event):
    """A badge was revoked; it stays in the record."""

    badge: BadgeId
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class RenewKeys(Command):
    """Give a badge a new PIN and card. The people who make them could use them for a while."""

    permission = replace(TWO_CHANGERS, at=(OWN_PAGE,))
    office = "badges"
    badge: BadgeId
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class KeysRenewed(Event):
    """A badge has a new PIN and card; neither is in the record."""

    badge: BadgeId
    reason: TypedText
    by: tuple[BadgeId, BadgeId]


class NotePin(Command):
    """A badge has a new PIN: its owner changed it, or the command line made it, or both PIN and
    card. The server records it; `changed_ms` is when it was done, possibly while no server ran."""

    permission = Permission()
    badge: BadgeId
    place: Coded
    changed_ms: TimeMs
    keys_sha256: str


class PinChanged(Event):
    """A badge has a new PIN, which isn't in the record. `keys_sha256` covers the slow digests of
    the PIN and the card: no other PIN or card is accepted."""

    badge: BadgeId
    place: Coded
    changed_ms: int
    keys_sha256: str


class SignIn(Command):
    """A dealer takes a table, between rounds and at the table itself (PS-9). A relief is a swipe
    that nobody asked for, so it works only with a dealer's own card."""

    permission = Permission(
        at=(CONSOLE,), roles=DEALERS, badge_field="badge", narrowed_by=(RELIEF,)
    )
    table: TableId
    badge: BadgeId
    relief: bool = False


class DealerSignedIn(Event):
    """A dealer has taken a table."""

    table: TableId
    badge: BadgeId


class SignOut(Command):
    """A dealer leaves a table."""

    permission = Permission(at=(CONSOLE,))
    table: TableId


class DealerSignedOut(Event):
    """A dealer has left a table."""

    table: TableId
    badge: BadgeId


TRAINING = "training"  # in place of the device of a session that began before a floor went live


class SignOn(Command):
    """A person signs in at pit or office; only recorded sessions count. `alone` means it ends the
    badge's older ones."""

    permission = Permission(at=(OWN_PAGE,), roles=ROLES, badge_field="badge")
    badge: BadgeId
    device: DeviceId
    session_sha256: str
    alone: bool = False


class PersonSignedOn(Event):
    """A person signed in at pit or office; `alone` if that ended the badge's older sessions."""

    badge: BadgeId
    device: DeviceId
    session_sha256: str
    alone: bool = False


class SignOff(Command):
    """A person signs out at pit or office."""

    permission = Permission(at=(OWN_PAGE,), roles=ROLES, badge_field="badge")
    badge: BadgeId
    device: DeviceId
    session_sha256: str


class PersonSignedOff(Event):
    """A person signed out at pit or office."""

    badge: BadgeId
    device: DeviceId
    session_sha256: str


UNKNOWN_BADGE = "unknown badge"  # the person typed something that isn't a badge
PRESSED = "POST /api/commands/"  # how the record of an attempted command begins


class RefuseAccess(Command):
    """Record that the server or a device turned somebody away (PS-60)."""

    permission = Permission()
    what: str
    who: BadgeId
    device: DeviceId
    code: RefusalCode
    case: str = ""
    values: dict[str, ToldValue] = field(default_factory=dict)


class AccessRefused(Event):
    """The server or a device turned somebody away (PS-60)."""

    what: str
    who: BadgeId
    device: DeviceId
    code: RefusalCode
    case: str = ""
    values: dict[str, ToldValue] = field(default_factory=dict)

    @property
    def told(self) -> Told:
        """The reason they got, for the reader."""
        return Told(self.code, self.case, values=self.values)

    @property
    def tried(self) -> str:
        """The command that was tried, by name; for a page, its address."""
        return self.what.removeprefix(PRESSED)
