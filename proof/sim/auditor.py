"""The auditor: an independent model of the floor, fed by commands, answers and durable events.

It knows what may be asked, what can have happened and what a paytable pays; nothing else of the
floor, the engine or the journal. It checks that every command happened at most once, that what was
answered is durable, that what was shown is durable, that what was refused changed nothing, and that
every amount is what its own arithmetic says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from msgspec.structs import replace

from pitboss.floor import facts
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.values import Reading
from pitboss.rules.paytable import Paytable
from proof.sim import (
    follow_bank,
    follow_days,
    follow_engines,
    follow_holds,
    follow_law,
    follow_office,
    follow_papers,
    follow_payments,
    follow_rounds,
    follow_site,
)
from proof.sim.model import AuditorBooks, Discrepancy, need, same

# After these less may have to lie in the bank.
LOWERS = (
    facts.payments.PrizePaid,
    facts.payments.PrizeForfeited,
    facts.payments.PrizeHandedOver,
    facts.payments.PrizeCanceled,
    facts.jackpots.MeterAdjusted,
    facts.changes.ChangeApplied,
)
# What a command that is not refused leads to, by the names of the events.
LEADS_TO: Mapping[type, tuple[tuple[type, ...], ...]] = {
    facts.changes.OpenSite: ((facts.changes.SiteOpened,),),
    facts.engines.BeginEngine: ((facts.engines.EngineBegan,),),
    facts.papers.NoteStop: ((facts.papers.SiteStopped,),),
    facts.papers.ReportMalfunction: ((facts.papers.PaperOpened,),),
    facts.papers.DismissPaper: ((facts.papers.PaperDismissed,),),
    facts.reports.RecordReport: ((facts.reports.ReportRecorded,),),
    facts.people.IssueBadge: ((facts.people.BadgeIssued,),),
    facts.people.ChangeBadge: ((facts.people.BadgeChanged,),),
    facts.people.RevokeBadge: ((facts.people.BadgeRevoked,),),
    facts.people.RenewKeys: ((facts.people.KeysRenewed,),),
    facts.people.NotePin: ((facts.people.PinChanged,),),
    facts.jackpots.SuspendJackpot: ((facts.jackpots.JackpotSuspended,),),
    facts.jackpots.ResumeJackpot: ((facts.jackpots.JackpotResumed,),),
    facts.changes.RequestChange: ((facts.changes.ChangeRequested,),),
    facts.changes.ApproveChange: ((facts.changes.ChangeApproved,),),
    facts.changes.RejectChange: ((facts.changes.ChangeRejected,),),
    facts.changes.WithdrawChange: ((facts.changes.ChangeWithdrawn,),),
    facts.changes.PlanChange: ((facts.changes.ChangePlanned,),),
    facts.changes.BeginChange: (
        (facts.changes.ChangeBegun,),
        (facts.changes.ChangeApplied,),
        (facts.changes.ChangeApplied, facts.jackpots.JackpotResumed),
    ),
    facts.changes.ApplyChange: (
        (facts.changes.ChangeApplied,),
        (facts.people.DealerSignedOut, facts.changes.ChangeApplied),
    ),
    facts.jackpots.OpenJackpot: ((facts.jackpots.JackpotOpened,),),
    facts.tables.OpenPaytable: ((facts.tables.PaytableOpened,),),
    facts.tables.OpenTable: ((facts.tables.TableOpened,),),
    facts.approvals.EnterApproval: ((facts.approvals.ApprovalEntered,),),
    facts.people.SignIn: (
        (facts.people.DealerSignedIn,),
        (facts.people.DealerSignedOut, facts.people.DealerSignedIn),
    ),
    facts.people.SignOut: ((facts.people.DealerSignedOut,),),
    facts.rounds.StartRound: ((facts.rounds.RoundStarted,),),
    facts.rounds.CorrectHands: ((facts.rounds.HandsCorrected,),),
    facts.rounds.SeeLateBet: ((facts.rounds.LateBetSeen,),),
    facts.rounds.PressHand: (
        (facts.rounds.WinnerMarked,),
        (facts.rounds.WinnerMarked, facts.rounds.HoldsChanged),
        (facts.rounds.WinnerUnmarked,),
        (facts.rounds.WinnerUnmarked, facts.rounds.HoldsChanged),
        (facts.rounds.WinnerMarked, facts.awards.AwardsRecorded, facts.awards.MetersMoved),
    ),
    facts.shufflers.ReportShuffler: ((facts.shufflers.ShufflerReported,),),
    facts.shufflers.TakeShufflerSteps: (
        (facts.shufflers.ShufflerStepTaken,),
        (facts.shufflers.ShufflerStepTaken, facts.shufflers.ShufflerStepTaken),
    ),
    facts.shufflers.ClearShuffler: ((facts.shufflers.ShufflerCleared,),),
    facts.awards.ConfirmAwards: ((facts.awards.AwardsRecorded, facts.awards.MetersMoved),),
    facts.awards.TurnKey: (
        (facts.awards.KeyTurned,),
        (facts.awards.KeyTurned, facts.awards.MetersMoved),
    ),
    facts.awards.TurnNumberedKey: (
        (facts.awards.KeyTurned,),
        (facts.awards.KeyTurned, facts.awards.MetersMoved),
    ),
    facts.awards.PressJackpot: ((facts.awards.AwardsRecorded,),),
    facts.rounds.EndRound: ((facts.rounds.RoundEnded,),),
    facts.rounds.VoidRound: tuple(
        (*[facts.rounds.HoldsChanged] * released, facts.rounds.RoundVoided, *counted)
        for released in range(3)
        for boxes in range(3)  # of an earlier shift, that are counted already
        for counted in product((facts.days.VarianceOpened, facts.days.VarianceClosed), repeat=boxes)
    ),
    facts.tables.PauseTable: ((facts.tables.TablePaused,),),
    facts.tables.ResumeTable: ((facts.tables.TableResumed,),),
    facts.jackpots.AdjustMeter: ((facts.jackpots.MeterAdjusted,),),
    facts.awards.BackOutAward: ((facts.awards.AwardBackedOut,),),
    facts.payments.VerifyHand: ((facts.payments.HandVerified,),),
    facts.payments.NotePayoutStep: ((facts.payments.PayoutStepNoted,),),
    facts.payments.SkipPayoutStep: ((facts.payments.PayoutStepSkipped,),),
    facts.payments.NoteEnvyForm: ((facts.payments.EnvyFormNoted,),),
    facts.payments.PayPrize: ((facts.payments.PrizePaid,),),
    facts.payments.VoidPayment: ((facts.payments.PaymentVoided,),),
    facts.payments.HoldPayment: ((facts.payments.PaymentHeld,),),
    facts.payments.ReleasePayment: ((facts.payments.PaymentReleased,),),
    facts.payments.ForfeitPrize: (
        (facts.payments.PrizeForfeited,),
        (facts.payments.PrizeForfeited, facts.papers.PaperOpened),
    ),
    facts.payments.HandOverPrize: ((facts.payments.PrizeHandedOver,),),
    facts.payments.CancelPrize: ((facts.payments.PrizeCanceled,),),
    facts.persons.RecordPerson: ((facts.persons.PersonRecorded,),),
    facts.days.TurnShift: (
        (facts.days.ShiftBegan,),
        (facts.days.ShiftEnded, facts.days.ShiftBegan),
        (facts.days.ShiftEnded, facts.days.DayEnded, facts.days.ShiftBegan),
    ),
    facts.days.RecordReading: ((facts.days.ReadingRecorded,),),
    facts.days.RecordCounts: (
        (facts.days.CountsRecorded,),
        (facts.days.CountsRecorded, facts.days.VarianceOpened),
        (facts.days.CountsRecorded, facts.days.VarianceClosed),
    ),
    facts.days.CloseVariance: ((facts.days.VarianceClosed,),),
    facts.days.CloseDay: ((facts.days.DayClosed,),),
    facts.bank.CheckBank: (
        (),
        (facts.bank.BankSeenWhole,),
        (facts.bank.BankSeenWhole, facts.bank.BankCovered),
        (facts.bank.BankFellShort,),
    ),
    facts.bank.NameBankAccount: (
        (facts.bank.BankAccountNamed,),
        (facts.bank.BankAccountNamed, facts.bank.BankCovered),
    ),
    facts.cover.RecordCover: ((facts.cover.CoverRecorded,),),
    facts.cover.RecordLimits: ((facts.cover.LimitsRecorded,),),
    facts.law.EnterFigure: ((facts.law.FigureEntered,),),
    facts.law.WithdrawFigure: ((facts.law.FigureWithdrawn,),),
    facts.bank.RecordStatement: ((facts.bank.StatementRecorded,),),
    facts.bank.ExplainDifference: ((facts.bank.DifferenceExplained,),),
    facts.bank.RecordDeposit: (
        (facts.bank.DepositRecorded,),
        (facts.bank.DepositRecorded, facts.bank.BankCovered),
    ),
    facts.bank.VoidWithdrawal: (
        (facts.bank.WithdrawalVoided,),
        (facts.bank.WithdrawalVoided, facts.bank.BankCovered),
    ),
    facts.bank.LeaveInAccount: (
        (facts.bank.LeftInAccount,),
        (facts.bank.LeftInAccount, facts.bank.BankCovered),
    ),
    facts.paying_over.PayOver: ((facts.paying_over.PaidOver,),),
    facts.paying_over.VoidPayOver: ((facts.paying_over.PayOverVoided,),),
    facts.bank.RecordWithdrawal: (
        (facts.bank.WithdrawalRecorded,),
        (facts.bank.WithdrawalRecorded, facts.bank.BankFellShort),
    ),
}

# Answers that say nothing about the command: it may have happened or not, ask again.
AGAIN = ("JOURNAL_UNAVAILABLE", "JOURNAL_UNSURE", "ENGINE_BUSY")
# The same where two engines share a journal: the one that was asked does not lead.
AGAIN_OF_TWO = (
    *AGAIN, "STANDING_BY", "ENGINE_SUPERSEDED", "JOURNAL_IN_USE", "JOURNAL_MOVED_ON",
    "JOURNAL_DAMAGED",
)  # fmt: skip
# Answers to what cannot even be written down; nothing of it is kept.
UNREADABLE = ("COMMAND_UNREADABLE", "COMMAND_ID_UNREADABLE")


@dataclass(frozen=True, slots=True)
class Happened:
    """What became durable of one command: the code of its refusal, and its row."""

    code: str
    seq: int


class FloorAuditor:
    """Feed it in this order: `asked` before a command is sent, `durable` for all that the storage
    holds more than before, `shown` and `answered` for what came out."""

    def __init__(
        self, paytables: Mapping[str, Paytable], *, again: tuple[str, ...] = AGAIN
    ) -> None:
        self.books = AuditorBooks(paytables)
        self.again = again
        self.seq = 0
        self._asked: dict[str, Command] = {}
        self._happened: dict[str, Happened] = {}
        self._events: list[Event] = []
        self._shown_events = 0
        self._unreadable: set[str] = set()
        self._once: set[str] = set()

    def asked(self, command: Command, *, readable: bool = True) -> None:
        """A command is on its way. The first to use an id is the one the id stands for."""
        self._asked.setdefault(command.command_id, command)
        if not readable:
            self._unreadable.add(command.command_id)

    def asked_once(self, command: Command) -> None:
        """A command is on its way that nobody asks again: it happens now or never."""
        self._asked[command.command_id] = command
        self._once.add(command.command_id)

    def durable(self, kept: Command, happened: Sequence[Event]) -> None:
        """The storage holds a command and what it led to."""
        command_id = kept.command_id
        need(holds=command_id in self._asked, saying=f"nobody asked {command_id}")
        need(holds=command_id not in self._happened, saying=f"{command_id} happened twice")
        need(holds=_alike(kept, self._asked[command_id]), saying=f"{command_id} is kept otherwise")
        may_be_nothing = () in LEADS_TO.get(type(kept), ())
        need(holds=bool(happened) or may_be_nothing, saying=f"{command_id} led to nothing")
        self.seq = self.books.seq = self.seq + 1
        self._events += happened
        code = ""
        if happened and isinstance(happened[0], CommandRefused):
            code = happened[0].code
            same(len(happened), 1, f"the events of {command_id}, which was refused")
            same(happened[0].command, kept.kind, "the command that was refused")
        else:
            self._follow(kept, happened)  # with the time of the try that came through
        self._happened[command_id] = Happened(code, self.seq)

    def shown(
        self, shown: Sequence[Event], readings: Sequence[tuple[str, Reading]], *, shown_seq: int
    ) -> None:
        """A screen got these events and these readings, of the floor as of row `shown_seq`."""
        same(shown_seq, self.seq, "what was durable when it was shown")
        first = max(0, len(self._events) - len(shown))
        same(list(shown), self._events[first:], "what is shown")
        need(holds=first >= self._shown_events, saying="something was shown twice")
        self._shown_events = len(self._events)
        same(tuple(readings), self.books.readings(), "the meters on the screens")

    def answered(self, command: Command, *, code: str, seq: int) -> None:
        """Somebody got an answer."""
        command_id = command.command_id
        if code in self.again:
            return
        if code in UNREADABLE:
            innocent = command_id not in self._unreadable
            need(holds=not innocent, saying=f"{command_id} is readable, and was answered {code}")
            return
        happened = self._happened.get(command_id)
        if happened is None:
            raise Discrepancy(f"{command_id} was answered {code or 'done'}, and is not durable")
        if not _alike(command, self._asked[command_id]):
            same(code, "COMMAND_ID_REUSED", f"the answer to another command with id {command_id}")
            return
        same((code, seq), (happened.code, happened.seq), f"the answer to {command_id}")

    def finished(self) -> None:
        """After the faults stopped and everybody was served, nothing is left over."""
        for name, table in self.books.tables.items():
            need(holds=table.round is None, saying=f"the round at {name} never ended")
        same(self.books.pending_micros, 0, "what is recorded and not off the meter")
        same(self.books.held_micros, 0, "what is held for a mark")
        same(self.books.owed_micros, 0, "what is owed after everything was paid")
        waiting = self._asked.keys() - self._happened.keys() - self._unreadable - self._once
        need(holds=not waiting, saying=f"never answered: {sorted(waiting)[:5]}")

    def _follow(self, command: Command, happened: Sequence[Event]) -> None:
        kinds = tuple(type(event) for event in happened)
        allowed = LEADS_TO.get(type(command), ())
        need(holds=kinds in allowed, saying=f"{type(command).__name__} led to {kinds}")
        need(holds=set(kinds) <= _FOLLOWERS.keys(), saying=f"nobody audits one of {kinds}")
        for event in happened:
            _FOLLOWERS[type(event)](self.books, command, event)
            if isinstance(event, LOWERS):
                self.books.lower_floor()
        self.books.check()
        follow_holds.check_holds(self.books)


def _alike(command: Command, first: Command) -> bool:
    return type(command) is type(first) and replace(command, at_ms=0) == replace(first, at_ms=0)


# Every kind of event has its follower, called after it: `round_started` for RoundStarted.
_ALL = (
    vars(follow_rounds)
    | vars(follow_holds)
    | vars(follow_law)
    | vars(follow_office)
    | vars(follow_bank)
    | vars(follow_payments)
    | vars(follow_days)
    | vars(follow_papers)
    | vars(follow_engines)
    | vars(follow_site)
)
_FOLLOWERS: dict[type, Callable[[AuditorBooks, Any, Any], None]] = {
    kind: _ALL[name]
    for kind in EVENTS
    if (name := re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()) in _ALL
}
