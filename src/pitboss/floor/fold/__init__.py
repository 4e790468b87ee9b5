"""What an event makes of the floor. Every replay goes through here, and every assertion holds then
as it held when the event was decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from pitboss.floor import facts
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.fold import (
    approvals,
    archives,
    awards,
    bank,
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
    people,
    persons,
    reports,
    rounds,
    shufflers,
    tables,
    wide,
    wide_lost,
)
from pitboss.floor.ledger import postings
from pitboss.floor.state import State

_SomeEvent = TypeVar("_SomeEvent", bound=Event)


def record(state: State, events: Iterable[Event]) -> None:
    """Fold one more row of the journal into the state: all events of a command."""
    state.seq += 1
    for event in events:
        apply(state, event)


def apply(state: State, event: Event) -> None:
    """Fold one event of the newest row into the state, its postings included."""
    posted = postings(state, event)
    _FOLDS[type(event)](state, event)
    if posted:
        balances = state.balances
        for account, amount in posted:
            balances[account] = (balances.get(account) or 0) + amount
        if type(event) in _LOWERS:
            bank.required_fell(state)


def _keep_nothing(state: State, event: Event) -> None:
    """It is on the record, and changes nothing."""


# After these less may have to lie in the bank account.
_LOWERS = frozenset(
    (
        facts.payments.PrizePaid,
        facts.payments.PrizeForfeited,
        facts.payments.PrizeCanceled,
        facts.jackpots.MeterAdjusted,
        facts.changes.ChangeApplied,
    )
)

_Row: TypeAlias = tuple[type[Event], Callable[[State, Any], None]]


def _by(event: type[_SomeEvent], fold: Callable[[State, _SomeEvent], None]) -> _Row:
    """One row of the table; the type checker sees that the fold takes the event."""
    return event, fold


_FOLDS = dict(
    (
        _by(CommandRefused, _keep_nothing),
        _by(facts.rounds.RoundStarted, rounds.round_started),
        _by(facts.rounds.HandsCorrected, rounds.hands_corrected),
        _by(facts.rounds.LateBetSeen, rounds.late_bet_seen),
        _by(facts.rounds.WinnerMarked, rounds.winner_marked),
        _by(facts.rounds.WinnerUnmarked, rounds.winner_unmarked),
        _by(facts.rounds.HoldsChanged, rounds.holds_changed),
        _by(facts.rounds.RoundEnded, rounds.round_ended),
        _by(facts.rounds.RoundVoided, rounds.round_voided),
        _by(facts.awards.AwardsRecorded, awards.awards_recorded),
        _by(facts.awards.MetersMoved, awards.meters_moved),
        _by(facts.awards.KeyTurned, awards.key_turned),
        _by(facts.awards.AwardBackedOut, awards.award_backed_out),
        _by(facts.awards.WinPagePrinted, awards.win_page_printed),
        _by(facts.awards.CameraNoted, awards.camera_noted),
        _by(facts.payments.HandVerified, payments.hand_verified),
        _by(facts.payments.PayoutStepNoted, payments.payout_step_noted),
        _by(facts.payments.PayoutStepSkipped, payments.payout_step_skipped),
        _by(facts.payments.PrizePaid, payments.prize_paid),
        _by(facts.payments.PaymentVoided, payments.payment_voided),
        _by(facts.payments.PaymentHeld, payments.payment_held),
        _by(facts.payments.PaymentReleased, payments.payment_released),
        _by(facts.payments.PrizeForfeited, payments.prize_forfeited),
        _by(facts.payments.PrizeHandedOver, payments.prize_handed_over),
        _by(facts.payments.PrizeCanceled, payments.prize_canceled),
        _by(facts.payments.EnvyFormNoted, payments.envy_form_noted),
        _by(facts.persons.PersonRecorded, persons.person_recorded),
        _by(facts.persons.PersonCorrected, persons.person_corrected),
        _by(facts.persons.PersonRead, _keep_nothing),
        _by(facts.persons.PeopleExported, _keep_nothing),
        _by(facts.persons.PersonPurged, persons.person_purged),
        _by(facts.tables.PaytableOpened, _keep_nothing),
        _by(facts.tables.TableOpened, tables.table_opened),
        _by(facts.tables.TablePaused, tables.table_paused),
        _by(facts.tables.TableResumed, tables.table_resumed),
        _by(facts.tables.SupervisorCalled, tables.supervisor_called),
        _by(facts.tables.CallAnswered, tables.call_answered),
        _by(facts.tables.BettingClosed, tables.betting_closed),
        _by(facts.tables.BettingOpened, tables.betting_opened),
        _by(facts.approvals.ApprovalEntered, approvals.approval_entered),
        _by(facts.approvals.BundleChanged, approvals.bundle_changed),
        _by(facts.approvals.ReleaseNoted, approvals.release_noted),
        _by(facts.approvals.ReleaseApproved, approvals.release_approved),
        _by(facts.tables.EquipmentRecorded, tables.equipment_recorded),
        _by(facts.shufflers.ShufflerReported, shufflers.shuffler_reported),
        _by(facts.shufflers.ShufflerStepTaken, shufflers.shuffler_step_taken),
        _by(facts.shufflers.ShufflerCleared, shufflers.shuffler_cleared),
        _by(facts.jackpots.JackpotOpened, jackpots.jackpot_opened),
        _by(facts.jackpots.MeterAdjusted, jackpots.meter_adjusted),
        _by(facts.jackpots.JackpotSuspended, jackpots.jackpot_suspended),
        _by(facts.jackpots.JackpotResumed, jackpots.jackpot_resumed),
        _by(facts.bank.DepositRecorded, bank.deposit_recorded),
        _by(facts.bank.WithdrawalRecorded, bank.withdrawal_recorded),
        _by(facts.bank.WithdrawalVoided, bank.withdrawal_voided),
        _by(facts.bank.LeftInAccount, bank.left_in_account),
        _by(facts.paying_over.PaidOver, paying_over.paid_over),
        _by(facts.paying_over.PayOverVoided, paying_over.pay_over_voided),
        _by(facts.bank.StatementRecorded, bank.statement_recorded),
        _by(facts.bank.DifferenceExplained, bank.difference_explained),
        _by(facts.bank.BankAccountNamed, bank.bank_account_named),
        _by(facts.bank.BankSeenWhole, bank.bank_seen_whole),
        _by(facts.bank.BankFellShort, bank.bank_fell_short),
        _by(facts.bank.BankCovered, bank.bank_covered),
        _by(facts.cover.CoverRecorded, cover.cover_recorded),
        _by(facts.cover.LimitsRecorded, cover.limits_recorded),
        _by(facts.law.FigureEntered, law.figure_entered),
        _by(facts.law.FigureWithdrawn, law.figure_withdrawn),
        _by(facts.days.ShiftEnded, days.shift_ended),
        _by(facts.days.DayEnded, days.day_ended),
        _by(facts.days.ShiftBegan, days.shift_began),
        _by(facts.days.ReadingRecorded, days.reading_recorded),
        _by(facts.days.CountsRecorded, days.counts_recorded),
        _by(facts.days.VarianceOpened, days.variance_opened),
        _by(facts.days.VarianceClosed, days.variance_closed),
        _by(facts.days.DayClosed, days.day_closed),
        _by(facts.people.BadgeIssued, people.badge_issued),
        _by(facts.people.BadgeChanged, people.badge_changed),
        _by(facts.people.BadgeRevoked, people.badge_revoked),
        _by(facts.people.KeysRenewed, people.keys_renewed),
        _by(facts.people.PinChanged, people.pin_changed),
        _by(facts.people.DealerSignedIn, people.dealer_signed_in),
        _by(facts.people.DealerSignedOut, people.dealer_signed_out),
        _by(facts.people.PersonSignedOn, people.person_signed_on),
        _by(facts.people.PersonSignedOff, people.person_signed_off),
        _by(facts.people.AccessRefused, people.access_refused),
        _by(facts.clock.ClockJumped, clock.clock_jumped),
        _by(facts.engines.EngineBegan, engines.engine_began),
        _by(facts.devices.DeviceEnrolled, devices.device_enrolled),
        _by(facts.devices.DeviceRetired, devices.device_retired),
        _by(facts.devices.ScreenWentDark, devices.screen_went_dark),
        _by(facts.devices.ScreenCameBack, devices.screen_came_back),
        _by(facts.changes.SiteOpened, changes.site_opened),
        _by(facts.changes.ChangeRequested, changes.change_requested),
        _by(facts.changes.ChangeApproved, changes.change_approved),
        _by(facts.changes.ChangeRejected, changes.change_rejected),
        _by(facts.changes.ChangeWithdrawn, changes.change_withdrawn),
        _by(facts.changes.ChangePlanned, changes.change_planned),
        _by(facts.changes.ChangeBegun, changes.change_begun),
        _by(facts.changes.ChangeApplied, changes.change_applied),
        _by(facts.reports.ReportRecorded, reports.report_recorded),
        _by(facts.papers.PaperProposed, papers.paper_proposed),
        _by(facts.papers.PaperOpened, papers.paper_opened),
        _by(facts.papers.PaperTakenUp, papers.paper_taken_up),
        _by(facts.papers.PaperDismissed, papers.paper_dismissed),
        _by(facts.papers.PaperSent, papers.paper_sent),
        _by(facts.papers.RemovalAnnounced, papers.removal_announced),
        _by(facts.papers.PaperClosed, papers.paper_closed),
        _by(facts.papers.SiteStopped, _keep_nothing),
        _by(facts.papers.SiteRestarted, _keep_nothing),
        _by(facts.archives.RowsRemoved, archives.rows_removed),
        _by(facts.wide.PropertyAdmitted, wide.property_admitted),
        _by(facts.wide.StatementPosted, wide.statement_posted),
        _by(facts.wide.ClaimGranted, wide.claim_granted),
        _by(facts.wide.StatementHeld, wide.statement_held),
        _by(facts.wide.StatementReleased, wide.statement_released),
        _by(facts.wide.StatementRefused, wide.statement_refused),
        _by(facts.remittances.RemittanceRecorded, bank.remittance_recorded),
        _by(facts.remittances.RemittanceVoided, bank.remittance_voided),
        _by(facts.wide.ForkFound, wide.fork_found),
        _by(facts.wide.ForkAgreed, wide.fork_agreed),
        _by(facts.wide.ForkDecided, wide.fork_decided),
        _by(facts.wide.GrantsShown, wide.grants_shown),
        _by(facts.wide.HubForkFound, wide.hub_fork_found),
        _by(facts.wide.PropertyForkFound, wide.property_fork_found),
        _by(facts.wide_lost.RestsRecorded, wide_lost.rests_recorded),
        _by(facts.wide.HubJoined, wide.hub_joined),
        _by(facts.wide.StatementMade, wide.statement_made),
        _by(facts.wide.ClaimMade, wide.claim_made),
        _by(facts.wide.AnswerTaken, wide.answer_taken),
        _by(facts.wide.WideAwardRecorded, wide.wide_award_recorded),
        _by(facts.wide_lost.GrantsLost, wide_lost.grants_lost),
        _by(facts.wide_lost.GrantTakenOver, wide_lost.grant_taken_over),
        _by(facts.wide_lost.ClaimRepeated, wide.claim_repeated),
        _by(facts.wide_lost.PropertyHeard, wide_lost.property_heard),
        _by(facts.wide_lost.PropertyGivenUp, wide_lost.property_given_up),
    )
)
assert set(_FOLDS) == set(EVENTS), "an event without a fold"
