"""The bank's own statements of the jackpot account: matched with the record, and what differs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import bank, rounds
from pitboss.floor.facts.values import BankAccount, StatementLine
from pitboss.floor.money.bank_matching import proposals
from pitboss.floor.money.custody import bank_holds, outstanding, reconciliation, standing
from pitboss.floor.view.attention import attention
from pitboss.floor.view.statement import view_statement
from pitboss.money import Cents
from pitboss.refusal import Told

from .support import MULTI_GAME, Floor, level
from .test_custody import EASY, STOPS, under

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
    made.must(bank.NameBankAccount, account=account, badges=BOTH)
    deposit(made, "slip 1", 10_000)
    return made


def deposit(floor: Floor, reference: str, dollars: int, day: str = TODAY) -> None:
    floor.must(
        bank.RecordDeposit, cents=Cents(dollars * 100), reference=reference, day=day, badge="ann"
    )


def seize(floor: Floor, reference: str, dollars: int, day: str = TODAY) -> None:
    floor.must(
        bank.RecordWithdrawal,
        cents=Cents(dollars * 100),
        reference=reference,
        day=day,
        purpose="seizure",
        badges=BOTH,
    )


def correct(floor: Floor, reference: str, dollars: int) -> None:
    floor.must(
        bank.RecordWithdrawal,
        cents=Cents(dollars * 100),
        reference=f"correction of {reference}",
        day=TODAY,
        purpose="correction",
        corrects=reference,
        badges=BOTH,
    )


def accept(
    floor: Floor,
    closing: int,
    *lines: StatementLine,
    from_day: str = "2025-12-01",
    to_day: str = TODAY,
    same: tuple[str, str] | tuple[()] = (),
) -> bank.StatementRecorded:
    fields: dict[str, object] = {"last_four": "4821", "from_day": from_day, "to_day": to_day}
    fields["same"] = (bank.LineMatch(*same),) if same else ()
    fields |= {"closing_cents": Cents(closing * 100), "lines": lines, "badges": BOTH}
    *_, recorded = floor.must(bank.RecordStatement, **floor.with_shown(**fields))
    assert isinstance(recorded, bank.StatementRecorded)
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
        bank.RecordWithdrawal, cents=Cents(100_000), reference="fix", day=TODAY,
        purpose="correction",
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


def test_PS_62_what_is_older_than_the_first_statement_is_in_its_opening(floor: Floor) -> None:
    deposit(floor, "slip 0", 700, day="2025-11-30")
    accept(floor, 10_700, line("slip 1", 10_000))
    assert (holds(floor), unmatched(floor)) == (10_700, {})


def test_PS_62_a_line_that_nobody_recorded_is_settled_by_its_entry(floor: Floor) -> None:
    accept(floor, 10_012, line("slip 1", 10_000), line("interest", 12))
    assert (holds(floor), unmatched(floor)) == (10_000, {"interest": 12})
    deposit(floor, "interest", 12)
    assert (holds(floor), unmatched(floor)) == (10_012, {})
    assert accept(floor, 10_012).difference_cents == 0


def test_PS_62_a_closing_balance_read_by_hand_works_without_lines(floor: Floor) -> None:
    accept(floor, 9_985)
    assert (holds(floor), unmatched(floor)) == (9_985, {"closing balance": -15})
    floor.must(bank.ExplainDifference, reference="closing balance", reason="a fee", badge="ann")
    statement = floor.state.bank.statement
    assert statement is not None
    assert [each.reason for each in statement.unmatched] == ["a fee"]
    assert holds(floor) == 9_985
    decision = floor.ask(bank.ExplainDifference, reference="slip 9", reason="x", badge="ann")
    assert isinstance(decision, Told)
    assert decision.code == "ENTRY_UNKNOWN"


@pytest.fixture
def begun() -> Floor:
    """A floor whose first statement ended on December 6, with one deposit of $10,000 in it."""
    made = Floor()
    made.hire()
    made.must(bank.NameBankAccount, account=BankAccount("Cedar Bank", "WA", "4821"), badges=BOTH)
    deposit(made, "slip 1", 10_000, day="2025-12-05")
    accept(made, 10_000, line("slip 1", 10_000, day="2025-12-05"), to_day="2025-12-06")
    return made


def test_PS_62_a_check_older_than_a_later_statements_lines_is_outstanding(begun: Floor) -> None:
    seize(begun, "check 7", 4_300, day="2025-12-08")
    deposit(begun, "slip 2", 44, day="2025-12-14")
    found = accept(begun, 10_044, line("slip 2", 44, day="2025-12-14"), from_day="2025-12-14")
    assert (found.outstanding_cents, found.difference_cents) == (430_000, 0)
    assert holds(begun) == 5_744
    begun.check_replay()


def test_PS_62_a_check_that_a_typed_balance_still_has_is_outstanding(begun: Floor) -> None:
    seize(begun, "check 6", 100, day="2025-12-08")
    seize(begun, "check 7", 4_300, day="2025-12-09")
    found = accept(begun, 9_900)
    assert (found.outstanding_cents, found.matched) == (430_000, ("check 6",))
    assert (holds(begun), unmatched(begun)) == (5_600, {})


def test_PS_62_days_that_no_statement_covers_are_named(begun: Floor) -> None:
    accept(begun, 10_000, from_day="2025-12-14")
    found = reconciliation(begun.state)
    assert found is not None
    assert found.gap == ("2025-12-07", "2025-12-13")
    accept(begun, 10_000, from_day="2026-01-01")
    assert begun.state.bank.statement is not None
    assert begun.state.bank.statement.gap == ()


def test_PS_62_a_lost_deposit_is_counted_once_when_it_is_corrected(begun: Floor) -> None:
    deposit(begun, "lost 8", 1_200, day="2025-12-08")
    deposit(begun, "slip 2", 44, day="2025-12-14")
    accept(begun, 10_044, line("slip 2", 44, day="2025-12-14"), from_day="2025-12-14")
    assert (holds(begun), unmatched(begun)) == (10_044, {"lost 8": -1_200})
    correct(begun, "lost 8", 1_200)
    assert (holds(begun), unmatched(begun)) == (10_044, {})
    begun.check_replay()


def test_PS_62_a_correction_settles_a_typed_balance_too(begun: Floor) -> None:
    deposit(begun, "lost 8", 1_200, day="2025-12-08")
    accept(begun, 10_000)
    assert unmatched(begun) == {"closing balance": -1_200}
    correct(begun, "lost 8", 1_200)
    assert (holds(begun), unmatched(begun)) == (10_000, {})
    begun.check_replay()


def test_PS_62_what_the_bank_has_more_than_a_corrected_deposit_does_not_count(
    begun: Floor,
) -> None:
    correct(begun, "slip 1", 1_000)
    assert (holds(begun), unmatched(begun)) == (9_000, {"slip 1": 1_000})
    deposit(begun, "slip 1, the rest", 1_000, day="2025-12-05")
    assert (holds(begun), unmatched(begun)) == (10_000, {"slip 1": 1_000})
    begun.check_replay()


def test_PS_62_a_corrected_deposit_is_in_transit_no_longer(floor: Floor) -> None:
    accept(floor, 0, line("other", 0))
    correct(floor, "slip 1", 4_000)
    found = reconciliation(floor.state)
    assert found is not None
    assert (found.in_transit_cents, holds(floor)) == (600_000, 6_000)


def test_PS_62_overlapping_statements_list_nothing_twice(begun: Floor) -> None:
    accept(begun, 10_005, line("slip 1", 10_000, day="2025-12-05"), line("gift", 5, "2025-12-06"),
           to_day="2025-12-06")  # fmt: skip
    assert unmatched(begun) == {"gift": 5}
    deposit(begun, "slip 2", 300, day="2025-12-09")
    accept(
        begun,
        10_305,
        line("slip 1", 10_000, day="2025-12-05"),
        line("gift", 5, day="2025-12-06"),
        line("slip 2", 300, day="2025-12-09"),
    )
    assert (holds(begun), unmatched(begun)) == (10_300, {"gift": 5})


def test_PS_62_a_line_that_comes_again_later_is_a_difference(begun: Floor) -> None:
    accept(begun, 20_000, line("slip 1", 10_000, day="2025-12-09"))
    assert unmatched(begun) == {"slip 1": 10_000}


def test_PS_62_a_credit_that_nobody_recorded_is_no_surplus(begun: Floor) -> None:
    begun.open_jackpot("multi", MULTI_GAME)  # with a seed of $5,000
    accept(begun, 15_000, line("misposted", 5_000))
    fields = {"reference": "s1", "day": TODAY, "purpose": "surplus", "badges": BOTH}
    assert holds(begun) == 10_000
    decision = begun.ask(bank.RecordWithdrawal, cents=Cents(500_001), **fields)
    assert isinstance(decision, Told)
    assert decision.code == "AMOUNT_WRONG"
    assert "holds $10,000.00 ($5,000.00 more that nobody recorded)" in decision.reason
    assert "at most $5,000.00 may leave" in decision.reason
    begun.must(bank.RecordWithdrawal, cents=Cents(500_000), **fields)


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
    fields |= {"shown_sha256": "", **changes}
    decision = floor.ask(bank.RecordStatement, **fields)
    assert isinstance(decision, Told)
    assert decision.code == code


def void(floor: Floor, reference: str) -> None:
    floor.must(bank.VoidWithdrawal, reference=reference, reason="never cashed", badges=BOTH)


def test_PS_62_a_voided_check_is_no_longer_outstanding(floor: Floor) -> None:
    seize(floor, "check 7", 200)
    seize(floor, "check 8", 50)
    assert accept(floor, 10_000, line("slip 1", 10_000)).outstanding_cents == 25_000
    assert holds(floor) == 9_750
    void(floor, "check 7")
    statement = floor.state.bank.statement
    assert statement is not None
    assert (statement.outstanding_cents, statement.difference_cents) == (5_000, 0)
    assert holds(floor) == 9_950
    assert [name for name, _ in outstanding(floor.state)] == ["check 8"]
    later = accept(floor, 10_000)
    assert (later.outstanding_cents, later.difference_cents, later.unmatched) == (5_000, 0, ())
    floor.check_replay()


def test_PS_62_a_check_that_the_statement_has_is_not_voided(floor: Floor) -> None:
    seize(floor, "check 7", 200)
    accept(floor, 9_800, line("slip 1", 10_000), line("check 7", -200))
    fields = {"reference": "check 7", "reason": "lost", "badges": BOTH}
    assert floor.refused(bank.VoidWithdrawal, **fields) == "ENTRY_CLEARED"


def test_PS_62_a_voided_check_that_is_cashed_after_all_is_a_difference(floor: Floor) -> None:
    seize(floor, "check 7", 200)
    accept(floor, 10_000, line("slip 1", 10_000))
    void(floor, "check 7")
    accept(floor, 9_800, line("check 7", -200))
    assert unmatched(floor) == {"check 7": -200}
    assert holds(floor) == 9_800


def test_PS_62_an_unknown_credit_never_stands_in_for_a_missing_deposit(begun: Floor) -> None:
    """$116,800 is required, and recorded as slips A and B. The bank has A and a wire that nobody
    knows, and not B: the account is taken to hold $115,800."""
    begun.open_jackpot("multi", MULTI_GAME, levels=(level(seed_cents=11_680_000),))
    begun.open_table("T1", "multi")
    under(begun, replace(EASY, bank_shortfall=STOPS))
    deposit(begun, "slip A", 105_800, day="2025-12-20")  # with slip 1 of $10,000
    deposit(begun, "slip B", 1_000, day="2025-12-21")
    begun.start("T1", 1)
    begun.must(rounds.EndRound, table="T1")
    accept(
        begun,
        117_300,
        line("slip A", 105_800, day="2025-12-20"),
        line("wire 9", 1_500, day="2025-12-22"),
        from_day="2025-12-07",
    )
    assert unmatched(begun) == {"wire 9": 1_500, "slip B": -1_000}
    assert holds(begun) == 115_800
    assert begun.refused(rounds.StartRound, table="T1", spots=()) == "BANK_SHORT"
    found = reconciliation(begun.state)
    assert found is not None
    assert (found.in_transit_cents, found.not_counted_cents) == (0, 150_000)
    begun.check_replay()


def test_PS_62_a_missing_deposit_is_not_netted_against_an_unknown_credit(begun: Floor) -> None:
    """The office is told of both until each is explained."""
    deposit(begun, "slip B", 300, day="2025-12-21")
    accept(begun, 10_300, line("wire 9", 300, day="2025-12-22"), from_day="2025-12-07")

    def alarms() -> list[str]:
        found = attention(begun.state, begun.at_ms)
        return [str(each.about) for each in found if each.what == "bank_differs"]

    assert alarms() == ["wire 9: $300.00; slip B: -$300.00"]
    begun.must(bank.ExplainDifference, reference="wire 9", reason="a gift", badge="ann")
    assert alarms() == ["slip B: -$300.00"]


def test_PS_62_what_the_bank_has_more_is_never_a_deposit_in_transit(floor: Floor) -> None:
    """The bank calls slip 2 F9: it has arrived, and is neither on its way nor unknown money."""
    deposit(floor, "slip 2", 500, day="2025-12-30")
    deposit(floor, "slip 3", 30, day="2025-12-31")
    accept(floor, 10_520, line("slip 1", 10_000), line("gift", 20), line("F9", 500))
    found = reconciliation(floor.state)
    assert found is not None
    assert (found.in_transit_cents, found.not_counted_cents) == (3_000, 2_000)
    assert [each.cents for each in found.unexplained] == [2_000, 50_000]
    assert holds(floor) == 10_530


def test_PS_62_a_line_of_an_earlier_statement_is_named_later(begun: Floor) -> None:
    """Three days after slip 2 it is missing, until two people say that F9 was it."""
    deposit(begun, "slip 2", 500, day="2025-12-08")
    accept(begun, 10_500, line("F9", 500, day="2025-12-09"), to_day="2025-12-10")
    assert (holds(begun), unmatched(begun)) == (10_500, {"F9": 500})
    accept(begun, 10_500, from_day="2025-12-11", to_day="2025-12-31")
    deposit(begun, "slip 3", 1)
    accept(begun, 10_501, line("slip 3", 1), from_day="2026-01-01")
    assert (holds(begun), unmatched(begun)) == (10_001, {"F9": 500, "slip 2": -500})
    assert proposals(begun.state) == [bank.LineMatch("F9", "slip 2")]
    accept(begun, 10_501, line("slip 3", 1), from_day="2026-01-01", same=("F9", "slip 2"))
    assert (holds(begun), unmatched(begun)) == (10_501, {})
    accept(begun, 10_501, line("F9", 500, day="2025-12-09"), line("slip 3", 1))  # overlapping
    assert (holds(begun), unmatched(begun)) == (10_501, {})
    begun.check_replay()


def test_PS_62_an_earlier_unknown_credit_leaves_a_cashed_check_cashed(begun: Floor) -> None:
    accept(begun, 10_009, line("gift", 9, day="2025-12-07"), to_day="2025-12-08")
    seize(begun, "check 6", 8, day="2025-12-09")
    found = accept(begun, 10_001, from_day="2025-12-09")
    assert (found.outstanding_cents, found.matched) == (0, ("check 6",))
    assert (holds(begun), unmatched(begun)) == (9_992, {"gift": 9})


# ---- surplus: what the bank has, by its own figure ----------------------------------------------


def surplus(floor: Floor, reference: str, dollars: int, day: str = TODAY) -> str:
    """Two people ask for a surplus; the reason why not, or nothing."""
    decision = floor.ask(
        bank.RecordWithdrawal, cents=Cents(dollars * 100), reference=reference, day=day,
        purpose="surplus", badges=BOTH,
    )  # fmt: skip
    return decision.reason if isinstance(decision, Told) else ""


def test_PS_65_missing_money_is_not_booked_away_as_surplus(begun: Floor) -> None:
    """The bank lacks $550 of what is recorded: nothing is surplus, however it is dated."""
    accept(begun, 9_450)
    assert unmatched(begun) == {"closing balance": -550}
    for cents, day in ((550, TODAY), (1, TODAY), (550, "2025-12-10"), (550, "2025-12-05")):
        assert "lacks $550.00" in surplus(begun, "s1", cents, day)
    assert unmatched(begun) == {"closing balance": -550}


@pytest.mark.parametrize("purpose", ["prize", "surplus", "seizure", "correction", "fee"])
def test_PS_65_no_purpose_makes_a_lack_of_the_statement_vanish(begun: Floor, purpose: str) -> None:
    """Recorded after a balance that somebody read, a withdrawal is not in that balance."""
    accept(begun, 9_450)
    fields = {"reference": "w1", "day": "2025-12-10", "purpose": purpose, "badges": BOTH}
    begun.ask(bank.RecordWithdrawal, cents=Cents(55_000), **fields)
    assert unmatched(begun) == {"closing balance": -550}
    begun.check_replay()


def test_PS_65_surplus_is_what_the_bank_has_by_its_own_figure(begun: Floor) -> None:
    """A deposit on its way is no surplus yet, and without a statement nothing is."""
    fresh = Floor()
    fresh.hire()
    deposit(fresh, "slip 1", 10_000)
    assert "accept a statement of the bank first" in surplus(fresh, "s1", 1)
    begun.open_jackpot("multi", MULTI_GAME)  # with a seed of $5,000
    deposit(begun, "slip 2", 700)
    assert holds(begun) == 10_700
    assert "at most $5,000.00 may leave" in surplus(begun, "s1", 5_001)
    assert surplus(begun, "s1", 5_000) == ""
    assert "at most $0.00 may leave" in surplus(begun, "s2", 1)
    accept(begun, 5_700, line("slip 2", 700), line("s1", -5_000), from_day="2025-12-07")
    assert surplus(begun, "s2", 700) == ""
    begun.check_replay()


def test_PS_65_a_surplus_that_the_bank_has_paid_is_recorded_under_its_line(begun: Floor) -> None:
    begun.open_jackpot("multi", MULTI_GAME)
    accept(begun, 9_800, line("check 7", -200, day="2025-12-09"))
    assert unmatched(begun) == {"check 7": -200}
    assert "lacks $200.00" in surplus(begun, "check 8", 200)
    assert surplus(begun, "check 7", 200, "2025-12-09") == ""
    assert (holds(begun), unmatched(begun)) == (9_800, {})


# ---- what is signed is what was shown -----------------------------------------------------------


def test_PS_62_what_two_people_sign_is_what_they_were_shown(floor: Floor) -> None:
    """An entry that is recorded in between, or another amount, has to be looked at again."""
    fields: dict[str, Any] = {
        "last_four": "4821",
        "from_day": "2025-12-01",
        "to_day": TODAY,
        "badges": BOTH,
    }
    fields |= {"closing_cents": Cents(1_000_000), "lines": (line("slip 1", 10_000),)}
    shown = floor.with_shown(**fields)
    assert floor.refused(bank.RecordStatement, **fields, shown_sha256="") == "STATEMENT_CHANGED"
    other = {**shown, "closing_cents": Cents(1_000_001)}
    assert floor.refused(bank.RecordStatement, **other) == "STATEMENT_CHANGED"
    deposit(floor, "slip 2", 500, day="2025-12-30")
    assert floor.refused(bank.RecordStatement, **shown) == "STATEMENT_CHANGED"
    floor.must(bank.RecordStatement, **floor.with_shown(**fields))


def test_PS_62_a_statement_is_seen_line_by_line_before_it_is_signed(begun: Floor) -> None:
    deposit(begun, "slip 2", 500, day="2025-12-30")
    deposit(begun, "slip 3", 70, day="2025-12-31")
    deposit(begun, "lost", 1, day="2025-12-20")
    seize(begun, "check 7", 200, day="2025-12-30")
    lines = (
        line("slip 1", 10_000, day="2025-12-05"),
        line("SLIP 02", 499, day="2025-12-31"),
        line("fee", -15),
    )
    asked = bank.RecordStatement(
        command_id="", at_ms=begun.at_ms, last_four="4821", from_day="2025-12-01", to_day=TODAY,
        closing_cents=Cents(1_048_400), lines=lines, shown_sha256="", badges=BOTH,
    )  # fmt: skip
    found = view_statement(begun.state, asked)
    assert [(each.line.reference, each.entry, each.difference_cents) for each in found.lines] == [
        ("SLIP 02", "slip 2", -100),
        ("fee", "", -1_500),
    ]
    assert [each.reference for each in found.repeated] == ["slip 1"]
    assert list(found.waiting) == ["check 7", "lost", "slip 3"]
    assert found.statement.in_transit_cents == 7_000
    assert found.holds_micros == (10_000 + 499 + 70 - 15 - 200) * 10**8
