"""Everything that can have happened on the floor, in the past tense.

An event is a fact with a chosen name and a version; the name is what is stored, never a class path.
What an event changed, the reading of a meter after it included, is in the event, so that every
replay can check it."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from pitboss.floor.office_events import (
    AccessRefused,
    ApprovalEntered,
    BankCovered,
    BankFellShort,
    BettingClosed,
    BettingOpened,
    BundleChanged,
    CallAnswered,
    DepositRecorded,
    DeviceEnrolled,
    DeviceRetired,
    EquipmentRecorded,
    PersonSignedOff,
    PersonSignedOn,
    SupervisorCalled,
    WinPagePrinted,
    WithdrawalRecorded,
)
from pitboss.floor.site_events import (
    BadgeChanged,
    BadgeIssued,
    BadgeRevoked,
    ChangeApplied,
    ChangeApproved,
    ChangeRejected,
    ChangeRequested,
    ChangeWithdrawn,
    JackpotResumed,
    JackpotSuspended,
    KeysRenewed,
    SiteOpened,
)
from pitboss.floor.values import (
    Award,
    Balance,
    Contribution,
    EnvyPay,
    Equipment,
    Hold,
    LevelSetting,
    Mark,
    Movement,
    Payment,
    Reading,
    Spot,
    Taking,
)
from pitboss.money import Cents


class JackpotOpened(Struct, frozen=True, kw_only=True, gc=False):
    """A jackpot is on the floor; the house has put up its seeds (PS-61)."""

    kind: ClassVar[str] = "jackpot-opened"
    version: ClassVar[int] = 2
    jackpot: str
    jackpot_kind: str
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...]
    executive_above_cents: Cents
    lock_at_mark: bool
    fixed_from: str
    training: bool
    equipment_least: tuple[tuple[str, str], ...]
    opening: tuple[Reading, ...]
    badges: tuple[str, str]


class TableOpened(Struct, frozen=True, kw_only=True, gc=False):
    """A table is on the floor."""

    kind: ClassVar[str] = "table-opened"
    version: ClassVar[int] = 2
    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str
    order: tuple[int, ...]
    title: str
    bundle: str
    approval: tuple[tuple[str, str], ...]
    equipment: tuple[Equipment, ...]
    training: bool
    proof: str
    badge: str


class DealerSignedIn(Struct, frozen=True, kw_only=True, gc=False):
    """A dealer has taken a table."""

    kind: ClassVar[str] = "dealer-signed-in"
    version: ClassVar[int] = 1
    table: str
    badge: str


class DealerSignedOut(Struct, frozen=True, kw_only=True, gc=False):
    """A dealer has left a table."""

    kind: ClassVar[str] = "dealer-signed-out"
    version: ClassVar[int] = 1
    table: str
    badge: str


class RoundStarted(Struct, frozen=True, kw_only=True, gc=False):
    """Wagers are locked and have raised the meters."""

    kind: ClassVar[str] = "round-started"
    version: ClassVar[int] = 1
    table: str
    round: int
    badge: str
    spots: tuple[Spot, ...]
    contributions: tuple[Contribution, ...]
    takings: tuple[Taking, ...]


class LateBetSeen(Struct, frozen=True, kw_only=True, gc=False):
    """A chip came after START; it is no bet."""

    kind: ClassVar[str] = "late-bet-seen"
    version: ClassVar[int] = 1
    table: str
    round: int
    spot: Spot


class WinnerMarked(Struct, frozen=True, kw_only=True, gc=False):
    """The dealer marked a winner; no money has moved."""

    kind: ClassVar[str] = "winner-marked"
    version: ClassVar[int] = 1
    table: str
    round: int
    mark: Mark


class WinnerUnmarked(Struct, frozen=True, kw_only=True, gc=False):
    """The dealer took a mark back."""

    kind: ClassVar[str] = "winner-unmarked"
    version: ClassVar[int] = 1
    table: str
    round: int
    mark: Mark


class HoldsChanged(Struct, frozen=True, kw_only=True, gc=False):
    """What is held for the marks of a round on one jackpot, where the house locks at the mark.

    All that was held there before is released, and the marks that stand are priced again in the
    order of payment; a void only releases."""

    kind: ClassVar[str] = "holds-changed"
    version: ClassVar[int] = 1
    table: str
    round: int
    jackpot: str
    badge: str
    released: tuple[Movement, ...]
    holds: tuple[Hold, ...]


class AwardsRecorded(Struct, frozen=True, kw_only=True, gc=False):
    """Awards are on the record, in the order of payment, by one badge."""

    kind: ClassVar[str] = "awards-recorded"
    version: ClassVar[int] = 1
    table: str
    round: int
    badge: str
    awards: tuple[Award, ...]


class MetersMoved(Struct, frozen=True, kw_only=True, gc=False):
    """The meters have paid recorded awards, and restarted where one took all."""

    kind: ClassVar[str] = "meters-moved"
    version: ClassVar[int] = 1
    table: str
    round: int
    awards: tuple[str, ...]
    movements: tuple[Movement, ...]


class KeyTurned(Struct, frozen=True, kw_only=True, gc=False):
    """An older keypad's key was turned."""

    kind: ClassVar[str] = "key-turned"
    version: ClassVar[int] = 1
    table: str
    position: str
    badge: str


class RoundEnded(Struct, frozen=True, kw_only=True, gc=False):
    """The round is over; envy is paid from the tray (PS-21)."""

    kind: ClassVar[str] = "round-ended"
    version: ClassVar[int] = 1
    table: str
    round: int
    envy: tuple[EnvyPay, ...]


class RoundVoided(Struct, frozen=True, kw_only=True, gc=False):
    """The round never was: every contribution is reversed by a linked entry."""

    kind: ClassVar[str] = "round-voided"
    version: ClassVar[int] = 1
    table: str
    round: int
    badge: str
    reason: str
    reverses: int
    movements: tuple[Movement, ...]
    takings: tuple[Taking, ...]


class TablePaused(Struct, frozen=True, kw_only=True, gc=False):
    """A table stands still."""

    kind: ClassVar[str] = "table-paused"
    version: ClassVar[int] = 1
    table: str
    badge: str
    reason: str


class TableResumed(Struct, frozen=True, kw_only=True, gc=False):
    """A table goes on."""

    kind: ClassVar[str] = "table-resumed"
    version: ClassVar[int] = 1
    table: str
    badge: str
    reason: str


class MeterAdjusted(Struct, frozen=True, kw_only=True, gc=False):
    """A meter was changed by hand, for a reason of the closed list."""

    kind: ClassVar[str] = "meter-adjusted"
    version: ClassVar[int] = 1
    jackpot: str
    level: str
    adjustment: str
    cents: Cents
    award: str
    corrects: int | None
    reason: str
    badges: tuple[str, str]
    movement: Movement


class AwardBackedOut(Struct, frozen=True, kw_only=True, gc=False):
    """A recorded award was undone; all that it moved is reversed.

    A share that restarts its meter leaves the restart to another share that stands, which
    `restart_passes_to` names."""

    kind: ClassVar[str] = "award-backed-out"
    version: ClassVar[int] = 2
    award: str
    table: str
    round: int
    reverses: int
    reason: str
    badges: tuple[str, str]
    movements: tuple[Movement, ...]
    restart_passes_to: str


class PrizePaid(Struct, frozen=True, kw_only=True, gc=False):
    """What was owed is paid."""

    kind: ClassVar[str] = "prize-paid"
    version: ClassVar[int] = 2
    award: str
    cents: Cents
    payment: Payment
    badge: str


class DayClosed(Struct, frozen=True, kw_only=True, gc=False):
    """Readings and trial balance at the end of a day; every replay checks them."""

    kind: ClassVar[str] = "day-closed"
    version: ClassVar[int] = 2
    day: str
    badge: str
    at_ms: int
    readings: tuple[tuple[str, Reading], ...]
    balances: tuple[Balance, ...]


class CommandRefused(Struct, frozen=True, kw_only=True, gc=False):
    """Somebody asked for what was not allowed (PS-60)."""

    kind: ClassVar[str] = "command-refused"
    version: ClassVar[int] = 1
    command: str
    table: str
    badge: str
    code: str
    reason: str


Event: TypeAlias = (
    SiteOpened
    | BadgeIssued
    | BadgeChanged
    | BadgeRevoked
    | KeysRenewed
    | JackpotOpened
    | TableOpened
    | DealerSignedIn
    | DealerSignedOut
    | RoundStarted
    | LateBetSeen
    | WinnerMarked
    | WinnerUnmarked
    | HoldsChanged
    | AwardsRecorded
    | MetersMoved
    | KeyTurned
    | RoundEnded
    | RoundVoided
    | TablePaused
    | TableResumed
    | MeterAdjusted
    | AwardBackedOut
    | PrizePaid
    | DayClosed
    | DepositRecorded
    | WithdrawalRecorded
    | BankFellShort
    | BankCovered
    | ApprovalEntered
    | BundleChanged
    | EquipmentRecorded
    | WinPagePrinted
    | SupervisorCalled
    | CallAnswered
    | DeviceEnrolled
    | DeviceRetired
    | AccessRefused
    | PersonSignedOn
    | PersonSignedOff
    | BettingClosed
    | BettingOpened
    | JackpotSuspended
    | JackpotResumed
    | ChangeRequested
    | ChangeApproved
    | ChangeRejected
    | ChangeWithdrawn
    | ChangeApplied
    | CommandRefused
)
