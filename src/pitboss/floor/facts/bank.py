"""The jackpot bank account."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, EntryCents, SignedCents
from pitboss.floor.facts.meanings import BadgeId, Coded, Private, Reference, TypedText
from pitboss.floor.facts.permission import (
    ONE_ACCOUNTANT,
    TWO_ACCOUNTANTS,
    TWO_APPROVERS,
    Permission,
)
from pitboss.floor.facts.values import BankAccount, StatementLine, Value
from pitboss.money import Cents, Micros


class RecordDeposit(Command):
    """Record a deposit into the jackpot bank account (PS-62); `day` is the bank's, `reference` its
    own. For a payment by the bank itself, `purpose` is interest."""

    permission = ONE_ACCOUNTANT
    office = "bank"
    cents: EntryCents
    reference: Reference
    day: BankDay
    purpose: Coded = "deposit"
    badge: BadgeId


class DepositRecorded(Event):
    """Money went to the jackpot bank account."""

    in_outbox = True
    cents: Cents
    reference: Reference
    day: Day
    purpose: Coded
    badge: BadgeId
    at_ms: int


class RecordWithdrawal(Command):
    """Two people record that money left the jackpot bank account, and why, from the closed list."""

    permission = TWO_ACCOUNTANTS
    office = "bank"
    cents: EntryCents
    reference: Reference
    day: BankDay
    purpose: Coded
    corrects: Reference = ""
    badges: tuple[BadgeId, BadgeId]


class WithdrawalRecorded(Event):
    """Money left the jackpot bank account."""

    in_outbox = True
    cents: Cents
    reference: Reference
    day: Day
    purpose: Coded
    corrects: Reference
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class VoidWithdrawal(Command):
    """Two people take back a withdrawal: its check was destroyed or never cashed."""

    permission = TWO_ACCOUNTANTS
    reference: Reference
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class WithdrawalVoided(Event):
    """A withdrawal never left the account: its inverse, to the cent. Its reference stays used."""

    in_outbox = True
    cents: Cents
    reference: Reference
    purpose: Coded
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class LeaveInAccount(Command):
    """Two people leave money that the cage could draw in the account, as the house's deposit for
    the next seed. No money moves."""

    permission = TWO_ACCOUNTANTS
    cents: Cents
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class LeftInAccount(Event):
    """Money the cage could have drawn for prizes stays in the account for players."""

    in_outbox = True
    cents: Cents
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class NameBankAccount(Command):
    """Name the account for the players' money: an account of its own, in the house's state."""

    permission = TWO_APPROVERS
    account: BankAccount
    badges: tuple[BadgeId, BadgeId]


class BankAccountNamed(Event):
    """Players' money is in this account from now on."""

    account: BankAccount
    badges: tuple[BadgeId, BadgeId]


class LineMatch(Value):
    """A line of the bank's statement, by the bank's reference, that matches an entry recorded under
    another one."""

    line: str
    entry: str


class RecordStatement(Command):
    """Two people accept the bank's figures for the account up to a day. Without lines it is a
    closing balance that someone read. `same` are lines that match an entry under another reference.
    `shown_sha256` covers what the statement has of the record and where it differs, as these two
    people saw it: they sign what they were shown."""

    permission = TWO_ACCOUNTANTS
    last_four: Private[str]
    from_day: BankDay
    to_day: BankDay
    closing_cents: SignedCents
    lines: tuple[StatementLine, ...] = ()
    same: tuple[LineMatch, ...] = ()
    shown_sha256: str
    badges: tuple[BadgeId, BadgeId]


class StatementRecorded(Event):
    """The bank's statement is accepted. `difference_cents` is how much more than the record the
    bank has, counting deposits in transit and outstanding checks; `unmatched` is where, item by
    item. Missing money doesn't count as held, and a bank surplus doesn't offset it."""

    last_four: Private[str]
    from_day: Day
    to_day: Day
    closing_cents: Cents
    lines: tuple[StatementLine, ...]
    same: tuple[LineMatch, ...]
    matched: tuple[str, ...]
    in_transit_cents: Cents
    outstanding_cents: Cents
    difference_cents: Cents
    unmatched: tuple[StatementLine, ...]
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class ExplainDifference(Command):
    """Explain why a line of the statement and the record differ. It doesn't change what the account
    is taken to hold."""

    permission = ONE_ACCOUNTANT
    reference: Reference
    reason: TypedText
    badge: BadgeId


class DifferenceExplained(Event):
    """The reason a line of the statement and the record differ."""

    reference: Reference
    reason: TypedText
    badge: BadgeId


class CheckBank(Command):
    """Check whether the account holds what it must. The server asks on its own."""

    permission = Permission()


class BankSeenWhole(Event):
    """The account is fully funded. The days until the next deposit count from here. `bank_micros`
    is what it holds less the prizes the cage may draw, here and below."""

    required_micros: Micros
    bank_micros: Micros
    at_ms: int


class BankFellShort(Event):
    """The account has been short for longer than the rule allows: play stops."""

    required_micros: Micros
    bank_micros: Micros
    since_ms: int
    rule: str


class BankCovered(Event):
    """The account is fully funded again: play resumes."""

    required_micros: Micros
    bank_micros: Micros
