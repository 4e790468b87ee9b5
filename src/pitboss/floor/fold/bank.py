"""What the events of the bank account and the day make of the floor."""

from __future__ import annotations

from pitboss.floor.custody import BANK, held_by_jackpot, is_covered
from pitboss.floor.facts.bank import (
    BankCovered,
    BankFellShort,
    DayClosed,
    DepositRecorded,
    WithdrawalRecorded,
)
from pitboss.floor.ledger import required_micros, trial_balance
from pitboss.floor.meter import micros, readings
from pitboss.floor.state import State, changed
from pitboss.money import Micros


def day_closed(state: State, event: DayClosed) -> None:
    assert event.readings == readings(state), "the meters are not what the day's close says"
    assert event.balances == trial_balance(state), "the books are not what the day's close says"
    state.days[event.day] = state.seq
    _look(state, event.at_ms)


def deposit_recorded(state: State, event: DepositRecorded) -> None:
    state.bank_entries[event.reference] = state.seq
    more = micros(event.cents)
    _look(state, event.at_ms, more_micros=more)
    _put_bank(
        state,
        deposit_day=event.day,
        held_then=held_by_jackpot(state),
        bank_then_micros=Micros(state.balance(BANK) + more),
    )


def withdrawal_recorded(state: State, event: WithdrawalRecorded) -> None:
    state.bank_entries[event.reference] = state.seq
    assert micros(event.cents) <= state.balance(BANK)


def bank_fell_short(state: State, event: BankFellShort) -> None:
    _check_bank(state, event)
    assert event.bank_micros < event.required_micros
    _put_bank(state, stopped=event.rule)


def bank_covered(state: State, event: BankCovered) -> None:
    _check_bank(state, event)
    assert event.bank_micros >= event.required_micros
    _put_bank(state, stopped="")


def _check_bank(state: State, event: BankFellShort | BankCovered) -> None:
    found = (state.balance(BANK), required_micros(state))
    assert found == (event.bank_micros, event.required_micros), "the bank is not as the event says"


def _look(state: State, at_ms: int, *, more_micros: int = 0) -> None:
    """Keep when the account was last seen whole, or was first seen at all. A clock that was ahead
    and is set right gives nobody more days than the rule: from here on they count anew."""
    seen_ms = state.bank.covered_ms
    new = seen_ms is None or at_ms < seen_ms
    if new or is_covered(state, more_micros=more_micros):
        _put_bank(state, covered_ms=at_ms)


def _put_bank(state: State, **changes: object) -> None:
    state.bank = changed(state.bank, **changes)
