"""What the events of the bank account make of the floor."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.bank_state import CLOSING, BankEntry, StatementState, Unmatched
from pitboss.floor.custody import BANK, bank_holds, held_by_jackpot, is_covered
from pitboss.floor.facts.bank import (
    BankAccountNamed,
    BankCovered,
    BankFellShort,
    BankSeenWhole,
    DepositRecorded,
    DifferenceExplained,
    StatementRecorded,
    WithdrawalRecorded,
    WithdrawalVoided,
)
from pitboss.floor.facts.values import Reading
from pitboss.floor.facts.wide import SENT, RemittanceRecorded, RemittanceVoided
from pitboss.floor.ledger import required_micros
from pitboss.floor.meter import micros
from pitboss.floor.state import State, changed
from pitboss.local_time import days_before
from pitboss.money import Cents, Micros


def bank_account_named(state: State, event: BankAccountNamed) -> None:
    _put_bank(state, account=event.account)


def deposit_recorded(state: State, event: DepositRecorded) -> None:
    _enter(state, event.reference, event.cents, event.day)
    more = micros(event.cents)
    if is_covered(state, more_micros=more):
        _seen_whole(state, event.at_ms)
    _put_bank(
        state,
        deposit_day=event.day,
        held_then=held_by_jackpot(state),
        bank_then_micros=Micros(bank_holds(state) + more),
    )


def withdrawal_recorded(state: State, event: WithdrawalRecorded) -> None:
    _enter(state, event.reference, -event.cents, event.day)
    own = state.bank_entries.get(event.reference)
    assert own is not None
    own = changed(own, purpose=event.purpose)
    state.bank_entries[event.reference] = own
    assert micros(event.cents) <= state.balance(BANK)
    if event.purpose == "prize":
        _put_bank(state, unreimbursed_cents=Cents(state.bank.unreimbursed_cents - event.cents))
        assert state.bank.unreimbursed_cents >= 0
    if event.corrects:
        wrong = state.bank_entries.get(event.corrects)
        assert wrong is not None
        corrected = wrong.corrected_cents + event.cents
        assert corrected <= wrong.cents
        state.bank_entries[event.corrects] = changed(wrong, corrected_cents=corrected)
        state.bank_entries[event.reference] = changed(own, cleared=True)  # no bank ever sees it
        _correct(state, event.corrects, wrong, -event.cents)


def withdrawal_voided(state: State, event: WithdrawalVoided) -> None:
    """No bank ever sees it: what a statement took to be outstanding no longer is."""
    entry = state.bank_entries.get(event.reference)
    assert entry is not None
    assert entry.is_outstanding
    assert (entry.cents, entry.purpose) == (-event.cents, event.purpose)
    _never_left(state, event.reference, entry)
    if event.purpose == "prize":
        _put_bank(state, unreimbursed_cents=Cents(state.bank.unreimbursed_cents + event.cents))
    if is_covered(state, more_micros=micros(event.cents)):
        _seen_whole(state, event.at_ms)


def _never_left(state: State, reference: str, entry: BankEntry) -> None:
    state.bank_entries[reference] = changed(entry, corrected_cents=entry.cents, cleared=True)
    statement = state.bank.statement
    if statement is not None and entry.seq <= statement.seq:
        left = Cents(statement.outstanding_cents + entry.cents)
        _put_bank(state, statement=changed(statement, outstanding_cents=left))


def remittance_recorded(state: State, event: RemittanceRecorded) -> None:
    """What is sent to the other end need not lie in the account any more."""
    is_sent = event.direction == SENT
    _enter(state, event.reference, -event.cents if is_sent else event.cents, event.day)
    own = state.bank_entries.get(event.reference)
    assert own is not None
    state.bank_entries[event.reference] = changed(own, party=event.party)
    if is_sent:
        assert micros(event.cents) <= state.balance(BANK)
        floor = Micros(max(0, state.bank.floor_micros - micros(event.cents)))
        _put_bank(state, floor_micros=floor)


def remittance_voided(state: State, event: RemittanceVoided) -> None:
    entry = state.bank_entries.get(event.reference)
    assert entry is not None
    assert not entry.cleared
    assert entry.party == event.party
    if entry.cents < 0:
        _never_left(state, event.reference, entry)
    else:
        _correct(state, event.reference, entry, -entry.cents)
        state.bank_entries[event.reference] = changed(
            entry, corrected_cents=entry.cents, cleared=True
        )


def _correct(state: State, reference: str, wrong: BankEntry, cents: int) -> None:
    """A correction changes the record; what the statement has reckoned with stays as the bank says,
    and what it took to be in transit no longer is."""
    statement = state.bank.statement
    if statement is None or (wrong.seq > statement.seq and not wrong.cleared):
        return
    named = [each.reference for each in statement.unmatched]
    if reference in named:
        _settle(state, reference, cents)
    elif not wrong.cleared:
        in_transit = Cents(statement.in_transit_cents + cents)
        _put_bank(state, statement=changed(statement, in_transit_cents=in_transit))
    elif CLOSING in named:
        _settle(state, CLOSING, cents)
    else:
        unmatched = (*statement.unmatched, Unmatched(reference, 0))
        _put_bank(state, statement=changed(statement, unmatched=unmatched))
        _settle(state, reference, cents)


def _enter(state: State, reference: str, cents: int, day: str) -> None:
    """An entry of the record; one that the bank's statement had before it is settled by it."""
    state.bank_entries[reference] = BankEntry(state.seq, cents, day)
    statement = state.bank.statement
    if statement is not None and any(
        (each.reference, each.cents) == (reference, cents) for each in statement.unmatched
    ):
        _settle(state, reference, cents)
        state.bank_entries[reference] = BankEntry(state.seq, cents, day, cleared=True)


def _settle(state: State, reference: str, cents: int) -> None:
    """The record comes nearer to the statement by an entry that the bank has had before."""
    statement = state.bank.statement
    if statement is None:
        return
    left = tuple(
        changed(each, cents=each.cents - cents) if each.reference == reference else each
        for each in statement.unmatched
    )
    if left == statement.unmatched:
        return
    difference = statement.difference_cents - cents
    unmatched = tuple(each for each in left if each.cents)
    _put_bank(state, statement=changed(statement, difference_cents=difference, unmatched=unmatched))


def statement_recorded(state: State, event: StatementRecorded) -> None:
    for reference in event.matched:
        entry = state.bank_entries.get(reference)
        assert entry is not None
        state.bank_entries[reference] = changed(entry, cleared=True)
    unmatched = tuple(Unmatched(line.reference, line.cents) for line in event.unmatched)
    statement = StatementState(
        state.seq,
        event.to_day,
        event.closing_cents,
        event.in_transit_cents,
        event.outstanding_cents,
        event.difference_cents,
        unmatched,
        _gap(state.bank.statement, event.from_day),
    )
    _put_bank(state, statement=statement)


def _gap(before: StatementState | None, from_day: str) -> tuple[str, ...]:
    """The first and the last day between two statements that neither covers."""
    if before is None or from_day <= (first := days_before(before.to_day, -1)):
        return ()
    return first, days_before(from_day, 1)


def difference_explained(state: State, event: DifferenceExplained) -> None:
    statement = state.bank.statement
    assert statement is not None
    unmatched = tuple(
        changed(each, reason=event.reason) if each.reference == event.reference else each
        for each in statement.unmatched
    )
    _put_bank(state, statement=changed(statement, unmatched=unmatched))


def bank_seen_whole(state: State, event: BankSeenWhole) -> None:
    _check_bank(state, event)
    _seen_whole(state, event.at_ms)


def clock_set(state: State, by_ms: int) -> None:
    """The days of a deposit are counted by what has passed, not by what the clock was set to."""
    if state.bank.covered_ms is not None:
        _put_bank(state, covered_ms=state.bank.covered_ms + by_ms)


def money_put_up(state: State, opening: Iterable[Reading]) -> None:
    """What the house puts up for a new jackpot lies in the account before anybody plays for it."""
    more = sum(reading.meter_micros for reading in opening)
    _put_bank(state, floor_micros=Micros(state.bank.floor_micros + more))


def prize_left(state: State, cents: Cents) -> None:
    """The cage has paid a prize that was won: so much less must lie in the account, and so much may
    be drawn from it."""
    bank = state.bank
    _put_bank(
        state,
        floor_micros=Micros(max(0, bank.floor_micros - micros(cents))),
        unreimbursed_cents=Cents(bank.unreimbursed_cents + cents),
    )


def bank_fell_short(state: State, event: BankFellShort) -> None:
    _check_bank(state, event)
    assert event.bank_micros < event.required_micros
    _put_bank(state, stopped=event.rule)


def bank_covered(state: State, event: BankCovered) -> None:
    _check_bank(state, event)
    assert event.bank_micros >= event.required_micros
    _put_bank(state, stopped="")


def _check_bank(state: State, event: BankFellShort | BankCovered | BankSeenWhole) -> None:
    found = (bank_holds(state), required_micros(state))
    assert found == (event.bank_micros, event.required_micros), "the bank is not as the event says"


def _seen_whole(state: State, at_ms: int) -> None:
    """From here on the days count, also after a clock that was ahead is set right."""
    _put_bank(state, covered_ms=at_ms, floor_micros=required_micros(state))


def _put_bank(state: State, **changes: object) -> None:
    state.bank = changed(state.bank, **changes)
