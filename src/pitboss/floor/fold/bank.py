"""Applies events of the bank account to the floor."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.floor.facts import bank
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.shared import change_jackpot
from pitboss.floor.money import custody
from pitboss.floor.money.bank_matching import entry_changes, next_statement, read_again, void_entry
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.money.meter import micros
from pitboss.floor.state.bank import BankEntry, StatementState, Unmatched
from pitboss.floor.state.floor import State, changed
from pitboss.local_time import days_before
from pitboss.money import MICROS_PER_CENT, Cents, Micros


def bank_account_named(state: State, event: bank.BankAccountNamed) -> None:
    _put_bank(state, account=event.account)


def deposit_recorded(state: State, event: bank.DepositRecorded) -> None:
    changes = entry_changes(state, event.reference, event.cents, event.day, purpose=event.purpose)
    enter(state, changes, event.cents)
    _look(state, event.cents, event.at_ms)
    if event.purpose == "interest":
        return
    _put_bank(
        state,
        deposit_day=event.day,
        held_then=custody.held_by_jackpot(state),
        bank_then_micros=Micros(custody.bank_holds(state) + micros(event.cents)),
    )


def withdrawal_recorded(state: State, event: bank.WithdrawalRecorded) -> None:
    assert micros(event.cents) <= state.balance(custody.BANK)
    changes = entry_changes(
        state,
        event.reference,
        -event.cents,
        event.day,
        purpose=event.purpose,
        corrects=event.corrects,
    )
    enter(state, changes, -event.cents, corrects=event.corrects)
    assert all(entry.corrected_cents <= max(0, entry.cents) for entry in changes.values())
    if event.purpose == "prize":
        _put_bank(state, unreimbursed_cents=Cents(state.bank.unreimbursed_cents - event.cents))
        assert state.bank.unreimbursed_cents >= 0
    _look(state, -event.cents, event.at_ms)


def withdrawal_voided(state: State, event: bank.WithdrawalVoided) -> None:
    entry = state.bank_entries.get(event.reference)
    assert entry is not None
    assert entry.is_outstanding
    assert (entry.cents, entry.purpose) == (-event.cents, event.purpose)
    enter(state, {event.reference: void_entry(entry)}, event.cents)
    if event.purpose == "prize":
        _put_bank(state, unreimbursed_cents=Cents(state.bank.unreimbursed_cents + event.cents))
    _look(state, event.cents, event.at_ms)


def left_in_account(state: State, event: bank.LeftInAccount) -> None:
    """As if the money had been drawn and deposited, in one row and without a bank entry."""
    assert micros(event.cents) <= custody.undrawn_micros(state)
    left = Cents(state.bank.unreimbursed_cents - event.cents)
    _put_bank(state, unreimbursed_cents=left)
    _look(state, 0, event.at_ms)


def lower_floor(state: State, cents: int) -> None:
    """Lower what must be in the account at once, or raise it if below zero."""
    floor = state.bank.floor_micros - cents * MICROS_PER_CENT
    _put_bank(state, floor_micros=Micros(floor))


def enter(
    state: State, changes: Mapping[str, BankEntry], cents: int, *, corrects: str = ""
) -> None:
    """Add entries of the record, which change it by this much; the bank's statement is read again
    with them."""
    statement = read_again(state, changes, cents, corrects=corrects)
    for reference, entry in changes.items():
        state.bank_entries[reference] = entry
    if statement is not None:
        _put_statement(state, statement)


def _put_statement(state: State, statement: StatementState) -> None:
    """Mark what the statement has as cleared, and the rest as not."""
    before = state.bank.statement
    own = before.matched if before is not None and before.seq == statement.seq else ()
    lines = {each.entry: each.line for each in statement.same}
    for references, cleared in ((own, False), (statement.matched, True)):
        for reference in references:
            entry = state.bank_entries.get(reference)
            assert entry is not None
            line = lines.get(reference, "") if cleared else ""
            state.bank_entries[reference] = changed(entry, cleared=cleared, line=line)
    _put_bank(state, statement=statement)


def _look(state: State, cents: int, at_ms: int) -> None:
    """Check whether the account is whole, with this much more in it; every change does."""
    if custody.is_covered(state, more_micros=cents * MICROS_PER_CENT):
        _seen_whole(state, at_ms)


def statement_recorded(state: State, event: bank.StatementRecorded) -> None:
    found = next_statement(state, event)
    said = (
        event.matched,
        event.in_transit_cents,
        event.outstanding_cents,
        event.difference_cents,
        tuple(Unmatched(line.reference, line.cents, line.day) for line in event.unmatched),
    )
    assert said == (
        found.matched,
        found.in_transit_cents,
        found.outstanding_cents,
        found.difference_cents,
        found.unmatched,
    )
    _put_statement(state, changed(found, gap=_gap(state.bank.statement, event.from_day)))


def _gap(before: StatementState | None, from_day: str) -> tuple[str, ...]:
    """The first and the last day between two statements that neither covers."""
    if before is None or from_day <= (first := days_before(before.to_day, -1)):
        return ()
    return first, days_before(from_day, 1)


def difference_explained(state: State, event: bank.DifferenceExplained) -> None:
    statement = state.bank.statement
    assert statement is not None
    unmatched = tuple(
        changed(each, reason=event.reason) if each.reference == event.reference else each
        for each in statement.unmatched
    )
    _put_bank(state, statement=changed(statement, unmatched=unmatched))


def bank_seen_whole(state: State, event: bank.BankSeenWhole) -> None:
    _check_bank(state, event)
    _seen_whole(state, event.at_ms)


def clock_set(state: State, by_ms: int) -> None:
    """The days until a deposit count elapsed time, not the clock's new setting."""
    if state.bank.covered_ms is not None:
        _put_bank(state, covered_ms=state.bank.covered_ms + by_ms)


def money_put_up(state: State, more: int) -> None:
    """Money the house puts up for a new jackpot, or a higher seed, is in the account before anybody
    plays for it."""
    _put_bank(state, floor_micros=Micros(state.bank.floor_micros + more))


def prize_left(state: State, award: Award, *, sign: int = 1) -> None:
    """The cage has paid a prize, or its payment is taken back. What came off a meter was in the
    account: that much less must be there, and the cage may draw that much. What the house adds was
    never put there for players."""
    cents = sign * award.meter_cents
    lower_floor(state, cents)
    _put_bank(state, unreimbursed_cents=Cents(state.bank.unreimbursed_cents + cents))


def required_fell(state: State) -> None:
    """Lower what must be in the account at once to what must be there at all."""
    if state.bank.floor_micros > (required := required_micros(state)):
        _put_bank(state, floor_micros=required)


def bank_fell_short(state: State, event: bank.BankFellShort) -> None:
    _check_bank(state, event)
    assert not custody.is_covered(state)
    _put_bank(state, stopped=event.rule)


def bank_covered(state: State, event: bank.BankCovered) -> None:
    _check_bank(state, event)
    assert custody.is_covered(state)
    _put_bank(state, stopped="")
    for name, jackpot in state.jackpots.items():
        if jackpot.status == "open":  # a hub's properties may take wagers again
            change_jackpot(state, name, opened_seq=state.seq)


def _check_bank(
    state: State, event: bank.BankFellShort | bank.BankCovered | bank.BankSeenWhole
) -> None:
    found = (custody.for_players(state), required_micros(state))
    assert found == (event.bank_micros, event.required_micros), "the bank is not as the event says"


def _seen_whole(state: State, at_ms: int) -> None:
    """Count the days from here, even after a fast clock is corrected."""
    _put_bank(state, covered_ms=at_ms, floor_micros=required_micros(state))


def _put_bank(state: State, **changes: object) -> None:
    state.bank = changed(state.bank, **changes)
