"""People: badges, who works where, and who was turned away."""

from __future__ import annotations

from typing import ClassVar

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CHANGERS,
    CONCERNED,
    CONSOLE,
    DEALERS,
    OWN_PAGE,
    STAFF,
    Permission,
)
from pitboss.floor.facts.values import NOBODY


class IssueBadge(Command, frozen=True, kw_only=True, gc=False, tag="issue-badge"):
    """Give a person a role; on a running floor two others agree to it."""

    permission: ClassVar[Permission] = Permission(
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
    by: tuple[str, str] = NOBODY


class BadgeIssued(Event, frozen=True, kw_only=True, gc=False, tag="badge-issued"):
    """A person has a role."""

    badge: str
    name: str
    role: str
    by: tuple[str, str]


class ChangeBadge(Command, frozen=True, kw_only=True, gc=False, tag="change-badge"):
    """Give a person another name or role."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    name: str
    role: str
    reason: str
    by: tuple[str, str]


class BadgeChanged(Event, frozen=True, kw_only=True, gc=False, tag="badge-changed"):
    """A person has another name or role."""

    badge: str
    name_before: str
    role_before: str
    name: str
    role: str
    reason: str
    by: tuple[str, str]


class RevokeBadge(Command, frozen=True, kw_only=True, gc=False, tag="revoke-badge"):
    """A badge is good for nothing from now on."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    reason: str
    by: tuple[str, str]


class BadgeRevoked(Event, frozen=True, kw_only=True, gc=False, tag="badge-revoked"):
    """A badge is good for nothing any more, and stays in the record."""

    badge: str
    reason: str
    by: tuple[str, str]


class RenewKeys(Command, frozen=True, kw_only=True, gc=False, tag="renew-keys"):
    """A badge gets another PIN and card. Who makes them could be that person for a while."""

    permission: ClassVar[Permission] = Permission(
        at=(OWN_PAGE,),
        roles=CHANGERS,
        badge_field="by",
        one_is="executive",
        differs_from=(CONCERNED,),
    )
    badge: str
    reason: str
    by: tuple[str, str]


class KeysRenewed(Event, frozen=True, kw_only=True, gc=False, tag="keys-renewed"):
    """A badge has another PIN and card; neither is in the record."""

    badge: str
    reason: str
    by: tuple[str, str]


class SignIn(Command, frozen=True, kw_only=True, gc=False, tag="sign-in"):
    """A dealer takes a table, between rounds and at the table itself (PS-9)."""

    permission: ClassVar[Permission] = Permission(at=(CONSOLE,), roles=DEALERS, badge_field="badge")
    table: str
    badge: str


class DealerSignedIn(Event, frozen=True, kw_only=True, gc=False, tag="dealer-signed-in"):
    """A dealer has taken a table."""

    table: str
    badge: str


class SignOut(Command, frozen=True, kw_only=True, gc=False, tag="sign-out"):
    """A dealer leaves a table."""

    permission: ClassVar[Permission] = Permission(at=(CONSOLE,))
    table: str


class DealerSignedOut(Event, frozen=True, kw_only=True, gc=False, tag="dealer-signed-out"):
    """A dealer has left a table."""

    table: str
    badge: str


class SignOn(Command, frozen=True, kw_only=True, gc=False, tag="sign-on"):
    """A person begins to work at the office."""

    permission: ClassVar[Permission] = Permission(at=(OWN_PAGE,), roles=STAFF, badge_field="badge")
    badge: str
    device: str


class PersonSignedOn(Event, frozen=True, kw_only=True, gc=False, tag="person-signed-on"):
    """A person works at the office."""

    badge: str
    device: str


class SignOff(Command, frozen=True, kw_only=True, gc=False, tag="sign-off"):
    """A person ends work at the office."""

    permission: ClassVar[Permission] = Permission(at=(OWN_PAGE,), roles=STAFF, badge_field="badge")
    badge: str
    device: str


class PersonSignedOff(Event, frozen=True, kw_only=True, gc=False, tag="person-signed-off"):
    """A person has left the office."""

    badge: str
    device: str


class RefuseAccess(Command, frozen=True, kw_only=True, gc=False, tag="refuse-access"):
    """An edge turned somebody away: keep it (PS-60)."""

    permission: ClassVar[Permission] = Permission()
    what: str
    who: str
    device: str
    code: str
    reason: str


class AccessRefused(Event, frozen=True, kw_only=True, gc=False, tag="access-refused"):
    """An edge turned somebody away (PS-60)."""

    what: str
    who: str
    device: str
    code: str
    reason: str
