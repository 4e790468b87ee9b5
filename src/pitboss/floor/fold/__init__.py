"""What an event makes of the floor. Every replay goes through here, and every assertion holds then
as it held when the event was decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.awards import (
    AwardBackedOut,
    AwardsRecorded,
    KeyTurned,
    MetersMoved,
    PrizePaid,
    WinPagePrinted,
)
from pitboss.floor.facts.bank import (
    BankCovered,
    BankFellShort,
    DayClosed,
    DepositRecorded,
    WithdrawalRecorded,
)
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.changes import (
    ChangeApplied,
    ChangeApproved,
    ChangeRejected,
    ChangeRequested,
    ChangeWithdrawn,
    SiteOpened,
)
from pitboss.floor.facts.devices import DeviceEnrolled, DeviceRetired
from pitboss.floor.facts.jackpots import (
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
)
from pitboss.floor.facts.people import (
    AccessRefused,
    BadgeChanged,
    BadgeIssued,
    BadgeRevoked,
    DealerSignedIn,
    DealerSignedOut,
    KeysRenewed,
    PersonSignedOff,
    PersonSignedOn,
)
from pitboss.floor.facts.rounds import (
    HoldsChanged,
    LateBetSeen,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    WinnerMarked,
    WinnerUnmarked,
)
from pitboss.floor.facts.tables import (
    ApprovalEntered,
    BettingClosed,
    BettingOpened,
    BundleChanged,
    CallAnswered,
    EquipmentRecorded,
    SupervisorCalled,
    TableOpened,
    TablePaused,
    TableResumed,
)
from pitboss.floor.fold import awards, bank, changes, devices, jackpots, people, rounds, tables
from pitboss.floor.ledger import postings
from pitboss.floor.state import State

SomeEvent = TypeVar("SomeEvent", bound=Event)


def record(state: State, events: Iterable[Event]) -> None:
    """Fold one more row of the journal into the state: all events of a command."""
    state.seq += 1
    for event in events:
        apply(state, event)


def apply(state: State, event: Event) -> None:
    """Fold one event of the newest row into the state, its postings included."""
    posted = postings(state, event)
    _FOLDS[type(event)](state, event)
    balance, put = state.balances.get, state.balances.put
    for account, amount in posted:
        put(account, (balance(account) or 0) + amount)


def _keep_nothing(state: State, event: Event) -> None:
    """It is on the record, and changes nothing."""


_Row: TypeAlias = tuple[type[Event], Callable[[State, Any], None]]


def _by(event: type[SomeEvent], fold: Callable[[State, SomeEvent], None]) -> _Row:
    """One row of the table; the type checker sees that the fold takes the event."""
    return event, fold


_FOLDS = dict(
    (
        _by(CommandRefused, _keep_nothing),
        _by(RoundStarted, rounds.round_started),
        _by(LateBetSeen, rounds.late_bet_seen),
        _by(WinnerMarked, rounds.winner_marked),
        _by(WinnerUnmarked, rounds.winner_unmarked),
        _by(HoldsChanged, rounds.holds_changed),
        _by(RoundEnded, rounds.round_ended),
        _by(RoundVoided, rounds.round_voided),
        _by(AwardsRecorded, awards.awards_recorded),
        _by(MetersMoved, awards.meters_moved),
        _by(KeyTurned, awards.key_turned),
        _by(AwardBackedOut, awards.award_backed_out),
        _by(WinPagePrinted, awards.win_page_printed),
        _by(PrizePaid, awards.prize_paid),
        _by(TableOpened, tables.table_opened),
        _by(TablePaused, tables.table_paused),
        _by(TableResumed, tables.table_resumed),
        _by(SupervisorCalled, tables.supervisor_called),
        _by(CallAnswered, tables.call_answered),
        _by(BettingClosed, tables.betting_closed),
        _by(BettingOpened, tables.betting_opened),
        _by(ApprovalEntered, tables.approval_entered),
        _by(BundleChanged, tables.bundle_changed),
        _by(EquipmentRecorded, tables.equipment_recorded),
        _by(JackpotOpened, jackpots.jackpot_opened),
        _by(MeterAdjusted, jackpots.meter_adjusted),
        _by(JackpotSuspended, jackpots.jackpot_suspended),
        _by(JackpotResumed, jackpots.jackpot_resumed),
        _by(DepositRecorded, bank.deposit_recorded),
        _by(WithdrawalRecorded, bank.withdrawal_recorded),
        _by(BankFellShort, bank.bank_fell_short),
        _by(BankCovered, bank.bank_covered),
        _by(DayClosed, bank.day_closed),
        _by(BadgeIssued, people.badge_issued),
        _by(BadgeChanged, people.badge_changed),
        _by(BadgeRevoked, people.badge_revoked),
        _by(KeysRenewed, people.keys_renewed),
        _by(DealerSignedIn, people.dealer_signed_in),
        _by(DealerSignedOut, people.dealer_signed_out),
        _by(PersonSignedOn, people.person_signed_on),
        _by(PersonSignedOff, people.person_signed_off),
        _by(AccessRefused, people.access_refused),
        _by(DeviceEnrolled, devices.device_enrolled),
        _by(DeviceRetired, devices.device_retired),
        _by(SiteOpened, changes.site_opened),
        _by(ChangeRequested, changes.change_requested),
        _by(ChangeApproved, changes.change_approved),
        _by(ChangeRejected, changes.change_rejected),
        _by(ChangeWithdrawn, changes.change_withdrawn),
        _by(ChangeApplied, changes.change_applied),
    )
)
assert set(_FOLDS) == set(EVENTS), "an event without a fold"
