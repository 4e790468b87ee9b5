"""What may be asked of the site beside its rounds: its law, badges, jackpots that stand still, and
changes of the running floor."""

from __future__ import annotations

from pitboss.floor.asking import Asked as _Command
from pitboss.floor.values import NOBODY, Change, Switch


class OpenSite(_Command, frozen=True, kw_only=True, gc=False):
    """Say what house this is and what its jurisdiction decided; later, that this has changed."""

    name: str
    currency: str
    time_zone: str
    profile: str
    switches: tuple[Switch, ...]
    reason: str = ""
    by: tuple[str, str] = NOBODY


class IssueBadge(_Command, frozen=True, kw_only=True, gc=False):
    """Give a person a role; on a running floor two others agree to it."""

    badge: str
    name: str
    role: str
    by: tuple[str, str] = NOBODY


class ChangeBadge(_Command, frozen=True, kw_only=True, gc=False):
    """Give a person another name or role."""

    badge: str
    name: str
    role: str
    reason: str
    by: tuple[str, str]


class RevokeBadge(_Command, frozen=True, kw_only=True, gc=False):
    """A badge is good for nothing from now on."""

    badge: str
    reason: str
    by: tuple[str, str]


class RenewKeys(_Command, frozen=True, kw_only=True, gc=False):
    """A badge gets another PIN and card. Who makes them could be that person for a while."""

    badge: str
    reason: str
    by: tuple[str, str]


class SuspendJackpot(_Command, frozen=True, kw_only=True, gc=False):
    """Take no more wagers on a jackpot; open rounds go on."""

    jackpot: str
    badge: str
    reason: str


class ResumeJackpot(_Command, frozen=True, kw_only=True, gc=False):
    """Take wagers on a jackpot again."""

    jackpot: str
    badge: str
    reason: str


class RequestChange(_Command, frozen=True, kw_only=True, gc=False):
    """Ask for a change of the running floor. The warnings are what the exact mathematics says of
    it, the proof what was proven of a link it makes; both are worked out by who asks."""

    what: Change
    reason: str
    warnings: tuple[str, ...] = ()
    proof: str = ""
    badge: str


class ApproveChange(_Command, frozen=True, kw_only=True, gc=False):
    """A second person agrees to a change."""

    change: str
    badge: str


class RejectChange(_Command, frozen=True, kw_only=True, gc=False):
    """Somebody who could have agreed does not."""

    change: str
    badge: str
    reason: str


class WithdrawChange(_Command, frozen=True, kw_only=True, gc=False):
    """Who asked for a change does so no longer."""

    change: str
    badge: str
    reason: str


class ApplyChange(_Command, frozen=True, kw_only=True, gc=False):
    """Make an approved change, between rounds."""

    change: str
    badge: str
