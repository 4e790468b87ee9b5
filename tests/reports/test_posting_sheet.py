"""R14 has all that must be posted: the pays of every bet, restrictions, and the house's notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from .played import CsvSheets, command, make_house, sheets_of

SHEETS = ["posted_limits", "posted_pays", "posted_prizes", "posted_meters", "posted_notices",
          "posted_unlike"]  # fmt: skip
WHOLE = ("--from", "2026-11-07", "--to", "2026-11-08")
STAFF = "Employees may play here when they are off duty, but not at a table they deal."
DISPUTES = """Tell the dealer or the floor supervisor before the next hand. \
The supervisor decides and keeps a record."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house") / "site"
    make_house(folder)
    return folder


def changed(house: Path, folder: Path, before: str, after: str) -> CsvSheets:
    """The posting sheet of the same journal, beside another site file."""
    text = (house / "site.toml").read_text("utf-8")
    assert before in text
    folder.mkdir()
    (folder / "site.toml").write_text(text.replace(before, after, 1), "utf-8")
    (folder / "floor.db").write_bytes((house / "floor.db").read_bytes())
    return posting_sheet(folder)


def posting_sheet(folder: Path) -> CsvSheets:
    text = command("report", "posting_sheet", str(folder), "--format", "csv", *WHOLE)
    return sheets_of(text, SHEETS)


def test_R14_posts_what_every_bet_pays_by_odds(house: Path) -> None:
    found = posting_sheet(house)["posted_pays"]
    queens = [(row["hand"], row["pays"]) for row in found if row["bet"] == "Queens Up"]
    assert queens == [
        ("4 of a Kind", "50 to 1"),
        ("Straight Flush", "30 to 1"),
        ("3 of a Kind", "9 to 1"),
        ("Flush", "4 to 1"),
        ("Straight", "3 to 1"),
        ("2 Pair", "2 to 1"),
        ("Queens or Better", "1 to 1"),
    ]
    assert {row["tables"] for row in found if row["bet"] == "Queens Up"} == {"C1"}
    bonus = [row for row in found if row["bet"] == "Super Bonus"]
    assert (bonus[0]["tables"], bonus[0]["hand"], bonus[0]["pays"]) == (
        "C1, C2", "4 Aces", "200 to 1",
    )  # fmt: skip
    assert not any("%" in row["pays"] for row in found)  # the jackpots' stand by themselves


def test_R14_names_another_side_bet_of_the_file(house: Path, tmp_path: Path) -> None:
    found = changed(house, tmp_path / "other", "queens_up/c4p-09", "queens_up/c4p-10")
    (unlike,) = found["posted_unlike"]
    assert unlike == {
        "posted_at": "C1",
        "item": "paytable queens_up",
        "floor_had": "crazy4/queens_up/c4p-09",
        "file_says": "crazy4/queens_up/c4p-10",
    }


def test_R14_posts_the_restrictions_that_a_letter_prints(house: Path) -> None:
    notices = posting_sheet(house)["posted_notices"]
    told = {(row["about"], row["notice"]) for row in notices}
    assert ("Crazy 4 Progressive", "Original Wager is NOT Returned") in told
    assert ("House Money", "Multi-deck paytable (2+ decks)") in told


def test_R14_posts_the_houses_own_notices(house: Path) -> None:
    """WAC 230-15-060(1)(d), (1)(e) and (2)."""
    found = posting_sheet(house)["posted_notices"]
    own = {row["about"]: row["notice"] for row in found if not row["tables"]}
    assert own == {
        "staff_play": STAFF,
        "disputes": DISPUTES,
        "rules": "The rules of play, the internal controls for card games and every rule that "
        "limits a prize are available on request.",
    }


def test_R14_says_which_notice_the_house_has_not_written(house: Path, tmp_path: Path) -> None:
    written = f'disputes = "{DISPUTES}"\n'
    found = changed(house, tmp_path / "mute", written, "")["posted_notices"]
    own = {row["about"]: row["notice"] for row in found if not row["tables"]}
    assert own["disputes"] == "Not written yet. Add disputes to [signs] in the site file."
