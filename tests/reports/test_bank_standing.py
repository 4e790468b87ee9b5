"""R2, R3 and R16: what the account must hold, and what it is taken to hold above it."""

from __future__ import annotations

from pitboss.floor.facts.values import CoverState
from pitboss.floor.state.bank import BankEntry, BankState, StatementState, Unmatched
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.house import SiteState
from pitboss.money import Cents, Micros
from pitboss.reports import r02_deposit_sheet, r03_bank_reconciliation, r16_closing_liability
from pitboss.reports.source import ReportSource
from pitboss.rules.catalog import profile

from .standing import standing


def source(*, gap: tuple[str, ...] = ()) -> ReportSource:
    """$25,000.00 recorded and $21,750.40 stated; $22,300.175 are held for players."""
    state = State()
    state.site = SiteState("Room", "USD", "America/Los_Angeles", "washington", profile().law)
    state.balances["bank"] = Micros(25_000 * 10**8)
    state.balances["owed"] = Micros(2_230_017_500_000)
    unmatched = (Unmatched("slip 1", -324_960, "2026-10-20"),)
    stated = StatementState(
        1,
        "2026-10-14",
        "2026-10-31",
        Cents(2_175_040),
        gap=gap,
        difference_cents=-324_960,
        unmatched=unmatched,
    )
    state.bank = BankState(statement=stated, cover=CoverState())
    return standing(state)


def test_R3_measures_what_is_above_by_what_the_account_is_taken_to_hold() -> None:
    account, *_ = r03_bank_reconciliation.make(source(gap=("2026-10-07", "2026-10-13")))
    found = {row[0]: row[1] for row in account.rows}
    assert (found["closing_balance"], found["taken_to_hold"]) == (2_500_000, 2_175_040)
    assert (found["required"], found["above_required"]) == (2_230_018, -54_978)
    assert "no_statement_from_2026-10-07_to_2026-10-13" in found


def test_R2_and_R16_round_what_is_required_up_as_the_floor_does() -> None:
    *_, standing = r16_closing_liability.make(source())
    assert standing.rows == ((2_230_018, 2_175_040, 0, -54_978),)
    _, due, *_ = r02_deposit_sheet.make(source())
    assert due.rows[0][:4] == (2_230_018, 2_175_040, 0, 54_978)


def test_R2_R3_and_R16_take_off_what_the_cage_may_still_draw() -> None:
    """$100.00 of prizes are paid and not yet drawn: $649.78 is due."""
    found = source()
    found.closing.bank = changed(found.closing.bank, unreimbursed_cents=Cents(10_000))
    *_, standing = r16_closing_liability.make(found)
    assert standing.rows == ((2_230_018, 2_175_040, 10_000, -64_978),)
    _, due, *_ = r02_deposit_sheet.make(found)
    assert due.rows[0][:4] == (2_230_018, 2_175_040, 10_000, 64_978)
    account, *_ = r03_bank_reconciliation.make(found)
    lines = {row[0]: row[1] for row in account.rows}
    assert (lines["prizes_not_drawn"], lines["above_required"]) == (-10_000, -64_978)


def test_R3_a_deposit_that_the_bank_calls_otherwise_is_neither_in_transit_nor_unknown() -> None:
    """$9,500.00 is recorded as slip 7; the bank has it as F1, and $20.00 that nobody knows."""
    found = source()
    found.closing.balances["bank"] = Micros(9_500 * 10**8)
    found.closing.bank_entries["slip 7"] = BankEntry(1, 950_000, "2026-10-30")
    stated = StatementState(
        1,
        "2026-10-14",
        "2026-10-31",
        Cents(952_000),
        in_transit_cents=Cents(950_000),
        difference_cents=952_000,
        unmatched=(
            Unmatched("F1", 950_000, "2026-10-30"),
            Unmatched("F2", 2_000, "2026-10-30"),
        ),
    )
    found.closing.bank = changed(found.closing.bank, statement=stated)
    account, *_ = r03_bank_reconciliation.make(found)
    lines = {row[0]: row[1] for row in account.rows}
    assert (lines["statement_of_2026-10-31"], lines["deposits_in_transit"]) == (952_000, 0)
    assert (lines["credits_not_counted"], lines["taken_to_hold"]) == (-2_000, 950_000)


def test_R3_nets_no_missing_deposit_against_an_unknown_credit() -> None:
    found = source()
    unmatched = (
        Unmatched("slip B", -30_000, "2026-10-20"),
        Unmatched("wire 9", 30_000, "2026-10-21"),
    )
    before = found.closing.bank.statement
    assert before is not None
    stated = changed(before, difference_cents=0, unmatched=unmatched)
    found.closing.bank = changed(found.closing.bank, statement=stated)
    account, _, differences, _ = r03_bank_reconciliation.make(found)
    lines = {row[0]: row[1] for row in account.rows}
    assert (lines["unexplained_credits"], lines["unexplained_shortages"]) == (30_000, -30_000)
    assert [row[1:3] for row in differences.rows] == [("slip B", -30_000), ("wire 9", 30_000)]
