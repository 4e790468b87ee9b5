"""Awards: confirmed, taken off the meters, backed out, printed, found on camera."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import (
    ANYWHERE,
    APPROVERS,
    CONSOLE,
    DEALER,
    SUPERVISORS,
    Permission,
)
from pitboss.floor.facts.values import Award, Movement, Spot


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
    table: str
    badge: str


class TurnKey(Command):
    """Older keypads: the supervisor's key, to JPH or RUN (PS-5). Without a badge a key that is in
    the lock goes back to RUN, by whoever turned it there."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=SUPERVISORS,
        badge_field="badge",
        differs_from=(DEALER,),
        confirms=True,
        holder_stands_in=True,
    )
    table: str
    position: str
    badge: str


class TurnNumberedKey(Command):
    """Older keypads of a house whose keys are not personal: the key itself is the authority, and
    its number is recorded. Only a keypad's lock says so."""

    permission = Permission()
    table: str
    position: str
    key_number: str


class PressJackpot(Command):
    """Older keypads: J-POT records the award of one spot (PS-5), with all who share its hand."""

    permission = Permission(at=(CONSOLE,))
    table: str
    spot: Spot


class AwardsRecorded(Event):
    """Awards are on the record, in the order of payment, by one badge."""

    table: str
    round: int
    badge: str
    awards: tuple[Award, ...]


class MetersMoved(Event):
    """The meters have paid recorded awards, and restarted where one took all."""

    table: str
    round: int
    awards: tuple[str, ...]
    movements: tuple[Movement, ...]


class KeyTurned(Event):
    """An older keypad's key was turned: by whom, or the number of a key that is not personal.
    `without_badge` says that nobody swiped: `badge` is then whose key was in the lock."""

    table: str
    position: str
    badge: str
    key_number: str
    without_badge: bool = False


class BackOutAward(Command):
    """Undo a recorded award with an entry of its own (PS-7)."""

    permission = Permission(at=(ANYWHERE,), roles=APPROVERS, badge_field="badges")
    no_numbers = True
    award: str
    reason: str
    badges: tuple[str, str]


class AwardBackedOut(Event):
    """A recorded award was undone; all that it moved is reversed.

    A share that restarts its meter leaves the restart to another share that stands, which
    `restart_passes_to` names."""

    award: str
    table: str
    round: int
    reverses: int
    reason: str
    badges: tuple[str, str]
    movements: tuple[Movement, ...]
    restart_passes_to: str


class PrintWinPage(Command):
    """A win page goes to the printer (PS-8): the first is the original, others are reprints."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=("dealer", *APPROVERS),
        roles_away=APPROVERS,
        badge_field="badge",
    )
    award: str
    table: str = ""  # whose printer; empty: the office's
    badge: str


class WinPagePrinted(Event):
    """A win page was sent to the printer; copies are counted from 1, the original."""

    award: str
    copy: int
    table: str
    badge: str


class NoteCamera(Command):
    """Say which camera saw an award, and when to look: a time on the clock of the house, such as
    2026-11-14 21:07."""

    permission = Permission(at=(ANYWHERE,), roles=APPROVERS, badge_field="badge")
    no_numbers = True
    award: str
    camera: str
    shown_at: str
    badge: str


class CameraNoted(Event):
    """Which camera saw an award, and when; there may be several."""

    award: str
    camera: str
    shown_at: str
    badge: str
