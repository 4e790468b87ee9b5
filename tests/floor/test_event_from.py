"""An event that repeats its command is made from it."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import fields

import pitboss
from pitboss.floor.facts import COMMANDS, EVENTS, papers, shufflers
from pitboss.floor.facts.base import event_from, function_for
from pitboss.floor.state.floor import State

REPORT = shufflers.ReportShuffler(command_id="1", at_ms=7, table="C1", badge="D100", reason="jams")


def test_a_field_of_both_has_the_same_value() -> None:
    expected = shufflers.ShufflerReported(table="C1", badge="D100", reason="jams")
    assert event_from(shufflers.ShufflerReported, REPORT) == expected


def test_what_the_decision_has_worked_out_wins() -> None:
    made = event_from(shufflers.ShufflerReported, REPORT, badge="S200")
    assert made == shufflers.ShufflerReported(table="C1", badge="S200", reason="jams")


def test_what_nobody_says_is_missed() -> None:
    with pytest.raises(TypeError, match="step"):
        event_from(shufflers.ShufflerStepTaken, REPORT, text="close the table")


def test_every_decision_says_all_that_its_event_needs() -> None:
    commands = {each.__name__: each for each in COMMANDS}
    events = {each.__name__: each for each in EVENTS}
    lacking = []
    for path in sorted(Path(pitboss.__path__[0]).glob("*/decide/*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            taken = {each.arg: each.annotation for each in function.args.args}
            for call in ast.walk(function):
                match call:
                    case ast.Call(func=ast.Name("event_from"), args=[kind, given]):
                        event = events[_last_name(kind)]
                        annotation = taken[ast.unparse(given)]
                        assert annotation is not None
                        command = commands[_last_name(annotation)]
                        said = {*command.__struct_fields__, *(each.arg for each in call.keywords)}
                        needed = {each.name for each in fields(event) if each.required}
                        lacking += [
                            f"{path.name} {function.name}: {name}" for name in needed - said
                        ]
    assert lacking == []


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def test_a_function_that_is_named_for_a_fact_takes_it() -> None:
    def send_paper(state: State, command: papers.TakeUpPaper) -> None: ...

    subject = ModuleType("subject")
    vars(subject)["send_paper"] = send_paper
    with pytest.raises(AssertionError, match=r"send_paper takes papers\.TakeUpPaper"):
        function_for(papers.SendPaper, [subject])
