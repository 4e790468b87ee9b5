"""Jackpots: opened, adjusted by hand, suspended and resumed."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import SignedCents
from pitboss.floor.facts.meanings import (
    AwardId,
    BadgeId,
    Coded,
    JackpotId,
    OpenName,
    Reference,
    TableId,
    TypedText,
)
from pitboss.floor.facts.permission import (
    ANYWHERE,
    APPROVERS,
    DEALER,
    SUPERVISORS,
    TWO_ON_A_PAGE,
    Permission,
)
from pitboss.floor.facts.values import JackpotTerms, Movement, Reading, Spot, Value
from pitboss.money import Cents
from pitboss.refusal import Told


class OpenJackpot(Command):
    """Put a jackpot on the floor with its opening amounts, as the site file has it."""

    permission = TWO_ON_A_PAGE
    jackpot: JackpotId
    terms: JackpotTerms
    badges: tuple[BadgeId, BadgeId]


class JackpotOpened(Event):
    """A jackpot is on the floor; the house has put up its seeds (PS-61)."""

    in_outbox = True
    jackpot: JackpotId
    terms: JackpotTerms
    opening: tuple[Reading, ...]
    badges: tuple[BadgeId, BadgeId]


class WonAt(Value):
    """The wager and hand that won a prize someone takes off a meter by hand."""

    table: TableId
    round: int
    spot: Spot
    outcome: Coded


class LockedWager(Value):
    """What the journal says of a wager: the row of the START that locked it, its jackpot, its
    round's status, its award, if any, and its dealer."""

    row: int
    jackpot: JackpotId
    status: str = "open"  # open, ended, void
    award: AwardId = ""
    dealer: str = ""  # of its round


class AdjustMeter(Command):
    """Adjust a meter by hand, for a reason on the closed list, by two people. An adjustment that
    takes players' money names its `evidence`: the malfunction notice of a faulty display, or the
    copy of the closing liability that releases funds, such as `closing_liability 3`. A prize names
    its wager and hand, and is what that hand pays by the meter, unless `cents` and `amount_reason`
    give another amount, and why."""

    permission = Permission(
        at=(ANYWHERE,), roles=APPROVERS, badge_field="badges", differs_from=(DEALER,)
    )
    office = "adjustments"
    worked_out = ("wager",)
    jackpot: JackpotId
    level: OpenName
    adjustment: Coded
    cents: SignedCents = Cents(0)
    corrects: int | None = None
    evidence: Reference = ""
    won_at: WonAt | None = None
    amount_reason: str = ""
    wager: LockedWager | None = None  # None if no such wager was locked
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class MeterAdjusted(Event):
    """A meter was changed by hand, for a reason on the closed list."""

    in_outbox = True
    jackpot: JackpotId
    level: OpenName
    adjustment: Coded
    cents: Cents
    award: AwardId
    corrects: int | None
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
    movement: Movement
    evidence: Reference = ""  # of an adjustment that takes players' money
    won_at: WonAt | None = None
    restarts: bool = False  # as an award of the whole meter does
    house_cents: Cents = Cents(0)  # of a prize, if the meter was below what its hand pays
    beyond_cents: Cents = Cents(0)  # of a prize, above what its hand pays: leaves the seed alone
    amount_reason: str = ""  # why a prize differs from what its hand pays by the meter
    dealt_by: str = ""  # who dealt the round of a prize

    @property
    def taken_cents(self) -> Cents:
        """What comes off the meter with an award."""
        return Cents(-self.cents if self.award else 0)


class SuspendJackpot(Command):
    """Take no more wagers on a jackpot; open rounds continue."""

    permission = Permission(at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge")
    office = "jackpots"
    jackpot: JackpotId
    badge: BadgeId
    reason: TypedText


class JackpotSuspended(Event):
    """No wagers are taken on a jackpot."""

    in_outbox = True
    jackpot: JackpotId
    badge: BadgeId
    reason: TypedText


class ResumeJackpot(Command):
    """Take wagers on a jackpot again."""

    permission = Permission(at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge")
    office = "jackpots"
    jackpot: JackpotId
    badge: BadgeId
    reason: TypedText


class JackpotResumed(Event):
    """Wagers are taken on a jackpot again; the reason is typed or comes from the system."""

    in_outbox = True
    jackpot: JackpotId
    badge: BadgeId
    reason: TypedText = ""
    told: Told | None = None
