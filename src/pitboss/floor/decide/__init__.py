"""May this be done now, and what follows? (state, command) -> events, or a refusal by value.

Nothing here changes the state: a decision is a list of facts that are not yet true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from pitboss.floor.decide import (
    approvals,
    awards,
    bank,
    changes,
    devices,
    jackpots,
    people,
    rounds,
    tables,
)
from pitboss.floor.decide.permissions import need_permission
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.awards import (
    BackOutAward,
    ConfirmAwards,
    PayPrize,
    PressJackpot,
    PrintWinPage,
    TurnKey,
)
from pitboss.floor.facts.bank import CloseDay, RecordDeposit, RecordWithdrawal
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    OpenSite,
    RejectChange,
    RequestChange,
    WithdrawChange,
)
from pitboss.floor.facts.devices import EnrolDevice, RetireDevice
from pitboss.floor.facts.jackpots import AdjustMeter, OpenJackpot, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.people import (
    ChangeBadge,
    IssueBadge,
    RefuseAccess,
    RenewKeys,
    RevokeBadge,
    SignIn,
    SignOff,
    SignOn,
    SignOut,
)
from pitboss.floor.facts.rounds import EndRound, PressHand, SeeLateBet, StartRound, VoidRound
from pitboss.floor.facts.tables import (
    AnswerCall,
    CallSupervisor,
    ChangeBundle,
    CloseBetting,
    EnterApproval,
    OpenBetting,
    OpenTable,
    PauseTable,
    RecordEquipment,
    ResumeTable,
)
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.refusal import Refusal

SomeCommand = TypeVar("SomeCommand", bound=Command)


@dataclass(frozen=True, slots=True)
class Refused:
    """No, and why; it is recorded like everything else."""

    code: str
    reason: str


Decision: TypeAlias = tuple[Event, ...] | Refused


def decide(state: State, command: Command, lookup: PaytableLookup) -> Decision:
    """The events that a command makes, or why it is refused."""
    try:
        need_permission(state, command)
        return tuple(_DECISIONS[type(command)](state, command, lookup))
    except Refusal as refusal:
        where = f"{refusal.where}: " if refusal.where else ""
        return Refused(refusal.code, where + refusal.reason)


_Row: TypeAlias = tuple[type[Command], Callable[[State, Any, PaytableLookup], Sequence[Event]]]


def _by(
    command: type[SomeCommand],
    decision: Callable[[State, SomeCommand, PaytableLookup], Sequence[Event]],
) -> _Row:
    """One row of the table; the type checker sees that the decision takes the command."""
    return command, decision


_DECISIONS = dict(
    (
        _by(StartRound, rounds.start_round),
        _by(SeeLateBet, rounds.see_late_bet),
        _by(PressHand, rounds.press_hand),
        _by(EndRound, rounds.end_round),
        _by(VoidRound, rounds.void_round),
        _by(ConfirmAwards, awards.confirm_awards),
        _by(TurnKey, awards.turn_key),
        _by(PressJackpot, awards.press_jackpot),
        _by(BackOutAward, awards.back_out_award),
        _by(PrintWinPage, awards.print_win_page),
        _by(PayPrize, awards.pay_prize),
        _by(OpenTable, tables.open_table),
        _by(PauseTable, tables.pause_table),
        _by(ResumeTable, tables.resume_table),
        _by(CallSupervisor, tables.call_supervisor),
        _by(AnswerCall, tables.answer_call),
        _by(CloseBetting, tables.close_betting),
        _by(OpenBetting, tables.open_betting),
        _by(EnterApproval, approvals.enter_approval),
        _by(ChangeBundle, approvals.change_bundle),
        _by(RecordEquipment, approvals.record_equipment),
        _by(OpenJackpot, jackpots.open_jackpot),
        _by(AdjustMeter, jackpots.adjust_meter),
        _by(SuspendJackpot, jackpots.suspend_jackpot),
        _by(ResumeJackpot, jackpots.resume_jackpot),
        _by(RecordDeposit, bank.record_deposit),
        _by(RecordWithdrawal, bank.record_withdrawal),
        _by(CloseDay, bank.close_day),
        _by(IssueBadge, people.issue_badge),
        _by(ChangeBadge, people.change_badge),
        _by(RevokeBadge, people.revoke_badge),
        _by(RenewKeys, people.renew_keys),
        _by(SignIn, people.sign_in),
        _by(SignOut, people.sign_out),
        _by(SignOn, people.sign_on),
        _by(SignOff, people.sign_off),
        _by(RefuseAccess, people.refuse_access),
        _by(EnrolDevice, devices.enrol_device),
        _by(RetireDevice, devices.retire_device),
        _by(OpenSite, changes.open_site),
        _by(RequestChange, changes.request_change),
        _by(ApproveChange, changes.approve_change),
        _by(RejectChange, changes.reject_change),
        _by(WithdrawChange, changes.withdraw_change),
        _by(ApplyChange, changes.apply_change),
    )
)
assert set(_DECISIONS) == set(COMMANDS), "a command without a decision"
