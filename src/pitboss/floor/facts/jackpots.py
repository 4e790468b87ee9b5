"""Jackpots: opened, adjusted by hand, suspended and resumed."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import SignedCents
from pitboss.floor.facts.permission import ANYWHERE, APPROVERS, OWN_PAGE, SUPERVISORS, Permission
from pitboss.floor.facts.values import JackpotTerms, Movement, Reading, Value
from pitboss.money import Cents


class OpenJackpot(Command, frozen=True, kw_only=True, gc=False, tag="open-jackpot"):
    """Put a jackpot on the floor with its opening amounts, as the site file has it."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badges")
    jackpot: str
    terms: JackpotTerms
    badges: tuple[str, str]


class JackpotOpened(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-opened"):
    """A jackpot is on the floor; the house has put up its seeds (PS-61)."""

    jackpot: str
    terms: JackpotTerms
    opening: tuple[Reading, ...]
    badges: tuple[str, str]


class WonAt(Value, frozen=True, gc=False):
    """Where a prize was won that somebody took off a meter by hand."""

    table: str
    round: int
    seat: int
    outcome: str


class AdjustMeter(Command, frozen=True, kw_only=True, gc=False, tag="adjust-meter"):
    """A manual adjustment, one of a closed list of kinds, by two people. What
    takes players' money names its `evidence`: the malfunction notice of a faulty display, or the
    copy of the closing liability that funds are released by, such as `closing_liability 3`."""

    permission = Permission(at=(ANYWHERE,), roles=APPROVERS, badge_field="badges")
    jackpot: str
    level: str
    adjustment: str
    cents: SignedCents
    restarts: bool = False
    corrects: int | None = None
    evidence: str = ""
    won_at: WonAt | None = None  # none where it was not won, or nobody knows where
    reason: str
    badges: tuple[str, str]


class MeterAdjusted(Event, frozen=True, kw_only=True, gc=False, tag="meter-adjusted"):
    """A meter was changed by hand, for a reason of the closed list."""

    jackpot: str
    level: str
    adjustment: str
    cents: Cents
    award: str
    corrects: int | None
    reason: str
    badges: tuple[str, str]
    movement: Movement
    restarts: bool = False  # as an award that takes all does
    evidence: str = ""  # of a change that takes players' money
    won_at: WonAt | None = None


class SuspendJackpot(Command, frozen=True, kw_only=True, gc=False, tag="suspend-jackpot"):
    """Take no more wagers on a jackpot; open rounds continue."""

    permission = Permission(at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge")
    jackpot: str
    badge: str
    reason: str


class JackpotSuspended(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-suspended"):
    """No wagers are taken on a jackpot."""

    jackpot: str
    badge: str
    reason: str


class ResumeJackpot(Command, frozen=True, kw_only=True, gc=False, tag="resume-jackpot"):
    """Take wagers on a jackpot again."""

    permission = Permission(at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge")
    jackpot: str
    badge: str
    reason: str


class JackpotResumed(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-resumed"):
    """Wagers are taken on a jackpot again."""

    jackpot: str
    badge: str
    reason: str
