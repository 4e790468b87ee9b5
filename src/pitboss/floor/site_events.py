"""What can have happened to a running site: who may do what, and what changed under its rules."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pitboss.floor.values import Change, Movement, Switch


class SiteOpened(Struct, frozen=True, kw_only=True, gc=False):
    """The floor knows its house and what its jurisdiction decided; the newest one holds."""

    kind: ClassVar[str] = "site-opened"
    version: ClassVar[int] = 1
    name: str
    currency: str
    time_zone: str
    profile: str
    switches: tuple[Switch, ...]
    reason: str
    by: tuple[str, str]


class BadgeIssued(Struct, frozen=True, kw_only=True, gc=False):
    """A person has a role."""

    kind: ClassVar[str] = "badge-issued"
    version: ClassVar[int] = 2
    badge: str
    name: str
    role: str
    by: tuple[str, str]


class BadgeChanged(Struct, frozen=True, kw_only=True, gc=False):
    """A person has another name or role."""

    kind: ClassVar[str] = "badge-changed"
    version: ClassVar[int] = 1
    badge: str
    name_before: str
    role_before: str
    name: str
    role: str
    reason: str
    by: tuple[str, str]


class BadgeRevoked(Struct, frozen=True, kw_only=True, gc=False):
    """A badge is good for nothing any more, and stays in the record."""

    kind: ClassVar[str] = "badge-revoked"
    version: ClassVar[int] = 1
    badge: str
    reason: str
    by: tuple[str, str]


class KeysRenewed(Struct, frozen=True, kw_only=True, gc=False):
    """A badge has another PIN and card; neither is in the record."""

    kind: ClassVar[str] = "keys-renewed"
    version: ClassVar[int] = 1
    badge: str
    reason: str
    by: tuple[str, str]


class JackpotSuspended(Struct, frozen=True, kw_only=True, gc=False):
    """No wagers are taken on a jackpot."""

    kind: ClassVar[str] = "jackpot-suspended"
    version: ClassVar[int] = 1
    jackpot: str
    badge: str
    reason: str


class JackpotResumed(Struct, frozen=True, kw_only=True, gc=False):
    """Wagers are taken on a jackpot again."""

    kind: ClassVar[str] = "jackpot-resumed"
    version: ClassVar[int] = 1
    jackpot: str
    badge: str
    reason: str


class ChangeRequested(Struct, frozen=True, kw_only=True, gc=False):
    """Somebody asks for a change, with what he was warned of; nothing has changed yet."""

    kind: ClassVar[str] = "change-requested"
    version: ClassVar[int] = 1
    change: str
    before: Change
    after: Change
    warnings: tuple[str, ...]
    proof: str
    reason: str
    badge: str


class ChangeApproved(Struct, frozen=True, kw_only=True, gc=False):
    """A second person agrees to a change."""

    kind: ClassVar[str] = "change-approved"
    version: ClassVar[int] = 1
    change: str
    badge: str


class ChangeRejected(Struct, frozen=True, kw_only=True, gc=False):
    """A change will not be made."""

    kind: ClassVar[str] = "change-rejected"
    version: ClassVar[int] = 1
    change: str
    badge: str
    reason: str


class ChangeWithdrawn(Struct, frozen=True, kw_only=True, gc=False):
    """Who asked for a change does so no longer."""

    kind: ClassVar[str] = "change-withdrawn"
    version: ClassVar[int] = 1
    change: str
    badge: str
    reason: str


class ChangeApplied(Struct, frozen=True, kw_only=True, gc=False):
    """An approved change is made; money that it moved stays with the players (GLI-13)."""

    kind: ClassVar[str] = "change-applied"
    version: ClassVar[int] = 1
    change: str
    before: Change
    after: Change
    movements: tuple[Movement, ...]
    badge: str
