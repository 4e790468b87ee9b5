"""Decisions about a failing shuffler (ALL-4): the steps of the game's letter, in order."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_short
from pitboss.floor.facts import shufflers
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import ShufflerState, State
from pitboss.refusal import Refusal


def report_shuffler(state: State, command: shufflers.ReportShuffler) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    if not table.shuffler_steps:
        raise Refusal("SHUFFLER_STEPS_NONE", where=command.table)
    if table.shuffler is not None:
        raise table.refuse_shuffler("SHUFFLER_OUT")
    return [event_from(shufflers.ShufflerReported, command)]


def take_shuffler_steps(state: State, command: shufflers.TakeShufflerSteps) -> Sequence[Event]:
    failed = _need_failed(state, command.table)
    table = state.table(command.table)
    steps = table.shuffler_steps
    if not failed.done < command.through <= len(steps):
        raise table.refuse_shuffler("SHUFFLER_STEP_WRONG")
    return [
        event_from(shufflers.ShufflerStepTaken, command, step=step, text=text)
        for step, text in enumerate(steps[: command.through], 1)
        if step > failed.done
    ]


def clear_shuffler(state: State, command: shufflers.ClearShuffler) -> Sequence[Event]:
    _need_failed(state, command.table)
    need_reason(command.reason)
    return [event_from(shufflers.ShufflerCleared, command)]


def _need_failed(state: State, table: str) -> ShufflerState:
    failed = state.table(table).shuffler
    if failed is None:
        raise Refusal("SHUFFLER_NOT_OUT", where=table)
    return failed
