"""R5 and R6 in short: drop boxes in totals, small tray pays in sums; whole where somebody asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from coded import code_first
from web.history import Past

from .played import CsvSheets, app, command, make_house, sheets_of

WHOLE = ("--from", "2026-11-07", "--to", "2026-11-08")
BOXES = ["bets", "boxes_by_table", "boxes_by_day", "boxes"]
TOTALS = ["bets", "boxes_by_table", "boxes_by_day", "boxes_explained"]
TOTAL = ("boxes_all", "not_counted", "bets_uncounted", "bets", "chips", "chips_value", "variance",
         "variance_cases")  # fmt: skip


def tray_pays(past: Past) -> None:
    """Two seats have three of a kind, $15.00 each from the tray; nobody counts the drop."""
    past.round("C1", [1, 2], hands={1: "three_of_a_kind"})
    past.round("C1", [2, 3], hands={3: "three_of_a_kind"})
    past.end_day(closes=False)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house") / "site"
    make_house(folder, then=tray_pays)
    return folder


def made(house: Path, name: str, sheets: list[str], *words: str) -> CsvSheets:
    text = command("report", name, str(house), "--format", "csv", *WHOLE, *words)
    return sheets_of(text, [*sheets, "compared", "compared_counts"])


def told(row: dict[str, str], *names: str) -> tuple[str, ...]:
    return tuple(row[name] for name in names)


def test_R5_has_drop_boxes_in_totals_by_table_and_by_day(house: Path) -> None:
    """By hand: 119 chips of 120 bets at C1 and 80 of 80 at C2 on the 7th; on the 8th C1 took 3, 2
    and 2 bets, C2 1 and H2 2, and nobody has counted."""
    found = made(house, "coin_in", TOTALS)
    assert [told(row, "table", *TOTAL) for row in found["boxes_by_table"]] == [
        ("C1", "2", "1", "7", "120", "119", "119.00", "-0.833333", "1"),
        ("C2", "2", "1", "1", "80", "80", "80.00", "0.000000", "0"),
        ("H2", "1", "1", "2", "0", "0", "0.00", "", "0"),
    ]
    assert [told(row, "day", *TOTAL) for row in found["boxes_by_day"]] == [
        ("2026-11-07", "2", "0", "0", "200", "199", "199.00", "-0.500000", "1"),
        ("2026-11-08", "3", "3", "10", "0", "0", "0.00", "", "0"),
    ]
    (explained,) = found["boxes_explained"]
    assert told(explained, "day", "table", "variance_case", "reason") == (
        "2026-11-07", "C1", "closed", "found in the tray",
    )  # fmt: skip


def test_R5_lists_each_box_where_somebody_asks(house: Path) -> None:
    found = made(house, "coin_in", BOXES, "--option", "boxes=each")["boxes"]
    assert [told(row, "day", "table") for row in found] == [
        ("2026-11-07", "C1"), ("2026-11-07", "C2"), ("2026-11-08", "C1"), ("2026-11-08", "C2"),
        ("2026-11-08", "H2"),
    ]  # fmt: skip


def test_R6_has_small_tray_pays_in_sums(house: Path) -> None:
    found = made(house, "prize_register", ["register", "tray_sums"])
    assert [row["gross"] for row in found["register"]] == ["1040.60", "300.00", "2500.00"]
    assert found["tray_sums"] == [
        {"jackpot": "Crazy 4 Progressive", "hand": "Three of a Kind", "prizes": "2",
         "from_tray": "30.00"},
    ]  # fmt: skip


def test_R6_lists_every_prize_where_somebody_asks(house: Path) -> None:
    for amount in ("$0", "$15"):  # what is not below the amount is listed
        words = ("--option", f"sum_below={amount}")
        sheets = ["register", "tray_sums"] if amount == "$15" else ["register"]
        found = made(house, "prize_register", sheets, *words)
        listed = ["1040.60", "300.00", "2500.00", "15.00", "15.00"]
        assert [row["gross"] for row in found["register"]] == listed


def test_a_report_says_what_it_has_in_sums(house: Path) -> None:
    short = command("report", "prize_register", str(house), *WHOLE)
    assert "Tray pays under $100.00 are grouped." in short
    whole = command("report", "prize_register", str(house), *WHOLE, "--option", "sum_below=$0")
    assert "are grouped" not in whole


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("boxes=some", "REPORT_OPTION_WRONG: boxes: choose totals or each"),
        ("boxes", "REPORT_OPTION_WRONG: boxes: write it as NAME=VALUE"),
        ("sum_below=$5", "REPORT_OPTION_WRONG: sum_below: this report's choices are boxes"),
    ],
)
def test_a_wrong_option_is_refused_with_what_there_is(house: Path, option: str, says: str) -> None:
    words = ("report", "coin_in", str(house), *WHOLE, "--option", option)
    refused = CliRunner(env={"COLUMNS": "200"}).invoke(app, words)
    assert refused.exit_code != 0
    assert says in code_first(refused.output)
