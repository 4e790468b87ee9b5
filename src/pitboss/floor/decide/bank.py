"""Decisions about players' money in the bank: deposits and withdrawals (PS-62)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST, need_reason, need_text
from pitboss.floor.facts import bank
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import BankAccount
from pitboss.floor.money import custody
from pitboss.floor.money.bank_matching import entry_changes, plain_reference, void_entry
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.money.meter import micros
from pitboss.floor.state.bank import CLOSING, BankEntry, PaidOverEntry
from pitboss.floor.state.entries import Entries
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros, covering_up, need_exact, shown_down
from pitboss.refusal import Refusal, say

# Why money may leave the account: the cage paid a prize, the account holds more than it must, an
# authority took it, an entry was wrong, or the bank charged its fee.
PURPOSES = ("prize", "surplus", "seizure", "correction", "fee")
DEPOSIT_PURPOSES = ("deposit", "interest")  # the house's money, or the bank's interest
# The states, the District of Columbia and the territories, as postal codes.
STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ"
    "|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|AS|GU|MP|PR|VI"
)
ACCOUNT_FIELDS = {"state": STATES, "last_four": "[0-9]{4}"}


def record_deposit(state: State, command: bank.RecordDeposit) -> Sequence[Event]:
    check_entry(command.reference, state.bank_entries)
    need_purpose(command.purpose, DEPOSIT_PURPOSES)
    recorded = event_from(bank.DepositRecorded, command)
    need_exact(state.balance(custody.BANK) + micros(command.cents), where="cents")
    changes = entry_changes(
        state, command.reference, command.cents, command.day, purpose=command.purpose
    )
    more = custody.holds_with(state, changes, command.cents) - custody.bank_holds(state)
    return [recorded, *_whole_again(state, more)]


def _whole_again(state: State, more_micros: int) -> Sequence[Event]:
    """Resume play if it was stopped: with this much more for players, the account is whole."""
    if state.bank.stopped and custody.is_covered(state, more_micros=more_micros):
        return [custody.cover_account(state, more_micros=more_micros)]
    return []


def record_withdrawal(state: State, command: bank.RecordWithdrawal) -> Sequence[Event]:
    check_entry(command.reference, state.bank_entries)
    need_purpose(command.purpose, PURPOSES)
    if micros(command.cents) > state.balance(custody.BANK):
        raise _not_there(state, command)
    _need_ground(state, command)
    after = _holds_after(state, command)
    recorded = event_from(bank.WithdrawalRecorded, command)
    less = custody.bank_holds(state) - after
    short = not custody.is_covered(state, more_micros=-less)
    if short and command.purpose == "seizure" and custody.stops(state) and not state.bank.stopped:
        rule = state.law.bank_shortfall.rule
        short_now = custody.fell_short(state, since_ms=command.at_ms, rule=rule, less_micros=less)
        return [recorded, short_now]
    return [recorded]


def _holds_after(state: State, command: bank.RecordWithdrawal) -> Micros:
    """What the account is taken to hold after a withdrawal, which it must hold before. A withdrawal
    already on the bank's statement changes nothing."""
    cents, corrects = command.cents, command.corrects
    changes = entry_changes(
        state, command.reference, -cents, command.day, purpose=command.purpose, corrects=corrects
    )
    after = custody.holds_with(state, changes, -cents, corrects=corrects)
    there = custody.bank_holds(state)
    if after < 0 and after < there:
        raise _not_there(state, command)
    if command.purpose == "surplus":
        _need_surplus(state, command, after)
    is_taken = command.purpose == "correction" and after < there
    if is_taken and not custody.is_covered(state, more_micros=after - there):
        surplus = max(0, custody.for_players(state) - required_micros(state))
        raise _above_required(state, cents, holds=there, surplus=surplus)
    return after


def _need_surplus(state: State, command: bank.RecordWithdrawal, after: Micros) -> None:
    """Refuse more than the bank's surplus by its own figures: nothing in transit counts, and
    nothing may go while it lacks recorded money, unless its own line names this withdrawal."""
    statement = state.bank.statement
    if statement is None:
        raise Refusal("AMOUNT_WRONG", "asked_what_bank", where="cents", amount=command.cents)
    own = plain_reference(command.reference)
    lacks = sum(
        min(0, each.cents)
        for each in statement.unmatched
        if each.reference == CLOSING or plain_reference(each.reference) != own
    )
    if lacks:
        raise Refusal(
            "AMOUNT_WRONG",
            "asked_bank_statement",
            where="cents",
            command_amount=command.cents,
            amount=Cents(-lacks),
        )
    on_its_way = micros(statement.in_transit_cents)
    needed = required_micros(state) + custody.undrawn_micros(state) + on_its_way
    if after < needed:
        holds = custody.bank_holds(state) - on_its_way
        surplus = max(0, custody.bank_holds(state) - needed)
        raise _above_required(state, command.cents, holds=holds, surplus=surplus)


def _not_there(state: State, command: bank.RecordWithdrawal) -> Refusal:
    return Refusal(
        "AMOUNT_WRONG",
        "above_account",
        where="cents",
        amount=command.cents,
        there=shown_down(custody.bank_holds(state)),
    )


def void_withdrawal(state: State, command: bank.VoidWithdrawal) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.bank_entries.get(command.reference)
    if entry is None or entry.cents > 0 or entry.party:
        raise Refusal("ENTRY_UNKNOWN", "name_reference_withdrawal", where="reference")
    if not entry.is_outstanding:
        raise refuse_closed_entry(entry, where=command.reference)
    recorded = event_from(
        bank.WithdrawalVoided, command, cents=Cents(-entry.cents), purpose=entry.purpose
    )
    holds = custody.holds_with(state, {command.reference: void_entry(entry)}, -entry.cents)
    again = -entry.cents if entry.purpose == "prize" else 0  # the cage may draw it again
    held = custody.undrawn_micros(state, more_cents=again) - custody.undrawn_micros(state)
    return [recorded, *_whole_again(state, holds - custody.bank_holds(state) - held)]


def refuse_closed_entry(entry: BankEntry, *, where: str) -> Refusal:
    """Why an entry can't be voided."""
    case = "corrects" if entry.purpose == "correction" else "cashed"
    return Refusal("ENTRY_CLEARED", "" if entry.corrected_cents else case, where=where)


def _need_ground(state: State, command: bank.RecordWithdrawal) -> None:
    """Refuse a purpose that doesn't fit the amount: players' money leaves the account only for a
    prize that the cage has paid, or by order of an authority."""
    if command.corrects and command.purpose != "correction":
        raise Refusal("ENTRY_UNKNOWN", "correction_names_wrong", where="corrects")
    if command.purpose == "prize":
        _need_undrawn(state, command.cents)
    if command.purpose == "correction":
        _need_wrong_entry(state, command)
    if command.purpose == "fee":
        _need_fee_stated(state, command)


def _need_fee_stated(state: State, command: bank.RecordWithdrawal) -> None:
    """Refuse a fee that the bank itself doesn't list: no one writes a check for a fee."""
    statement, own = state.bank.statement, plain_reference(command.reference)
    unmatched = statement.unmatched if statement is not None else ()
    lines = [each for each in unmatched if each.reference != CLOSING]
    if (own, -command.cents) not in [
        (plain_reference(each.reference), each.cents) for each in lines
    ]:
        raise Refusal("AMOUNT_WRONG", "asked_no_accepted", where="cents", amount=command.cents)


def _need_undrawn(state: State, cents: Cents) -> None:
    """Refuse more than the cage may draw for prizes it has paid."""
    undrawn, paid = shown_down(Micros(custody.undrawn_micros(state))), state.bank.unreimbursed_cents
    if 0 < cents <= undrawn:
        return
    if paid < 0:  # a payment was voided after its money was drawn
        raise Refusal("AMOUNT_WRONG", "drawn_voided", where="cents", asked=cents, drawn=-paid)
    case = "not_remitted" if undrawn < paid else "undrawn"
    raise Refusal("AMOUNT_WRONG", case, where="cents", asked=cents, paid=paid, here=undrawn)


def leave_in_account(state: State, command: bank.LeaveInAccount) -> Sequence[Event]:
    need_reason(command.reason)
    _need_undrawn(state, command.cents)
    left = event_from(bank.LeftInAccount, command)
    return [left, *_whole_again(state, micros(command.cents))]


def _need_wrong_entry(state: State, command: bank.RecordWithdrawal) -> None:
    wrong = state.bank_entries.get(command.corrects)
    if wrong is None or wrong.cents < 0 or wrong.party:
        raise Refusal("ENTRY_UNKNOWN", "name_reference_deposit", where="corrects")
    left = wrong.cents - wrong.corrected_cents
    if command.cents > left:
        raise Refusal(
            "AMOUNT_WRONG", "asked_deposit_left", where="cents", amount=command.cents, left=left
        )


def _above_required(state: State, asked_cents: Cents, *, holds: int, surplus: int) -> Refusal:
    """Refuse more than the surplus, with the amounts."""
    found = custody.reconcile_bank(state)
    more = found.not_counted_cents if found is not None else 0
    undrawn = shown_down(Micros(custody.undrawn_micros(state)))
    return Refusal(
        "AMOUNT_WRONG",
        "above_surplus",
        where="cents",
        asked=asked_cents,
        holds=shown_down(Micros(holds)),
        unrecorded=say("PART", "unrecorded", more=more) if more else "",
        for_cage=say("PART", "for_cage", undrawn=undrawn) if undrawn > 0 else "",
        required=covering_up(required_micros(state)),
        surplus=shown_down(Micros(surplus)),
        rule=state.law.bank_shortfall.rule,
    )


def need_purpose(purpose: str, known: Sequence[str]) -> None:
    """Refuse an unknown purpose."""
    if purpose not in known:
        raise Refusal("PURPOSE_UNKNOWN", where=purpose, known=known)


def check_entry(reference: str, known: Entries[BankEntry] | Entries[PaidOverEntry]) -> None:
    """Refuse an entry without a reference of its own."""
    need_text(reference, where="reference")
    entered = known.get(reference)
    if entered is not None:
        raise Refusal("REFERENCE_TWICE", where=reference, seq=entered.seq)


def name_bank_account(state: State, command: bank.NameBankAccount) -> Sequence[Event]:
    if fault := account_fault(command.account):
        raise fault
    states = state.law.bank_account_states
    if states.value and command.account.state not in states.value:
        raise Refusal(
            "ACCOUNT_WRONG", "account_must", where="state", value=states.value, rule=states.rule
        )
    named = event_from(bank.BankAccountNamed, command)
    is_whole = custody.for_players(state) >= required_micros(state)
    return [named, custody.cover_account(state)] if state.bank.stopped and is_whole else [named]


def account_fault(account: BankAccount) -> Refusal | None:
    """What is wrong with an account's name: the field, and what to write there."""
    if not 0 < len(account.bank.strip()) <= TEXT_MOST:
        return Refusal("ACCOUNT_WRONG", "bank", where="bank", most=TEXT_MOST)
    for name, pattern in ACCOUNT_FIELDS.items():
        if not re.fullmatch(pattern, getattr(account, name), re.ASCII):
            return Refusal("ACCOUNT_WRONG", name, where=name)
    return None


def check_bank(state: State, command: bank.CheckBank) -> Sequence[Event]:
    return custody.verdict(state, command.at_ms)
