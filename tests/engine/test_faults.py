"""A fault of the program refuses the command that shows it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine import CommandFault, Core, Engine
from pitboss.engine import core as engine_core
from pitboss.floor.facts import bank
from pitboss.floor.facts.base import Command
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents
from pitboss.refusal import Refusal

from .support import BOOK, Asker

WAIT_S = 20.0
Break = Callable[[pytest.MonkeyPatch], None]


def opened(faults: list[CommandFault] | None = None) -> tuple[Core, Asker]:
    """A floor of three tables, and where its faults go."""
    on_fault = None if faults is None else faults.append
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK, on_fault=on_fault), Asker()
    assert all(reply.accepted for reply in core.handle(asker.opening(tables=3)))
    return core, asker


def start(table: str, prefix: str = "s") -> Command:
    return Asker(f"{prefix}-{table}-").round(table)[0]


def break_step(name: str, *, late: bool = False, fault: Exception | None = None) -> Break:
    """Break a step of the engine for table T2; a late one has done its work first."""

    def breaks(patch: pytest.MonkeyPatch) -> None:
        step = getattr(engine_core, name)

        def broken(*given: Any) -> Any:
            is_ours = '"T2"' in repr(given) or "'T2'" in repr(given)
            done = step(*given) if late or not is_ours else None
            if is_ours:
                raise fault or TypeError("T2 of Mr. Smith")
            return done

        patch.setattr(engine_core, name, broken)

    return breaks


STEPS = {
    "look for numbers": break_step("need_no_numbers"),
    "put the command into text": break_step("command_text"),
    "decide": break_step("decide"),
    "rehearse": break_step("record", late=True),
    "refuse in a rehearsal": break_step("record", late=True, fault=Refusal("X")),
    "put the events into text": break_step("events_text"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_fault_refuses_its_command_alone(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[CommandFault] = []
    core, _ = opened(faults)
    unharmed, _ = opened()
    seq = core.state.seq
    with monkeypatch.context() as patch:
        STEPS[step](patch)
        replies = core.handle([start("T1"), start("T2"), start("T3")])
    assert [reply.code for reply in replies] == ["", "COMMAND_FAULT", ""]
    assert replies[1].events == ()
    number = f"{seq}-1"
    assert number in str(replies[1].refused)
    assert [(fault.number, fault.kind, fault.command_id) for fault in faults] == [
        (number, "start-round", "s-T2-1")
    ]
    unharmed.handle([start("T1"), start("T3")])
    assert write_snapshot(core.state) == write_snapshot(unharmed.state)
    assert core.journal.last() == unharmed.journal.last()


def test_a_fault_is_in_no_row_and_a_repeat_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[CommandFault] = []
    core, _ = opened(faults)
    with monkeypatch.context() as patch:
        STEPS["decide"](patch)
        first = core.handle([start("T2"), start("T2"), replace(start("T2"), at_ms=9)])
        assert [reply.code for reply in first] == ["COMMAND_FAULT"] * 3
        assert len(faults) == 1
        assert core.handle([start("T2")])[0].code == "COMMAND_FAULT"
    assert [fault.number.partition("-")[2] for fault in faults] == ["1", "2"]
    assert core.handle([start("T2")])[0].accepted


def test_a_batch_on_top_holds_nothing_of_a_draft_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    core, _ = opened([])
    with monkeypatch.context() as patch:
        STEPS["rehearse"](patch)
        below = core.decide([start("T1"), start("T2")])
    above = core.decide([start("T2", "again"), start("T3")])
    for batch in (below, above):
        core.write(batch)
    assert core.finish(below)
    assert core.finish(above)
    codes = [reply.code for batch in (below, above) for reply in batch.replies]
    assert codes == ["", "COMMAND_FAULT", "", ""]
    unharmed, _ = opened()
    unharmed.handle([start("T1"), start("T2", "again"), start("T3")])
    assert write_snapshot(core.state) == write_snapshot(unharmed.state)


def test_every_command_of_a_batch_may_be_faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    core, _ = opened([])
    STEPS["decide"](monkeypatch)
    asked = [start("T2", str(number)) for number in range(128)]
    assert {reply.code for reply in core.handle(asked)} == {"COMMAND_FAULT"}
    assert core.handle([start("T1")])[0].accepted


def test_the_engine_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    core, _ = opened([])
    STEPS["decide"](monkeypatch)
    engine = Engine(core)
    asked = [engine.submit(start(table)) for table in ("T1", "T2", "T3")]
    codes = [each.result(WAIT_S).code for each in asked]
    engine.stop()
    assert codes == ["", "COMMAND_FAULT", ""]
    assert engine.fault is None


def test_a_fault_tells_where_it_was_not_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[CommandFault] = []
    core, _ = opened(faults)
    STEPS["decide"](monkeypatch)
    core.handle([start("T2")])
    (fault,) = faults
    assert fault.trace.startswith("TypeError: ")
    assert "engine/core.py" in fault.trace
    assert "in broken" in fault.trace
    assert "Smith" not in fault.trace + str(core.handle([start("T2")])[0].refused)


def test_where_nobody_is_told_of_faults_they_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    core, _ = opened()
    STEPS["decide"](monkeypatch)
    with pytest.raises(TypeError):
        core.handle([start("T1"), start("T2")])
    assert core.handle([start("T1")])[0].accepted


def test_a_number_that_is_not_exact_is_in_no_row() -> None:
    core, asker = opened()
    deposit = bank.RecordDeposit(
        **asker.ids(),  # type: ignore[arg-type]
        cents=Cents(2**53),
        reference="1",
        day="2026-11-15",
        badge="ann",
    )
    before = core.journal.last()
    assert core.handle([deposit])[0].code == "COMMAND_UNREADABLE"
    assert core.journal.last() == before
