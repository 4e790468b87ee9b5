"""The site itself, and changes to the running floor: requested, approved, applied."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import (
    BadgeId,
    ChangeId,
    Coded,
    Inside,
    JackpotId,
    Reference,
    TypedText,
)
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CHANGERS,
    ONE_APPROVER,
    ONE_CHANGER,
    REQUESTER,
    REQUESTER_ABOVE,
    Permission,
)
from pitboss.floor.facts.values import DAY_BEGINS, NOBODY, WHOLE, Change, Movement, Standing
from pitboss.refusal import Told
from pitboss.rules.cited_law import DatedFigure, Law


class OpenSite(Command):
    """State which house this is and what its jurisdiction requires, or that this has changed."""

    permission = Permission(
        roles=CHANGERS, badge_field="by", one_is="executive", before_opening=True
    )
    name: Reference
    currency: str
    time_zone: str
    profile: str
    law: Law
    dated: tuple[DatedFigure, ...] = ()
    day_begins: str = DAY_BEGINS
    shifts: tuple[str, ...] = ()
    winnings_reported: Coded = WHOLE
    reason: TypedText = ""
    by: tuple[BadgeId, BadgeId] = NOBODY


class SiteOpened(Event):
    """The floor knows its house and what its jurisdiction requires; the newest entry counts."""

    name: Reference
    currency: str
    time_zone: str
    profile: str
    law: Law
    dated: tuple[DatedFigure, ...]
    day_begins: str
    shifts: tuple[str, ...]
    winnings_reported: Coded = WHOLE
    reason: TypedText
    by: tuple[BadgeId, BadgeId]
    at_ms: int


class RequestChange(Command):
    """Request a change to the running floor. The warnings are the exact mathematics' findings; the
    proof covers any link it creates."""

    permission = ONE_CHANGER
    office = "changes"
    worked_out = ("warnings", "proof")
    what: Change
    reason: TypedText
    warnings: tuple[Told, ...] = ()
    proof: str = ""
    badge: BadgeId


class ChangeRequested(Event):
    """Somebody requested a change and saw its warnings; nothing has changed yet."""

    change: ChangeId
    what: Change
    before: Standing
    after: Standing
    warnings: tuple[Told, ...]
    proof: str
    reason: TypedText
    badge: BadgeId


class ApproveChange(Command):
    """Approve a change that somebody else requested."""

    permission = replace(ONE_APPROVER, differs_from=(REQUESTER,), narrowed_by=(REQUESTER_ABOVE,))
    office = "changes"
    change: ChangeId
    badge: BadgeId


class ChangeApproved(Event):
    """A second person approved a change."""

    change: ChangeId
    badge: BadgeId


class RejectChange(Command):
    """Reject a requested change."""

    permission = ONE_APPROVER
    change: ChangeId
    badge: BadgeId
    reason: TypedText


class ChangeRejected(Event):
    """A requested change was rejected."""

    change: ChangeId
    badge: BadgeId
    reason: TypedText


class WithdrawChange(Command):
    """Withdraw your own request for a change."""

    permission = Permission(at=(ANYWHERE,), roles=CHANGERS, badge_field="badge", same_as=REQUESTER)
    change: ChangeId
    badge: BadgeId
    reason: TypedText


class ChangeWithdrawn(Event):
    """The requester withdrew a change."""

    change: ChangeId
    badge: BadgeId
    reason: TypedText


class PlanChange(Command):
    """Let an approved change apply on its own after a time, once the tables' open rounds have
    ended."""

    permission = ONE_CHANGER
    office = "changes"
    change: ChangeId
    from_ms: int = 0  # 0: from now on
    badge: BadgeId


class ChangePlanned(Event):
    """A change will apply on its own after this time."""

    change: ChangeId
    from_ms: int
    badge: BadgeId


class BeginChange(Command):
    """Begin a planned change, or apply it once no round is in its way. The server asks on its
    own."""

    permission = Permission()
    change: ChangeId


class ChangeBegun(Event):
    """A planned change's time has come: these jackpots take no wagers until it is applied."""

    change: ChangeId
    jackpots: tuple[JackpotId, ...]
    badge: BadgeId


class ApplyChange(Command):
    """Apply an approved change, between rounds."""

    permission = ONE_CHANGER
    office = "changes"
    change: ChangeId
    badge: BadgeId


class ChangeApplied(Event):
    """An approved change was applied; the money it moved still belongs to the players (GLI-13)."""

    moves_by = "transfers"
    in_outbox = True
    change: ChangeId
    what: Change
    before: Inside[Standing]
    after: Inside[Standing]
    movements: tuple[Movement, ...]
    badge: BadgeId
