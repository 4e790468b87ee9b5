"""Every command in every phase of a table: matrix.txt says what it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from pitboss.floor import commands
from pitboss.floor.decide import Refused
from pitboss.floor.events import ChangeRequested
from pitboss.floor.values import Change, Equipment, Spot
from pitboss.money import Cents

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
    floor.must(commands.SignOut, table="T1")
    return floor


def _awarded() -> Floor:
    floor = marked()
    floor.confirm("T1")
    return floor


def _paused(floor: Floor) -> Floor:
    floor.must(commands.PauseTable, table="T1", badge="dora", reason="shuffler jam")
    return floor


def _key(floor: Floor) -> Floor:
    floor.must(commands.TurnKey, table="T1", position="JPH", badge="eve")
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
    floor.must(commands.PressJackpot, table="T1", spot=Spot(1, 1))
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

_HAND: dict[str, object] = {"table": "T1", "spot": Spot(1, 1)}
_KEY: dict[str, object] = {"table": "T1", "badge": "sam"}
_REASONED: dict[str, object] = {"table": "T1", "badge": "sam", "reason": "it had to be"}
_TWO: dict[str, object] = {"reason": "it had to be", "badges": ("sam", "ann")}
_ENTRY: dict[str, object] = {
    "cents": Cents(100), "reference": "slip 1", "day": "2026-11-14", "badge": "ann",
}  # fmt: skip
_DEVICE: dict[str, object] = {"device": "d1", "badge": "tom"}
_DIGEST = "0" * 64

_BY: dict[str, object] = {"reason": "it had to be", "by": ("eve", "sam")}
_JACKPOT: dict[str, object] = {"jackpot": "multi", "badge": "sam", "reason": "it had to be"}
_LOWER: dict[str, object] = {
    "what": Change("set", jackpot="multi", executive_above_cents=Cents(100_000)),
    "reason": "it had to be",
    "badge": "ann",
}

ASKED: dict[str, tuple[type[Any], dict[str, object]]] = {
    "OpenSite": (
        commands.OpenSite,
        {
            "name": "Cedar",
            "currency": "USD",
            "time_zone": "UTC",
            "profile": "x",
            "switches": (),
            **_BY,
        },
    ),
    "IssueBadge": (
        commands.IssueBadge,
        {"badge": "zoe", "name": "Zoe", "role": "dealer", "by": ("eve", "sam")},
    ),
    "ChangeBadge": (
        commands.ChangeBadge,
        {"badge": "dora", "name": "Dora", "role": "supervisor", **_BY},
    ),
    "RevokeBadge": (commands.RevokeBadge, {"badge": "dora", **_BY}),
    "RenewKeys": (commands.RenewKeys, {"badge": "dora", **_BY}),
    "OpenJackpot": (commands.OpenJackpot, Floor().jackpot_terms("four-card", FOUR_CARD)),
    "OpenTable": (
        commands.OpenTable,
        {"table": "T1", "game": "crazy4", "seats": 6, "jackpots": ("multi",), "badge": "sam"},
    ),
    "SignIn": (commands.SignIn, {"table": "T1", "badge": "dan"}),
    "SignOut": (commands.SignOut, {"table": "T1"}),
    "StartRound": (commands.StartRound, {"table": "T1", "spots": spots(1, 2)}),
    "SeeLateBet": (commands.SeeLateBet, {"table": "T1", "spot": Spot(3, 1)}),
    "PressHand": (commands.PressHand, {**_HAND, "outcome": "straight_flush"}),
    "PressAnother": (commands.PressHand, {**_HAND, "outcome": "full_house"}),
    "ConfirmAwards": (commands.ConfirmAwards, {"table": "T1", "badge": "eve"}),
    "TurnKey": (commands.TurnKey, {**_KEY, "position": "JPH"}),
    "TurnToRun": (commands.TurnKey, {**_KEY, "position": "RUN"}),
    "PressJackpot": (commands.PressJackpot, _HAND),
    "EndRound": (commands.EndRound, {"table": "T1"}),
    "VoidRound": (commands.VoidRound, _REASONED),
    "PauseTable": (commands.PauseTable, _REASONED),
    "ResumeTable": (commands.ResumeTable, _REASONED),
    "SuspendJackpot": (commands.SuspendJackpot, _JACKPOT),
    "ResumeJackpot": (commands.ResumeJackpot, _JACKPOT),
    "RequestChange": (commands.RequestChange, _LOWER),
    "ApproveChange": (commands.ApproveChange, {"badge": "sam"}),
    "RejectChange": (commands.RejectChange, {"badge": "sam", "reason": "it had to be"}),
    "WithdrawChange": (commands.WithdrawChange, {"badge": "ann", "reason": "it had to be"}),
    "ApplyChange": (commands.ApplyChange, {"badge": "tom"}),
    "AdjustMeter": (
        commands.AdjustMeter,
        {**_TWO, "jackpot": "multi", "level": "main", "kind": "faulty_display", "cents": Cents(-1)},
    ),
    "BackOutAward": (commands.BackOutAward, _TWO),
    "PayPrize": (commands.PayPrize, {"badge": "ann"}),
    "PrintWinPage": (commands.PrintWinPage, {"badge": "ann"}),
    "CloseDay": (commands.CloseDay, {"day": "2026-11-14", "badge": "ann"}),
    "RecordDeposit": (commands.RecordDeposit, _ENTRY),
    "Withdrawal": (commands.RecordWithdrawal, {**_ENTRY, "purpose": "prize"}),
    "EnterApproval": (
        commands.EnterApproval,
        {"table": "T1", "papers": (), "bundle": _DIGEST, "badges": ("sam", "ann")},
    ),
    "ChangeBundle": (commands.ChangeBundle, {"table": "T1", "bundle": _DIGEST, "badge": "tom"}),
    "Equipment": (
        commands.RecordEquipment,
        {"table": "T1", "parts": (Equipment("shoe", "shoe", "1.0"),), "badge": "tom"},
    ),
    "CallSupervisor": (commands.CallSupervisor, {"table": "T1", "reason": "a fill"}),
    "AnswerCall": (commands.AnswerCall, {"table": "T1", "badge": "sam"}),
    "EnrolDevice": (
        commands.EnrolDevice,
        {**_DEVICE, "kind": "sensor", "table": "T1", "key_sha256": _DIGEST},
    ),
    "RetireDevice": (commands.RetireDevice, {**_DEVICE, "reason": "it broke"}),
    "RefuseAccess": (
        commands.RefuseAccess,
        {"what": "office", "who": "zoe", "device": "d1", "code": "BADGE_UNKNOWN", "reason": "no"},
    ),
    "SignOn": (commands.SignOn, {"badge": "ann", "device": "d1"}),
    "SignOff": (commands.SignOff, {"badge": "ann", "device": "d1"}),
    "CloseBetting": (commands.CloseBetting, {"table": "T1", "reason": "dead", "device": "d1"}),
    "OpenBetting": (commands.OpenBetting, {"table": "T1", "device": "d1"}),
}
ON_CHANGES = (
    commands.ApproveChange,
    commands.RejectChange,
    commands.WithdrawChange,
    commands.ApplyChange,
)


def _asked_change(floor: Floor, kind: type[Any]) -> str:
    """A change that waits for this command; without a site the strictest reading holds, so that
    one who makes a change has the jackpot suspended."""
    (asked,) = floor.must(commands.RequestChange, **_LOWER)
    assert isinstance(asked, ChangeRequested)
    if kind is commands.ApplyChange:
        floor.must(commands.ApproveChange, change=asked.change, badge="sam")
        floor.must(commands.SuspendJackpot, **_JACKPOT)
    return asked.change


@pytest.mark.parametrize(("name", "phase", "answer"), CELLS)
def test_PS_6_every_command_in_every_phase(name: str, phase: str, answer: str) -> None:
    floor = FLOORS[phase]()
    kind, fields = ASKED[name]
    if kind in (commands.BackOutAward, commands.PayPrize, commands.PrintWinPage):
        found = [award for award, _ in floor.state.awards.items()]
        fields = {**fields, "award": found[0] if found else "T1-1-1"}
    if kind in ON_CHANGES:
        fields = {**fields, "change": _asked_change(floor, kind)}
    decision = floor.ask(kind, **fields)
    assert (decision.code if isinstance(decision, Refused) else "ok") == answer


def test_the_matrix_is_complete() -> None:
    assert {kind for kind, _ in ASKED.values()} == set(get_args(commands.Command))
    assert {name for name, _, _ in CELLS} == set(ASKED)
    assert set(PHASES) == set(FLOORS)


def _fields(kind: type[Any]) -> dict[str, object]:
    return next(dict(fields) for of_kind, fields in ASKED.values() if of_kind is kind)


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind, fields in ASKED.values()
        if "table" in fields and kind is not commands.OpenTable
    ],
)
def test_a_table_that_is_not_there(kind: type[Any]) -> None:
    assert idle().refused(kind, **{**_fields(kind), "table": "T9"}) == "TABLE_UNKNOWN"


@pytest.mark.parametrize(
    "kind",
    [kind for kind, fields in ASKED.values() if "badge" in fields and "by" not in fields],
)
def test_PS_60_a_badge_that_is_not_issued(kind: type[Any]) -> None:
    """Asked in a phase in which a known badge would do."""
    phases: dict[type, str] = {
        commands.ConfirmAwards: "marked",
        commands.TurnKey: "key_idle",
        commands.VoidRound: "open",
        commands.ResumeTable: "paused",
        commands.PayPrize: "awarded",
        commands.PrintWinPage: "awarded",
    }
    phase = phases.get(kind, "idle")
    floor, fields = FLOORS[phase](), _fields(kind)
    if kind in (commands.PayPrize, commands.PrintWinPage):
        fields["award"] = next(award for award, _ in floor.state.awards.items())
    if kind is commands.OpenTable:
        fields["table"] = "T2"
    if kind in ON_CHANGES:
        fields["change"] = _asked_change(floor, kind)
    assert floor.refused(kind, **{**fields, "badge": "nobody"}) == "BADGE_UNKNOWN"
