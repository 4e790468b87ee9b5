"""The jackpot bank account as the floor keeps it."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts import bank
from pitboss.floor.facts.values import BankAccount, CoverState, StatementLine
from pitboss.money import Cents, Micros

CLOSING = "closing balance"  # the reference of what no line explains


class BankEntry(Struct, frozen=True, gc=False):
    """A deposit, or a withdrawal below zero, in the row `seq`; `corrected_cents` of it were entered
    wrong, or voided, and have been taken back."""

    seq: int
    cents: int
    day: str
    corrected_cents: int = 0
    cleared: bool = False  # a statement of the bank has it
    line: str = ""  # what the bank calls it, where that is something else
    purpose: str = ""  # of a deposit or a withdrawal
    party: str = ""  # of a remittance: the hub or the property at the other end

    @property
    def is_outstanding(self) -> bool:
        """Whether it is a withdrawal that no statement has, and that nobody has voided."""
        return self.cents < self.corrected_cents and not self.cleared


class PaidOverEntry(Struct, frozen=True, gc=False):
    """What was paid over to whom it was kept for, in the row `seq`."""

    seq: int
    purpose: str
    cents: Cents
    to: str
    day: str
    voided: bool = False


class Unmatched(Struct, frozen=True, gc=False):
    """Where the last statement and the record differ: by how much the bank has more under this
    reference, since which day, and why."""

    reference: str
    cents: int
    day: str
    reason: str = ""


class StatementState(Struct, frozen=True, gc=False):
    """The last statement of the bank: its lines that no earlier statement had, what earlier ones
    had and the record still has not, and the first and the last day that none covers. The rest is
    worked out anew with every entry: `difference_cents` is by how much the bank has more than the
    record, the sum of all that is `unmatched`."""

    seq: int
    from_day: str
    to_day: str
    closing_cents: Cents
    lines: tuple[StatementLine, ...] = ()
    same: tuple[bank.LineMatch, ...] = ()
    is_first: bool = False
    is_typed: bool = False  # a balance without lines
    earlier: tuple[Unmatched, ...] = ()
    gap: tuple[str, ...] = ()
    matched: tuple[str, ...] = ()
    in_transit_cents: Cents = Cents(0)
    outstanding_cents: Cents = Cents(0)
    difference_cents: int = 0
    unmatched: tuple[Unmatched, ...] = ()

    @property
    def lacking_cents(self) -> int:
        """By how much the account is taken to hold less than the record, as a number below zero:
        all that is missing, item by item. A credit that nobody recorded makes up for nothing."""
        return sum(min(0, each.cents) for each in self.unmatched)


class BankState(Struct, frozen=True, gc=False):
    """The jackpot bank account beside its balance. `covered_ms` is when it was last seen to hold
    what it must; none before it ever did. `floor_micros` is what it must hold without delay: what
    was required when it was last seen whole, with what the house has put up for new jackpots, less
    the prizes paid out of meters since. `unreimbursed_cents` of such prizes the cage has paid and
    not yet drawn; below zero, it has drawn what was voided since.
    `stopped` is the rule by which no round starts. The rest is how things stood after the last
    deposit: what was held by jackpot, and what the account held."""

    account: BankAccount | None = None
    statement: StatementState | None = None
    covered_ms: int | None = None
    floor_micros: Micros = Micros(0)
    unreimbursed_cents: Cents = Cents(0)
    stopped: str = ""
    deposit_day: str = ""
    held_then: tuple[tuple[str, Micros], ...] = ()
    bank_then_micros: Micros = Micros(0)
    cover: CoverState = CoverState()
