"""Custody beyond the scenarios: payments under a profile, old records, the bank's arithmetic."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import bank, changes, payments, people, tables
from pitboss.floor.facts.values import ApprovalRecord, BankAccount, Equipment, Payment
from pitboss.floor.money.custody import is_due
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.floor.state.equipment import shortfalls
from pitboss.floor.view.board import pit_board
from pitboss.floor.view.due import due_things
from pitboss.money import Cents, Micros, covering_up
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedText, CitedTexts, Law
from pitboss.rules.letters import Clause, Make, NeededPart
from pitboss.rules.version import version_order

from .boards import board, jackpot
from .laws import EASY
from .support import BOOK, FOUR_CARD, MULTI_GAME, Floor, forged, hired_floor, micros, replay

DAY_MS = 86_400_000


def a_floor() -> Floor:
    """T1 with a jackpot of $5,000.00 seed."""
    floor = hired_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    return floor


def a_winner(outcome: str = "royal_flush") -> tuple[Floor, str]:
    """A floor, and an award of $5,000.20, or a tenth of it, that is owed."""
    floor = a_floor()
    floor.start("T1", 1)
    floor.press("T1", 1, outcome)
    recorded, _ = floor.confirm("T1")
    return floor, recorded.awards[0].award


STOPS = CitedText("stop", "the rule")


def under(floor: Floor, law: Law) -> None:
    """Open a site under this law."""
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="own", reason="a new law",
        law=law,
        by=("eve", "ann"),
    )  # fmt: skip


# ---- what a cashier notes -----------------------------------------------------------------------


def test_PS_8_a_note_has_a_limit() -> None:
    floor, award = a_winner()
    noted = Payment(identity="x" * 201)
    code = floor.refused(payments.PayPrize, award=award, payment=noted, badge="ann")
    assert code == "TEXT_TOO_LONG"


# ---- the bank -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "cents"), [(0, 0), (1, 1), (1_000_000, 1), (1_000_001, 2), (250_000, 1)]
)
def test_PS_62_a_deposit_covers_the_part_of_a_cent(amount: int, cents: int) -> None:
    assert covering_up(Micros(amount)) == cents


def funded(floor: Floor, law: Law) -> None:
    """The account is named, and holds the seed under this law."""
    under(floor, law)
    account = BankAccount("Cedar Bank", "WA", "1234")
    floor.must(bank.NameBankAccount, account=account, badges=("sam", "ann"))
    floor.must(
        bank.RecordDeposit, cents=Cents(500_000), reference="r1", day="2026-01-01", badge="ann"
    )


def test_PS_62_every_board_says_that_a_short_account_stops_play() -> None:
    floor = a_floor()
    funded(floor, replace(EASY, bank_shortfall=STOPS))
    first = jackpot(floor, floor.state.table("T1").jackpots[0])
    assert (board(floor)["next"], first["stopped"]) == ("start", False)
    assert pit_board(floor.state, BOOK)["bank_stopped"] == []
    floor.open_jackpot("second", MULTI_GAME)  # its seed is not in the bank
    why = [{"word": "bank_short", "amount": "$5,000.00"}]
    told = board(floor)
    assert (told["phase"], told["next"], told["why"]) == ("idle", "wait", why)
    assert jackpot(floor, first["jackpot"])["stopped"]
    pit = pit_board(floor.state, BOOK)
    (row,) = pit["tables"]
    assert (row["stopped"], row["needs"], pit["bank_stopped"]) == (why, "stopped", why)
    (due,) = (each for each in due_things(floor.state, floor.at_ms) if each.what == "deposit")
    assert (due.about, due.due_ms, due.stops_play) == ("$5,000.00", floor.at_ms, True)


def test_PS_65_every_board_says_that_no_account_is_named() -> None:
    floor = a_floor()
    under(floor, replace(EASY, bank_shortfall=STOPS))
    floor.must(
        bank.RecordDeposit, cents=Cents(500_000), reference="r1", day="2026-01-01", badge="ann"
    )
    why = [{"word": "bank_unnamed"}]
    assert (board(floor)["next"], board(floor)["why"]) == ("wait", why)
    assert pit_board(floor.state, BOOK)["bank_stopped"] == why
    account = BankAccount("Cedar Bank", "WA", "1234")
    floor.must(bank.NameBankAccount, account=account, badges=("sam", "ann"))
    assert (board(floor)["next"], pit_board(floor.state, BOOK)["bank_stopped"]) == ("start", [])


def test_PS_65_a_house_without_progressives_needs_no_account() -> None:
    floor = hired_floor()
    floor.open_jackpot(
        "posted", FOUR_CARD, kind="house", levels=(), house_prizes=(("four_aces", Cents(50_000)),)
    )
    floor.open_table("H1", "posted")
    under(floor, replace(EASY, bank_shortfall=STOPS))
    assert pit_board(floor.state, BOOK)["bank_stopped"] == []
    floor.start("H1", 1)


def test_PS_62_who_looks_every_minute_writes_a_row_every_hour() -> None:
    floor = a_floor()
    funded(floor, replace(EASY, bank_shortfall=STOPS))
    hour_ms = 3_600_000
    assert not is_due(floor.state, floor.at_ms + hour_ms - 1)
    assert is_due(floor.state, floor.at_ms + hour_ms)
    floor.at_ms += hour_ms
    (seen,) = floor.must(bank.CheckBank)
    assert isinstance(seen, bank.BankSeenWhole)
    assert not is_due(floor.state, floor.at_ms)
    assert not is_due(a_floor().state, 0)  # no law, no look


def test_PS_62_a_changed_entry_of_the_bank_is_found() -> None:
    floor = a_floor()
    funded(floor, replace(EASY, bank_shortfall=STOPS))
    entry = {"day": "2026-01-01", "badges": ("ann", "eve")}
    floor.must(bank.RecordWithdrawal, cents=Cents(1), reference="b", purpose="seizure", **entry)
    short = floor.facts[-1]
    assert isinstance(short, bank.BankFellShort)
    assert (short.required_micros, short.bank_micros) == (micros(500_000), micros(499_999))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, short, replace(short, bank_micros=Micros(1))))


# ---- papers, equipment, access ------------------------------------------------------------------


def test_PS_64_where_the_site_is_known_no_table_opens_for_money_without_papers() -> None:
    floor = a_floor()
    fields: dict[str, object] = {
        "table": "T2", "game": "crazy4", "seats": 6, "jackpots": ("multi",),
        "badges": ("sam", "ann"),
    }  # fmt: skip
    needs = CitedTexts(("agency", "concurrence"), "the rule")
    under(floor, replace(EASY, approval_needs=needs))
    decision = floor.ask(tables.OpenTable, **fields)
    assert isinstance(decision, Told)
    assert (decision.code, decision.where) == ("APPROVAL_MISSING", "T2")
    assert decision.reason == "missing: agency, concurrence. The table can only train (the rule)"
    papers = ApprovalRecord(
        (("agency", "A-1"), ("concurrence", "C-1")), date="1970-01-01", signer="the agency"
    )
    items = bundle_items((), [floor.state.jackpot("multi").terms], "atlas", ())
    fields |= {"approval": papers, "proof": "one game"}
    assert floor.refused(tables.OpenTable, **fields) == "DIGEST_WRONG"
    assert floor.refused(tables.OpenTable, **fields, bundle="0" * 64) == "APPROVAL_VOID"
    fields |= {"bundle": bundle_sha256(items)}
    floor.must(tables.OpenTable, **fields)
    approval = floor.state.table("T2").approval
    assert approval is not None
    assert approval.record == papers


def test_PS_63_versions_are_compared_by_their_numbers() -> None:
    parts = (Equipment("shoe", "shoe", "v2.10"), Equipment("display", "monitor", "3"))
    least = (("shoe", "shoe", "2.9"), ("display", "monitor", "3.0.1"), ("manager", "manager", "1"))
    assert _shorts(parts, least) == ["PART_TOO_OLD display", "PART_MISSING manager"]


@pytest.mark.parametrize(
    ("found", "least", "code"),
    [
        ("5.4", "5.4.0", ""),
        ("v5.4", "5.4.0", ""),
        ("5.3.9", "5.4.0", "PART_TOO_OLD"),
        ("5.4.0-beta", "5.4.0", "PART_TOO_OLD"),
        ("5.4.0 RC 2", "5.4.0", "PART_TOO_OLD"),
        ("5.4-alpha.1", "5.4.0", "PART_TOO_OLD"),
        ("5.4.1-beta", "5.4.0", ""),
        ("5.4.0 SP1", "5.4.0", ""),
        ("6.6 Build 519", "6.6 Build 520", "PART_TOO_OLD"),
        ("v6.6 Build 520", "6.6 Build 520", ""),
        ("v6.6 Build 520 beta", "6.6 Build 520", "PART_TOO_OLD"),
        ("6.6.1 Build 3", "6.6 Build 520", ""),
        ("6.6", "6.6 Build 520", "PART_TOO_OLD"),
        ("6.7", "6.6 Build 520", ""),
        ("Mico32 v2.0.141", "2.0.141", ""),
        ("Mico32 v2.0.140", "2.0.141", "PART_TOO_OLD"),
        ("2.0.141", "2.0.141", ""),
        ("older than v2.0.141", "2.0.141", "PART_VERSION_UNREADABLE"),
        ("new", "1.0", "PART_VERSION_UNREADABLE"),
        ("5.x", "5.4.0", "PART_VERSION_UNREADABLE"),
        ("5,4,0", "5.4.0", "PART_VERSION_UNREADABLE"),
        ("5.4.0 not installed", "5.4.0", "PART_VERSION_UNREADABLE"),
        ("4.0.14", "4.0.014", ""),
    ],
)
def test_PS_36_versions_are_read_as_letters_print_them(found: str, least: str, code: str) -> None:
    parts = (Equipment("manager", "manager", found),)
    shorts = _shorts(parts, (("manager", "manager", least),))
    assert shorts == ([f"{code} manager"] if code else [])


def test_PS_36_every_least_version_of_the_letters_can_be_read() -> None:
    letters = [catalog.letter(name) for name in catalog.letter_names()]
    clauses = [clause for each in letters for clause in (*each.systems, *each.clauses)]
    makes = {make for clause in clauses for part in clause.parts for make in part.makes}
    least = {make.version for make in makes if make.version and not make.exact}
    assert "6.6 Build 520" in least
    assert [version for version in least if version_order(version) is None] == []


@pytest.mark.parametrize(
    ("found", "is_same"),
    [("v6.5.6 SP", True), ("6.5.6sp", True), ("6.5.6", False), ("6.5.7SP", False)],
)
def test_PS_36_a_version_without_or_higher_is_that_one(
    found: str,
    is_same: bool,  # noqa: FBT001
) -> None:
    make = Make("Aquarius Controller", "6.5.6SP", exact=True)
    system = Clause("this one", (NeededPart("controller", (make,)),), keypads=("aquarius",))
    parts = (Equipment("controller", "Aquarius Controller", found),)
    shorts = shortfalls("crazy4", "aquarius", parts, (), ((system,),))
    assert [short.code for short in shorts] == ([] if is_same else ["PART_NOT_APPROVED"])


def _shorts(parts: tuple[Equipment, ...], least: tuple[tuple[str, str, str], ...]) -> list[str]:
    needed = tuple(
        NeededPart(part, (Make(name, version, software="Mico32"),)) for part, name, version in least
    )
    system = Clause("only these parts", needed, keypads=("atlas",))
    shorts = shortfalls("crazy4", "atlas", parts, (), ((system,),))
    return [f"{short.code} {short.part}" for short in shorts]


def test_PS_63_a_part_is_named_once() -> None:
    part = Equipment("shoe", "shoe", "1.0")
    asked: dict[str, Any] = {"table": "T1", "badge": "tom"}
    floor = a_floor()
    assert floor.refused(tables.RecordEquipment, parts=(part, part), **asked) == "EQUIPMENT_WRONG"
    assert floor.refused(tables.RecordEquipment, parts=(), **asked) == "EQUIPMENT_WRONG"


def test_PS_60_who_is_turned_away_is_recorded_whatever_he_wrote() -> None:
    long = "x" * 10_000
    (kept,) = Floor().must(people.RefuseAccess, what=long, who=long, device="", code="KEY_WRONG")
    assert isinstance(kept, people.AccessRefused)
    assert (len(kept.what), len(kept.who), kept.code) == (200, 200, "KEY_WRONG")
