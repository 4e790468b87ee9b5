"""The auditor follows the bank account, and what is kept for others."""

from __future__ import annotations

from typing import TypeAlias

from pitboss.floor.facts import bank, paying_over
from proof.sim.follow_office import check_approvers
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import AuditorBooks, need, same

_BankLook: TypeAlias = (
    bank.NameBankAccount
    | bank.RecordDeposit
    | bank.VoidWithdrawal
    | bank.LeaveInAccount
    | bank.CheckBank
)


def bank_account_named(
    books: AuditorBooks, asked: bank.NameBankAccount, event: bank.BankAccountNamed
) -> None:
    check_approvers(books, event.badges)
    books.account_named = True


def deposit_recorded(
    books: AuditorBooks, asked: bank.RecordDeposit, event: bank.DepositRecorded
) -> None:
    need(holds=asked.cents > 0, saying=f"{asked.cents} cents went to or from the bank")
    books.need_role(asked.badge, ("accounting", "executive"), "entered it")
    books.bank_micros += asked.cents * CENT_MICROS
    if asked.purpose == "interest":
        books.interest.add(asked.reference)
        books.charges_micros -= asked.cents * CENT_MICROS
    _look(books, event.at_ms)


def withdrawal_recorded(
    books: AuditorBooks, asked: bank.RecordWithdrawal, event: bank.WithdrawalRecorded
) -> None:
    need(holds=asked.cents > 0, saying=f"{asked.cents} cents went to or from the bank")
    _check_two(books, asked.badges, "took money from the bank")
    books.bank_micros -= asked.cents * CENT_MICROS
    if asked.purpose == "fee" or asked.corrects in books.interest:
        books.charges_micros += asked.cents * CENT_MICROS
    books.withdrawals[asked.reference] = (asked.cents, asked.purpose)
    if asked.purpose in ("surplus", "correction"):
        need(holds=books.is_covered(), saying="players' money was taken")
    if asked.purpose == "prize":
        books.unreimbursed_cents -= asked.cents
        need(holds=books.unreimbursed_cents >= 0, saying="more was drawn than was paid")
    _look(books, event.at_ms)


def left_in_account(
    books: AuditorBooks, asked: bank.LeaveInAccount, event: bank.LeftInAccount
) -> None:
    """The cage gives up what it could draw, and no money moves."""
    _check_two(books, asked.badges, "gave up what the cage could draw")
    need(
        holds=0 < asked.cents <= books.unreimbursed_cents,
        saying="more was left in the account than could be drawn",
    )
    books.unreimbursed_cents -= asked.cents
    _look(books, event.at_ms)


def withdrawal_voided(
    books: AuditorBooks, asked: bank.VoidWithdrawal, event: bank.WithdrawalVoided
) -> None:
    """The inverse of a withdrawal that was recorded once."""
    need(holds=asked.reference in books.withdrawals, saying=f"{asked.reference} is no withdrawal")
    cents, purpose = books.withdrawals.pop(asked.reference)
    same((event.cents, event.purpose), (cents, purpose), "the withdrawal that is voided")
    need(holds=purpose != "correction", saying="a correction was voided")
    _check_two(books, asked.badges, "voided a withdrawal")
    books.bank_micros += cents * CENT_MICROS
    if purpose == "fee":
        books.charges_micros -= cents * CENT_MICROS
    if purpose == "prize":
        books.unreimbursed_cents += cents
    _look(books, event.at_ms)


def paid_over(books: AuditorBooks, asked: paying_over.PayOver, event: paying_over.PaidOver) -> None:
    """Money kept for others went to them, no more than is kept."""
    _check_two(books, asked.badges, "paid over what is kept for others")
    need(holds=asked.reference not in books.paid_over, saying="it was paid over twice")
    left = books.balances().get(asked.purpose, 0)
    need(holds=0 < asked.cents * CENT_MICROS <= left, saying="more was paid over than is kept")
    books.paid_over[asked.reference] = (asked.purpose, asked.to, asked.cents)
    _keep(books, asked.purpose, asked.to, -asked.cents)


def pay_over_voided(
    books: AuditorBooks, asked: paying_over.VoidPayOver, event: paying_over.PayOverVoided
) -> None:
    """The inverse of a payover that was recorded once."""
    purpose, to, cents = books.paid_over[asked.reference]
    same((event.purpose, event.cents), (purpose, cents), "what comes back")
    _check_two(books, asked.badges, "voided what was paid over")
    books.paid_over[asked.reference] = ("", "", 0)  # its reference stays used
    _keep(books, purpose, to, cents)


def _keep(books: AuditorBooks, purpose: str, to: str, cents: int) -> None:
    if purpose == "withheld":
        books.withheld_micros += cents * CENT_MICROS
    elif purpose == "unclaimed":
        books.unclaimed_micros += cents * CENT_MICROS
    else:
        same(purpose, "forfeited", "what is kept for others here")
        books.forfeited[to] += cents
        need(holds=books.forfeited[to] >= 0, saying=f"{to} got more than was forfeited to it")


def bank_seen_whole(books: AuditorBooks, asked: _BankLook, event: bank.BankSeenWhole) -> None:
    stated = (event.bank_micros, event.required_micros)
    found = (books.for_players_micros(), books.required_micros())
    same(stated, found, "how the bank stands")
    need(holds=books.is_covered(), saying="a short bank was called whole")
    _seen_whole(books, event.at_ms)  # of the attempt that worked


def _look(books: AuditorBooks, at_ms: int) -> None:
    """Anyone who changes the account sees whether it is whole, at the time of the attempt that
    worked."""
    if books.is_covered():
        _seen_whole(books, at_ms)


def _seen_whole(books: AuditorBooks, at_ms: int) -> None:
    books.covered_ms, books.floor_micros = at_ms, books.required_micros()


def bank_fell_short(
    books: AuditorBooks, asked: bank.RecordWithdrawal | bank.CheckBank, event: bank.BankFellShort
) -> None:
    if isinstance(asked, bank.RecordWithdrawal):
        need(holds=asked.purpose == "seizure", saying=f"{asked.purpose} stopped the floor")
    else:
        need(holds=not books.may_take_wagers(asked.at_ms), saying="the bank was not short enough")
    same(books.law.bank_shortfall.value, "stop", "what a short account leads to")
    _check_bank(books, event, whole=False)
    books.is_stopped = True


def bank_covered(books: AuditorBooks, asked: _BankLook, event: bank.BankCovered) -> None:
    _check_bank(books, event, whole=True)
    books.is_stopped = False


def _check_bank(
    books: AuditorBooks, event: bank.BankFellShort | bank.BankCovered, *, whole: bool
) -> None:
    need(holds=books.is_stopped == whole, saying="the floor stopped or went on twice")
    stated = (event.bank_micros, event.required_micros)
    found = (books.for_players_micros(), books.required_micros())
    same(stated, found, "how the bank stands")
    same(books.is_covered(), whole, "whether the account is whole")


def _check_two(books: AuditorBooks, badges: tuple[str, str], did: str) -> None:
    """Two people, one of them from accounting."""
    roles = sorted(books.badges.get(badge, "nobody") for badge in badges)
    need(holds="accounting" in roles, saying=f"{roles} {did}")
    need(holds=len(set(badges)) == 2, saying=f"one person {did}")
