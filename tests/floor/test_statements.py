"""The bank's own statements of the jackpot account: matched with the record, and what differs."""

from __future__ import annotations

import pytest

from pitboss.floor.custody import bank_holds, standing
from pitboss.floor.decide import Refused
from pitboss.floor.facts.bank import (
    ExplainDifference,
    NameBankAccount,
    RecordDeposit,
    RecordStatement,
    RecordWithdrawal,
    StatementRecorded,
)
from pitboss.floor.facts.values import BankAccount, StatementLine
from pitboss.money import Cents

from .support import Floor

TODAY = "2026-01-01"  # of the floor's clock in these tests
BOTH = ("ann", "eve")


def line(reference: str, dollars: int, day: str = TODAY) -> StatementLine:
    return StatementLine(day, Cents(dollars * 100), reference)


@pytest.fixture
def floor() -> Floor:
    """A floor whose account is named, with one deposit of $10,000."""
    made = Floor()
    made.hire()
    account = BankAccount("Cedar Bank", "WA", "4821")
    made.must(NameBankAccount, account=account, badges=BOTH)
    deposit(made, "slip 1", 10_000)
    return made


def deposit(floor: Floor, reference: str, dollars: int, day: str = TODAY) -> None:
    floor.must(RecordDeposit, cents=Cents(dollars * 100), reference=reference, day=day, badge="ann")


def seize(floor: Floor, reference: str, dollars: int) -> None:
    floor.must(
        RecordWithdrawal,
        cents=Cents(dollars * 100),
        reference=reference,
        day=TODAY,
        purpose="seizure",
        badges=BOTH,
    )


def accept(floor: Floor, closing: int, *lines: StatementLine) -> StatementRecorded:
    fields = {"last_four": "4821", "from_day": "2025-12-01", "to_day": TODAY}
    *_, recorded = floor.must(
        RecordStatement, closing_cents=Cents(closing * 100), lines=lines, badges=BOTH, **fields
    )
    assert isinstance(recorded, StatementRecorded)
    return recorded


def holds(floor: Floor) -> int:
    """What the account is taken to hold, in dollars."""
    return bank_holds(floor.state) // 100_000_000


def unmatched(floor: Floor) -> dict[str, int]:
    statement = floor.state.bank.statement
    assert statement is not None
    return {each.reference: each.cents // 100 for each in statement.unmatched}


def test_PS_62_recorded_10000_and_stated_9000_is_unmatched_and_9000_is_used(floor: Floor) -> None:
    accept(floor, 9_000, line("slip 1", 9_000))
    assert unmatched(floor) == {"slip 1": -1_000}
    assert holds(floor) == 9_000
    assert standing(floor.state).bank_micros == 9_000 * 10**8
    floor.check_replay()


def test_PS_62_a_correction_brings_the_record_to_the_statement(floor: Floor) -> None:
    accept(floor, 9_000, line("slip 1", 9_000))
    floor.must(
        RecordWithdrawal, cents=Cents(100_000), reference="fix", day=TODAY, purpose="correction",
        corrects="slip 1", badges=BOTH,
    )  # fmt: skip
    assert (holds(floor), unmatched(floor)) == (9_000, {})
    assert accept(floor, 9_000).difference_cents == 0


def test_PS_62_what_is_on_its_way_differs_in_nothing(floor: Floor) -> None:
    deposit(floor, "slip 2", 500, day="2025-12-30")
    seize(floor, "check 7", 200)
    found = accept(floor, 10_000, line("slip 1", 10_000))
    assert (found.in_transit_cents, found.outstanding_cents) == (50_000, 20_000)
    assert (found.difference_cents, found.matched) == (0, ("slip 1",))
    assert holds(floor) == 10_300
    later = accept(floor, 10_300, line("slip 2", 500), line("check 7", -200))
    assert (later.in_transit_cents, later.outstanding_cents, later.unmatched) == (0, 0, ())


def test_PS_62_a_deposit_that_never_arrived_is_not_counted(floor: Floor) -> None:
    deposit(floor, "slip 2", 500, day="2025-12-28")  # four days
    accept(floor, 10_000, line("slip 1", 10_000))
    assert (holds(floor), unmatched(floor)) == (10_000, {"slip 2": -500})
    accept(floor, 10_500, line("slip 2", 500))
    assert (holds(floor), unmatched(floor)) == (10_500, {})


def test_PS_62_what_is_older_than_the_first_statement_is_in_its_opening_balance(
    floor: Floor,
) -> None:
    deposit(floor, "slip 0", 700, day="2025-11-30")
    accept(floor, 10_700, line("slip 1", 10_000))
    assert (holds(floor), unmatched(floor)) == (10_700, {})


def test_PS_62_a_line_that_nobody_recorded_is_settled_by_its_entry(floor: Floor) -> None:
    accept(floor, 10_012, line("slip 1", 10_000), line("interest", 12))
    assert (holds(floor), unmatched(floor)) == (10_012, {"interest": 12})
    deposit(floor, "interest", 12)
    assert (holds(floor), unmatched(floor)) == (10_012, {})
    assert accept(floor, 10_012).difference_cents == 0


def test_PS_62_a_closing_balance_read_by_hand_works_without_lines(floor: Floor) -> None:
    accept(floor, 9_985)
    assert (holds(floor), unmatched(floor)) == (9_985, {"closing balance": -15})
    floor.must(ExplainDifference, reference="closing balance", reason="a fee", badge="ann")
    statement = floor.state.bank.statement
    assert statement is not None
    assert [each.reason for each in statement.unmatched] == ["a fee"]
    assert holds(floor) == 9_985
    decision = floor.ask(ExplainDifference, reference="slip 9", reason="x", badge="ann")
    assert isinstance(decision, Refused)
    assert decision.code == "ENTRY_UNKNOWN"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"last_four": "4822"}, "ACCOUNT_WRONG"),
        ({"to_day": "2026-01-02"}, "DAY_WRONG"),
        ({"from_day": "2026-01-02"}, "DAY_WRONG"),
        ({"lines": (line("slip 1", 1, day="2025-11-30"),)}, "DAY_WRONG"),
        ({"lines": (line(" ", 1),)}, "TEXT_MISSING"),
        ({"badges": ("ann", "ann")}, "BADGE_TWICE"),
        ({"badges": ("ann", "sam")}, "ROLE_TOO_LOW"),
    ],
)
def test_PS_62_a_statement_that_cannot_be_is_refused(
    floor: Floor, changes: dict[str, object], code: str
) -> None:
    fields: dict[str, object] = {
        "last_four": "4821",
        "from_day": "2025-12-01",
        "to_day": TODAY,
        "closing_cents": Cents(1),
        "lines": (),
        "badges": BOTH,
    }
    decision = floor.ask(RecordStatement, **{**fields, **changes})
    assert isinstance(decision, Refused)
    assert decision.code == code
