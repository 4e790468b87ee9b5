"""May this be done now, and what follows? (state, command) -> events, or a refusal by value.

Nothing here changes the state: a decision is a list of facts that are not yet true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from pitboss.floor import facts
from pitboss.floor.decide import (
    approvals,
    archives,
    awards,
    bank,
    calls,
    changes,
    clock,
    cover,
    days,
    devices,
    engines,
    jackpots,
    law,
    papers,
    paying_over,
    payments,
    payouts,
    people,
    persons,
    remittances,
    reports,
    rounds,
    shufflers,
    statements,
    tables,
    wide_deciding,
    wide_hub,
    wide_lost,
    wide_property,
)
from pitboss.floor.decide.limits import need_limits
from pitboss.floor.decide.permissions import need_permission
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.local_time import local_day
from pitboss.refusal import Refusal

_SomeCommand = TypeVar("_SomeCommand", bound=Command)


@dataclass(frozen=True, slots=True)
class Refused:
    """No, and why; it is recorded like everything else."""

    code: str
    reason: str


Decision: TypeAlias = tuple[Event, ...] | Refused


def decide(state: State, command: Command, paytables: PaytableLookup) -> Decision:
    """The events that a command makes, or why it is refused."""
    try:
        need_permission(state, command, paytables)
        # Time zones are data, as paytables are: an instant is the same day wherever it is decided.
        need_limits(command, lambda: local_day(command.at_ms, state.time_zone))
        return tuple(_DECISIONS[type(command)](state, command, paytables))
    except Refusal as refusal:
        where = f"{refusal.where}: " if refusal.where else ""
        return Refused(refusal.code, where + refusal.reason)


_Row: TypeAlias = tuple[type[Command], Callable[[State, Any, PaytableLookup], Sequence[Event]]]


def _by(
    command: type[_SomeCommand], decision: Callable[[State, _SomeCommand], Sequence[Event]]
) -> _Row:
    """One row of the table; the type checker sees that the decision takes the command."""
    return command, lambda state, asked, paytables: decision(state, asked)


def _with_paytables(
    command: type[_SomeCommand],
    decision: Callable[[State, _SomeCommand, PaytableLookup], Sequence[Event]],
) -> _Row:
    """The same for a decision that asks what a hand pays."""
    return command, decision


_DECISIONS = dict(
    (
        _by(facts.rounds.StartRound, rounds.start_round),
        _by(facts.rounds.CorrectHands, rounds.correct_hands),
        _by(facts.rounds.SeeLateBet, rounds.see_late_bet),
        _with_paytables(facts.rounds.PressHand, rounds.press_hand),
        _with_paytables(facts.rounds.EndRound, rounds.end_round),
        _by(facts.rounds.VoidRound, rounds.void_round),
        _with_paytables(facts.awards.ConfirmAwards, awards.confirm_awards),
        _with_paytables(facts.awards.TurnKey, awards.turn_key),
        _by(facts.awards.TurnNumberedKey, awards.turn_numbered_key),
        _with_paytables(facts.awards.PressJackpot, awards.press_jackpot),
        _with_paytables(facts.awards.BackOutAward, awards.back_out_award),
        _by(facts.awards.PrintWinPage, awards.print_win_page),
        _by(facts.awards.NoteCamera, awards.note_camera),
        _with_paytables(facts.payments.VerifyHand, payouts.verify_hand),
        _by(facts.payments.NotePayoutStep, payouts.note_payout_step),
        _by(facts.payments.SkipPayoutStep, payouts.skip_payout_step),
        _by(facts.payments.PayPrize, payments.pay_prize),
        _by(facts.payments.VoidPayment, payments.void_payment),
        _with_paytables(facts.payments.CancelPrize, payments.cancel_prize),
        _by(facts.payments.HoldPayment, payments.hold_payment),
        _by(facts.payments.ReleasePayment, payments.release_payment),
        _by(facts.payments.ForfeitPrize, payments.forfeit_prize),
        _by(facts.payments.HandOverPrize, payments.hand_over_prize),
        _by(facts.payments.NoteEnvyForm, payments.note_envy_form),
        _by(facts.persons.RecordPerson, persons.record_person),
        _by(facts.persons.CorrectPerson, persons.correct_person),
        _by(facts.persons.ReadPerson, persons.read_person),
        _by(facts.persons.ExportPeople, persons.export_people),
        _by(facts.persons.PurgePerson, persons.purge_person),
        _by(facts.tables.OpenPaytable, tables.open_paytable),
        _with_paytables(facts.tables.OpenTable, tables.open_table),
        _by(facts.tables.PauseTable, tables.pause_table),
        _by(facts.tables.ResumeTable, tables.resume_table),
        _by(facts.tables.CallSupervisor, calls.call_supervisor),
        _by(facts.tables.AnswerCall, calls.answer_call),
        _by(facts.tables.CloseBetting, tables.close_betting),
        _by(facts.tables.OpenBetting, tables.open_betting),
        _by(facts.approvals.EnterApproval, approvals.enter_approval),
        _by(facts.approvals.ChangeBundle, approvals.change_bundle),
        _by(facts.approvals.NoteRelease, approvals.note_release),
        _by(facts.approvals.ApproveRelease, approvals.approve_release),
        _by(facts.tables.RecordEquipment, approvals.record_equipment),
        _by(facts.shufflers.ReportShuffler, shufflers.report_shuffler),
        _by(facts.shufflers.TakeShufflerSteps, shufflers.take_shuffler_steps),
        _by(facts.shufflers.ClearShuffler, shufflers.clear_shuffler),
        _with_paytables(facts.jackpots.OpenJackpot, jackpots.open_jackpot),
        _with_paytables(facts.jackpots.AdjustMeter, jackpots.adjust_meter),
        _by(facts.jackpots.SuspendJackpot, jackpots.suspend_jackpot),
        _by(facts.jackpots.ResumeJackpot, jackpots.resume_jackpot),
        _by(facts.bank.RecordDeposit, bank.record_deposit),
        _by(facts.bank.RecordWithdrawal, bank.record_withdrawal),
        _by(facts.bank.VoidWithdrawal, bank.void_withdrawal),
        _by(facts.bank.LeaveInAccount, bank.leave_in_account),
        _by(facts.paying_over.PayOver, paying_over.pay_over),
        _by(facts.paying_over.VoidPayOver, paying_over.void_pay_over),
        _by(facts.bank.NameBankAccount, bank.name_bank_account),
        _by(facts.bank.CheckBank, bank.check_bank),
        _by(facts.bank.RecordStatement, statements.record_statement),
        _by(facts.bank.ExplainDifference, statements.explain_difference),
        _by(facts.cover.RecordCover, cover.record_cover),
        _by(facts.cover.RecordLimits, cover.record_limits),
        _by(facts.law.EnterFigure, law.enter_figure),
        _by(facts.law.WithdrawFigure, law.withdraw_figure),
        _by(facts.days.TurnShift, days.turn_shift),
        _by(facts.days.RecordReading, days.record_reading),
        _by(facts.days.RecordCounts, days.record_counts),
        _by(facts.days.CloseVariance, days.close_variance),
        _by(facts.days.CloseDay, days.close_day),
        _by(facts.people.IssueBadge, people.issue_badge),
        _by(facts.people.ChangeBadge, people.change_badge),
        _by(facts.people.RevokeBadge, people.revoke_badge),
        _by(facts.people.RenewKeys, people.renew_keys),
        _by(facts.people.NotePin, people.note_pin),
        _by(facts.people.SignIn, people.sign_in),
        _by(facts.people.SignOut, people.sign_out),
        _by(facts.people.SignOn, people.sign_on),
        _by(facts.people.SignOff, people.sign_off),
        _by(facts.people.RefuseAccess, people.refuse_access),
        _by(facts.clock.NoteClockJump, clock.note_clock_jump),
        _by(facts.engines.BeginEngine, engines.begin_engine),
        _by(facts.devices.EnrollDevice, devices.enroll_device),
        _by(facts.devices.RetireDevice, devices.retire_device),
        _by(facts.devices.NoteScreen, devices.note_screen),
        _by(facts.devices.PressKeypad, devices.press_keypad),
        _by(facts.changes.OpenSite, changes.open_site),
        _with_paytables(facts.changes.RequestChange, changes.request_change),
        _with_paytables(facts.changes.ApproveChange, changes.approve_change),
        _by(facts.changes.RejectChange, changes.reject_change),
        _by(facts.changes.WithdrawChange, changes.withdraw_change),
        _with_paytables(facts.changes.PlanChange, changes.plan_change),
        _with_paytables(facts.changes.BeginChange, changes.begin_change),
        _with_paytables(facts.changes.ApplyChange, changes.apply_change),
        _by(facts.reports.RecordReport, reports.record_report),
        _by(facts.papers.ReportMalfunction, papers.report_malfunction),
        _by(facts.papers.TakeUpPaper, papers.take_up_paper),
        _by(facts.papers.DismissPaper, papers.dismiss_paper),
        _by(facts.papers.SendPaper, papers.send_paper),
        _by(facts.papers.AnnounceRemoval, papers.announce_removal),
        _by(facts.papers.OpenDispute, papers.open_dispute),
        _by(facts.papers.CloseDispute, papers.close_dispute),
        _by(facts.papers.NoteStop, papers.note_stop),
        _by(facts.papers.NoteRestart, papers.note_restart),
        _by(facts.archives.RemoveRows, archives.remove_rows),
        _with_paytables(facts.wide.AdmitProperty, wide_hub.admit_property),
        _with_paytables(facts.wide.TakeStatement, wide_hub.take_statement),
        _with_paytables(facts.wide.ReleaseStatement, wide_hub.release_statement),
        _with_paytables(facts.wide.RefuseStatement, wide_hub.refuse_statement),
        _with_paytables(facts.wide.DecideFork, wide_deciding.decide_fork),
        _with_paytables(facts.wide.TakeShownGrants, wide_deciding.take_shown_grants),
        _with_paytables(facts.wide.JoinHub, wide_property.join_hub),
        _with_paytables(facts.wide_lost.TakeOverGrant, wide_lost.take_over_grant),
        _with_paytables(facts.wide_lost.GiveUpProperty, wide_lost.give_up_property),
        _with_paytables(facts.wide.MakeStatement, wide_property.make_statement),
        _with_paytables(facts.wide.TakeAnswer, wide_property.take_answer),
        _by(facts.remittances.RecordRemittance, remittances.record_remittance),
        _by(facts.remittances.VoidRemittance, remittances.void_remittance),
    )
)
assert set(_DECISIONS) == set(COMMANDS), "a command without a decision"
