"""Decisions about players' money in the bank: deposits and withdrawals (PS-62)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.bank_matching import entry_changes, plain_reference, voided
from pitboss.floor.bank_state import CLOSING, BankEntry, PaidOverEntry
from pitboss.floor.custody import (
    BANK,
    bank_holds,
    covered,
    fell_short,
    for_players,
    holds_with,
    is_covered,
    reconciliation,
    stops,
    undrawn_micros,
    verdict,
)
from pitboss.floor.decide.checks import TEXT_MOST, need_reason, need_text
from pitboss.floor.entries import Entries
from pitboss.floor.facts.bank import (
    BankAccountNamed,
    CheckBank,
    DepositRecorded,
    LeaveInAccount,
    LeftInAccount,
    NameBankAccount,
    RecordDeposit,
    RecordWithdrawal,
    VoidWithdrawal,
    WithdrawalRecorded,
    WithdrawalVoided,
)
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.paying_over import PayOver
from pitboss.floor.facts.remittances import RecordRemittance
from pitboss.floor.facts.values import BankAccount
from pitboss.floor.ledger import required_micros
from pitboss.floor.meter import micros
from pitboss.floor.state import State
from pitboss.money import Cents, Micros, covering_up, dollars, need_exact, shown_down
from pitboss.refusal import Refusal

# Why money may leave the account: the cage paid a prize, the account holds more than it must, an
# authority took it, an entry was wrong, the bank took its fee.
PURPOSES = ("prize", "surplus", "seizure", "correction", "fee")
DEPOSIT_PURPOSES = ("deposit", "interest")  # of the house, or what the bank pays
# The states, the District of Columbia and the territories, as the mail writes them.
STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ"
    "|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|AS|GU|MP|PR|VI"
)
ACCOUNT_FIELDS = (
    ("state", STATES, "write the state in two letters, such as WA"),
    ("last_four", "[0-9]{4}", "write the last four digits of the account's number, no more"),
)


def record_deposit(state: State, command: RecordDeposit) -> Sequence[Event]:
    check_entry(command, state.bank_entries)
    need_purpose(command.purpose, DEPOSIT_PURPOSES)
    recorded = event_from(DepositRecorded, command)
    need_exact(state.balance(BANK) + micros(command.cents), where="cents")
    changes = entry_changes(
        state, command.reference, command.cents, command.day, purpose=command.purpose
    )
    more = holds_with(state, changes, command.cents) - bank_holds(state)
    return [recorded, *_whole_again(state, more)]


def _whole_again(state: State, more_micros: int) -> Sequence[Event]:
    """Play resumes where it is stopped, and the account is whole with so much more for players."""
    if state.bank.stopped and is_covered(state, more_micros=more_micros):
        return [covered(state, more_micros=more_micros)]
    return []


def record_withdrawal(state: State, command: RecordWithdrawal) -> Sequence[Event]:
    check_entry(command, state.bank_entries)
    need_purpose(command.purpose, PURPOSES)
    if micros(command.cents) > state.balance(BANK):
        raise _not_there(state, command)
    _need_ground(state, command)
    after = _holds_after(state, command)
    recorded = event_from(WithdrawalRecorded, command)
    less = bank_holds(state) - after
    short = not is_covered(state, more_micros=-less)
    if short and command.purpose == "seizure" and stops(state) and not state.bank.stopped:
        rule = state.law.bank_shortfall.rule
        short_now = fell_short(state, since_ms=command.at_ms, rule=rule, less_micros=less)
        return [recorded, short_now]
    return [recorded]


def _holds_after(state: State, command: RecordWithdrawal) -> Micros:
    """What the account is taken to hold after a withdrawal, which it must hold before. One that the
    bank's statement has already changes nothing."""
    cents, corrects = command.cents, command.corrects
    changes = entry_changes(
        state, command.reference, -cents, command.day, purpose=command.purpose, corrects=corrects
    )
    after = holds_with(state, changes, -cents, corrects=corrects)
    there = bank_holds(state)
    if after < 0 and after < there:
        raise _not_there(state, command)
    if command.purpose == "surplus":
        _need_surplus(state, command, after)
    is_taken = command.purpose == "correction" and after < there
    if is_taken and not is_covered(state, more_micros=after - there):
        surplus = max(0, for_players(state) - required_micros(state))
        raise _above_required(state, cents, holds=there, surplus=surplus)
    return after


def _need_surplus(state: State, command: RecordWithdrawal, after: Micros) -> None:
    """Whether the bank has so much more than it must, by its own figure: nothing that is on its
    way, and nothing while it lacks what is recorded, unless its own line names this withdrawal."""
    asked, statement = f"{dollars(command.cents)} asked", state.bank.statement
    if statement is None:
        reason = f"{asked}; what the bank has is not known: accept a statement of the bank first"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)
    own = plain_reference(command.reference)
    lacks = sum(
        min(0, each.cents)
        for each in statement.unmatched
        if each.reference == CLOSING or plain_reference(each.reference) != own
    )
    if lacks:
        reason = (
            f"{asked}; the bank's statement lacks {dollars(Cents(-lacks))} of what is recorded: "
            "settle that first"
        )
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)
    on_its_way = micros(statement.in_transit_cents)
    needed = required_micros(state) + undrawn_micros(state) + on_its_way
    if after < needed:
        holds = bank_holds(state) - on_its_way
        surplus = max(0, bank_holds(state) - needed)
        raise _above_required(state, command.cents, holds=holds, surplus=surplus)


def _not_there(state: State, command: RecordWithdrawal) -> Refusal:
    there = dollars(shown_down(bank_holds(state)))
    detail = f"{dollars(command.cents)} asked; the account holds {there}"
    return Refusal("AMOUNT_WRONG", where="cents", reason=detail)


def void_withdrawal(state: State, command: VoidWithdrawal) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.bank_entries.get(command.reference)
    if entry is None or entry.cents > 0 or entry.party:
        reason = "name the reference of the withdrawal whose check was never cashed"
        raise Refusal("ENTRY_UNKNOWN", where="reference", reason=reason)
    if not entry.is_outstanding:
        raise Refusal("ENTRY_CLEARED", where=command.reference, reason=why_cleared(entry))
    recorded = event_from(
        WithdrawalVoided, command, cents=Cents(-entry.cents), purpose=entry.purpose
    )
    holds = holds_with(state, {command.reference: voided(entry)}, -entry.cents)
    again = -entry.cents if entry.purpose == "prize" else 0  # the cage may draw it once more
    held = undrawn_micros(state, more_cents=again) - undrawn_micros(state)
    return [recorded, *_whole_again(state, holds - bank_holds(state) - held)]


def why_cleared(entry: BankEntry) -> str:
    """Why an entry cannot be voided."""
    if entry.corrected_cents:
        return "it is voided already"
    if entry.purpose == "correction":
        return "it corrects an entry, and no check was written; enter the deposit again"
    return "the bank's statement has it: the check was cashed. Record what came back as a deposit"


def _need_ground(state: State, command: RecordWithdrawal) -> None:
    """Whether the purpose fits the amount: players' money leaves the account for a prize that the
    cage has paid, or by an authority's hand, and for nothing else."""
    if command.corrects and command.purpose != "correction":
        reason = "only a correction names a wrong entry; leave it empty"
        raise Refusal("ENTRY_UNKNOWN", where="corrects", reason=reason)
    if command.purpose == "prize":
        _need_undrawn(state, command.cents)
    if command.purpose == "correction":
        _need_wrong_entry(state, command)
    if command.purpose == "fee":
        _need_fee_stated(state, command)


def _need_fee_stated(state: State, command: RecordWithdrawal) -> None:
    """Refuse a fee that the bank itself does not name: no check is written for one."""
    statement, own = state.bank.statement, plain_reference(command.reference)
    unmatched = statement.unmatched if statement is not None else ()
    lines = [each for each in unmatched if each.reference != CLOSING]
    if (own, -command.cents) not in [
        (plain_reference(each.reference), each.cents) for each in lines
    ]:
        reason = (
            f"{dollars(command.cents)} asked; no accepted statement has a line of that reference "
            "and amount: accept the bank's statement first, then enter the fee as its line"
        )
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def _need_undrawn(state: State, cents: Cents) -> None:
    """Refuse more than the cage may draw for prizes that it has paid."""
    undrawn, paid = shown_down(Micros(undrawn_micros(state))), state.bank.unreimbursed_cents
    if 0 < cents <= undrawn:
        return
    asked = f"{dollars(cents)} asked; "
    if paid < 0:  # a payment was voided after it was drawn
        reason = (
            f"{dollars(Cents(-paid))} was drawn for a payment that was voided since: pay that "
            "prize again, or deposit it first"
        )
    elif undrawn < paid:
        reason = (
            f"prizes of {dollars(paid)} are paid and not yet drawn, of which {dollars(undrawn)} is "
            "here: the hub has not remitted the rest. Record its remittance first"
        )
    else:
        reason = (
            f"prizes of {dollars(paid)} are paid and not yet drawn: pay the prize first. What a "
            "house jackpot pays, or the house adds to a prize, never came from players and is not "
            "drawn"
        )
    raise Refusal("AMOUNT_WRONG", where="cents", reason=asked + reason)


def leave_in_account(state: State, command: LeaveInAccount) -> Sequence[Event]:
    need_reason(command.reason)
    _need_undrawn(state, command.cents)
    left = event_from(LeftInAccount, command)
    return [left, *_whole_again(state, micros(command.cents))]


def _need_wrong_entry(state: State, command: RecordWithdrawal) -> None:
    wrong = state.bank_entries.get(command.corrects)
    if wrong is None or wrong.cents < 0 or wrong.party:
        reason = "name the reference of the deposit that was entered wrong"
        raise Refusal("ENTRY_UNKNOWN", where="corrects", reason=reason)
    left = wrong.cents - wrong.corrected_cents
    if command.cents > left:
        reason = f"{dollars(command.cents)} asked; of that deposit {dollars(left)} is left"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def _above_required(state: State, asked_cents: Cents, *, holds: int, surplus: int) -> Refusal:
    """No more than the surplus may leave, with the amounts."""
    found = reconciliation(state)
    more = found.not_counted_cents if found is not None else 0
    unrecorded = f" ({dollars(Cents(more))} more that nobody recorded)" if more else ""
    undrawn = shown_down(Micros(undrawn_micros(state)))
    for_cage = (
        f", of it {dollars(undrawn)} for prizes paid and not yet drawn," if undrawn > 0 else ""
    )
    reason = (
        f"{dollars(asked_cents)} asked; the account holds {dollars(shown_down(Micros(holds)))}"
        f"{unrecorded}{for_cage} and must hold {dollars(covering_up(required_micros(state)))}: at "
        f"most {dollars(shown_down(Micros(surplus)))} may leave ({state.law.bank_shortfall.rule})"
    )
    return Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def need_purpose(purpose: str, known: Sequence[str]) -> None:
    """Refuse what money does not come or go for."""
    if purpose not in known:
        raise Refusal("PURPOSE_UNKNOWN", where=purpose, reason=f"only {', '.join(known)}")


def check_entry(
    command: RecordDeposit | RecordWithdrawal | RecordRemittance | PayOver,
    known: Entries[BankEntry] | Entries[PaidOverEntry],
) -> None:
    """Refuse an entry without a reference of its own."""
    need_text(command.reference, where="reference")
    entered = known.get(command.reference)
    if entered is not None:
        detail = f"already entered, in row {entered.seq}"
        raise Refusal("REFERENCE_TWICE", where=command.reference, reason=detail)


def name_bank_account(state: State, command: NameBankAccount) -> Sequence[Event]:
    if fault := account_fault(command.account):
        raise Refusal("ACCOUNT_WRONG", where=fault[0], reason=fault[1])
    states = state.law.bank_account_states
    if states.value and command.account.state not in states.value:
        reason = f"the account must be in {' or '.join(states.value)}; name one there"
        raise Refusal("ACCOUNT_WRONG", where="state", reason=f"{reason} ({states.rule})")
    named = event_from(BankAccountNamed, command)
    is_whole = for_players(state) >= required_micros(state)
    return [named, covered(state)] if state.bank.stopped and is_whole else [named]


def account_fault(account: BankAccount) -> tuple[str, str] | None:
    """What is wrong with how an account is named: the field, and what to write there."""
    if not 0 < len(account.bank.strip()) <= TEXT_MOST:
        return "bank", f"write the bank's name, at most {TEXT_MOST} characters"
    for name, pattern, hint in ACCOUNT_FIELDS:
        if not re.fullmatch(pattern, getattr(account, name), re.ASCII):
            return name, hint
    return None


def check_bank(state: State, command: CheckBank) -> Sequence[Event]:
    return verdict(state, command.at_ms)
