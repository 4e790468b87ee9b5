"""R2, R3 and R16: what the account must hold, and what it is taken to hold above it."""

from __future__ import annotations

from pitboss.floor.bank_state import BankState, StatementState, Unmatched
from pitboss.floor.facts.values import CoverState
from pitboss.floor.state import SiteState, State
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
    unmatched = (Unmatched("slip 1", -324_960),)
    nothing = Cents(0)
    stated = StatementState(
        1, "2026-10-31", Cents(2_175_040), nothing, nothing, -324_960, unmatched, gap
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
    assert standing.rows == ((2_230_018, 2_175_040, -54_978),)
    _, due, *_ = r02_deposit_sheet.make(source())
    assert due.rows[0][:3] == (2_230_018, 2_175_040, 54_978)
