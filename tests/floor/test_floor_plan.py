"""The pit's plan: each table at a place of its own, and what the pit draws there."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts.base import Event
from pitboss.floor.facts.floor_plan import ArrangeTables, TablePlace
from pitboss.floor.facts.rounds import RoundStarted
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.floor.view.floor_plan import plan_board
from pitboss.floor.view.pit_memory import MINUTE_MS, QUIET, remember_event
from pitboss.refusal import Told

from .boards import one_table
from .support import Floor

HOUR_MS = 60 * MINUTE_MS


@pytest.fixture
def floor() -> Floor:
    made = one_table()
    made.open_table("T2", "fours")
    return made


def places(state: State) -> Any:
    return plan_board(state, {}, at_ms=0)["places"]


def plan(**places: tuple[int, int]) -> tuple[TablePlace, ...]:
    return tuple(
        TablePlace(table=table, column=column, row=row) for table, (column, row) in places.items()
    )


def test_everybody_sees_the_plan_that_was_recorded_last(floor: Floor) -> None:
    assert places(floor.state) == {}
    floor.must(ArrangeTables, places=plan(T1=(2, 0), T2=(0, 1)), badge="sam")
    floor.must(ArrangeTables, places=plan(T2=(3, 3)), badge="sam")
    again = read_snapshot(write_snapshot(floor.state))
    assert places(again) == {"T2": [3, 3]}
    floor.must(ArrangeTables, places=(), badge="sam")
    assert places(floor.state) == {}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (plan(T1=(0, 0), T2=(0, 0)), "taken"),
        (plan(T1=(0, 0)) + plan(T1=(1, 0)), "twice"),
        (plan(T1=(24, 0)), "beyond"),
        (plan(T1=(0, -1)), "beyond"),
    ],
)
def test_a_plan_that_cannot_be_drawn_is_refused(
    floor: Floor, asked: tuple[TablePlace, ...], why: str
) -> None:
    refused = floor.ask(ArrangeTables, places=asked, badge="sam")
    assert isinstance(refused, Told)
    assert (refused.code, refused.case) == ("PLAN_WRONG", why)


def test_a_plan_names_tables_of_this_floor(floor: Floor) -> None:
    beyond = plan(T9=(0, 0))
    assert floor.refused(ArrangeTables, places=beyond, badge="sam") == "TABLE_UNKNOWN"


def test_the_pit_sees_who_bet_and_what_the_meter_shows(floor: Floor) -> None:
    floor.start("T1", 5, 2)
    shown = plan_board(floor.state, {}, at_ms=0)
    assert shown["lit"] == {"T1": [2, 5]}
    assert shown["meters"] == {"fours": floor.meter("fours")[0] // 1_000_000}


def test_the_pace_is_the_rounds_of_the_last_hour() -> None:
    begun: Event = RoundStarted(
        table="T1", round=1, spots=(), contributions=(), takings=(), badge="dan"
    )
    memory = QUIET
    for minute in (0, 0, 30, 59):
        memory = remember_event(memory, begun, at_ms=minute * MINUTE_MS)
    paces = [memory.pace_at(minute * MINUTE_MS) for minute in (59, 60, 90, 119)]
    assert paces == [4, 2, 1, 0]
    state = one_table().state
    assert plan_board(state, {"T1": memory}, at_ms=HOUR_MS)["pace"] == {"T1": 2}
    memory = remember_event(memory, begun, at_ms=2 * HOUR_MS)
    assert len(memory.starts) == 1, "what is older than an hour is forgotten"
