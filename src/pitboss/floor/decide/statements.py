"""Decisions about the bank's own statements of the jackpot account: what matches the record, what
is on its way, and what differs (PS-62)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from pitboss.floor.bank_matching import next_statement, unknown_lines
from pitboss.floor.bank_state import StatementState
from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts.bank import (
    DifferenceExplained,
    ExplainDifference,
    LineMatch,
    RecordStatement,
    StatementRecorded,
)
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.state import State
from pitboss.money import Cents
from pitboss.refusal import Refusal

LINES_MOST = 200


def record_statement(state: State, command: RecordStatement) -> Sequence[Event]:
    check_statement(state, command)
    found = next_statement(state, command)
    if command.shown_sha256 != shown_sha256(found):
        reason = "what it has of the record is not what was shown; look at it again, then sign"
        raise Refusal("STATEMENT_CHANGED", where="statement", reason=reason)
    return [
        event_from(
            StatementRecorded,
            command,
            matched=found.matched,
            in_transit_cents=found.in_transit_cents,
            outstanding_cents=found.outstanding_cents,
            difference_cents=Cents(found.difference_cents),
            unmatched=tuple(
                StatementLine(each.day, Cents(each.cents), each.reference)
                for each in found.unmatched
            ),
        )
    ]


def shown_sha256(found: StatementState) -> str:
    """A digest of what a statement has of the record, and where it differs."""
    shown = (
        found.closing_cents,
        found.matched,
        found.in_transit_cents,
        found.outstanding_cents,
        found.unmatched,
    )
    return sha256(msgspec.json.encode(shown)).hexdigest()


def check_statement(state: State, command: RecordStatement) -> None:
    """Refuse what cannot be a statement of the account."""
    account = state.bank.account
    if account is None:
        reason = "no bank account is on record; two people name it first"
        raise Refusal("ACCOUNT_WRONG", where="last_four", reason=reason)
    if account.last_four != command.last_four:
        other, own = command.last_four[:4], account.last_four
        reason = f"the statement is of an account ending in {other}; ours ends in {own}"
        raise Refusal("ACCOUNT_WRONG", where="last_four", reason=reason)
    before = state.bank.statement
    if command.from_day > command.to_day:
        reason = "the statement ends before it begins; check both days"
        raise Refusal("DAY_WRONG", where=command.to_day, reason=reason)
    if before is not None and command.to_day < before.to_day:
        reason = f"a statement up to {before.to_day} is accepted; take a later one"
        raise Refusal("DAY_WRONG", where=command.to_day, reason=reason)
    _check_lines(command)
    for each in command.same:
        _need_same(state, command, each)


def _check_lines(command: RecordStatement) -> None:
    if len(command.lines) > LINES_MOST or len(command.same) > LINES_MOST:
        reason = f"more than {LINES_MOST:,} lines; take a shorter period"
        raise Refusal("STATEMENT_UNREADABLE", where="lines", reason=reason)
    for number, line in enumerate(command.lines, start=1):
        need_text(line.reference, where=f"reference of line {number}")
        if not command.from_day <= line.day <= command.to_day:
            reason = f"a line of {line.day} is not between {command.from_day} and {command.to_day}"
            raise Refusal("DAY_WRONG", where=line.reference, reason=reason)


def _need_same(state: State, command: RecordStatement, same: LineMatch) -> None:
    """Whether a line can be the entry that it is taken for."""
    entry = state.bank_entries.get(same.entry)
    known = (*command.lines, *unknown_lines(state))
    lines = [line for line in known if line.reference == same.line]
    if entry is None or entry.cleared or not lines:
        reason = (
            "name a line of this statement or of one before, and an entry that no statement has"
        )
        raise Refusal("ENTRY_UNKNOWN", where=f"{same.line}: {same.entry}", reason=reason)
    if any((line.cents < 0) != (entry.cents < 0) for line in lines):
        reason = "one went to the account and the other left it"
        raise Refusal("ENTRY_UNKNOWN", where=f"{same.line}: {same.entry}", reason=reason)


def explain_difference(state: State, command: ExplainDifference) -> Sequence[Event]:
    need_reason(command.reason)
    statement = state.bank.statement
    known = [each.reference for each in statement.unmatched] if statement is not None else []
    if command.reference not in known:
        reason = f"the statement and the record differ in {', '.join(known) or 'nothing'}"
        raise Refusal("ENTRY_UNKNOWN", where=command.reference, reason=reason)
    return [event_from(DifferenceExplained, command)]
