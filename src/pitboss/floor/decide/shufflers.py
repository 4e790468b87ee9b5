"""Decisions about a shuffler that fails (ALL-4): the steps of the game's letter, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_short
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.shufflers import (
    ClearShuffler,
    ReportShuffler,
    ShufflerCleared,
    ShufflerReported,
    ShufflerStepTaken,
    TakeShufflerSteps,
)
from pitboss.floor.state import ShufflerState, State
from pitboss.refusal import Refusal


def report_shuffler(state: State, command: ReportShuffler) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    if not table.shuffler_steps:
        detail = "no letter has steps for a shuffler at this game; pause the table instead"
        raise Refusal("SHUFFLER_STEPS_NONE", where=command.table, reason=detail)
    if table.shuffler is not None:
        raise Refusal("SHUFFLER_OUT", where=command.table, reason=table.shuffler_next)
    return [event_from(ShufflerReported, command)]


def take_shuffler_steps(state: State, command: TakeShufflerSteps) -> Sequence[Event]:
    failed = _failed(state, command.table)
    table = state.table(command.table)
    steps = table.shuffler_steps
    if not failed.done < command.through <= len(steps):
        raise Refusal("SHUFFLER_STEP_WRONG", where=command.table, reason=table.shuffler_next)
    return [
        event_from(ShufflerStepTaken, command, step=step, text=text)
        for step, text in enumerate(steps[: command.through], 1)
        if step > failed.done
    ]


def clear_shuffler(state: State, command: ClearShuffler) -> Sequence[Event]:
    _failed(state, command.table)
    need_reason(command.reason)
    return [event_from(ShufflerCleared, command)]


def _failed(state: State, table: str) -> ShufflerState:
    failed = state.table(table).shuffler
    if failed is None:
        detail = "nobody reported it; report the shuffler first"
        raise Refusal("SHUFFLER_NOT_OUT", where=table, reason=detail)
    return failed
