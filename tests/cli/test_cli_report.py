"""`pitboss report`, as an accountant types it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from reports.played import make_house

from .conftest import Run


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("house") / "site"
    make_house(folder)
    return str(folder)


def test_without_a_name_it_lists_them(run: Run) -> None:
    lines = run("report").stdout.splitlines()
    assert lines[0].startswith("R1   accrual ")
    assert sum(line.startswith("R") for line in lines) == 19


def test_without_a_period_it_is_the_last_closed_day(run: Run, house: str) -> None:
    text = run("report", "R1", house).stdout
    assert "120  $24.00    $6.00" in text
    assert "R1, not recorded as a copy" in text


@pytest.mark.parametrize(("form", "begins"), [("pdf", b"%PDF-"), ("xlsx", b"PK"), ("csv", b"acc")])
def test_a_file_of_each_format(
    run: Run, house: str, tmp_path: Path, form: str, begins: bytes
) -> None:
    file = tmp_path / f"report.{form}"
    result = run("report", "accrual", house, "--format", form, "-o", str(file))
    assert result.exit_code == 0, result.output
    assert file.read_bytes().startswith(begins)
    assert "SHA-256" in result.stdout


def test_a_dash_is_standard_output(
    run: Run, house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("report", "accrual", house, "--format", "csv")
    assert run(*asked, "-o", "-").stdout == run(*asked).stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["xlsx", "pdf"])
def test_what_is_no_text_is_not_written_to_a_terminal(
    refuses: Callable[..., str], house: str, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    terminal = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("pitboss.cli.report.sys", terminal)
    told = refuses("report", "accrual", house, "--format", form, "-o", "-")
    assert told.startswith("FILE_UNWRITABLE")
    assert f"{form.upper()} isn't text for a terminal" in told


def test_a_folder_that_nobody_may_write_to_is_read(run: Run, house: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("site.toml", "floor.db"):
        (copy / name).write_bytes((Path(house) / name).read_bytes())
    copy.chmod(0o500)
    try:
        assert "$24.00" in run("report", "accrual", str(copy)).stdout
    finally:
        copy.chmod(0o700)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("accruals",), "REPORT_UNKNOWN"),
        (("accrual", "--format", "doc"), "FORMAT_UNKNOWN"),
        (("accrual", "--from", "2026-11-07"), "PERIOD_WRONG"),
        (("accrual", "--from", "2026-11-08", "--to", "2026-11-07"), "PERIOD_WRONG"),
        (("accrual", "--from", "then", "--to", "now"), "TIME_UNREADABLE"),
        (("accrual", "--format", "pdf", "--paper", "b5"), "PAPER_UNKNOWN"),
    ],
)
def test_what_is_wrong_is_refused_by_name(
    refuses: Callable[..., str], house: str, words: tuple[str, ...], code: str
) -> None:
    name, *others = words
    assert refuses("report", name, house, *others).startswith(code)


def test_a_missing_journal_is_told(refuses: Callable[..., str], house: str, tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_bytes((Path(house) / "site.toml").read_bytes())
    assert refuses("report", "accrual", str(tmp_path)).startswith("FILE_MISSING")


def test_a_houses_jackpot_plays_its_hits_again_by_other_terms(run: Run, house: str) -> None:
    """203 wagers of 20 cents, four aces, and one more wager; by hand the house added $25 since."""
    result = run(
        "meter", "fours", "--site", house, "--term", "main.seed=5000", "--pay",
        "four_of_a_kind=$50 from main", "--term", "main.reserve=0", "--json",
    )  # fmt: skip
    data = json.loads(result.stdout)
    # 204 wagers in less than a week, and $1,035.35 on the meter now.
    assert data["levels"]["main"]["unhit_cents"] == 103_535 + 20 * 204 * 52
    found = data["replay"]
    assert (found["wagers"], found["hits"]) == (204, 1)
    own, these = found["own"]["main"], found["these"]["main"]
    assert (own["paid_cents"], own["shown_cents"], own["reserve_cents"]) == (104_060, 101_035, 5)
    assert (these["paid_cents"], these["shown_cents"]) == (504_060, 500_020)
    assert run("meter", "nobody", "--site", house).exit_code == 2
