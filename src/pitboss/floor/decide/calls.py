"""Decisions about calls: a dealer calls for someone, and that person's arrival answers."""

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
    """Ends an open call if this badge has the role that was called: anyone who acts at a table has
    arrived."""
    if table.call is None or state.badge(badge).role not in tables.AnswerCall.permission.roles:
        return []
    return [
        tables.CallAnswered(
            table=table.table,
            badge=badge,
            reason=table.call.reason,
            # Two devices, two clocks: a wait is never negative.
            waited_ms=max(0, at_ms - table.call.since_ms),
        )
    ]
