"""Every command in every phase of a table: matrix.txt says what it answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.decide import Refused
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.approvals import ApproveRelease, ChangeBundle, EnterApproval, NoteRelease
from pitboss.floor.facts.archives import RemoveRows
from pitboss.floor.facts.awards import (
    BackOutAward,
    ConfirmAwards,
    NoteCamera,
    PressJackpot,
    PrintWinPage,
    TurnKey,
    TurnNumberedKey,
)
from pitboss.floor.facts.bank import (
    CheckBank,
    ExplainDifference,
    LeaveInAccount,
    NameBankAccount,
    RecordDeposit,
    RecordStatement,
    RecordWithdrawal,
    VoidWithdrawal,
)
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    BeginChange,
    ChangeRequested,
    OpenSite,
    PlanChange,
    RejectChange,
    RequestChange,
    WithdrawChange,
)
from pitboss.floor.facts.clock import NoteClockJump
from pitboss.floor.facts.cover import RecordCover, RecordLimits
from pitboss.floor.facts.days import CloseDay, CloseVariance, RecordCounts, RecordReading, TurnShift
from pitboss.floor.facts.devices import EnrollDevice, NoteScreen, PressKeypad, RetireDevice
from pitboss.floor.facts.engines import BeginEngine
from pitboss.floor.facts.jackpots import AdjustMeter, OpenJackpot, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.law import EnterFigure, WithdrawFigure
from pitboss.floor.facts.papers import (
    AnnounceRemoval,
    CloseDispute,
    DismissPaper,
    NoteRestart,
    NoteStop,
    OpenDispute,
    ReportMalfunction,
    SendPaper,
    TakeUpPaper,
)
from pitboss.floor.facts.paying_over import PayOver, VoidPayOver
from pitboss.floor.facts.payments import (
    CancelPrize,
    ForfeitPrize,
    HandOverPrize,
    HoldPayment,
    NoteEnvyForm,
    NotePayoutStep,
    PayPrize,
    ReleasePayment,
    SkipPayoutStep,
    VerifyHand,
    VoidPayment,
)
from pitboss.floor.facts.people import (
    ChangeBadge,
    IssueBadge,
    NotePin,
    RefuseAccess,
    RenewKeys,
    RevokeBadge,
    SignIn,
    SignOff,
    SignOn,
    SignOut,
)
from pitboss.floor.facts.persons import (
    CorrectPerson,
    ExportPeople,
    PurgePerson,
    ReadPerson,
    RecordPerson,
)
from pitboss.floor.facts.remittances import RecordRemittance, VoidRemittance
from pitboss.floor.facts.reports import RecordReport
from pitboss.floor.facts.rounds import (
    CorrectHands,
    EndRound,
    PressHand,
    SeeLateBet,
    StartRound,
    VoidRound,
)
from pitboss.floor.facts.shufflers import ClearShuffler, ReportShuffler, TakeShufflerSteps
from pitboss.floor.facts.tables import (
    AnswerCall,
    CallSupervisor,
    CloseBetting,
    OpenBetting,
    OpenPaytable,
    OpenTable,
    PauseTable,
    RecordEquipment,
    ResumeTable,
)
from pitboss.floor.facts.values import (
    NO_PAPERS,
    BankAccount,
    BundleItem,
    Equipment,
    OddsPrize,
    Payment,
    SetTerms,
    Spot,
)
from pitboss.floor.facts.wide import (
    AdmitProperty,
    DecideFork,
    HubAnswer,
    HubRow,
    JoinHub,
    MakeStatement,
    RefuseStatement,
    ReleaseStatement,
    Statement,
    StatementRow,
    TakeAnswer,
    TakeShownGrants,
    TakeStatement,
)
from pitboss.floor.facts.wide_lost import GiveUpProperty, TakeOverGrant
from pitboss.money import Cents
from pitboss.rules.law import Law

from .support import FOUR_CARD, MULTI_GAME, Floor, spots

_LINES = (Path(__file__).parent / "matrix.txt").read_text("utf-8").splitlines()
_ROWS = [line.split() for line in _LINES if not line.startswith("#")]
PHASES = _ROWS[0][1:]
CELLS = [
    (row[0], phase, answer)
    for row in _ROWS[1:]
    for phase, answer in zip(PHASES, row[1:], strict=True)
]


def idle(keypad: str = "atlas", **terms: object) -> Floor:
    floor = Floor()
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME, **terms)
    floor.open_table("T1", "multi", keypad=keypad)
    return floor


def opened(keypad: str = "atlas", **terms: object) -> Floor:
    floor = idle(keypad, **terms)
    floor.start("T1", 1, 2)
    return floor


def marked(keypad: str = "atlas", **terms: object) -> Floor:
    floor = opened(keypad, **terms)
    floor.press("T1", 1, "straight_flush")
    return floor


def _no_dealer() -> Floor:
    floor = idle()
    floor.must(SignOut, table="T1")
    return floor


def _awarded() -> Floor:
    floor = marked()
    floor.confirm("T1")
    return floor


def _paused(floor: Floor) -> Floor:
    floor.must(PauseTable, table="T1", badge="dora", reason="shuffler jam")
    return floor


def _key(floor: Floor) -> Floor:
    floor.must(TurnKey, table="T1", position="JPH", badge="eve")
    return floor


def _plain() -> Floor:
    """A table without a jackpot, on a floor that has one elsewhere."""
    floor = Floor()
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", game="six_five_four")
    return floor


def _plain_open() -> Floor:
    floor = _plain()
    floor.start("T1")
    return floor


def _recorded(**terms: object) -> Floor:
    floor = _key(marked("aquarius", **terms))
    floor.must(PressJackpot, table="T1", spot=Spot(1, 1))
    return floor


FLOORS: dict[str, Callable[[], Floor]] = {
    "no_dealer": _no_dealer,
    "idle": idle,
    "open": opened,
    "marked": marked,
    "awarded": _awarded,
    "paused": lambda: _paused(idle()),
    "paused_open": lambda: _paused(opened()),
    "key_idle": lambda: _key(idle("aquarius")),
    "key_run": lambda: marked("aquarius"),
    "key_marked": lambda: _key(marked("aquarius")),
    "recorded": _recorded,
    "held": lambda: marked(lock_at_mark=True),
    "held_recorded": lambda: _recorded(lock_at_mark=True),
    "plain": _plain,
    "plain_open": _plain_open,
}


@cache
def _first(phase: str) -> Floor:
    return FLOORS[phase]()


def floor_in(phase: str) -> Floor:
    """A floor in a phase; each is made once."""
    return _first(phase).twin()


_HAND: dict[str, object] = {"table": "T1", "spot": Spot(1, 1)}
_KEY: dict[str, object] = {"table": "T1", "badge": "sam"}
_REASONED: dict[str, object] = {"table": "T1", "badge": "sam", "reason": "it had to be"}
_TWO: dict[str, object] = {"reason": "it had to be", "badges": ("sam", "ann")}
_ENTRY: dict[str, object] = {
    "cents": Cents(100), "reference": "slip 1", "day": "2026-01-01", "badge": "ann",
}  # fmt: skip
_HEARD = HubRow(0, "")
_STATED = StatementRow(Statement("hub", "p1", 1, 0, (), ()), 1, "0" * 64)
_ANSWER = HubAnswer("hub", "p1", 0, 1, "0" * 64, 0, "open", (), (), _HEARD, "")
_ENGINE = {"engine": "one", "address": "", "version": "1", "code_sha256": "c" * 64}
_DEVICE: dict[str, object] = {"device": "d1", "badge": "tom"}
_DIGEST = "0" * 64

_BY: dict[str, object] = {"reason": "it had to be", "by": ("eve", "sam")}
_JACKPOT: dict[str, object] = {"jackpot": "multi", "badge": "sam", "reason": "it had to be"}
_LOWER: dict[str, object] = {
    "what": SetTerms(jackpot="multi", executive_above_cents=Cents(100_000)),
    "reason": "it had to be",
    "badge": "ann",
}

ASKED: dict[str, tuple[type[Any], dict[str, object]]] = {
    "OpenSite": (
        OpenSite,
        {
            "name": "Cedar",
            "currency": "USD",
            "time_zone": "UTC",
            "profile": "x",
            "law": Law(),
            **_BY,
        },
    ),
    "NotePin": (
        NotePin,
        {"badge": "ann", "place": "own page", "changed_ms": 1, "keys_sha256": "0" * 64},
    ),
    "IssueBadge": (
        IssueBadge,
        {"badge": "zoe", "name": "Zoe", "role": "dealer", "by": ("eve", "sam")},
    ),
    "ChangeBadge": (
        ChangeBadge,
        {"badge": "dora", "name": "Dora", "role": "supervisor", **_BY},
    ),
    "RevokeBadge": (RevokeBadge, {"badge": "dora", **_BY}),
    "RenewKeys": (RenewKeys, {"badge": "dora", **_BY}),
    "OpenJackpot": (OpenJackpot, Floor().jackpot_terms("four-card", FOUR_CARD)),
    "OpenPaytable": (
        OpenPaytable,
        {
            "paytable": "crazy4/queens_up/own",
            "title": "Ours",
            "sha256": "ab" * 32,
            "badges": ("sam", "ann"),
        },
    ),
    "OpenTable": (
        OpenTable,
        {
            "table": "T1",
            "game": "crazy4",
            "seats": 6,
            "jackpots": ("multi",),
            "badges": ("sam", "ann"),
        },
    ),
    "SignIn": (SignIn, {"table": "T1", "badge": "dan"}),
    "SignOut": (SignOut, {"table": "T1"}),
    "StartRound": (StartRound, {"table": "T1", "spots": spots(1, 2)}),
    "CorrectHands": (CorrectHands, {"table": "T1", "hands": 3, "reason": "counted again"}),
    "SeeLateBet": (SeeLateBet, {"table": "T1", "spot": Spot(3, 1)}),
    "PressHand": (PressHand, {**_HAND, "outcome": "straight_flush"}),
    "PressAnother": (PressHand, {**_HAND, "outcome": "full_house"}),
    "ConfirmAwards": (ConfirmAwards, {"table": "T1", "badge": "eve"}),
    "TurnKey": (TurnKey, {**_KEY, "position": "JPH"}),
    "TurnToRun": (TurnKey, {**_KEY, "position": "RUN"}),
    "TurnNumberedKey": (
        TurnNumberedKey,
        {"table": "T1", "position": "JPH", "key_number": "1"},
    ),
    "PressJackpot": (PressJackpot, _HAND),
    "EndRound": (EndRound, {"table": "T1"}),
    "VoidRound": (VoidRound, _REASONED),
    "PauseTable": (PauseTable, _REASONED),
    "ResumeTable": (ResumeTable, _REASONED),
    "SuspendJackpot": (SuspendJackpot, _JACKPOT),
    "ResumeJackpot": (ResumeJackpot, _JACKPOT),
    "RequestChange": (RequestChange, _LOWER),
    "ApproveChange": (ApproveChange, {"badge": "sam"}),
    "RejectChange": (RejectChange, {"badge": "sam", "reason": "it had to be"}),
    "WithdrawChange": (WithdrawChange, {"badge": "ann", "reason": "it had to be"}),
    "PlanChange": (PlanChange, {"badge": "tom"}),
    "BeginChange": (BeginChange, {}),
    "ApplyChange": (ApplyChange, {"badge": "tom"}),
    "AdjustMeter": (
        AdjustMeter,
        {
            **_TWO,
            "jackpot": "multi",
            "level": "main",
            "adjustment": "faulty_display",
            "cents": Cents(-1),
        },
    ),
    "BackOutAward": (BackOutAward, _TWO),
    "PayPrize": (PayPrize, {"badge": "ann"}),
    "VerifyHand": (
        VerifyHand,
        {
            "cards": "As Ah Ad Ac",
            "deck_cards": 52,
            "camera": "7",
            "shown_at": "21:10",
            "badge": "ann",
        },
    ),
    "NotePayoutStep": (
        NotePayoutStep,
        {"step": "method", "payment": Payment(method="cash"), "badge": "ann"},
    ),
    "SkipPayoutStep": (
        SkipPayoutStep,
        {"step": "seal", "reason": "it had to be", "badge": "ann"},
    ),
    "NoteEnvyForm": (
        NoteEnvyForm,
        {
            "table": "T1",
            "round": 1,
            "seat": 2,
            "jackpot": "progressive",
            "payment": Payment(),
            "badge": "ann",
        },
    ),
    "VoidPayment": (VoidPayment, _TWO),
    "CancelPrize": (CancelPrize, {**_TWO, "evidence": "camera 12"}),
    "HoldPayment": (HoldPayment, {"ground": "dispute", "reason": "it had to be", "badge": "ann"}),
    "ReleasePayment": (ReleasePayment, _TWO),
    "ForfeitPrize": (ForfeitPrize, {**_TWO, "to": "the agency"}),
    "HandOverPrize": (
        HandOverPrize,
        {"reference": "UP-1", "day": "2026-01-01", "badges": ("sam", "ann")},
    ),
    "RecordPerson": (
        RecordPerson,
        {"person": "kim", "identities": (), "is_of_age": True, "badge": "ann"},
    ),
    "ReadPerson": (ReadPerson, {"person": "kim", "reason": "it had to be", "badge": "ann"}),
    "ExportPeople": (ExportPeople, {"people": (), "reason": "it had to be", "badge": "ann"}),
    "CorrectPerson": (
        CorrectPerson,
        {
            "person": "kim",
            "parts": ("name",),
            "digest_before": "a" * 64,
            "digest": "b" * 64,
            "identities": (),
            "is_of_age": True,
            **_TWO,
        },
    ),
    "PurgePerson": (
        PurgePerson,
        {"person": "kim", "reason": "it had to be", "badges": ("eve", "ann")},
    ),
    "PrintWinPage": (PrintWinPage, {"badge": "ann"}),
    "NoteCamera": (
        NoteCamera,
        {"camera": "PTZ-4", "shown_at": "1970-01-01 00:00", "badge": "ann"},
    ),
    "RemoveRows": (
        RemoveRows,
        {
            "last_seq": 2,
            "hash": "0" * 64,
            "newest_ms": 0,
            "state_sha256": "0" * 64,
            "archives": ("0" * 64,),
        },
    ),
    "TurnShift": (TurnShift, {}),
    "RecordReading": (
        RecordReading,
        {"day": "2026-01-01", "shift": 1, "signs": (), "badges": ("sam", "ann")},
    ),
    "RecordCounts": (
        RecordCounts,
        {"day": "2026-01-01", "shift": 1, "counts": (), "badges": ("ann", "sam")},
    ),
    "CloseVariance": (
        CloseVariance,
        {
            "day": "2026-01-01",
            "shift": 1,
            "table": "T1",
            "jackpot": "multi",
            "reason": "x",
            "badge": "eve",
        },
    ),
    "CloseDay": (CloseDay, {"day": "2026-01-01", "badges": ("ann", "oto")}),
    "RecordDeposit": (RecordDeposit, _ENTRY),
    "Withdrawal": (
        RecordWithdrawal,
        {
            "cents": Cents(100),
            "reference": "r",
            "day": "2026-01-01",
            "purpose": "prize",
            "badges": ("ann", "eve"),
        },
    ),
    "VoidWithdrawal": (
        VoidWithdrawal,
        {"reference": "r", "reason": "it had to be", "badges": ("ann", "eve")},
    ),
    "LeaveInAccount": (
        LeaveInAccount,
        {"cents": Cents(1), "reason": "the next seed", "badges": ("ann", "eve")},
    ),
    "PayOver": (
        PayOver,
        {
            "purpose": "withheld",
            "cents": Cents(1),
            "to": "IRS",
            "reference": "r",
            "day": "2026-01-01",
            "badges": ("ann", "eve"),
        },
    ),
    "VoidPayOver": (
        VoidPayOver,
        {"reference": "r", "reason": "it had to be", "badges": ("ann", "eve")},
    ),
    "BankAccount": (
        NameBankAccount,
        {"account": BankAccount("Cedar Bank", "WA", "1234"), "badges": ("sam", "ann")},
    ),
    "CheckBank": (CheckBank, {}),
    "Cover": (
        RecordCover,
        {"ground": "account", "cents": Cents(1), "reference": "r", "badges": ("ann", "eve")},
    ),
    "Figure": (
        EnterFigure,
        {
            "figure": "deposit_days",
            "value": "6",
            "first_day": "2026-11-20",
            "citation": "a rule",
            "badges": ("ann", "eve"),
        },
    ),
    "FigureWithdrawn": (
        WithdrawFigure,
        {
            "figure": "deposit_days",
            "first_day": "2026-11-20",
            "reason": "typed wrong",
            "badges": ("ann", "eve"),
        },
    ),
    "Limits": (
        RecordLimits,
        {
            "table": "T1",
            "odds_prizes": (OddsPrize("b", "h", Cents(1), "1 to 1", Cents(1)),),
            "badge": "sam",
        },
    ),
    "Statement": (
        RecordStatement,
        {
            "last_four": "1234",
            "from_day": "2026-01-01",
            "to_day": "2026-01-01",
            "closing_cents": Cents(1),
            "shown_sha256": "",
            "badges": ("ann", "eve"),
        },
    ),
    "Difference": (ExplainDifference, {"reference": "r", "reason": "x", "badge": "ann"}),
    "EnterApproval": (
        EnterApproval,
        {"table": "T1", "approval": NO_PAPERS, "bundle": _DIGEST, "badges": ("sam", "ann")},
    ),
    "ChangeBundle": (
        ChangeBundle,
        {"table": "T1", "plays": (BundleItem("rules", "new"),), "badge": "tom"},
    ),
    "NoteRelease": (NoteRelease, {"version": "1", "manifest": f"{_DIGEST}  a.py\n"}),
    "ApproveRelease": (
        ApproveRelease,
        {"release": _DIGEST, "approval": NO_PAPERS, "badges": ("sam", "ann")},
    ),
    "Equipment": (
        RecordEquipment,
        {"table": "T1", "parts": (Equipment("shoe", "shoe", "1.0"),), "badge": "tom"},
    ),
    "CallSupervisor": (CallSupervisor, {"table": "T1", "reason": "a fill"}),
    "AnswerCall": (AnswerCall, {"table": "T1", "badge": "sam"}),
    "ReportShuffler": (ReportShuffler, {"table": "T1", "reason": "a jam", "badge": "sam"}),
    "ShufflerSteps": (TakeShufflerSteps, {"table": "T1", "through": 1, "badge": "sam"}),
    "ClearShuffler": (ClearShuffler, {"table": "T1", "reason": "the guide", "badge": "sam"}),
    "EnrollDevice": (
        EnrollDevice,
        {**_DEVICE, "device_kind": "sensor", "table": "T1", "key_sha256": _DIGEST},
    ),
    "RetireDevice": (RetireDevice, {**_DEVICE, "reason": "it broke"}),
    "RefuseAccess": (
        RefuseAccess,
        {"what": "office", "who": "zoe", "device": "d1", "code": "BADGE_UNKNOWN", "reason": "no"},
    ),
    "NoteClockJump": (NoteClockJump, {"expected_ms": 10, "found_ms": 5_000}),
    "AdmitProperty": (
        AdmitProperty,
        {
            "hub": "hub",
            "property": "p1",
            "key": "0" * 64,
            "tables": 4,
            "seats": 6,
            "rounds_an_hour": 240,
            "jackpots": (),
            "badges": ("sam", "ann"),
        },
    ),
    "TakeStatement": (
        TakeStatement,
        {"stated": _STATED, "heard": _HEARD, "asked_ms": 0, "signature": "00", "own_hash": ""},
    ),
    "TakeShownGrants": (
        TakeShownGrants,
        {
            "property": "p1",
            "heard": _HEARD,
            "asked_ms": 0,
            "answers": (),
            "own_key": "0" * 64,
            "beyond": 0,
        },
    ),
    "ReleaseStatement": (
        ReleaseStatement,
        {"property": "p1", "number": 1, "reason": "counted", "badges": ("sam", "ann")},
    ),
    "RefuseStatement": (
        RefuseStatement,
        {"property": "p1", "number": 1, "reason": "counted", "badges": ("sam", "ann")},
    ),
    "RecordRemittance": (
        RecordRemittance,
        {
            "party": "hub",
            "direction": "sent",
            "cents": Cents(1),
            "reference": "r",
            "day": "2026-01-01",
            "badges": ("ann", "eve"),
        },
    ),
    "VoidRemittance": (
        VoidRemittance,
        {"reference": "r", "reason": "x", "badges": ("ann", "eve")},
    ),
    "DecideFork": (
        DecideFork,
        {
            "property": "p1",
            "number": 1,
            "posts_difference": True,
            "reason": "restored",
            "badges": ("sam", "ann"),
        },
    ),
    "TakeOverGrant": (
        TakeOverGrant,
        {"claim": "T1-1-1-1.w1", "reason": "by the camera", "badges": ("sam", "ann")},
    ),
    "GiveUpProperty": (
        GiveUpProperty,
        {"property": "p1", "reason": "closed for good", "badges": ("sam", "ann")},
    ),
    "JoinHub": (
        JoinHub,
        {"hub": "hub", "property": "p1", "key": "0" * 64, "badges": ("sam", "ann")},
    ),
    "MakeStatement": (MakeStatement, {}),
    "TakeAnswer": (TakeAnswer, {"answer": _ANSWER, "signature": "00"}),
    "BeginEngine": (BeginEngine, {"epoch": 1, **_ENGINE}),
    "NoteScreen": (NoteScreen, {"device": "s1", "dark_since_ms": 1}),
    "PressKeypad": (
        PressKeypad,
        {"table": "T1", "device": "d1", "press": "j-pot", "code": "NO_ROUND", "reason": "no"},
    ),
    "RecordReport": (
        RecordReport,
        {
            "report": "accrual",
            "file_format": "pdf",
            "from_ms": 0,
            "to_ms": 86_400_000,
            "last_seq": 1,
            "sha256": _DIGEST,
            "badge": "ann",
        },
    ),
    "SignOn": (SignOn, {"badge": "ann", "device": "d1", "session_sha256": "0" * 64}),
    "SignOff": (SignOff, {"badge": "ann", "device": "d1", "session_sha256": "0" * 64}),
    "CloseBetting": (CloseBetting, {"table": "T1", "reason": "dead", "device": "d1"}),
    "OpenBetting": (OpenBetting, {"table": "T1", "device": "d1"}),
    "Malfunction": (ReportMalfunction, {"table": "T1", "reason": "dark", "badge": "sam"}),
    "TakeUpPaper": (TakeUpPaper, {"paper": "paper-1", "badge": "sam"}),
    "DismissPaper": (DismissPaper, {"paper": "paper-1", "reason": "none", "badge": "sam"}),
    "SendPaper": (SendPaper, {"paper": "paper-1", "reference": "mail", "badge": "sam"}),
    "AnnounceRemoval": (
        AnnounceRemoval,
        {
            "jackpot": "multi",
            "last_day": "2030-01-01",
            "reason": "gone",
            "badges": ("sam", "ann"),
        },
    ),
    "OpenDispute": (OpenDispute, {"table": "T1", "round": 1, "reason": "he says", "badge": "sam"}),
    "CloseDispute": (
        CloseDispute,
        {"paper": "paper-1", "outcome": "denied", "reason": "no", "badges": ("sam", "ann")},
    ),
    "NoteStop": (NoteStop, {}),
    "NoteRestart": (NoteRestart, {"since_ms": 0}),
}
ON_AWARDS = (
    BackOutAward,
    VerifyHand,
    NotePayoutStep,
    SkipPayoutStep,
    PayPrize,
    VoidPayment,
    CancelPrize,
    HoldPayment,
    ReleasePayment,
    ForfeitPrize,
    HandOverPrize,
    PrintWinPage,
    NoteCamera,
)
ON_CHANGES = (
    ApproveChange,
    RejectChange,
    WithdrawChange,
    PlanChange,
    BeginChange,
    ApplyChange,
)


def _asked_change(floor: Floor, kind: type[Any]) -> str:
    """A change that waits for this command; without a site the strictest reading holds, so that
    one who makes a change has the jackpot suspended."""
    (asked,) = floor.must(RequestChange, **_LOWER)
    assert isinstance(asked, ChangeRequested)
    if kind in (PlanChange, BeginChange, ApplyChange):
        floor.must(ApproveChange, change=asked.change, badge="sam")
    if kind is ApplyChange:
        floor.must(SuspendJackpot, **_JACKPOT)
    if kind is BeginChange:
        floor.must(PlanChange, change=asked.change, badge="tom")
    return asked.change


@pytest.mark.parametrize(("name", "phase", "answer"), CELLS)
def test_PS_6_every_command_in_every_phase(name: str, phase: str, answer: str) -> None:
    floor = floor_in(phase)
    kind, fields = ASKED[name]
    if kind in ON_AWARDS:
        found = [award for award, _ in floor.state.awards.items()]
        fields = {**fields, "award": found[0] if found else "T1-1-1"}
    if kind in ON_CHANGES:
        fields = {**fields, "change": _asked_change(floor, kind)}
    decision = floor.ask(kind, **fields)
    assert (decision.code if isinstance(decision, Refused) else "ok") == answer


def test_the_matrix_is_complete() -> None:
    assert {kind for kind, _ in ASKED.values()} == set(COMMANDS)
    assert {name for name, _, _ in CELLS} == set(ASKED)
    assert set(PHASES) == set(FLOORS)


def _fields(kind: type[Any]) -> dict[str, object]:
    return next(dict(fields) for of_kind, fields in ASKED.values() if of_kind is kind)


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind, fields in ASKED.values()
        if "table" in fields and kind not in (OpenTable, CloseVariance)
    ],
)
def test_a_table_that_is_not_there(kind: type[Any]) -> None:
    assert floor_in("idle").refused(kind, **{**_fields(kind), "table": "T9"}) == "TABLE_UNKNOWN"


@pytest.mark.parametrize(
    "kind",
    [kind for kind, fields in ASKED.values() if "badge" in fields and "by" not in fields],
)
def test_PS_60_a_badge_that_is_not_issued(kind: type[Any]) -> None:
    """Asked in a phase in which a known badge would do."""
    phases: dict[type, str] = {
        ConfirmAwards: "marked",
        TurnKey: "key_idle",
        VoidRound: "open",
        ResumeTable: "paused",
        PayPrize: "awarded",
        HoldPayment: "awarded",
        VerifyHand: "awarded",
        NotePayoutStep: "awarded",
        SkipPayoutStep: "awarded",
        PrintWinPage: "awarded",
        NoteCamera: "awarded",
    }
    phase = phases.get(kind, "idle")
    floor, fields = floor_in(phase), _fields(kind)
    if kind in ON_AWARDS:
        fields["award"] = next(award for award, _ in floor.state.awards.items())
    if kind is OpenTable:
        fields["table"] = "T2"
    if kind in ON_CHANGES:
        fields["change"] = _asked_change(floor, kind)
    assert floor.refused(kind, **{**fields, "badge": "nobody"}) == "BADGE_UNKNOWN"
