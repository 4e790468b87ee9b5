"""The records of a period: whole, without people, and proven by their own verifier."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reports.played import app, command, exported_rows, make_house, sheets_of

from .test_award_pack import files_of, unpacked, verified

MADE = "x.zip"
DAY = ("--from", "2026-11-08", "--to", "2026-11-08")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inspect") / "site"
    make_house(folder)
    return folder


@pytest.fixture(scope="module")
def records(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("made") / "records.zip"
    command("inspect", str(house), *DAY, "-o", str(file))
    return file


def test_every_row_of_the_period_is_there(house: Path, records: Path) -> None:
    """The second day began at 08:00 of November 8 at the house, which is 16:00 UTC."""
    midnight_ms = 1_794_124_800_000  # 2026-11-08 00:00 PST
    expected = [row["seq"] for row in exported_rows(house) if row["at_ms"] >= midnight_ms]
    assert len(expected) > 20
    rows = [json.loads(line) for line in files_of(records)["rows.jsonl"].splitlines()]
    assert [row["seq"] for row in rows] == expected
    story = files_of(records)["journal.txt"].decode().splitlines()
    assert [int(line.split()[0]) for line in story] == expected


def test_reports_are_there_as_csv_with_badges_for_names(records: Path) -> None:
    files = files_of(records)
    names = [name for name in files if name.startswith("reports/")]
    assert len(names) == 18
    assert "reports/R13-tax_and_cash.csv" not in names
    text = files["reports/R6-prize_register.csv"].decode()
    rows = sheets_of(text, ["register", "compared", "compared_counts"])["register"]
    assert {row["confirmed_by"] for row in rows} == {"E300"}
    assert [row["gross"] for row in rows] == ["1040.60", "300.00", "2500.00"]
    assert "seal" not in rows[0]


def test_no_name_and_nothing_of_a_winner_is_in_it(records: Path) -> None:
    people = (b"Shift Executive", b"Accounting Clerk", b"S-7", b"clear, 08:10", b"check_number")
    for name, data in files_of(records).items():
        for said in people:
            assert said not in data or name == "verify.py", (name, said)


def test_its_verifier_proves_it(records: Path, tmp_path: Path) -> None:
    code, told = verified(unpacked(records, tmp_path))
    assert code == 0, told
    assert "3 about a person" in told


def test_a_period_that_ends_before_it_begins_is_refused(house: Path, tmp_path: Path) -> None:
    words = ("--from", "2026-11-08", "--to", "2026-11-07", "-o", str(tmp_path / MADE))
    assert "PERIOD_WRONG" in CliRunner().invoke(app, ["inspect", str(house), *words]).output


def test_a_key_inside_the_folder_is_refused(house: Path, tmp_path: Path) -> None:
    words = (*DAY, "-o", str(tmp_path / MADE), "--house-key", str(house / "house.key"))
    assert "HOUSE_KEY_INSIDE" in CliRunner().invoke(app, ["inspect", str(house), *words]).output
    assert not (tmp_path / MADE).exists()
