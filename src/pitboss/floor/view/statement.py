"""A bank statement before two people sign it: each line with its entry, what the bank doesn't have,
and what follows (PS-62)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.floor.decide.limits import need_limits
from pitboss.floor.decide.statements import check_statement, shown_sha256
from pitboss.floor.facts import bank
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.money.bank_matching import LineReading, net_cents, read_statement
from pitboss.floor.money.custody import holds_by
from pitboss.floor.state.bank import BankEntry, StatementState, Unmatched
from pitboss.floor.state.floor import State
from pitboss.local_time import local_day
from pitboss.money import Cents, Micros, dollars


class StatementView(NamedTuple):
    """What two people sign. `repeated` are lines an earlier statement had; `waiting` are the
    entries without a line, by reference."""

    statement: StatementState
    lines: list[LineReading]
    repeated: list[StatementLine]
    waiting: dict[str, BankEntry]
    holds_micros: Micros
    shown_sha256: str


def view_statement(state: State, command: bank.RecordStatement) -> StatementView:
    """A statement as it would be accepted, or refused, now."""
    need_limits(command, lambda: local_day(command.at_ms, state.time_zone))
    check_statement(state, command)
    statement, lines = read_statement(state, command)
    return StatementView(
        statement,
        lines,
        [line for line in command.lines if line not in statement.lines],
        {
            name: entry
            for name, entry in state.bank_entries.items()
            if not entry.cleared and name not in statement.matched and net_cents(entry)
        },
        holds_by(state, statement),
        shown_sha256(statement),
    )


def items_text(items: Iterable[Unmatched]) -> str:
    """Each difference with its amount: below zero if the bank doesn't have it."""
    return "; ".join(f"{each.reference}: {dollars(Cents(each.cents))}" for each in items)
