"""Papers with clocks: what is due of the state, and what a sign tells of a jackpot that goes."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from pitboss.floor.facts import tables
from pitboss.floor.facts.papers import PaperProposed
from pitboss.floor.facts.values import DEVICES
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.papers import PaperState
from pitboss.floor.view import due
from pitboss.floor.view.board import jackpot_board
from pitboss.floor.view.due import due_things
from pitboss.floor.view.due.thing import DueThing
from pitboss.floor.view.removal import removal_of
from pitboss.refusal import say

from .scenario import play
from .script import Script
from .support import BOOK
from .test_scenarios import FOLDER

HOUR_MS = 3_600_000


def paper(name: str, *, due_ms: int, status: str = "open", kind: str = "malfunction") -> PaperState:
    """A paper of the table T1."""
    return PaperState(
        paper=name, paper_kind=kind, status=status, seq=1, typed="no signal", learned_ms=1,
        due_ms=due_ms, table="T1", about="board-1",
    )  # fmt: skip


def test_what_is_due_comes_in_the_order_of_its_times() -> None:
    state = State()
    state.papers["a"] = paper("a", due_ms=0, kind="dispute")
    state.papers["b"] = paper("b", due_ms=9 * HOUR_MS)
    state.papers["c"] = paper("c", due_ms=5 * HOUR_MS, status="proposed")
    state.papers["d"] = paper("d", due_ms=HOUR_MS, status="closed")
    found = due_things(state, 6 * HOUR_MS)
    assert [(each.address, each.what) for each in found] == [
        ("/office/papers/c", "proposed"),
        ("/office/papers/b", "malfunction"),
        ("/office/papers/a", "dispute"),
    ]
    assert found[0].about == "T1, board-1: no signal"
    assert [each.is_overdue(6 * HOUR_MS) for each in found] == [True, False, False]


def test_every_subject_with_something_due_is_found_where_it_lies() -> None:
    subjects = {module.name for module in iter_modules(due.__path__)} - {due.VALUES}
    assert {"bank", "papers"} <= subjects
    for name in subjects:
        found = import_module(f"{due.__name__}.{name}").due(State(), 0)
        assert all(isinstance(each, DueThing) for each in found)


def test_a_sign_tells_the_last_day_of_a_jackpot() -> None:
    script = play(FOLDER / "removal.txt")
    state = script.floor.state
    jackpot = state.kept_jackpot("multi")
    state.jackpots["multi"] = changed(jackpot, last_day="2026-11-25")
    assert jackpot_board(state, BOOK, "multi")["last_day"] == "2026-11-25"
    state.jackpots["multi"] = jackpot
    assert jackpot_board(state, BOOK, "multi")["last_day"] == ""


def test_the_steps_of_a_removal_are_seen_on_the_floor() -> None:
    script = play(FOLDER / "removal.txt")
    papers = [found for _, found in script.floor.state.papers.items()]
    (ended,) = [found for found in papers if found.outcome == "retired"]
    found = removal_of(script.floor.state, ended)
    assert [(each.step, each.is_done) for each in found.steps] == [
        ("announced", True), ("told", True), ("stopped", True), ("paid", True), ("moved", True),
        ("closing", True),
    ]  # fmt: skip
    assert (found.held_cents, found.owed_cents) == (0, 0)


def test_a_flapping_sensor_makes_one_paper_a_day_for_each_device() -> None:
    script: Script = play(FOLDER / "papers.txt")
    proposed = [fact for fact in script.floor.facts if isinstance(fact, PaperProposed)]
    sensors = [(fact.table, fact.about) for fact in proposed if fact.cause == "sensor"]
    assert sensors == [("T1", "board-1"), ("T1", "board-2"), ("T1", "board-1")]
    assert "sensor" in DEVICES


def test_a_board_awaited_after_a_restart_makes_no_paper_until_it_stays_silent() -> None:
    floor = play(FOLDER / "papers.txt").floor
    asked = {"table": "T1", "device": "awaited"}
    waits = floor.must(tables.CloseBetting, **asked, told=tables.NOT_HEARD)
    silent = floor.must(tables.CloseBetting, **asked, told=say("BOARD_SILENT"))
    assert [fact.kind for fact in waits] == ["betting-closed"]
    assert [fact.kind for fact in silent] == ["betting-closed", "paper-proposed"]
