"""The jackpot bank account as the floor keeps it."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts import bank
from pitboss.floor.facts.values import BankAccount, CoverState, StatementLine
from pitboss.money import Cents, Micros

CLOSING = "closing balance"  # the reference for what no line explains


class BankEntry(Struct, frozen=True, gc=False):
    """A deposit, or a withdrawal below zero, in the row `seq`; `corrected_cents` of it were entered
    wrong, or voided, and have been taken back."""

    seq: int
    cents: int
    day: str
    corrected_cents: int = 0
    cleared: bool = False  # whether a bank statement has it
    line: str = ""  # the bank's own name for it, if different
    purpose: str = ""  # of a deposit or a withdrawal
    party: str = ""  # of a remittance: the hub or the property at the other end

    @property
    def is_outstanding(self) -> bool:
        """Whether it is a withdrawal that no statement has and nobody has voided."""
        return self.cents < self.corrected_cents and not self.cleared


class PaidOverEntry(Struct, frozen=True, gc=False):
    """Kept money that was paid over to its payee, in the row `seq`."""

    seq: int
    purpose: str
    cents: Cents
    to: str
    day: str
    voided: bool = False


class Unmatched(Struct, frozen=True, gc=False):
    """A difference between the last statement and the record: how much more the bank has under this
    reference, since which day, and why."""

    reference: str
    cents: int
    day: str
    reason: str = ""


class StatementState(Struct, frozen=True, gc=False):
    """The bank's last statement: its lines that no earlier statement had, earlier lines that the
    record still lacks, and the first and the last day that no statement covers. The rest is worked
    out again with every entry: `difference_cents` is how much more the bank has than the record,
    the sum of everything `unmatched`."""

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
        """How much less than the record the account is taken to hold, as a number below zero:
        everything missing, item by item. An unrecorded credit offsets nothing."""
        return sum(min(0, each.cents) for each in self.unmatched)


class BankState(Struct, frozen=True, gc=False):
    """The jackpot bank account beside its balance. `covered_ms` is when it was last seen to hold
    what it must; None before that. `floor_micros` is what it must hold without delay: what was
    required when it was last whole, plus what the house has put up for new jackpots, less the
    prizes paid out of meters since. `unreimbursed_cents` of such prizes the cage has paid and not
    yet drawn; below zero, it has drawn money that was voided since. `stopped` is the rule by which
    no round starts. The rest describes the last deposit: what was held by jackpot, and what the
    account held."""

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
