"""A changed record is found at every replay. What else a floor must not let pass stands in
tests/scenarios/cases/edges.txt."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import awards, days, rounds
from pitboss.floor.facts.base import CommandRefused
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.fold import record as fold_row
from pitboss.money import Cents, Micros

from .support import FOUR_CARD, MULTI_GAME, Floor, forged, hired_floor, replay


def test_PS_10_a_jackpot_names_the_paytable_file_that_there_is() -> None:
    floor = hired_floor()
    asked = floor.jackpot_terms("J", FOUR_CARD, paytable_sha256="0" * 64)
    assert floor.refused(OpenJackpot, **asked) == "PAYTABLE_CHANGED"


def a_day() -> Floor:
    floor = hired_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    floor.start("T1", 1, 2)
    floor.press("T1", 1, "straight_flush")
    floor.confirm("T1", "sam")
    floor.must(rounds.EndRound, table="T1")
    floor.must(days.TurnShift)
    floor.at_ms += 24 * 3_600_000
    floor.must(days.TurnShift)
    return floor


def test_PS_60_the_end_of_a_day_has_written_figures() -> None:
    closed = a_day().facts[-2]
    assert isinstance(closed, days.DayEnded)
    assert [(name, each.meter_micros) for name, each in closed.readings] == [
        ("multi", 450_036_000_000)
    ]
    # The house: a seed of $5,000, $300 envy, less $1.60 of two wagers.
    assert {line.account: line.total_micros for line in closed.balances} == {
        "house": -529_840_000_000,
        "meter:multi:main": 450_036_000_000,
        "owed": 50_004_000_000,
        "players": 29_800_000_000,
    }


def test_PS_60_a_reading_that_was_changed_is_found() -> None:
    floor = a_day()
    started = next(fact for fact in floor.facts if isinstance(fact, rounds.RoundStarted))
    (given,) = started.contributions
    false = replace(given, after=replace(given.after, meter_micros=Micros(1)))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, started, replace(started, contributions=(false,))))


def test_PS_60_an_award_that_was_changed_is_found() -> None:
    floor = a_day()
    recorded = next(fact for fact in floor.facts if isinstance(fact, awards.AwardsRecorded))
    (award,) = recorded.awards
    false = replace(award, meter_cents=Cents(award.meter_cents + 1))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, recorded, replace(recorded, awards=(false,))))


def test_PS_60_an_event_that_was_left_out_is_found() -> None:
    floor = a_day()
    moved = next(fact for fact in floor.facts if isinstance(fact, awards.MetersMoved))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, moved))


def test_PS_60_a_refusal_is_kept_and_changes_nothing() -> None:
    floor = a_day()
    before = floor.state.seq
    refused = CommandRefused(command="end-round", table="T1", badge="", code="NO_ROUND")
    fold_row(floor.state, (refused,))
    assert floor.state.seq == before + 1
    assert floor.meter("multi")[0] == 450_036_000_000
