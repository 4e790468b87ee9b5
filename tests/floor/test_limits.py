"""Limits of sense: no command with a day, a time or an amount that makes no sense is accepted."""

from __future__ import annotations

import pytest
from msgspec import Struct, structs

from pitboss.floor.decide.limits import need_limits
from pitboss.floor.facts import (
    COMMANDS,
    approvals,
    bank,
    clock,
    cover,
    days,
    jackpots,
    papers,
    payments,
    tables,
)
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import ApprovalRecord, Equipment, GroupShare, Payment, StatementLine
from pitboss.money import CENTS_MOST, Cents
from pitboss.refusal import Refusal

TODAY = "2026-11-15"
DEPOSIT = bank.RecordDeposit(
    command_id="c", at_ms=1, cents=Cents(1), reference="slip", day=TODAY, badge="ann"
)


def refused(asked: Struct) -> str:
    """What a command is refused for by its limits, and where; empty if it is within them."""
    try:
        need_limits(asked, lambda: TODAY)
    except Refusal as refusal:
        return f"{refusal.code} {refusal.where}"
    return ""


@pytest.mark.parametrize("day", ["2026-02-28", "2024-02-29", "2016-11-15", "2026-11-15"])
def test_a_day_of_the_bank_lies_in_the_last_ten_years(day: str) -> None:
    assert refused(structs.replace(DEPOSIT, day=day)) == ""


@pytest.mark.parametrize(
    "day",
    ["", "2026-2-28", "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10",
     "2026-01-00", "0000-01-01", "2026-01-01 ", "2026-01-0१", "20261114", "2026-W46-6",
     "0001-01-01", "2016-11-14", "2026-11-16", "9999-12-31"],
)  # fmt: skip
def test_no_other_day_is_one(day: str) -> None:
    assert refused(structs.replace(DEPOSIT, day=day)) == "DAY_WRONG day"


def test_a_refusal_says_which_days_are_accepted() -> None:
    with pytest.raises(Refusal) as told:
        need_limits(structs.replace(DEPOSIT, day="0001-01-01"), lambda: TODAY)
    assert told.value.reason == (
        "0001-01-01 is out of range. Enter a date from 2016-11-15 to 2026-11-15"
    )


@pytest.mark.parametrize(
    ("kind", "changes", "where"),
    [
        (bank.RecordWithdrawal, {"day": "0001-01-01"}, "day"),
        (bank.RecordStatement, {"from_day": "0001-01-01"}, "from_day"),
        (bank.RecordStatement, {"to_day": "9999-12-31"}, "to_day"),
        (
            bank.RecordStatement,
            {"lines": (StatementLine("0001-01-01", Cents(1), "r"),)},
            "lines.0.day",
        ),
        (cover.RecordCover, {"until": "9999-12-31"}, "until"),
        (cover.RecordCover, {"until": "2056-11-16"}, "until"),
        (cover.RecordCover, {"until": "0001-01-01"}, "until"),
        (
            approvals.EnterApproval,
            {"approval": ApprovalRecord(until="9999-12-31")},
            "approval.until",
        ),
        (approvals.EnterApproval, {"approval": ApprovalRecord(date="0001-01-01")}, "approval.date"),
        (approvals.EnterApproval, {"approval": ApprovalRecord(date="2026-11-16")}, "approval.date"),
        (papers.AnnounceRemoval, {"last_day": "0001-01-01"}, "last_day"),
        (papers.AnnounceRemoval, {"last_day": "9999-12-31"}, "last_day"),
        (
            tables.RecordEquipment,
            {"parts": (Equipment("shuffler", "a", "1", made="9999-12-31"),)},
            "parts.0.made",
        ),
        (days.CloseDay, {"day": "9999-12-31"}, "day"),
    ],
)
def test_every_day_has_limits(kind: type[Command], changes: dict[str, object], where: str) -> None:
    assert refused(asked(kind, **changes)) == f"DAY_WRONG {where}"


@pytest.mark.parametrize(
    ("kind", "changes", "where"),
    [
        (bank.RecordDeposit, {"cents": 0}, "cents"),
        (bank.RecordDeposit, {"cents": CENTS_MOST + 1}, "cents"),
        (
            days.RecordReading,
            {"signs": (days.SignReading("J", "main", Cents(-1)),)},
            "signs.0.cents",
        ),
        (
            days.RecordReading,
            {"signs": (days.SignReading("J", "main", Cents(10**15)),)},
            "signs.0.cents",
        ),
        (jackpots.AdjustMeter, {"cents": -CENTS_MOST - 1}, "cents"),
    ],
)
def test_every_amount_has_its_limits(
    kind: type[Command], changes: dict[str, object], where: str
) -> None:
    assert refused(asked(kind, **changes)) == f"AMOUNT_WRONG {where}"


def test_an_amount_of_a_part_of_a_payment_has_its_limits() -> None:
    assert refused(Payment(group=(GroupShare("kim", Cents(-1)),))) == "AMOUNT_WRONG group.0.cents"
    assert refused(Payment(tax_borne_cents=Cents(-1))) == "AMOUNT_WRONG tax_borne_cents"


def test_an_adjustment_may_lower_a_meter() -> None:
    assert refused(asked(jackpots.AdjustMeter, cents=-CENTS_MOST)) == ""


@pytest.mark.parametrize("ms", [-1, 2**47, 2**53 - 1])
def test_a_time_that_no_clock_shows_is_refused(ms: int) -> None:
    assert (
        refused(asked(clock.NoteClockJump, expected_ms=ms, found_ms=0)) == "TIME_WRONG expected_ms"
    )
    assert refused(asked(payments.VerifyHand, won_ms=ms)) == "TIME_WRONG won_ms"


def test_what_is_left_out_has_no_limits() -> None:
    assert refused(asked(cover.RecordCover, until="")) == ""
    assert refused(ApprovalRecord()) == ""


def test_a_round_costs_nothing_here() -> None:
    """What is asked most often has no field with a limit, but for a few names."""
    from pitboss.floor.decide.limits import _checks

    rounds = [kind for kind in COMMANDS if kind.__name__ in ("StartRound", "EndRound")]
    assert [[name for name, _, _ in _checks(kind)] for kind in rounds] == [
        ["command_id", "sent_from", "table"]
    ] * 2


@pytest.mark.parametrize(
    "text", ["a\x00b", "\x07", "a\nb", "a\tb", "\x1b[2J", "a\x7f", "\x85", "\x9b"]
)
def test_no_text_has_a_control_character(text: str) -> None:
    assert refused(structs.replace(DEPOSIT, reference=text)) == "TEXT_WRONG reference"
    part = StatementLine(TODAY, Cents(1), text)
    assert refused(asked(bank.RecordStatement, lines=(part,))) == "TEXT_WRONG lines.0.reference"


@pytest.mark.parametrize("text", ["", "Zoë\xa0Nguyễn", "骰子", "👨\u200d👩", "“x” – y"])
def test_any_other_text_is_one(text: str) -> None:
    assert refused(structs.replace(DEPOSIT, reference=text)) == ""


def test_a_manifest_has_lines() -> None:
    assert refused(asked(approvals.NoteRelease, manifest="a\tb\nc")) == ""
    assert refused(asked(approvals.NoteRelease, manifest="a\rb")) == "TEXT_WRONG manifest"


def asked(kind: type[Command], **changes: object) -> Command:
    """A command with values of no meaning but these."""
    values = {each.name: VALUES.get(each.name, "") for each in structs.fields(kind)}
    return kind(**{**values, **changes})  # type: ignore[arg-type]


VALUES: dict[str, object] = {
    "at_ms": 1, "cents": Cents(1), "closing_cents": Cents(1), "from_day": TODAY, "to_day": TODAY,
    "day": TODAY, "last_day": TODAY, "until": "", "lines": (), "same": (), "signs": (),
    "parts": (), "gone": (), "approval": ApprovalRecord(), "won_at": None,
}  # fmt: skip
