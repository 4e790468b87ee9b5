"""Everything that may be asked of the floor, in the imperative.

The asker makes `command_id` before asking and uses it again when asking again; `at_ms` is the time
the edge read from its clock. A badge is who swiped."""

from __future__ import annotations

from typing import TypeAlias

from pitboss.floor.asking import Asked as _Command
from pitboss.floor.office_commands import (
    AnswerCall,
    CallSupervisor,
    ChangeBundle,
    CloseBetting,
    EnrolDevice,
    EnterApproval,
    OpenBetting,
    PrintWinPage,
    RecordDeposit,
    RecordEquipment,
    RecordWithdrawal,
    RefuseAccess,
    RetireDevice,
    SignOff,
    SignOn,
)
from pitboss.floor.site_commands import (
    ApplyChange,
    ApproveChange,
    ChangeBadge,
    IssueBadge,
    OpenSite,
    RejectChange,
    RenewKeys,
    RequestChange,
    ResumeJackpot,
    RevokeBadge,
    SuspendJackpot,
    WithdrawChange,
)
from pitboss.floor.values import Equipment, LevelSetting, Payment, Spot
from pitboss.money import Cents


class OpenJackpot(_Command, frozen=True, kw_only=True, gc=False):
    """Put a jackpot on the floor with its opening amounts."""

    jackpot: str
    kind: str  # progressive or house
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...] = ()
    executive_above_cents: Cents
    lock_at_mark: bool = False
    fixed_from: str = ""  # the level that pays every fixed award; empty: the tray (PS-12)
    training: bool = False  # play money, on accounts of its own (PS-64)
    equipment_least: tuple[tuple[str, str], ...] = ()  # part and least version (PS-63)
    badges: tuple[str, str]


class OpenTable(_Command, frozen=True, kw_only=True, gc=False):
    """Put a table on the floor; its sensors, two at most, each belong to one jackpot (PS-1). A game
    without a jackpot has none."""

    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str = "atlas"
    order: tuple[int, ...] = ()  # seats in the order of payment; empty: rightmost first
    title: str = ""
    bundle: str = ""  # the digest of game, settings and paytables
    approval: tuple[tuple[str, str], ...] = ()  # paper and reference (PS-64)
    equipment: tuple[Equipment, ...] = ()
    training: bool = False
    proof: str = ""  # what was proven of the link it joins
    badge: str


class SignIn(_Command, frozen=True, kw_only=True, gc=False):
    """A dealer takes a table."""

    table: str
    badge: str


class SignOut(_Command, frozen=True, kw_only=True, gc=False):
    """A dealer leaves a table."""

    table: str


class StartRound(_Command, frozen=True, kw_only=True, gc=False):
    """START GAME, or COIN IN: lock the wagers that are lit now (PS-2)."""

    table: str
    spots: tuple[Spot, ...]


class SeeLateBet(_Command, frozen=True, kw_only=True, gc=False):
    """A chip on a sensor after START."""

    table: str
    spot: Spot


class PressHand(_Command, frozen=True, kw_only=True, gc=False):
    """A hand button for a spot: marks it, or takes the same mark back (PS-3)."""

    table: str
    spot: Spot
    outcome: str
    sharers: tuple[int, ...] = ()


class ConfirmAwards(_Command, frozen=True, kw_only=True, gc=False):
    """Confirm and swipe: one swipe for all marks of the round (PS-4)."""

    table: str
    badge: str


class TurnKey(_Command, frozen=True, kw_only=True, gc=False):
    """Older keypads: the supervisor's key, to JPH or RUN (PS-5)."""

    table: str
    position: str
    badge: str


class PressJackpot(_Command, frozen=True, kw_only=True, gc=False):
    """Older keypads: J-POT records the award of one spot (PS-5)."""

    table: str
    spot: Spot


class EndRound(_Command, frozen=True, kw_only=True, gc=False):
    """END GAME, or GAME OVER (PS-6)."""

    table: str


class VoidRound(_Command, frozen=True, kw_only=True, gc=False):
    """Misdeal: the round never was; its contributions go back (ALL-1, ALL-4)."""

    table: str
    badge: str
    reason: str


class PauseTable(_Command, frozen=True, kw_only=True, gc=False):
    """Stop a table (ALL-4)."""

    table: str
    badge: str
    reason: str


class ResumeTable(_Command, frozen=True, kw_only=True, gc=False):
    """Let a table go on (ALL-4)."""

    table: str
    badge: str
    reason: str


class AdjustMeter(_Command, frozen=True, kw_only=True, gc=False):
    """A manual adjustment, one of a closed list of kinds, by two people (WAC 230-15-695)."""

    jackpot: str
    level: str
    kind: str
    cents: Cents
    restarts: bool = False
    corrects: int | None = None
    reason: str
    badges: tuple[str, str]


class BackOutAward(_Command, frozen=True, kw_only=True, gc=False):
    """Undo a recorded award by an entry of its own (PS-7)."""

    award: str
    reason: str
    badges: tuple[str, str]


class PayPrize(_Command, frozen=True, kw_only=True, gc=False):
    """A cashier has paid what is owed (PS-8)."""

    award: str
    payment: Payment = Payment()
    badge: str


class CloseDay(_Command, frozen=True, kw_only=True, gc=False):
    """Write readings and trial balance into the record, to be checked at every replay."""

    day: str
    badge: str


Command: TypeAlias = (
    OpenSite
    | IssueBadge
    | ChangeBadge
    | RevokeBadge
    | RenewKeys
    | OpenJackpot
    | OpenTable
    | SignIn
    | SignOut
    | StartRound
    | SeeLateBet
    | PressHand
    | ConfirmAwards
    | TurnKey
    | PressJackpot
    | EndRound
    | VoidRound
    | PauseTable
    | ResumeTable
    | AdjustMeter
    | BackOutAward
    | PayPrize
    | CloseDay
    | RecordDeposit
    | RecordWithdrawal
    | EnterApproval
    | ChangeBundle
    | RecordEquipment
    | PrintWinPage
    | CallSupervisor
    | AnswerCall
    | EnrolDevice
    | RetireDevice
    | RefuseAccess
    | SignOn
    | SignOff
    | CloseBetting
    | OpenBetting
    | SuspendJackpot
    | ResumeJackpot
    | RequestChange
    | ApproveChange
    | RejectChange
    | WithdrawChange
    | ApplyChange
)
