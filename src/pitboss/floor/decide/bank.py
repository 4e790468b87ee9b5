"""Decisions about players' money in the bank: deposits, withdrawals, the close of a day (PS-62)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.custody import BANK, covered, fell_short, is_covered, stops, verdict
from pitboss.floor.decide.checks import need_day, need_text
from pitboss.floor.facts.bank import (
    CloseDay,
    DayClosed,
    DepositRecorded,
    RecordDeposit,
    RecordWithdrawal,
    WithdrawalRecorded,
)
from pitboss.floor.facts.base import Event
from pitboss.floor.ledger import required_micros, trial_balance
from pitboss.floor.meter import micros, readings
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.money import CENTS_MOST, Cents, Micros, covering_up, dollars, need_exact, shown_down
from pitboss.refusal import Refusal

# Why money may leave the account: the cage paid a prize, the account holds more than it must, an
# authority took it, an entry was wrong.
PURPOSES = ("prize", "surplus", "seizure", "correction")
SEIZED = "WAC 230-15-715: after a seizure the game stops until the posted prize is restored"


def record_deposit(
    state: State, command: RecordDeposit, paytables: PaytableLookup
) -> Sequence[Event]:
    _check_entry(state, command)
    recorded = DepositRecorded(
        cents=command.cents,
        reference=command.reference,
        day=command.day,
        badge=command.badge,
        at_ms=command.at_ms,
    )
    more = micros(command.cents)
    need_exact(state.balance(BANK) + more, where="cents")
    if state.bank.stopped and is_covered(state, more_micros=more):
        return [recorded, covered(state, more_micros=more)]
    return [recorded]


def record_withdrawal(
    state: State, command: RecordWithdrawal, paytables: PaytableLookup
) -> Sequence[Event]:
    _check_entry(state, command)
    less = micros(command.cents)
    if command.purpose not in PURPOSES:
        known = ", ".join(PURPOSES)
        raise Refusal("PURPOSE_UNKNOWN", where=command.purpose, reason=f"only {known}")
    if less > state.balance(BANK):
        holds = dollars(shown_down(Micros(state.balance(BANK))))
        detail = f"{dollars(command.cents)} asked; the account holds {holds}"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=detail)
    short = not is_covered(state, more_micros=-less)
    if short and command.purpose == "surplus":
        raise Refusal("AMOUNT_WRONG", where="cents", reason=_above_required(state, command.cents))
    recorded = WithdrawalRecorded(
        cents=command.cents,
        reference=command.reference,
        day=command.day,
        purpose=command.purpose,
        badge=command.badge,
        at_ms=command.at_ms,
    )
    if short and command.purpose == "seizure" and stops(state) and not state.bank.stopped:
        short_now = fell_short(state, since_ms=command.at_ms, rule=SEIZED, less_micros=less)
        return [recorded, short_now]
    return [recorded]


def _above_required(state: State, asked_cents: Cents) -> str:
    """Why no more than the surplus may leave, with the amounts."""
    holds, required = state.balance(BANK), required_micros(state)
    surplus = shown_down(Micros(max(0, holds - required)))
    return (
        f"{dollars(asked_cents)} asked; the account holds {dollars(shown_down(Micros(holds)))} and "
        f"must hold {dollars(covering_up(required))}: at most {dollars(surplus)} may leave "
        f"({state.law.bank_shortfall.rule})"
    )


def _check_entry(state: State, command: RecordDeposit | RecordWithdrawal) -> None:
    need_text(command.reference, where="reference")
    need_day(command.day)
    if not 0 < command.cents <= CENTS_MOST:
        asked, most = dollars(command.cents), dollars(CENTS_MOST)
        detail = f"{asked} asked; an entry is more than $0.00 and at most {most}"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=detail)
    if state.bank_entries.get(command.reference) is not None:
        detail = f"already entered, in row {state.bank_entries.get(command.reference)}"
        raise Refusal("REFERENCE_TWICE", where=command.reference, reason=detail)


def close_day(state: State, command: CloseDay, paytables: PaytableLookup) -> Sequence[Event]:
    need_day(command.day)
    if (row := state.days.get(command.day)) is not None:
        raise Refusal("DAY_CLOSED", where=command.day, reason=f"already closed, in row {row}")
    closed = DayClosed(
        day=command.day,
        badge=command.badge,
        at_ms=command.at_ms,
        readings=readings(state),
        balances=trial_balance(state),
    )
    return [closed, *verdict(state, command.at_ms)]
