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
    """The wager and the hand that won a prize which somebody takes off a meter by hand."""

    table: TableId
    round: int
    spot: Spot
    outcome: Coded


class LockedWager(Value):
    """What the journal says of a wager: the row of the START that locked it, for which jackpot, how
    its round stood, the award that it has, if it has one, and who dealt it."""

    row: int
    jackpot: JackpotId
    status: str = "open"  # open, ended, void
    award: AwardId = ""
    dealer: str = ""  # of its round


class AdjustMeter(Command):
    """A manual adjustment, one of a closed list of kinds, by two people. What
    takes players' money names its `evidence`: the malfunction notice of a faulty display, or the
    copy of the closing liability that funds are released by, such as `closing_liability 3`. What
    was won names the wager and its hand, and is what that hand pays by the meter; `cents` and
    `amount_reason` say another amount, and why."""

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
    wager: LockedWager | None = None  # none where no such wager was locked
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class MeterAdjusted(Event):
    """A meter was changed by hand, for a reason of the closed list."""

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
    evidence: Reference = ""  # of a change that takes players' money
    won_at: WonAt | None = None
    restarts: bool = False  # as an award that takes all does
    house_cents: Cents = Cents(0)  # of a prize, where the meter was lower than its hand pays
    beyond_cents: Cents = Cents(0)  # of a prize, above what its hand pays: the seed stays
    amount_reason: str = ""  # why a prize is another than its hand pays by the meter
    dealt_by: str = ""  # who dealt the round of a prize

    @property
    def taken_cents(self) -> Cents:
        """What an award takes off the meter with it."""
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
    """Wagers are taken on a jackpot again; what somebody typed, or what the system says of it."""

    in_outbox = True
    jackpot: JackpotId
    badge: BadgeId
    reason: TypedText = ""
    told: Told | None = None
