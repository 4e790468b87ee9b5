"""What the screens of a property get to show of a hub's jackpot."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts.awards import ClaimMade, WideAwardRecorded
from pitboss.floor.view.board import Names, hit_board, pit_board, table_board
from pitboss.floor.view.pit_memory import QUIET, PitMemory, remember_event
from pitboss.floor.view.winners import LastWinners
from pitboss.journal.codec import events_of
from pitboss.wide.state import wide_of
from proof.sim import wide_floor as made
from proof.sim.wide_node import Node
from wide.line import Line

NAMES = Names(jackpots={"wide": "Two Rooms", "local": "Own"})


@pytest.fixture
def line() -> Line:
    """The hub has answered; a round of three wagers on both jackpots is open at p1."""
    opened = Line()
    opened.talk(opened.p1)
    assert opened.start(opened.p1, 3).accepted
    return opened


def _events(node: Node, kind: type[Any]) -> list[Any]:
    found = (event for row in node.store.rows for event in events_of(row.events))
    return [event for event in found if isinstance(event, kind)]


def _memory(node: Node) -> PitMemory:
    memory = QUIET
    for row in node.store.rows:
        for event in events_of(row.events):
            if getattr(event, "table", "") == "T1":
                memory = remember_event(memory, event, at_ms=row.at_ms)
    return memory


def _board(line: Line) -> dict[str, Any]:
    node = line.p1
    return table_board(node.state, made.BOOK, "T1", names=NAMES, memory=_memory(node))


def test_a_hit_is_pending_at_its_table_until_the_hub_grants_it(line: Line) -> None:
    line.hit(line.p1)
    board = _board(line)
    (claim,) = board["claims"]
    assert (claim["seats"], claim["sensor"], claim["hand"]) == ([1], 2, "Four Aces")
    assert (claim["round"], claim["level_name"]) == (1, "Main")
    assert board["granted"] == []
    line.talk(line.p1)
    board = _board(line)
    assert board["claims"] == []
    (award,) = board["granted"]
    # $10,000.00 and 3 x $0.18.
    assert (award["seat"], award["total_cents"], award["round"]) == (1, 1_000_054, 1)


def test_a_hit_leaves_nobody_waiting_in_the_pit(line: Line) -> None:
    assert _memory(line.p1).waiting_since_ms is None
    line.hit(line.p1)
    assert _memory(line.p1).marked == ()
    assert _memory(line.p1).waiting_since_ms is None


def test_the_pit_has_each_pending_hit_and_until_when_wagers_are_taken(line: Line) -> None:
    line.hit(line.p1)
    board = pit_board(line.p1.state, made.BOOK, names=NAMES)
    (shared,) = board["wide"]
    wide = wide_of(line.p1.state)
    assert (shared["title"], shared["open_until_ms"]) == ("Two Rooms", wide.lease_until_ms)
    assert [claim["table"] for claim in shared["pending"]] == ["T1"]
    first = board["tables"][0]
    assert [claim["hand"] for claim in first["claims"]] == ["Four Aces"]
    assert [each["title"] for each in first["wide"]] == ["Two Rooms"]


def test_a_grant_is_a_hit_on_signs_and_the_last_winner(line: Line) -> None:
    line.hit(line.p1)
    assert _events(line.p1, ClaimMade)
    assert _events(line.p1, WideAwardRecorded) == []
    line.talk(line.p1)
    (event,) = _events(line.p1, WideAwardRecorded)
    hit = hit_board(line.p1.state, made.BOOK, event, at_ms=line.now_ms, names=NAMES)
    assert [award["total_cents"] for award in hit["awards"]] == [1_000_054]
    winners = LastWinners()
    winners.record(line.p1.state, event, at_ms=line.now_ms)
    (winner,) = winners.board(line.p1.state, made.BOOK, "wide")["winners"]
    assert (winner["table"], winner["cents"]) == ("T1", 1_000_054)


def test_a_round_whose_only_hit_is_pending_is_awarded(line: Line) -> None:
    press, confirm, _ = made.hit(line.p1.new_id, line.now_ms, "T1", "four_aces")
    line.accepted(line.p1, press, confirm)
    board = _board(line)
    assert (board["phase"], board["next"]) == ("awarded", "end")
