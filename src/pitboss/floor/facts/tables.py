"""Tables: opened, paused, calling for somebody, and their equipment."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import (
    ANYWHERE,
    APPROVERS,
    CONSOLE,
    DEALERS,
    OTHER_TABLE,
    OWN_PAGE,
    SENSOR,
    SUPERVISORS,
    TECHNICIANS,
    Permission,
)
from pitboss.floor.facts.values import NO_PAPERS, ApprovalRecord, BundleItem, Equipment, OddsPrize
from pitboss.rules.letters import Clause


class OpenTable(Command):
    """Put a table on the floor; its sensors, two at most, each belong to one jackpot (PS-1). A game
    without a jackpot has none. The server works it out from the site file; for money it needs the
    papers of exactly what it plays."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badges")
    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str = "atlas"
    keys_are_personal: bool = True  # else an older keypad's key is its own authority (PS-5)
    order: tuple[int, ...] = ()  # seats in the order of payment; empty: rightmost first
    title: str = ""
    plays: tuple[BundleItem, ...] = ()  # what of its bundle the floor does not know by itself
    approval: ApprovalRecord = NO_PAPERS  # for money (PS-64)
    bundle: str = ""  # the digest of what that approval covers; empty: there is none
    equipment: tuple[Equipment, ...] = ()
    clauses: tuple[Clause, ...] = ()  # what letters say of the equipment of this game (PS-36)
    shuffler_steps: tuple[str, ...] = ()  # how its letter replaces a shuffler that keeps failing
    training: bool = False
    proof: str = ""  # what was proven of the link it joins
    folded_qualify: bool = True  # whether a folded hand can win a jackpot here (PS-35)
    odds_prizes: tuple[OddsPrize, ...] = ()  # the best of each bet, and all that need cover
    badges: tuple[str, str]


class TableOpened(Event):
    """A table is on the floor."""

    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str
    keys_are_personal: bool
    order: tuple[int, ...]
    title: str
    plays: tuple[BundleItem, ...]
    approval: ApprovalRecord
    equipment: tuple[Equipment, ...]
    clauses: tuple[Clause, ...]
    shuffler_steps: tuple[str, ...]
    training: bool
    proof: str
    folded_qualify: bool
    odds_prizes: tuple[OddsPrize, ...]
    badges: tuple[str, str]


class OpenPaytable(Command):
    """Offer a paytable of the house wherever one is chosen, by the digest of its file. No table
    plays by it for that."""

    permission = Permission(at=(OWN_PAGE,), roles=APPROVERS, badge_field="badges")
    paytable: str
    title: str
    sha256: str
    badges: tuple[str, str]


class PaytableOpened(Event):
    """A paytable of the house is offered."""

    paytable: str
    title: str
    sha256: str
    badges: tuple[str, str]


class PauseTable(Command):
    """Stop a table (ALL-4). Without a badge it is who deals there: a stop must not wait for one."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=(*DEALERS, "technician"),
        roles_away=("supervisor", *TECHNICIANS),
        badge_field="badge",
        narrowed_by=(OTHER_TABLE,),
        dealer_stands_in=True,
    )
    table: str
    badge: str
    reason: str


class TablePaused(Event):
    """A table was paused."""

    table: str
    badge: str
    reason: str


class ResumeTable(Command):
    """Resume a table (ALL-4)."""

    permission = Permission(at=(CONSOLE, ANYWHERE), roles=SUPERVISORS, badge_field="badge")
    table: str
    badge: str
    reason: str


class TableResumed(Event):
    """A table was resumed."""

    table: str
    badge: str
    reason: str


class CallSupervisor(Command):
    """A dealer calls for somebody."""

    permission = Permission(at=(CONSOLE,))
    table: str
    reason: str


class SupervisorCalled(Event):
    """A dealer called for somebody."""

    table: str
    badge: str
    reason: str
    at_ms: int


class AnswerCall(Command):
    """The person who was called has arrived."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE), roles=("supervisor", *TECHNICIANS), badge_field="badge"
    )
    table: str
    badge: str


class CallAnswered(Event):
    """Somebody answered the call."""

    table: str
    badge: str
    reason: str
    waited_ms: int


class CloseBetting(Command):
    """A device cannot read wagers, or is silent: no round starts at its table."""

    permission = Permission(at=(SENSOR,))
    worked_out = ("device",)
    table: str
    reason: str
    device: str


class BettingClosed(Event):
    """No round starts at a table while a device cannot read wagers."""

    table: str
    reason: str
    device: str


class OpenBetting(Command):
    """The device reads wagers again."""

    permission = Permission(at=(SENSOR,))
    worked_out = ("device",)
    table: str
    device: str


class BettingOpened(Event):
    """The device reads wagers again."""

    table: str
    device: str


class RecordEquipment(Command):
    """Parts were installed at a table, each in place of the part of the same name; or are no longer
    there, or never were (PS-63)."""

    permission = Permission(at=(ANYWHERE,), roles=TECHNICIANS, badge_field="badge")
    table: str
    parts: tuple[Equipment, ...] = ()
    gone: tuple[str, ...] = ()  # parts that are not there
    badge: str


class EquipmentRecorded(Event):
    """Parts were installed at a table, or are no longer there."""

    table: str
    parts: tuple[Equipment, ...]
    gone: tuple[str, ...] = ()
    badge: str
