"""What two people see of a bank's statement before they sign it, and that they sign just that. How
a statement is matched with the record stands in tests/scenarios/cases, bank_*.txt."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts import bank
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.view.statement import view_statement
from pitboss.money import Cents

from .scenario import play
from .support import Floor
from .test_scenarios import FOLDER

TODAY = "2026-01-01"  # of the floor's clock in these tests
BOTH = ("ann", "eve")


def after_first_statement() -> Floor:
    """A floor whose first statement ended on December 6, with one deposit of $10,000 in it."""
    return play(FOLDER / "cases" / "bank_later_statements.txt").floor


def line(reference: str, dollars: int, day: str = TODAY) -> StatementLine:
    return StatementLine(day, Cents(dollars * 100), reference)


def deposit(floor: Floor, reference: str, dollars: int, day: str) -> None:
    floor.must(
        bank.RecordDeposit, cents=Cents(dollars * 100), reference=reference, day=day, badge="ann"
    )


def test_PS_62_what_two_people_sign_is_what_they_were_shown() -> None:
    """An entry that is recorded in between, or another amount, has to be looked at again."""
    floor = after_first_statement()
    fields: dict[str, Any] = {
        "last_four": "4821", "from_day": "2025-12-01", "to_day": TODAY, "badges": BOTH,
        "closing_cents": Cents(1_000_000), "lines": (line("slip 1", 10_000),),
    }  # fmt: skip
    shown = floor.with_shown(**fields)
    assert floor.refused(bank.RecordStatement, **fields, shown_sha256="") == "STATEMENT_CHANGED"
    other = {**shown, "closing_cents": Cents(1_000_001)}
    assert floor.refused(bank.RecordStatement, **other) == "STATEMENT_CHANGED"
    deposit(floor, "slip 2", 500, day="2025-12-30")
    assert floor.refused(bank.RecordStatement, **shown) == "STATEMENT_CHANGED"
    floor.must(bank.RecordStatement, **floor.with_shown(**fields))


def test_PS_62_a_statement_is_seen_line_by_line_before_it_is_signed() -> None:
    floor = after_first_statement()
    deposit(floor, "slip 2", 500, day="2025-12-30")
    deposit(floor, "slip 3", 70, day="2025-12-31")
    deposit(floor, "lost", 1, day="2025-12-20")
    floor.must(
        bank.RecordWithdrawal, cents=Cents(20_000), reference="check 7", day="2025-12-30",
        purpose="seizure", badges=BOTH,
    )  # fmt: skip
    lines = (
        line("slip 1", 10_000, day="2025-12-05"),
        line("SLIP 02", 499, day="2025-12-31"),
        line("fee", -15),
    )
    asked = bank.RecordStatement(
        command_id="", at_ms=floor.at_ms, last_four="4821", from_day="2025-12-01", to_day=TODAY,
        closing_cents=Cents(1_048_400), lines=lines, shown_sha256="", badges=BOTH,
    )  # fmt: skip
    found = view_statement(floor.state, asked)
    assert [(each.line.reference, each.entry, each.difference_cents) for each in found.lines] == [
        ("SLIP 02", "slip 2", -100),
        ("fee", "", -1_500),
    ]
    assert [each.reference for each in found.repeated] == ["slip 1"]
    assert list(found.waiting) == ["check 7", "lost", "slip 3"]
    assert found.statement.in_transit_cents == 7_000
    assert found.holds_micros == (10_000 + 499 + 70 - 15 - 200) * 10**8
