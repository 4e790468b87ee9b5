"""What may be asked of the site beside its rounds: its law, badges, jackpots that stand still, and
changes of the running floor."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.asking import Asked as _Command
from pitboss.floor.values import NOBODY, Change, Switch


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSite(_Command):
    """Say what house this is and what its jurisdiction decided; later, that this has changed."""

    name: str
    currency: str
    time_zone: str
    profile: str
    switches: tuple[Switch, ...]
    reason: str = ""
    by: tuple[str, str] = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueBadge(_Command):
    """Give a person a role; on a running floor two others agree to it."""

    badge: str
    name: str
    role: str
    by: tuple[str, str] = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBadge(_Command):
    """Give a person another name or role."""

    badge: str
    name: str
    role: str
    reason: str
    by: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeBadge(_Command):
    """A badge is good for nothing from now on."""

    badge: str
    reason: str
    by: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewKeys(_Command):
    """A badge gets another PIN and card. Who makes them could be that person for a while."""

    badge: str
    reason: str
    by: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendJackpot(_Command):
    """Take no more wagers on a jackpot; open rounds go on."""

    jackpot: str
    badge: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeJackpot(_Command):
    """Take wagers on a jackpot again."""

    jackpot: str
    badge: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChange(_Command):
    """Ask for a change of the running floor. The warnings are what the exact mathematics says of
    it, the proof what was proven of a link it makes; both are worked out by who asks."""

    what: Change
    reason: str
    warnings: tuple[str, ...] = ()
    proof: str = ""
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveChange(_Command):
    """A second person agrees to a change."""

    change: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectChange(_Command):
    """Somebody who could have agreed does not."""

    change: str
    badge: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawChange(_Command):
    """Who asked for a change does so no longer."""

    change: str
    badge: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyChange(_Command):
    """Make an approved change, between rounds."""

    change: str
    badge: str
