"""The auditor: an independent model of the floor, fed by commands, answers and durable events.

It knows what people can ask, what can happen and what a paytable pays, and nothing else about the
floor, the engine or the journal. It checks that every command happened at most once, that
everything answered or shown is durable, that refusals changed nothing, and that every amount
matches its own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args, get_type_hints

from msgspec.structs import replace

from pitboss.floor.facts import (
    EVENTS,
    approvals,
    awards,
    bank,
    changes,
    days,
    jackpots,
    papers,
    payments,
    people,
    rounds,
    shufflers,
)  # fmt: skip
from pitboss.floor.facts.base import Command, CommandRefused, Event, kebab
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

# After these the bank may have to hold less.
LOWERS = (
    payments.PrizePaid, payments.PrizeForfeited, payments.PrizeHandedOver, payments.PrizeCanceled,
    jackpots.MeterAdjusted, changes.ChangeApplied,
)  # fmt: skip
# The events of an accepted command, if there are several or other ones.
LEADS_TO: dict[type, tuple[tuple[type, ...], ...]] = {
    changes.BeginChange: (
        (changes.ChangeBegun,),
        (changes.ChangeApplied,),
        (changes.ChangeApplied, jackpots.JackpotResumed),
    ),
    changes.ApplyChange: (
        (changes.ChangeApplied,),
        (people.DealerSignedOut, changes.ChangeApplied),
    ),
    people.SignIn: ((people.DealerSignedIn,), (people.DealerSignedOut, people.DealerSignedIn)),
    rounds.PressHand: (
        (rounds.WinnerMarked,),
        (rounds.WinnerMarked, rounds.HoldsChanged),
        (rounds.WinnerUnmarked,),
        (rounds.WinnerUnmarked, rounds.HoldsChanged),
        (rounds.WinnerMarked, awards.AwardsRecorded, awards.MetersMoved),
    ),
    shufflers.TakeShufflerSteps: (
        (shufflers.ShufflerStepTaken,),
        (shufflers.ShufflerStepTaken, shufflers.ShufflerStepTaken),
    ),
    awards.ConfirmAwards: ((awards.AwardsRecorded, awards.MetersMoved),),
    awards.TurnKey: ((awards.KeyTurned,), (awards.KeyTurned, awards.MetersMoved)),
    awards.TurnNumberedKey: ((awards.KeyTurned,), (awards.KeyTurned, awards.MetersMoved)),
    rounds.VoidRound: tuple(
        (*[rounds.HoldsChanged] * released, rounds.RoundVoided, *counted)
        for released in range(3)
        for boxes in range(3)  # of an earlier shift, already counted
        for counted in product((days.VarianceOpened, days.VarianceClosed), repeat=boxes)
    ),
    payments.ForfeitPrize: (
        (payments.PrizeForfeited,),
        (payments.PrizeForfeited, papers.PaperOpened),
    ),
    days.TurnShift: (
        (days.ShiftBegan,),
        (days.ShiftEnded, days.ShiftBegan),
        (days.ShiftEnded, days.DayEnded, days.ShiftBegan),
    ),
    days.RecordCounts: (
        (days.CountsRecorded,),
        (days.CountsRecorded, days.VarianceOpened),
        (days.CountsRecorded, days.VarianceClosed),
    ),
    days.CloseVariance: ((days.VarianceClosed,),),
    bank.CheckBank: (
        (),
        (bank.BankSeenWhole,),
        (bank.BankSeenWhole, bank.BankCovered),
        (bank.BankFellShort,),
    ),
    bank.RecordWithdrawal: (
        (bank.WithdrawalRecorded,),
        (bank.WithdrawalRecorded, bank.BankFellShort),
    ),
    **{
        command: ((event,), (event, bank.BankCovered))
        for command, event in (
            (bank.NameBankAccount, bank.BankAccountNamed),
            (bank.RecordDeposit, bank.DepositRecorded),
            (bank.VoidWithdrawal, bank.WithdrawalVoided),
            (bank.LeaveInAccount, bank.LeftInAccount),
        )
    },
}

# Fields where an event may differ from its command: the floor works them out.
WORKED_OUT: Mapping[type, tuple[str, ...]] = {
    approvals.ApprovalEntered: ("approval",),
    awards.AwardsRecorded: ("badge",),
    awards.KeyTurned: ("badge",),
    changes.ChangeApplied: ("badge",),
    changes.ChangePlanned: ("from_ms",),
    days.CountsRecorded: ("counts",),
    days.DayEnded: ("at_ms",),
    days.ShiftBegan: ("at_ms",),
    days.ShiftEnded: ("at_ms",),
    days.VarianceClosed: ("reason",),
    jackpots.JackpotOpened: ("terms",),
    jackpots.MeterAdjusted: ("amount_reason", "cents"),
    payments.PaymentHeld: ("person",),
    payments.PrizePaid: ("payment",),
    people.BadgeChanged: ("ends_ms",),
    people.DealerSignedOut: ("badge", "table"),
    rounds.RoundStarted: ("spots",),
}

# Answers that leave the command's fate open: ask again.
AGAIN = ("JOURNAL_UNAVAILABLE", "JOURNAL_UNSURE", "ENGINE_BUSY")
# The same if two engines share a journal: the one that was asked doesn't lead.
AGAIN_OF_TWO = (
    *AGAIN, "STANDING_BY", "ENGINE_SUPERSEDED", "JOURNAL_IN_USE", "JOURNAL_MOVED_ON",
    "JOURNAL_DAMAGED",
)  # fmt: skip
# Answers to something that can't even be stored; nothing of it is kept.
UNREADABLE = ("COMMAND_UNREADABLE", "COMMAND_ID_UNREADABLE")


@dataclass(frozen=True, slots=True)
class Happened:
    """What became durable of one command: its refusal code, and its row."""

    code: str
    seq: int


class FloorAuditor:
    """Feed it in this order: `asked` before a command is sent, `durable` for everything new in
    storage, `shown` and `answered` for what came out."""

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

    def note_command(self, command: Command, *, readable: bool = True) -> None:
        """A command is in transit. An id stands for the first command that uses it."""
        self._asked.setdefault(command.command_id, command)
        if not readable:
            self._unreadable.add(command.command_id)

    def asked_once(self, command: Command) -> None:
        """A command is in transit that nobody repeats: it happens now or never."""
        self._asked[command.command_id] = command
        self._once.add(command.command_id)

    def durable(self, kept: Command, happened: Sequence[Event]) -> None:
        """Storage has a command and its events."""
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
            self._follow(kept, happened)  # with the time of the attempt that worked
        self._happened[command_id] = Happened(code, self.seq)

    def check_picture(
        self, shown: Sequence[Event], readings: Sequence[tuple[str, Reading]], *, shown_seq: int
    ) -> None:
        """A screen got these events and these readings, of the floor as of row `shown_seq`."""
        same(shown_seq, self.seq, "what was durable when it was shown")
        first = max(0, len(self._events) - len(shown))
        same(list(shown), self._events[first:], "what is shown")
        need(holds=first >= self._shown_events, saying="something was shown twice")
        self._shown_events = len(self._events)
        same(tuple(readings), self.books.list_readings(), "the meters on the screens")

    def check_answer(self, command: Command, *, code: str, seq: int) -> None:
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

    def check_end(self) -> None:
        """After the faults have stopped and everyone was served, nothing is left over."""
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
            _check_repeated(command, event)
            _FOLLOWERS[type(event)](self.books, command, event)
            if isinstance(event, LOWERS):
                self.books.lower_floor()
        self.books.check()
        follow_holds.check_holds(self.books)


def _check_repeated(asked: Command, event: Event) -> None:
    """An event repeats its command's fields as asked."""
    shared = {*asked.__struct_fields__} & {*event.__struct_fields__}
    for field in shared.difference(WORKED_OUT.get(type(event), ())):
        what = f"the {field} of {event.kind}"
        same(getattr(event, field), getattr(asked, field), what)


def _alike(command: Command, first: Command) -> bool:
    return type(command) is type(first) and replace(command, at_ms=0) == replace(first, at_ms=0)


# Every kind of event has its follower, called after it: `round_started` for RoundStarted. A command
# named like one leads to that event alone, unless the table above says otherwise.
_SUBJECTS = (
    follow_rounds, follow_holds, follow_law, follow_office, follow_bank, follow_payments,
    follow_days, follow_papers, follow_engines, follow_site,
)  # fmt: skip
_FOLLOWERS: dict[type, Callable[[AuditorBooks, Any, Any], None]] = {}
for kind in EVENTS:
    name = kebab(kind.__name__).replace("-", "_")
    for follower in (vars(each)[name] for each in _SUBJECTS if name in vars(each)):
        _FOLLOWERS[kind] = follower
        asked = get_type_hints(follower)["asked"]
        for command in get_args(asked) or (asked,):
            LEADS_TO.setdefault(command, ((kind,),))
