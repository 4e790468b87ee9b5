"""Decisions about calls: a dealer calls for somebody, and who comes has answered."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_short
from pitboss.floor.facts import tables
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State, TableState
from pitboss.refusal import Refusal


def call_supervisor(state: State, command: tables.CallSupervisor) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    if table.call is not None:
        raise Refusal("CALL_OPEN", where=command.table, why=table.call.reason)
    return [event_from(tables.SupervisorCalled, command, badge=table.dealer)]


def answer_call(state: State, command: tables.AnswerCall) -> Sequence[Event]:
    table = state.table(command.table)
    if table.call is None:
        raise Refusal("NO_CALL", where=command.table)
    return call_met(state, table, command.badge, at_ms=command.at_ms)


def call_met(state: State, table: TableState, badge: str, *, at_ms: int) -> list[Event]:
    """The end of an open call, where this badge is one that was called for: whoever does something
    at a table has come to it."""
    if table.call is None or state.badge(badge).role not in tables.AnswerCall.permission.roles:
        return []
    return [
        tables.CallAnswered(
            table=table.table,
            badge=badge,
            reason=table.call.reason,
            # Two devices, two clocks: nobody waits less than nothing.
            waited_ms=max(0, at_ms - table.call.since_ms),
        )
    ]
