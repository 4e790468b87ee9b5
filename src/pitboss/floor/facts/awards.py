"""Awards: confirmed, taken off the meters, backed out, printed, seen on camera."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import HouseTime
from pitboss.floor.facts.meanings import AwardId, BadgeId, OpenName, TableId, TypedText
from pitboss.floor.facts.permission import (
    ANYWHERE,
    APPROVERS,
    CONSOLE,
    DEALER,
    ONE_APPROVER,
    SUPERVISORS,
    TWO_APPROVERS,
    Permission,
)
from pitboss.floor.facts.values import Award, Mark, Movement, Spot


class ConfirmAwards(Command):
    """Confirm and swipe: one swipe for all marks of the round (PS-4)."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=SUPERVISORS,
        badge_field="badge",
        differs_from=(DEALER,),
        confirms=True,
        by_amount=True,
    )
    table: TableId
    badge: BadgeId


class TurnKey(Command):
    """Older keypads: turn the supervisor's key to JPH or RUN (PS-5). Without a badge, a key in the
    lock goes back to RUN, turned by the same person."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=SUPERVISORS,
        badge_field="badge",
        differs_from=(DEALER,),
        confirms=True,
        holder_stands_in=True,
    )
    table: TableId
    position: str
    badge: BadgeId


class TurnNumberedKey(Command):
    """Older keypads of a house whose keys are not personal: the key itself is the authority, and
    its number is recorded. Only a keypad's lock can send this."""

    permission = Permission()
    table: TableId
    position: str
    key_number: str


class PressJackpot(Command):
    """Older keypads: J-POT records the award of one spot (PS-5), with all who share its hand."""

    permission = Permission(at=(CONSOLE,))
    table: TableId
    spot: Spot


class AwardsRecorded(Event):
    """Awards are on the record, in the order of payment, by one badge."""

    in_outbox = True
    table: TableId
    round: int
    badge: BadgeId
    awards: tuple[Award, ...]


class MetersMoved(Event):
    """The meters have paid recorded awards; one that paid everything has restarted."""

    in_outbox = True
    table: TableId
    round: int
    awards: tuple[AwardId, ...]
    movements: tuple[Movement, ...]


class KeyTurned(Event):
    """An older keypad's key was turned: by whom, or the number of a key that isn't personal.
    `without_badge` means nobody swiped: `badge` is then the owner of the key in the lock."""

    table: TableId
    position: str
    badge: BadgeId
    key_number: str
    without_badge: bool = False


class BackOutAward(Command):
    """Undo a recorded award with a separate entry (PS-7)."""

    permission = TWO_APPROVERS
    office = "wins"
    no_numbers = True
    award: AwardId
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class AwardBackedOut(Event):
    """A recorded award was undone; everything it moved is reversed.

    A share that restarts its meter passes the restart to another valid share, `restart_passes_to`.
    """

    in_outbox = True
    award: AwardId
    table: TableId
    round: int
    reverses: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
    movements: tuple[Movement, ...]
    restart_passes_to: AwardId


class PrintWinPage(Command):
    """A win page goes to the printer (PS-8): the first is the original, others are reprints."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=("dealer", *APPROVERS),
        roles_away=APPROVERS,
        badge_field="badge",
    )
    award: AwardId
    table: TableId = ""  # whose printer; empty: the office's
    badge: BadgeId


class WinPagePrinted(Event):
    """A win page was sent to the printer; copies count from 1, the original."""

    award: AwardId
    copy: int
    table: TableId
    badge: BadgeId


class NoteCamera(Command):
    """Record which camera saw an award, and when: a time on the house's clock, such as 2026-11-14
    21:07."""

    permission = ONE_APPROVER
    office = "wins"
    no_numbers = True
    award: AwardId
    camera: TypedText
    shown_at: HouseTime
    badge: BadgeId


class CameraNoted(Event):
    """Which camera saw an award, and when; there may be several."""

    award: AwardId
    camera: TypedText
    shown_at: str
    badge: BadgeId


# ---- hub jackpots -------------------------------------------------------------------------------


class ClaimMade(Event):
    """A confirmed hit on a wide jackpot is pending: its amount is being verified."""

    in_outbox = True
    claim: OpenName
    table: TableId
    round: int
    badge: BadgeId
    mark: Mark


class WideAwardRecorded(Event):
    """A claim was granted: its awards are owed to the winners. The round is 0 if its rows are
    lost."""

    in_outbox = True
    claim: OpenName
    table: TableId
    round: int
    badge: BadgeId
    awards: tuple[Award, ...]


OF_HUB = (ClaimMade, WideAwardRecorded)  # sent and folded only where jackpots are shared
