"""Every command in every phase of a table: matrix.txt says what it answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.facts import (
    COMMANDS,
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
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules.law import Law
from pitboss.wide.facts import lost_rows, remittances, sharing

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
    floor.must(people.SignOut, table="T1")
    return floor


def _awarded() -> Floor:
    floor = marked()
    floor.confirm("T1")
    return floor


def _paused(floor: Floor) -> Floor:
    floor.must(tables.PauseTable, table="T1", badge="dora", reason="shuffler jam")
    return floor


def _key(floor: Floor) -> Floor:
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="eve")
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
    floor.must(awards.PressJackpot, table="T1", spot=Spot(1, 1))
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
_HEARD = sharing.HubRow(0, "")
_STATED = sharing.StatementRow(sharing.Statement("hub", "p1", 1, 0, (), ()), 1, "0" * 64)
_ANSWER = sharing.HubAnswer("hub", "p1", 0, 1, "0" * 64, 0, "open", (), (), _HEARD, "")
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
        changes.OpenSite,
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
        people.NotePin,
        {"badge": "ann", "place": "own page", "changed_ms": 1, "keys_sha256": "0" * 64},
    ),
    "IssueBadge": (
        people.IssueBadge,
        {"badge": "zoe", "name": "Zoe", "role": "dealer", "by": ("eve", "sam")},
    ),
    "ChangeBadge": (
        people.ChangeBadge,
        {"badge": "dora", "name": "Dora", "role": "supervisor", **_BY},
    ),
    "RevokeBadge": (people.RevokeBadge, {"badge": "dora", **_BY}),
    "RenewKeys": (people.RenewKeys, {"badge": "dora", **_BY}),
    "OpenJackpot": (jackpots.OpenJackpot, Floor().jackpot_terms("four-card", FOUR_CARD)),
    "OpenPaytable": (
        tables.OpenPaytable,
        {
            "paytable": "crazy4/queens_up/own",
            "title": "Ours",
            "sha256": "ab" * 32,
            "badges": ("sam", "ann"),
        },
    ),
    "OpenTable": (
        tables.OpenTable,
        {
            "table": "T1",
            "game": "crazy4",
            "seats": 6,
            "jackpots": ("multi",),
            "badges": ("sam", "ann"),
        },
    ),
    "SignIn": (people.SignIn, {"table": "T1", "badge": "dan"}),
    "SignOut": (people.SignOut, {"table": "T1"}),
    "StartRound": (rounds.StartRound, {"table": "T1", "spots": spots(1, 2)}),
    "CorrectHands": (rounds.CorrectHands, {"table": "T1", "hands": 3, "reason": "counted again"}),
    "SeeLateBet": (rounds.SeeLateBet, {"table": "T1", "spot": Spot(3, 1)}),
    "PressHand": (rounds.PressHand, {**_HAND, "outcome": "straight_flush"}),
    "PressAnother": (rounds.PressHand, {**_HAND, "outcome": "full_house"}),
    "ConfirmAwards": (awards.ConfirmAwards, {"table": "T1", "badge": "eve"}),
    "TurnKey": (awards.TurnKey, {**_KEY, "position": "JPH"}),
    "TurnToRun": (awards.TurnKey, {**_KEY, "position": "RUN"}),
    "TurnNumberedKey": (
        awards.TurnNumberedKey,
        {"table": "T1", "position": "JPH", "key_number": "1"},
    ),
    "PressJackpot": (awards.PressJackpot, _HAND),
    "EndRound": (rounds.EndRound, {"table": "T1"}),
    "VoidRound": (rounds.VoidRound, _REASONED),
    "PauseTable": (tables.PauseTable, _REASONED),
    "ResumeTable": (tables.ResumeTable, _REASONED),
    "SuspendJackpot": (jackpots.SuspendJackpot, _JACKPOT),
    "ResumeJackpot": (jackpots.ResumeJackpot, _JACKPOT),
    "RequestChange": (changes.RequestChange, _LOWER),
    "ApproveChange": (changes.ApproveChange, {"badge": "sam"}),
    "RejectChange": (changes.RejectChange, {"badge": "sam", "reason": "it had to be"}),
    "WithdrawChange": (changes.WithdrawChange, {"badge": "ann", "reason": "it had to be"}),
    "PlanChange": (changes.PlanChange, {"badge": "tom"}),
    "BeginChange": (changes.BeginChange, {}),
    "ApplyChange": (changes.ApplyChange, {"badge": "tom"}),
    "AdjustMeter": (
        jackpots.AdjustMeter,
        {
            **_TWO,
            "jackpot": "multi",
            "level": "main",
            "adjustment": "faulty_display",
            "cents": Cents(-1),
        },
    ),
    "BackOutAward": (awards.BackOutAward, _TWO),
    "PayPrize": (payments.PayPrize, {"badge": "ann"}),
    "VerifyHand": (
        payments.VerifyHand,
        {
            "cards": "As Ah Ad Ac",
            "deck_cards": 52,
            "camera": "7",
            "shown_at": "21:10",
            "badge": "ann",
        },
    ),
    "NotePayoutStep": (
        payments.NotePayoutStep,
        {"step": "method", "payment": Payment(method="cash"), "badge": "ann"},
    ),
    "SkipPayoutStep": (
        payments.SkipPayoutStep,
        {"step": "seal", "reason": "it had to be", "badge": "ann"},
    ),
    "NoteEnvyForm": (
        payments.NoteEnvyForm,
        {
            "table": "T1",
            "round": 1,
            "seat": 2,
            "jackpot": "progressive",
            "payment": Payment(),
            "badge": "ann",
        },
    ),
    "VoidPayment": (payments.VoidPayment, _TWO),
    "CancelPrize": (payments.CancelPrize, {**_TWO, "evidence": "camera 12"}),
    "HoldPayment": (
        payments.HoldPayment,
        {"ground": "dispute", "reason": "it had to be", "badge": "ann"},
    ),
    "ReleasePayment": (payments.ReleasePayment, _TWO),
    "ForfeitPrize": (payments.ForfeitPrize, {**_TWO, "to": "the agency"}),
    "HandOverPrize": (
        payments.HandOverPrize,
        {"reference": "UP-1", "day": "2026-01-01", "badges": ("sam", "ann")},
    ),
    "RecordPerson": (
        persons.RecordPerson,
        {"person": "kim", "identities": (), "is_of_age": True, "badge": "ann"},
    ),
    "ReadPerson": (persons.ReadPerson, {"person": "kim", "reason": "it had to be", "badge": "ann"}),
    "ExportPeople": (
        persons.ExportPeople,
        {"people": (), "reason": "it had to be", "badge": "ann"},
    ),
    "CorrectPerson": (
        persons.CorrectPerson,
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
        persons.PurgePerson,
        {"person": "kim", "reason": "it had to be", "badges": ("eve", "ann")},
    ),
    "PrintWinPage": (awards.PrintWinPage, {"badge": "ann"}),
    "NoteCamera": (
        awards.NoteCamera,
        {"camera": "PTZ-4", "shown_at": "1970-01-01 00:00", "badge": "ann"},
    ),
    "RemoveRows": (
        archives.RemoveRows,
        {
            "last_seq": 2,
            "hash": "0" * 64,
            "newest_ms": 0,
            "state_sha256": "0" * 64,
            "archives": ("0" * 64,),
        },
    ),
    "TurnShift": (days.TurnShift, {}),
    "RecordReading": (
        days.RecordReading,
        {"day": "2026-01-01", "shift": 1, "signs": (), "badges": ("sam", "ann")},
    ),
    "RecordCounts": (
        days.RecordCounts,
        {"day": "2026-01-01", "shift": 1, "counts": (), "badges": ("ann", "sam")},
    ),
    "CloseVariance": (
        days.CloseVariance,
        {
            "day": "2026-01-01",
            "shift": 1,
            "table": "T1",
            "jackpot": "multi",
            "reason": "x",
            "badge": "eve",
        },
    ),
    "CloseDay": (days.CloseDay, {"day": "2026-01-01", "badges": ("ann", "oto")}),
    "RecordDeposit": (bank.RecordDeposit, _ENTRY),
    "Withdrawal": (
        bank.RecordWithdrawal,
        {
            "cents": Cents(100),
            "reference": "r",
            "day": "2026-01-01",
            "purpose": "prize",
            "badges": ("ann", "eve"),
        },
    ),
    "VoidWithdrawal": (
        bank.VoidWithdrawal,
        {"reference": "r", "reason": "it had to be", "badges": ("ann", "eve")},
    ),
    "LeaveInAccount": (
        bank.LeaveInAccount,
        {"cents": Cents(1), "reason": "the next seed", "badges": ("ann", "eve")},
    ),
    "PayOver": (
        paying_over.PayOver,
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
        paying_over.VoidPayOver,
        {"reference": "r", "reason": "it had to be", "badges": ("ann", "eve")},
    ),
    "BankAccount": (
        bank.NameBankAccount,
        {"account": BankAccount("Cedar Bank", "WA", "1234"), "badges": ("sam", "ann")},
    ),
    "CheckBank": (bank.CheckBank, {}),
    "Cover": (
        cover.RecordCover,
        {"ground": "account", "cents": Cents(1), "reference": "r", "badges": ("ann", "eve")},
    ),
    "Figure": (
        law.EnterFigure,
        {
            "figure": "deposit_days",
            "value": "6",
            "first_day": "2026-11-20",
            "citation": "a rule",
            "badges": ("ann", "eve"),
        },
    ),
    "FigureWithdrawn": (
        law.WithdrawFigure,
        {
            "figure": "deposit_days",
            "first_day": "2026-11-20",
            "reason": "typed wrong",
            "badges": ("ann", "eve"),
        },
    ),
    "Limits": (
        cover.RecordLimits,
        {
            "table": "T1",
            "odds_prizes": (OddsPrize("b", "h", Cents(1), "1 to 1", Cents(1)),),
            "badge": "sam",
        },
    ),
    "Statement": (
        bank.RecordStatement,
        {
            "last_four": "1234",
            "from_day": "2026-01-01",
            "to_day": "2026-01-01",
            "closing_cents": Cents(1),
            "shown_sha256": "",
            "badges": ("ann", "eve"),
        },
    ),
    "Difference": (bank.ExplainDifference, {"reference": "r", "reason": "x", "badge": "ann"}),
    "EnterApproval": (
        approvals.EnterApproval,
        {"table": "T1", "approval": NO_PAPERS, "bundle": _DIGEST, "badges": ("sam", "ann")},
    ),
    "ChangeBundle": (
        approvals.ChangeBundle,
        {"table": "T1", "plays": (BundleItem("rules", "new"),), "badge": "tom"},
    ),
    "NoteRelease": (approvals.NoteRelease, {"version": "1", "manifest": f"{_DIGEST}  a.py\n"}),
    "ApproveRelease": (
        approvals.ApproveRelease,
        {"release": _DIGEST, "approval": NO_PAPERS, "badges": ("sam", "ann")},
    ),
    "Equipment": (
        tables.RecordEquipment,
        {"table": "T1", "parts": (Equipment("shoe", "shoe", "1.0"),), "badge": "tom"},
    ),
    "CallSupervisor": (tables.CallSupervisor, {"table": "T1", "reason": "a fill"}),
    "AnswerCall": (tables.AnswerCall, {"table": "T1", "badge": "sam"}),
    "ReportShuffler": (
        shufflers.ReportShuffler,
        {"table": "T1", "reason": "a jam", "badge": "sam"},
    ),
    "ShufflerSteps": (shufflers.TakeShufflerSteps, {"table": "T1", "through": 1, "badge": "sam"}),
    "ClearShuffler": (
        shufflers.ClearShuffler,
        {"table": "T1", "reason": "the guide", "badge": "sam"},
    ),
    "EnrollDevice": (
        devices.EnrollDevice,
        {**_DEVICE, "device_kind": "sensor", "table": "T1", "key_sha256": _DIGEST},
    ),
    "NoteDeviceCode": (
        devices.NoteDeviceCode,
        {
            "code_sha256": _DIGEST,
            "device_kind": "console",
            "table": "T1",
            "until_ms": 10**13,
            "badge": "tom",
        },
    ),
    "ConfirmDevice": (devices.ConfirmDevice, {**_DEVICE}),
    "RetireDevice": (devices.RetireDevice, {**_DEVICE, "reason": "it broke"}),
    "RefuseAccess": (
        people.RefuseAccess,
        {"what": "office", "who": "zoe", "device": "d1", "code": "BADGE_UNKNOWN"},
    ),
    "NoteClockJump": (clock.NoteClockJump, {"expected_ms": 10, "found_ms": 5_000}),
    "AdmitProperty": (
        sharing.AdmitProperty,
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
        sharing.TakeStatement,
        {"stated": _STATED, "heard": _HEARD, "asked_ms": 0, "signature": "00", "own_hash": ""},
    ),
    "TakeShownGrants": (
        sharing.TakeShownGrants,
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
        sharing.ReleaseStatement,
        {"property": "p1", "number": 1, "reason": "counted", "badges": ("sam", "ann")},
    ),
    "RefuseStatement": (
        sharing.RefuseStatement,
        {"property": "p1", "number": 1, "reason": "counted", "badges": ("sam", "ann")},
    ),
    "RecordRemittance": (
        remittances.RecordRemittance,
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
        remittances.VoidRemittance,
        {"reference": "r", "reason": "x", "badges": ("ann", "eve")},
    ),
    "DecideFork": (
        sharing.DecideFork,
        {
            "property": "p1",
            "number": 1,
            "posts_difference": True,
            "reason": "restored",
            "badges": ("sam", "ann"),
        },
    ),
    "TakeOverGrant": (
        lost_rows.TakeOverGrant,
        {"claim": "T1-1-1-1.w1", "reason": "by the camera", "badges": ("sam", "ann")},
    ),
    "GiveUpProperty": (
        lost_rows.GiveUpProperty,
        {"property": "p1", "reason": "closed for good", "badges": ("sam", "ann")},
    ),
    "JoinHub": (
        sharing.JoinHub,
        {"hub": "hub", "property": "p1", "key": "0" * 64, "badges": ("sam", "ann")},
    ),
    "MakeStatement": (sharing.MakeStatement, {}),
    "TakeAnswer": (sharing.TakeAnswer, {"answer": _ANSWER, "signature": "00"}),
    "BeginEngine": (engines.BeginEngine, {"epoch": 1, **_ENGINE}),
    "NoteScreen": (devices.NoteScreen, {"device": "s1", "dark_since_ms": 1}),
    "PressKeypad": (
        devices.PressKeypad,
        {"table": "T1", "device": "d1", "press": "j-pot", "refused": Told("NO_ROUND")},
    ),
    "RecordReport": (
        reports.RecordReport,
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
    "SignOn": (people.SignOn, {"badge": "ann", "device": "d1", "session_sha256": "0" * 64}),
    "SignOff": (people.SignOff, {"badge": "ann", "device": "d1", "session_sha256": "0" * 64}),
    "CloseBetting": (tables.CloseBetting, {"table": "T1", "reason": "dead", "device": "d1"}),
    "OpenBetting": (tables.OpenBetting, {"table": "T1", "device": "d1"}),
    "Malfunction": (papers.ReportMalfunction, {"table": "T1", "reason": "dark", "badge": "sam"}),
    "TakeUpPaper": (papers.TakeUpPaper, {"paper": "paper-1", "badge": "sam"}),
    "DismissPaper": (papers.DismissPaper, {"paper": "paper-1", "reason": "none", "badge": "sam"}),
    "SendPaper": (papers.SendPaper, {"paper": "paper-1", "reference": "mail", "badge": "sam"}),
    "AnnounceRemoval": (
        papers.AnnounceRemoval,
        {
            "jackpot": "multi",
            "last_day": "2030-01-01",
            "reason": "gone",
            "badges": ("sam", "ann"),
        },
    ),
    "OpenDispute": (
        papers.OpenDispute,
        {"table": "T1", "round": 1, "reason": "he says", "badge": "sam"},
    ),
    "CloseDispute": (
        papers.CloseDispute,
        {"paper": "paper-1", "outcome": "denied", "reason": "no", "badges": ("sam", "ann")},
    ),
    "NoteStop": (papers.NoteStop, {}),
    "NoteRestart": (papers.NoteRestart, {"since_ms": 0}),
}
ON_AWARDS = (
    awards.BackOutAward,
    payments.VerifyHand,
    payments.NotePayoutStep,
    payments.SkipPayoutStep,
    payments.PayPrize,
    payments.VoidPayment,
    payments.CancelPrize,
    payments.HoldPayment,
    payments.ReleasePayment,
    payments.ForfeitPrize,
    payments.HandOverPrize,
    awards.PrintWinPage,
    awards.NoteCamera,
)
ON_CHANGES = (
    changes.ApproveChange,
    changes.RejectChange,
    changes.WithdrawChange,
    changes.PlanChange,
    changes.BeginChange,
    changes.ApplyChange,
)


def _asked_change(floor: Floor, kind: type[Any]) -> str:
    """A change that waits for this command; without a site the strictest reading holds, so that
    one who makes a change has the jackpot suspended."""
    (asked,) = floor.must(changes.RequestChange, **_LOWER)
    assert isinstance(asked, changes.ChangeRequested)
    if kind in (changes.PlanChange, changes.BeginChange, changes.ApplyChange):
        floor.must(changes.ApproveChange, change=asked.change, badge="sam")
    if kind is changes.ApplyChange:
        floor.must(jackpots.SuspendJackpot, **_JACKPOT)
    if kind is changes.BeginChange:
        floor.must(changes.PlanChange, change=asked.change, badge="tom")
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
    assert (decision.code if isinstance(decision, Told) else "ok") == answer


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
        if "table" in fields and kind not in (tables.OpenTable, days.CloseVariance)
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
        awards.ConfirmAwards: "marked",
        awards.TurnKey: "key_idle",
        rounds.VoidRound: "open",
        tables.ResumeTable: "paused",
        payments.PayPrize: "awarded",
        payments.HoldPayment: "awarded",
        payments.VerifyHand: "awarded",
        payments.NotePayoutStep: "awarded",
        payments.SkipPayoutStep: "awarded",
        awards.PrintWinPage: "awarded",
        awards.NoteCamera: "awarded",
    }
    phase = phases.get(kind, "idle")
    floor, fields = floor_in(phase), _fields(kind)
    if kind in ON_AWARDS:
        fields["award"] = next(award for award, _ in floor.state.awards.items())
    if kind is tables.OpenTable:
        fields["table"] = "T2"
    if kind in ON_CHANGES:
        fields["change"] = _asked_change(floor, kind)
    assert floor.refused(kind, **{**fields, "badge": "nobody"}) == "BADGE_UNKNOWN"
