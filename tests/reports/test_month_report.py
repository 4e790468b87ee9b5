"""R18: a month's trial balance in the house's codes, its accounts from opening to closing, and its
jackpots, against plain sums from exported rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.facts.account_codes import MapAccount
from web.history import Past

from .played import CsvSheets, Rows, command, exported_rows, make_house, sheets_of

CODES = {"players": "1000", "meter:fours": "2150", "meter": "2100", "house": "4000"}
NOVEMBER = ("--from", "2026-11-01 06:00", "--to", "2026-12-01 06:00")


def money(text: str) -> int:
    """Cents of an amount in a file."""
    return int(text.replace(".", "")) if text else 0


def code(past: Past) -> None:
    """The first two days are over; the house maps four accounts and ends the third."""
    past.end_day(closes=False)
    for account, number in CODES.items():
        said = {"account_code": number, "account_name": f"Ours {number}", "first_day": "2026-11-01"}
        past.ask(MapAccount, account=account, badges=("A400", "E300"), **said)
    past.round("C1", [1, 2, 3])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("month") / "site"
    make_house(folder, then=code)
    return folder


@pytest.fixture(scope="module")
def sheets(house: Path) -> CsvSheets:
    text = command("report", "R18", str(house), "--format", "csv", *NOVEMBER)
    return sheets_of(text, ["month_balance", "rolled_forward", "by_jackpot"])


@pytest.fixture(scope="module")
def rows(house: Path) -> Rows:
    return exported_rows(house)


def ends(rows: Rows) -> list[dict[str, Any]]:
    """Every end of a gambling day."""
    return [event for row in rows for event in row["events"] if event["kind"] == "day-ended"]


def cents_at(event: dict[str, Any]) -> dict[str, int]:
    """The balances of a day's end, rounded down, without play money."""
    return {
        each["account"]: each["cents"]
        for each in event["balances"]
        if not each["account"].startswith("training:")
    }


def test_R18_month(sheets: CsvSheets, rows: Rows) -> None:
    closing = cents_at(ends(rows)[-1])
    closing["rounding"] = -sum(closing.values())
    found = {row["account"]: row for row in sheets["month_balance"]}
    assert set(found) == {account for account, cents in closing.items() if cents}
    for account, row in found.items():
        debit, credit = (money(row[side]) for side in ("debit", "credit"))
        is_debit = account in ("bank", "cage", "bank_charges")
        assert debit - credit == (closing[account] if is_debit else -closing[account])
    sums = [sum(money(row[side]) for row in found.values()) for side in ("debit", "credit")]
    assert sums[0] == sums[1]
    codes = {account: row["account_code"] for account, row in found.items()}
    assert (codes["meter:fours:main"], codes["players"], codes["house"]) == ("2150", "1000", "4000")
    assert codes["bank"] == ""  # nobody mapped it


def test_an_account_rolls_forward_from_wagers_and_everything_else(
    sheets: CsvSheets, rows: Rows
) -> None:
    closing = cents_at(ends(rows)[-1])
    last = ends(rows)[-1]
    wagered = 0
    for row in rows:
        for event in row["events"]:
            if event["kind"] in ("round-started", "round-voided") and event["table"] != "T9":
                sign = 1 if event["kind"] == "round-started" else -1
                wagered += sign * sum(each["wager_micros"] for each in event["takings"])
        if any(event == last for event in row["events"]):
            break
    found = {row["account"]: row for row in sheets["rolled_forward"]}
    for account, row in found.items():
        parts = [money(row[part]) for part in ("opening", "from_wagers", "from_others", "closing")]
        assert parts[0] + parts[1] + parts[2] == parts[3] == closing.get(account, 0)
    assert money(found["players"]["from_wagers"]) == -wagered // 1_000_000
    assert all(money(row["opening"]) == 0 for row in found.values())


def test_a_jackpot_has_what_it_took_in_and_paid(sheets: CsvSheets, rows: Rows) -> None:
    started = [
        each
        for row in rows
        for event in row["events"]
        if event["kind"] == "round-started"
        for each in event["takings"]
        if each["jackpot"] == "fours"
    ]
    voided = [
        each
        for row in rows
        for event in row["events"]
        if event["kind"] == "round-voided"
        for each in event["takings"]
        if each["jackpot"] == "fours"
    ]
    (fours,) = [row for row in sheets["by_jackpot"] if row["jackpot"].startswith("Crazy 4")]
    bets = sum(each["bets"] for each in started) - sum(each["bets"] for each in voided)
    assert int(fours["bets"]) == bets - 3  # of the day that isn't over
    assert money(fours["coin_in"]) == 100 * (bets - 3)
    awards = [
        each
        for row in rows
        for event in row["events"]
        if event["kind"] == "awards-recorded"
        for each in event["awards"]
        if each["jackpot"] == "fours"
    ]
    assert money(fours["from_meter"]) <= sum(each["meter_cents"] for each in awards)
    assert money(fours["from_meter"]) > 0


def test_days_by_date_are_the_gambling_days_of_that_name(house: Path) -> None:
    by_date = ("--from", "2026-11-08", "--to", "2026-11-08")
    by_time = ("--from", "2026-11-08 06:00", "--to", "2026-11-09 06:00")
    one, same = (
        sheets_of(
            command("report", "R18", str(house), "--format", "csv", *period),
            ["month_balance", "rolled_forward", "by_jackpot"],
        )
        for period in (by_date, by_time)
    )
    assert one["by_jackpot"]
    assert one == same
