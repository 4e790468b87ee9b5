"""Tables: opened, paused, calling for someone, and their equipment."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, DeviceId, JackpotId, OpenName, TableId, TypedText
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CONSOLE,
    DEALERS,
    ONE_SUPERVISOR,
    OTHER_TABLE,
    SENSOR,
    TECHNICIANS,
    TWO_ON_A_PAGE,
    Permission,
)
from pitboss.floor.facts.values import NO_PAPERS, ApprovalRecord, BundleItem, Equipment, OddsPrize
from pitboss.refusal import Told, say
from pitboss.rules.letters import Clause


class OpenTable(Command):
    """Put a table on the floor; its sensors, two at most, each belong to one jackpot (PS-1). A game
    without a jackpot has none. The server builds this from the site file; a table for money needs
    the papers of exactly what it plays."""

    permission = TWO_ON_A_PAGE
    table: TableId
    game: str
    seats: int
    jackpots: tuple[JackpotId, ...]
    keypad: OpenName = "atlas"
    keys_are_personal: bool = True  # else an older keypad's key is its own authority (PS-5)
    order: tuple[int, ...] = ()  # seats in the order of payment; empty: rightmost first
    title: str = ""
    plays: tuple[BundleItem, ...] = ()  # parts of its bundle that the floor doesn't know itself
    approval: ApprovalRecord = NO_PAPERS  # for money (PS-64)
    bundle: str = ""  # the digest of what that approval covers; empty: none
    equipment: tuple[Equipment, ...] = ()
    clauses: tuple[Clause, ...] = ()  # what letters say of this game's equipment (PS-36)
    shuffler_steps: tuple[str, ...] = ()  # how its letter replaces a shuffler that keeps failing
    training: bool = False
    proof: str = ""  # the proof of the link it joins
    folded_qualify: bool = True  # whether a folded hand can win a jackpot here (PS-35)
    odds_prizes: tuple[OddsPrize, ...] = ()  # the best of each bet, and all that need cover
    badges: tuple[BadgeId, BadgeId]


class TableOpened(Event):
    """A table is on the floor."""

    table: TableId
    game: str
    seats: int
    jackpots: tuple[JackpotId, ...]
    keypad: OpenName
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
    badges: tuple[BadgeId, BadgeId]


class OpenPaytable(Command):
    """Offer a house paytable wherever one is chosen, by its file's digest. No table starts to play
    by it yet."""

    permission = TWO_ON_A_PAGE
    paytable: OpenName
    title: str
    sha256: str
    badges: tuple[BadgeId, BadgeId]


class PaytableOpened(Event):
    """A house paytable is offered."""

    paytable: OpenName
    title: str
    sha256: str
    badges: tuple[BadgeId, BadgeId]


class PauseTable(Command):
    """Stop a table (ALL-4). Without a badge it is the table's dealer: a stop must not wait for
    one."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE),
        roles=(*DEALERS, "technician"),
        roles_away=("supervisor", *TECHNICIANS),
        badge_field="badge",
        narrowed_by=(OTHER_TABLE,),
        dealer_stands_in=True,
    )
    table: TableId
    badge: BadgeId
    reason: TypedText


class TablePaused(Event):
    """A table was paused."""

    table: TableId
    badge: BadgeId
    reason: TypedText


class PostPapers(Command):
    """Record that a table shows what it runs now: its layout, placard and rack card."""

    permission = ONE_SUPERVISOR
    office = "permissions"
    table: TableId
    badge: BadgeId


class PapersPosted(Event):
    """A table shows these pays, limits and rules."""

    table: TableId
    badge: BadgeId
    items: tuple[BundleItem, ...]


class ResumeTable(Command):
    """Resume a table (ALL-4)."""

    permission = ONE_SUPERVISOR
    table: TableId
    badge: BadgeId
    reason: TypedText


class TableResumed(Event):
    """A table was resumed."""

    table: TableId
    badge: BadgeId
    reason: TypedText


class CallSupervisor(Command):
    """A dealer calls for a supervisor."""

    permission = Permission(at=(CONSOLE,))
    table: TableId
    reason: TypedText


class SupervisorCalled(Event):
    """A dealer called for someone."""

    table: TableId
    badge: BadgeId
    reason: TypedText
    at_ms: int


class AnswerCall(Command):
    """The person who was called has arrived."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE), roles=("supervisor", *TECHNICIANS), badge_field="badge"
    )
    table: TableId
    badge: BadgeId


class CallAnswered(Event):
    """Someone answered the call."""

    table: TableId
    badge: BadgeId
    reason: TypedText
    waited_ms: int


NOT_HEARD = say("BOARD_UNHEARD")  # not a malfunction: the server has just started


class CloseBetting(Command):
    """A device can't read wagers, or is silent: no round starts at its table."""

    permission = Permission(at=(SENSOR,))
    worked_out = ("device", "told")
    table: TableId
    reason: TypedText = ""
    told: Told | None = None  # in place of a reason, if the system found it
    device: DeviceId


class BettingClosed(Event):
    """No round starts at a table while a device can't read wagers."""

    table: TableId
    told: Told
    device: DeviceId


class OpenBetting(Command):
    """The device reads wagers again."""

    permission = Permission(at=(SENSOR,))
    worked_out = ("device",)
    table: TableId
    device: DeviceId


class BettingOpened(Event):
    """The device reads wagers again."""

    table: TableId
    device: DeviceId


class RecordEquipment(Command):
    """Parts were installed at a table, each replacing the part of the same name; or are gone, or
    never were there (PS-63)."""

    permission = Permission(at=(ANYWHERE,), roles=TECHNICIANS, badge_field="badge")
    office = "system"
    table: TableId
    parts: tuple[Equipment, ...] = ()
    gone: tuple[str, ...] = ()  # parts that are not there
    badge: BadgeId


class EquipmentRecorded(Event):
    """Parts were installed at a table, or are no longer there."""

    table: TableId
    parts: tuple[Equipment, ...]
    gone: tuple[str, ...] = ()
    badge: BadgeId
