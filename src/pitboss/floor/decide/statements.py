"""Decisions about the bank's own statements of the jackpot account: what matches the record, what
is on its way, and what differs (PS-62)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.floor.bank_state import CLOSING, BankEntry, StatementState
from pitboss.floor.custody import BANK
from pitboss.floor.decide.checks import need_begun, need_day, need_reason, need_text
from pitboss.floor.facts.bank import (
    DifferenceExplained,
    ExplainDifference,
    RecordStatement,
    StatementRecorded,
)
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.local_time import days_before
from pitboss.money import CENTS_MOST, MICROS_PER_CENT, Cents, dollars
from pitboss.refusal import Refusal

LINES_MOST = 200
# A deposit of a weekend's night stands on the statement by then; an older one never arrived.
TRANSIT_DAYS = 3


def record_statement(
    state: State, command: RecordStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    _check_statement(state, command)
    found = _matched(state, command)
    recorded = state.balance(BANK) // MICROS_PER_CENT
    bank_cents = command.closing_cents + found.in_transit_cents - found.outstanding_cents
    difference = bank_cents - recorded
    rest = difference - sum(found.unmatched.values())
    if rest:
        found.unmatched[CLOSING] = rest
    return [
        StatementRecorded(
            last_four=command.last_four,
            from_day=command.from_day,
            to_day=command.to_day,
            closing_cents=command.closing_cents,
            lines=command.lines,
            matched=tuple(found.matched),
            in_transit_cents=Cents(found.in_transit_cents),
            outstanding_cents=Cents(found.outstanding_cents),
            difference_cents=Cents(difference),
            unmatched=tuple(
                StatementLine(command.to_day, Cents(cents), reference)
                for reference, cents in found.unmatched.items()
                if cents
            ),
            badges=command.badges,
            at_ms=command.at_ms,
        )
    ]


@dataclass(slots=True)
class _Matching:
    """What a statement has of the record, and what is left: `unmatched` is by how much the bank has
    more than the record, by reference."""

    matched: list[str] = field(default_factory=list)
    unmatched: dict[str, int] = field(default_factory=dict)
    in_transit_cents: int = 0
    outstanding_cents: int = 0

    def differs(self, reference: str, cents: int) -> None:
        self.unmatched[reference] = self.unmatched.get(reference, 0) + cents


def _matched(state: State, command: RecordStatement) -> _Matching:
    """Lines against entries by reference and cents; then the entries that no statement has yet."""
    found = _Matching()
    before = state.bank.statement
    waiting = {name: entry for name, entry in state.bank_entries.items() if not entry.cleared}
    for line in command.lines:
        entry = waiting.pop(line.reference, None)
        if entry is not None:
            found.matched.append(line.reference)
            found.differs(line.reference, line.cents - _net_cents(entry))
        elif not _is_repeated(state, before, line):
            found.differs(line.reference, line.cents)
    for old in before.unmatched if before is not None else ():
        if old.reference not in (*found.matched, *waiting, CLOSING):
            found.differs(old.reference, old.cents)
    for name, entry in waiting.items():
        if before is None and entry.day < command.from_day:
            found.matched.append(name)  # the opening balance of the first statement has it
        elif command.lines or entry.day > command.to_day:
            _wait(found, command, name, entry)
    if not command.lines:
        _read_balance(state, found, command, waiting)
    return found


def _is_repeated(state: State, before: StatementState | None, line: StatementLine) -> bool:
    """Whether an earlier statement had a line already: statements may overlap."""
    if before is None or line.day > before.to_day:
        return False
    entry = state.bank_entries.get(line.reference)
    is_cleared = entry is not None and entry.cleared and bool(_net_cents(entry))
    return is_cleared or any(old.reference == line.reference for old in before.unmatched)


def _wait(found: _Matching, command: RecordStatement, name: str, entry: BankEntry) -> None:
    """An entry that no line names: on its way, or not there."""
    cents = _net_cents(entry)
    if cents < 0:
        found.outstanding_cents -= cents
    elif entry.day >= days_before(command.to_day, TRANSIT_DAYS):
        found.in_transit_cents += cents
    else:
        found.differs(name, -cents)


def _read_balance(
    state: State, found: _Matching, command: RecordStatement, waiting: Mapping[str, BankEntry]
) -> None:
    """A balance without lines has the entries up to its day. Where it is higher than the record,
    checks may not have been cashed: the newest that fit are outstanding."""
    recorded = state.balance(BANK) // MICROS_PER_CENT
    more = command.closing_cents + found.in_transit_cents - found.outstanding_cents - recorded
    here = [(name, entry) for name, entry in waiting.items() if entry.day <= command.to_day]
    for name, entry in sorted(here, key=lambda each: each[1].seq, reverse=True):
        if 0 < -_net_cents(entry) <= more:
            found.outstanding_cents -= _net_cents(entry)
            more += _net_cents(entry)
        elif name not in found.matched:
            found.matched.append(name)


def _net_cents(entry: BankEntry) -> int:
    return entry.cents - entry.corrected_cents


def _check_statement(state: State, command: RecordStatement) -> None:
    account = state.bank.account
    if account is None or account.last_four != command.last_four:
        named = f"ends in {account.last_four}" if account is not None else "is not named"
        reason = f"the statement is of an account ending in {command.last_four[:4]}; ours {named}"
        raise Refusal("ACCOUNT_WRONG", where="last_four", reason=reason)
    for day in (command.from_day, command.to_day):
        need_day(day)
    need_begun(state, command.to_day, command.at_ms)
    before = state.bank.statement
    if command.from_day > command.to_day:
        reason = "the statement ends before it begins; check both days"
        raise Refusal("DAY_WRONG", where=command.to_day, reason=reason)
    if before is not None and command.to_day < before.to_day:
        reason = f"a statement up to {before.to_day} is accepted; take a later one"
        raise Refusal("DAY_WRONG", where=command.to_day, reason=reason)
    if len(command.lines) > LINES_MOST:
        reason = f"more than {LINES_MOST:,} lines; take a shorter period"
        raise Refusal("STATEMENT_UNREADABLE", where="lines", reason=reason)
    for cents in (command.closing_cents, *(line.cents for line in command.lines)):
        if abs(cents) > CENTS_MOST:
            reason = f"an amount of more than {dollars(CENTS_MOST)}"
            raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)
    for number, line in enumerate(command.lines, start=1):
        need_text(line.reference, where=f"reference of line {number}")
        need_day(line.day)
        if not command.from_day <= line.day <= command.to_day:
            reason = f"a line of {line.day} is not between {command.from_day} and {command.to_day}"
            raise Refusal("DAY_WRONG", where=line.reference, reason=reason)


def explain_difference(
    state: State, command: ExplainDifference, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    statement = state.bank.statement
    known = [each.reference for each in statement.unmatched] if statement is not None else []
    if command.reference not in known:
        reason = f"the statement and the record differ in {', '.join(known) or 'nothing'}"
        raise Refusal("ENTRY_UNKNOWN", where=command.reference, reason=reason)
    return [
        DifferenceExplained(reference=command.reference, reason=command.reason, badge=command.badge)
    ]
