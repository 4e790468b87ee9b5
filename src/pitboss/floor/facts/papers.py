"""Papers with deadlines: notices to the regulator, a jackpot's removal, disputes; and how the
system itself stopped and started."""

from __future__ import annotations

from typing import Annotated

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day, TextLimit, TimeMs
from pitboss.floor.facts.meanings import (
    AwardId,
    BadgeId,
    Coded,
    DeviceId,
    JackpotId,
    OpenName,
    PaperId,
    Private,
    Reference,
    TableId,
    TypedText,
)
from pitboss.floor.facts.permission import ONE_APPROVER, ONE_CHANGER, TWO_APPROVERS, Permission
from pitboss.money import Cents
from pitboss.refusal import Told

MALFUNCTION, FORFEITURE, REMOVAL, DISPUTE = "malfunction", "forfeiture", "removal", "dispute"
OUTCOMES = ("paid", "denied", "settled", "withdrawn")  # of a dispute


class PaperProposed(Event):
    """The system saw a malfunction and proposes a notice to the regulator; a person takes the paper
    up or dismisses it. `due_ms` is 0 where no rule names a time."""

    paper: PaperId
    cause: Coded  # sensor, clock, stop
    table: TableId
    about: DeviceId  # the device
    told: Told
    learned_ms: int
    due_ms: int


class PaperOpened(Event):
    """A paper with a deadline was opened. `person` is an id of the vault; `due_ms` is 0 where no
    rule names a time."""

    paper: PaperId
    paper_kind: Coded
    table: TableId = ""
    round: int = 0
    award: AwardId = ""
    jackpot: JackpotId = ""
    level: OpenName = ""
    person: Private[str] = ""
    cents: Cents = Cents(0)  # how much too high the meter was, if that is the malfunction
    text: str
    learned_ms: int
    due_ms: int
    badges: tuple[BadgeId, ...]


class ReportMalfunction(Command):
    """Report a malfunction that the system didn't see; `learned` is when, on the house's clock, and
    empty means now. `cents` is how much too high it made a meter of that table: at most this amount
    comes off that meter for it."""

    permission = ONE_CHANGER
    office = "papers"
    table: TableId = ""  # empty: it concerns no single table
    learned: Annotated[Reference, TextLimit(is_time=True)] = ""
    jackpot: JackpotId = ""
    level: OpenName = ""
    cents: Cents = Cents(0)
    reason: TypedText
    badge: BadgeId


class TakeUpPaper(Command):
    """Take up a paper that the system proposed."""

    permission = ONE_CHANGER
    office = "papers"
    paper: PaperId
    badge: BadgeId


class PaperTakenUp(Event):
    """Someone has taken up a proposed paper, to send it."""

    paper: PaperId
    badge: BadgeId


class DismissPaper(Command):
    """Record that no paper is needed, and why; or call off a jackpot's removal."""

    permission = ONE_APPROVER
    office = "papers"
    paper: PaperId
    reason: TypedText
    badge: BadgeId


class PaperDismissed(Event):
    """No notice is sent for a paper, and why."""

    paper: PaperId
    reason: TypedText
    badge: BadgeId


class SendPaper(Command):
    """Record that the regulator was notified, with the reference of the letter, mail or call.
    `sent` is when, on the house's clock, and empty means now."""

    permission = ONE_APPROVER
    office = "papers"
    paper: PaperId
    reference: Reference
    sent: Annotated[Reference, TextLimit(is_time=True)] = ""
    badge: BadgeId


class PaperSent(Event):
    """The regulator was notified."""

    paper: PaperId
    reference: Reference
    sent_ms: int
    badge: BadgeId


class AnnounceRemoval(Command):
    """A jackpot goes out of play for good: its sign shows its last day from now on."""

    permission = TWO_APPROVERS
    office = "papers"
    jackpot: JackpotId
    last_day: Day
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class RemovalAnnounced(Event):
    """A jackpot's sign shows its last day."""

    paper: PaperId
    jackpot: JackpotId
    last_day: Day
    badges: tuple[BadgeId, BadgeId]


class OpenDispute(Command):
    """A player disputes an award, or a round at a table; `person` is an id of the vault, if
    recorded there."""

    permission = ONE_APPROVER
    office = "papers"
    no_numbers = True
    award: AwardId = ""
    table: TableId = ""
    round: int = 0
    person: Private[str] = ""
    reason: TypedText
    badge: BadgeId


class CloseDispute(Command):
    """Two people record how a dispute ended."""

    permission = TWO_APPROVERS
    office = "papers"
    no_numbers = True
    paper: PaperId
    outcome: Coded
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PaperClosed(Event):
    """A paper's matter ended: two people ended a dispute, or a jackpot was retired after its
    removal."""

    paper: PaperId
    outcome: Coded
    reason: TypedText
    badges: tuple[BadgeId, ...]


class NoteStop(Command):
    """The server stops normally, and records that last."""

    permission = Permission()


class SiteStopped(Event):
    """The system shut down normally."""


class NoteRestart(Command):
    """The server starts after a cut-off: the journal's last row isn't a stop. `since_ms` is when
    that row was written."""

    permission = Permission()
    since_ms: TimeMs


class SiteRestarted(Event):
    """The system runs again after it was cut off."""

    since_ms: int
