"""Decisions about the bank's own statements of the jackpot account: what matches the record, what
is in transit, and what differs (PS-62)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts import bank
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.money.bank_matching import next_statement, unknown_lines
from pitboss.floor.state.bank import StatementState
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Refusal

LINES_MOST = 200


def record_statement(state: State, command: bank.RecordStatement) -> Sequence[Event]:
    check_statement(state, command)
    found = next_statement(state, command)
    if command.shown_sha256 != shown_sha256(found):
        raise Refusal("STATEMENT_CHANGED", where="statement")
    return [
        event_from(
            bank.StatementRecorded,
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


def check_statement(state: State, command: bank.RecordStatement) -> None:
    """Refuse anything that can't be a statement of the account."""
    account = state.bank.account
    if account is None:
        raise Refusal("ACCOUNT_WRONG", "no_bank_account", where="last_four")
    if account.last_four != command.last_four:
        other, own = command.last_four[:4], account.last_four
        raise Refusal(
            "ACCOUNT_WRONG", "statement_account_ending", where="last_four", other=other, own=own
        )
    before = state.bank.statement
    if command.from_day > command.to_day:
        raise Refusal("DAY_WRONG", "statement_ends_before", where=command.to_day)
    if before is not None and command.to_day < before.to_day:
        raise Refusal(
            "DAY_WRONG", "statement_up_accepted", where=command.to_day, to_day=before.to_day
        )
    _check_lines(command)
    for each in command.same:
        _need_same(state, command, each)


def _check_lines(command: bank.RecordStatement) -> None:
    if len(command.lines) > LINES_MOST or len(command.same) > LINES_MOST:
        raise Refusal(
            "STATEMENT_UNREADABLE", "more_than_lines", where="lines", lines_most=LINES_MOST
        )
    for number, line in enumerate(command.lines, start=1):
        need_text(line.reference, where=f"reference of line {number}")
        if not command.from_day <= line.day <= command.to_day:
            raise Refusal(
                "DAY_WRONG",
                "line_not_between",
                where=line.reference,
                day=line.day,
                from_day=command.from_day,
                to_day=command.to_day,
            )


def _need_same(state: State, command: bank.RecordStatement, same: bank.LineMatch) -> None:
    """Refuse to match a line with an entry it can't be."""
    entry = state.bank_entries.get(same.entry)
    known = (*command.lines, *unknown_lines(state))
    lines = [line for line in known if line.reference == same.line]
    if entry is None or entry.cleared or not lines:
        raise Refusal("ENTRY_UNKNOWN", "name_line_statement", where=f"{same.line}: {same.entry}")
    if any((line.cents < 0) != (entry.cents < 0) for line in lines):
        raise Refusal("ENTRY_UNKNOWN", "went_account_left", where=f"{same.line}: {same.entry}")


def explain_difference(state: State, command: bank.ExplainDifference) -> Sequence[Event]:
    need_reason(command.reason)
    statement = state.bank.statement
    known = [each.reference for each in statement.unmatched] if statement is not None else []
    if command.reference not in known:
        raise Refusal(
            "ENTRY_UNKNOWN",
            "statement_record_differ",
            where=command.reference,
            known=known,
        )
    return [event_from(bank.DifferenceExplained, command)]
