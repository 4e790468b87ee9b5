"""The jackpot bank account and the close of a day."""

from __future__ import annotations

from typing import ClassVar

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import ACCOUNTANTS, ANYWHERE, Permission
from pitboss.floor.facts.values import Balance, Reading
from pitboss.money import Cents, Micros


class RecordDeposit(Command, frozen=True, kw_only=True, gc=False, tag="record-deposit"):
    """Money went to the jackpot bank account (PS-62); `day` is the bank's, `reference` its own."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badge"
    )
    cents: Cents
    reference: str
    day: str
    badge: str


class DepositRecorded(Event, frozen=True, kw_only=True, gc=False, tag="deposit-recorded"):
    """Money went to the jackpot bank account."""

    cents: Cents
    reference: str
    day: str
    badge: str
    at_ms: int


class RecordWithdrawal(Command, frozen=True, kw_only=True, gc=False, tag="record-withdrawal"):
    """Money left the jackpot bank account, for a purpose of the closed list."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badge"
    )
    cents: Cents
    reference: str
    day: str
    purpose: str
    badge: str


class WithdrawalRecorded(Event, frozen=True, kw_only=True, gc=False, tag="withdrawal-recorded"):
    """Money left the jackpot bank account."""

    cents: Cents
    reference: str
    day: str
    purpose: str
    badge: str
    at_ms: int


class BankFellShort(Event, frozen=True, kw_only=True, gc=False, tag="bank-fell-short"):
    """The account has been short for longer than the rule allows: play stops."""

    required_micros: Micros
    bank_micros: Micros
    since_ms: int
    rule: str


class BankCovered(Event, frozen=True, kw_only=True, gc=False, tag="bank-covered"):
    """The account is fully funded again: play resumes."""

    required_micros: Micros
    bank_micros: Micros


class CloseDay(Command, frozen=True, kw_only=True, gc=False, tag="close-day"):
    """Record readings and trial balance; every replay checks them."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badge"
    )
    day: str
    badge: str


class DayClosed(Event, frozen=True, kw_only=True, gc=False, tag="day-closed"):
    """Readings and trial balance at the end of a day; every replay checks them."""

    day: str
    badge: str
    at_ms: int
    readings: tuple[tuple[str, Reading], ...]
    balances: tuple[Balance, ...]
