"""`pitboss bank import`, and what banks export: OFX and CSV."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from house_files import BANK_FILES
from pitboss.bank_statements import read_statement
from pitboss.cli import bank_commands
from pitboss.floor.facts.values import StatementLine
from pitboss.money import Cents
from pitboss.refusal import Refusal

OFX = (BANK_FILES / "month.ofx").read_text("utf-8")
CSV = (BANK_FILES / "month.csv").read_text("utf-8")
LINES = (
    StatementLine("2026-11-02", Cents(900_000), "slip 1", "DEPOSIT"),
    StatementLine("2026-11-10", Cents(-104_060), "1042", "CHECK"),
)


def test_OFX_is_read_with_account_days_closing_balance_and_lines() -> None:
    found = read_statement(OFX)
    assert (found.last_four, found.from_day, found.to_day) == ("4821", "2026-11-01", "2026-11-14")
    assert found.closing_cents == 795_940
    assert [(each.day, each.cents, each.reference) for each in found.lines] == [
        (each.day, each.cents, each.reference) for each in LINES
    ]


XML = (BANK_FILES / "month.xml").read_text("utf-8")


def test_XML_OFX_is_read_and_nothing_in_it_expands() -> None:
    found = read_statement(XML)
    assert (found.last_four, found.from_day, found.to_day) == ("4821", "2026-11-01", "2026-11-14")
    assert (found.closing_cents, found.lines) == (
        795_940,
        (
            StatementLine("2026-11-02", Cents(900_000), "slip 1", "R&D – A&B"),
            StatementLine("2026-11-10", Cents(-104_060), "F2", "&laugh; ->"),
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        OFX.replace("\n", "\r\n"),
        OFX.replace("\n", "", 8),  # a head on one line
        OFX.replace("<CHECKNUM>1042", "<CHECKNUM>1042<MEMO>"),  # an empty field that nothing ends
        OFX.replace("<NAME>DEPOSIT", "<NAME>DEPOSIT</NAME>"),
        OFX.replace("<", "\n  <"),
    ],
)
def test_SGML_is_read_however_a_bank_lays_it_out(text: str) -> None:
    assert read_statement(text) == read_statement(OFX)


def test_a_file_may_be_in_the_charset_that_OFX_calls_1252(tmp_path: Path) -> None:
    file = tmp_path / "november.ofx"
    file.write_bytes(OFX.replace("DEPOSIT", "Café “7”").encode("cp1252"))
    made = CliRunner().invoke(bank_commands.commands, ["bank", "import", str(file)])
    assert made.exit_code == 0, made.output
    assert json.loads(made.output)["lines"][0]["text"] == "Café “7”"


def test_CSV_is_read_from_the_oldest_line_on_by_the_names_of_its_columns() -> None:
    found = read_statement(CSV)
    assert (found.last_four, found.from_day, found.to_day) == ("", "2026-11-02", "2026-11-10")
    assert (found.closing_cents, found.lines) == (795_940, LINES)


@pytest.mark.parametrize(
    ("rows", "closing_cents"),
    [
        ("2026-11-05,-12.00,fee,24988.00\n2026-11-05,25000.00,slip,25000.00", 2_498_800),
        ("2026-11-05,25000.00,slip,25000.00\n2026-11-05,-12.00,fee,24988.00", 2_498_800),
        ("2026-11-05,5.00,a,105.00\n2026-11-05,-5.00,b,100.00", None),  # fits both ways
        ("2026-11-05,5.00,a,105.00\n2026-11-05,7.00,b,900.00", None),  # fits neither
    ],
)
def test_a_days_balances_say_which_line_is_newest(rows: str, closing_cents: int | None) -> None:
    found = read_statement(f"Date,Amount,Reference,Balance\n{rows}\n")
    assert found.closing_cents == closing_cents


@pytest.mark.parametrize(
    ("posted", "day"),
    [
        ("20261115180000[-8:PST]", "2026-11-15"),
        ("20261116020000[0:GMT]", "2026-11-15"),
        ("20261115120000", "2026-11-15"),
        ("20261115000000[0:GMT]", "2026-11-15"),
        ("20261115", "2026-11-15"),
    ],
)
def test_a_time_of_OFX_is_a_day_of_the_house(posted: str, day: str) -> None:
    text = OFX.replace("<DTPOSTED>20261110", f"<DTPOSTED>{posted}")
    assert read_statement(text, time_zone="America/Los_Angeles").lines[1].day == day


def test_a_line_without_a_reference_is_named_by_its_text_and_day() -> None:
    text = "Date,Description,Amount,Reference\n2026-11-09,SERVICE CHARGE,-12.00,\n"
    assert read_statement(text).lines[0].reference == "SERVICE CHARGE, 2026-11-09"
    bare = "Date,Amount,Reference\n2026-11-09,-12.00,\n"
    assert read_statement(bare).lines[0].reference == "line 1, 2026-11-09"


def test_a_column_may_be_chosen() -> None:
    text = CSV.replace("Check Number", "Slip")
    with pytest.raises(Refusal, match="no column for the reference"):
        read_statement(text)
    assert read_statement(text, columns={"reference": "slip"}).lines == LINES


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no column for the day. It has none"),
        ("Date,Amount,Reference\n", "it has no lines"),
        ("Date,Amount,Reference\n14.11.2026,1,a\n", "isn't a date"),
        ("Date,Amount,Reference\n2026-11-14,one,a\n", "isn't an amount"),
        ("Date,Amount,Reference\n2026-11-14,1.005,a\n", "dollars and cents"),
        ("Date,Amount,Reference\n2026-11-14,NaN,a\n", "dollars and cents"),
        ('Date,Amount,Reference\n2026-11-14,"700,00",a\n', "isn't an amount"),
        ("Date;Amount;Reference\n2026-11-14;700,00;a\n", "isn't an amount"),
        ("Date,Debit,Reference\n2026-11-14,1,a\n", "no column for the amount"),
        ("Date,Debit,Credit,Reference\n2026-11-14,1,2,a\n", "line 1 needs an amount"),
        ("Date,Debit,Credit,Reference\n2026-11-14,,,a\n", "line 1 needs an amount"),
        ("Date,Debit,Credit,Reference\n2026-11-14,,-2,a\n", "line 1 needs an amount"),
        (
            OFX.replace("<CURDEF>USD", "<CURDEF>CAD"),
            "amounts are in CAD, but the jackpot account is in USD",
        ),
        (
            OFX.replace(
                "<CHECKNUM>1042", "<CHECKNUM>1042<CURRENCY><CURRATE>1.4<CURSYM>CAD</CURRENCY>"
            ),
            "amounts are in CAD",
        ),
        (
            OFX.replace("<DTPOSTED>20261110", "<DTPOSTED>20261111070000[0:GMT]"),
            "Enter the house's time zone",
        ),
        ("<OFX>", "the start of the file is missing or damaged"),
        (OFX.replace("CHARSET:1252", "CHARSET:KLINGON"), "the start of the file is missing"),
        (OFX[: OFX.index("<LEDGERBAL>")], "it's cut off or damaged"),
        (OFX[: OFX.index("40<DTASOF>")], "it's cut off or damaged"),
        (OFX.replace("LEDGERBAL", "AVAILBAL"), "it has no closing balance"),
        (OFX.replace("</STMTTRN>", "", 1), "the field FITID is missing"),
        (OFX.replace("</STMTTRN>", "</STMTTRN>5", 1), "it's cut off or damaged"),
        (OFX.replace("<TRNAMT>", "<TRNAMT", 1), "it's cut off or damaged"),
        (OFX.replace("<OFX>", "<!DOCTYPE OFX><OFX>"), "the start of the file is missing"),
        (OFX.replace("<OFX>", "<OFX>" + "<A>" * 200_000 + "</B>" * 200_000), "cut off or damaged"),
        (
            OFX.replace("</STMTTRNRS>", "</STMTTRNRS><STMTTRNRS><STMTRS></STMTRS></STMTTRNRS>"),
            "it covers 2 accounts",
        ),
        (
            OFX.replace("<DTPOSTED>20261110", "<DTPOSTED>20261110120000[99:X]"),
            "the field DTPOSTED can't be",
        ),
        (OFX.replace("<BALAMT>7959.40", "<BALAMT>1e999999"), "isn't an amount such as 1,234.56"),
        (OFX.replace("<FITID>F1", ""), "the field FITID is missing"),
        (
            OFX.replace("<DTPOSTED>20261110", "<DTPOSTED>2026-13-45"),
            "the field DTPOSTED can't be '2026-13-45'",
        ),
        (OFX.replace("<TRNAMT>", "<TRNAMT>1.0,"), "isn't an amount such as 1,234.56"),
        (OFX.replace("BANKMSGSRSV1", "LOANMSGSRSV1"), "it doesn't contain an account statement"),
        (OFX.replace("<NAME>", "<REFNUM>"), "it's cut off or damaged"),
    ],
)
def test_what_is_no_statement_is_refused_by_name(text: str, told: str) -> None:
    with pytest.raises(Refusal, match=told) as refused:
        read_statement(text)
    assert refused.value.code == "STATEMENT_UNREADABLE"
    assert not re.search(r"Error|Invalid|Exception", refused.value.reason)


def test_a_file_that_is_no_text_is_refused_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "november.pdf"
    file.write_bytes(b"%PDF-1.7\xff\xfe")
    result = CliRunner().invoke(bank_commands.commands, ["bank", "import", str(file)])
    assert "it isn't text. Export OFX or CSV from the bank" in str(result.exception)
    gone = CliRunner().invoke(bank_commands.commands, ["bank", "import", str(tmp_path / "no.ofx")])
    assert "can't be read: No such file or directory" in str(gone.exception)


def test_the_command_prints_what_two_people_accept(tmp_path: Path) -> None:
    file = tmp_path / "november.ofx"
    file.write_text(OFX, "utf-8")
    made = CliRunner().invoke(bank_commands.commands, ["bank", "import", str(file)])
    assert made.exit_code == 0, made.output
    printed = json.loads(made.output)
    assert (printed["last_four"], printed["closing_cents"]) == ("4821", 795_940)
    assert printed["lines"][1]["reference"] == "1042"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("out", ["700.00", "-700.00"])
def test_debit_and_credit_may_have_columns_of_their_own(delimiter: str, out: str) -> None:
    rows = [
        ["Date", "Description", "Check Number", "Debit", "Credit", "Balance"],
        ["11/02/2026", "DEPOSIT", "slip 1", "", "9000.00", "9000.00"],
        ["11/10/2026", "CHECK", "1042", out, "0.00", "8300.00"],
    ]
    found = read_statement("\n".join(delimiter.join(row) for row in rows))
    assert found.closing_cents == 830_000
    assert [(each.reference, each.cents) for each in found.lines] == [
        ("slip 1", 900_000),
        ("1042", -70_000),
    ]


def test_the_command_gives_the_days_of_the_house_as_the_office_does(tmp_path: Path) -> None:
    file = tmp_path / "november.ofx"
    file.write_text(OFX.replace("<DTPOSTED>20261110", "<DTPOSTED>20261111070000[0:GMT]"), "utf-8")
    asked = ["bank", "import", str(file)]
    made = CliRunner().invoke(bank_commands.commands, [*asked, "--zone", "America/Los_Angeles"])
    assert made.exit_code == 0, made.output
    assert json.loads(made.output)["lines"][1]["day"] == "2026-11-10"
    unknown = CliRunner().invoke(bank_commands.commands, [*asked, "--zone", "Cedar"])
    assert isinstance(unknown.exception, Refusal)
    assert unknown.exception.code == "TIME_ZONE_UNKNOWN"
