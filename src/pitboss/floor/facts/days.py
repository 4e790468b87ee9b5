"""The gambling day: shifts that begin and end by the clock, their readings and counts, and the
close."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day
from pitboss.floor.facts.meanings import BadgeId, JackpotId, OpenName, TableId, TypedText
from pitboss.floor.facts.permission import ACCOUNTANTS, ANYWHERE, APPROVERS, COUNTERS, Permission
from pitboss.floor.facts.values import Balance, Reading, Value
from pitboss.money import Cents
from pitboss.refusal import Told

CLOSERS = (*ACCOUNTANTS, "auditor")


class BoxBets(Value):
    """What a table took for a jackpot in a shift, and what its drop box must hold: bets less
    voids."""

    table: TableId
    jackpot: JackpotId
    bets: int


class BoxCount(Value):
    """Chips counted in a drop box, one for each wager, and the sensor's own counter if it has one.
    Without chips the box isn't counted yet."""

    table: TableId
    jackpot: JackpotId
    chips: int | None = None
    sensor: int | None = None


class BoxCounted(Value):
    """A count of a drop box beside the bets of the shift."""

    table: TableId
    jackpot: JackpotId
    bets: int
    chips: int
    sensor: int | None


class SignReading(Value):
    """What a sign showed for a level."""

    jackpot: JackpotId
    level: OpenName
    cents: Cents


class LevelRead(Value):
    """What a sign showed for a level, beside the ledger."""

    jackpot: JackpotId
    level: OpenName
    sign_cents: Cents
    ledger_cents: Cents


class TurnShift(Command):
    """Check whether a shift is over. The server asks on its own."""

    permission = Permission()


class ShiftEnded(Event):
    """A shift is over: what the meters held then, and what each table took in it for each jackpot,
    bets less voids. It ended on schedule at `at_ms`, whenever the server noticed."""

    in_outbox = True
    day: Day
    shift: int
    at_ms: int
    readings: tuple[tuple[OpenName, Reading], ...]
    bets: tuple[BoxBets, ...]


class DayEnded(Event):
    """A gambling day ended at `at_ms`, with its readings and trial balance, which every replay
    checks. The days after it, up to `idle_to`, passed while the system was off: nobody played, so
    they closed with the same figures."""

    in_outbox = True
    day: Day
    at_ms: int
    readings: tuple[tuple[OpenName, Reading], ...]
    balances: tuple[Balance, ...]
    idle_to: Day = ""  # empty: the next day followed


class ShiftBegan(Event):
    """A shift of a gambling day begins at `at_ms`; the first shift also begins the day. It ends at
    `ends_ms`."""

    in_outbox = True
    day: Day
    shift: int
    at_ms: int
    ends_ms: int


class RecordReading(Command):
    """Two people, one of them a supervisor, record what every sign showed when a shift ended. They
    explain any difference from the ledger. `camera` is where to find the picture of it."""

    permission = Permission(
        at=(ANYWHERE,), roles=APPROVERS, badge_field="badges", one_is="supervisor"
    )
    office = "day"
    day: Day
    shift: int
    signs: tuple[SignReading, ...]
    explanation: TypedText = ""
    camera: TypedText = ""
    badges: tuple[BadgeId, BadgeId]


class ReadingRecorded(Event):
    """What the signs showed when a shift ended, beside the ledger; a shift's newest reading
    counts."""

    day: Day
    shift: int
    levels: tuple[LevelRead, ...]
    explanation: TypedText
    camera: TypedText
    badges: tuple[BadgeId, BadgeId]


class RecordCounts(Command):
    """Two people record the chips in a shift's drop boxes, and the sensors' counters. A box left
    open by a close is counted late."""

    permission = Permission(
        at=(ANYWHERE,), roles=APPROVERS, badge_field="badges", one_is="accounting"
    )
    office = "day"
    day: Day
    shift: int
    counts: tuple[BoxCount, ...]
    badges: tuple[BadgeId, BadgeId]


class CountsRecorded(Event):
    """Chips counted in the drop, beside the bets; a box's newest count is valid. A late one was
    entered after its day was closed."""

    day: Day
    shift: int
    counts: tuple[BoxCounted, ...]
    badges: tuple[BadgeId, BadgeId]
    is_late: bool = False


class VarianceOpened(Event):
    """A count differs from the bets by more than the rule allows: someone must find out why.
    `voided_round` is the round whose bets were voided after the count; 0: the count found it."""

    day: Day
    shift: int
    table: TableId
    jackpot: JackpotId
    bets: int
    chips: int
    sensor: int | None
    rule: str
    voided_round: int = 0


class CloseVariance(Command):
    """Explain why a count differed. The people who counted can't."""

    permission = Permission(
        at=(ANYWHERE,), roles=CLOSERS, badge_field="badge", differs_from=(COUNTERS,)
    )
    office = "day"
    day: Day
    shift: int
    table: TableId
    jackpot: JackpotId
    reason: TypedText
    badge: BadgeId


class VarianceClosed(Event):
    """Why a count differed, as somebody typed it, or that another count doesn't."""

    day: Day
    shift: int
    table: TableId
    jackpot: JackpotId
    reason: TypedText = ""
    told: Told | None = None
    badge: BadgeId


class CloseDay(Command):
    """Two people, one of them an auditor, close the oldest gambling day that is over."""

    permission = Permission(at=(ANYWHERE,), roles=CLOSERS, badge_field="badges", one_is="auditor")
    office = "day"
    day: Day
    badges: tuple[BadgeId, BadgeId]


class DayClosed(Event):
    """A gambling day is closed; `ended_seq` is the row with its readings and trial balance, `left`
    lists open items that don't prevent a close."""

    in_outbox = True
    day: Day
    ended_seq: int
    left: tuple[Told, ...]
    badges: tuple[BadgeId, BadgeId]
    at_ms: int
