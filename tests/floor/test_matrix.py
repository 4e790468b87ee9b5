"""Every command in every phase of a table: asked.toml says what is asked, matrix.txt what it
answers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, structs

from pitboss.floor.facts import (
    COMMANDS,
    awards,
    changes,
    days,
    jackpots,
    payments,
    people,
    rounds,
    tables,
)
from pitboss.floor.facts.values import Spot
from pitboss.refusal import Told

from .support import FOUR_CARD, MULTI_GAME, Floor, hired_floor

_LINES = (Path(__file__).parent / "matrix.txt").read_text("utf-8").splitlines()
_ROWS = [line.split() for line in _LINES if not line.startswith("#")]
PHASES = _ROWS[0][1:]
CELLS = [
    (row[0], phase, answer)
    for row in _ROWS[1:]
    for phase, answer in zip(PHASES, row[1:], strict=True)
]


def idle(keypad: str = "atlas", **terms: object) -> Floor:
    floor = hired_floor()
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
    floor = hired_floor()
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


def _read(row: dict[str, Any], name: str) -> tuple[type[Any], dict[str, object]]:
    """A row of asked.toml: the class of a command, and its fields as they are in Python."""
    kind = _KINDS[row.pop("command", name)]
    types = {field.name: field.type for field in structs.fields(kind)}
    return kind, {field: convert(value, types[field]) for field, value in row.items()}


_KINDS = {kind.__name__: kind for kind in COMMANDS}
_ASKED = (Path(__file__).parent / "asked.toml").read_text("utf-8")
_WHOLE = re.sub(r"([0-9a-f]{1,2})\.\.\.", lambda found: (found[1] * 64)[:64], _ASKED)
ASKED: dict[str, tuple[type[Any], dict[str, object]]] = {
    "OpenJackpot": (jackpots.OpenJackpot, Floor().jackpot_terms("four-card", FOUR_CARD)),
    **{name: _read(row, name) for name, row in tomllib.loads(_WHOLE).items()},
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
    (asked,) = floor.must(changes.RequestChange, **ASKED["RequestChange"][1])
    assert isinstance(asked, changes.ChangeRequested)
    if kind in (changes.PlanChange, changes.BeginChange, changes.ApplyChange):
        floor.must(changes.ApproveChange, change=asked.change, badge="sam")
    if kind is changes.ApplyChange:
        floor.must(jackpots.SuspendJackpot, **ASKED["SuspendJackpot"][1])
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
