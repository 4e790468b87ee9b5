"""`pitboss games` and `pitboss paytables`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import Result

from coded import code_first
from house_files import QUEENS_UP_LABELS
from pitboss.rules import catalog

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = catalog.game_names()

HOUSE_QUEENS_UP = (
    """\
title = "Our own queens up"
games = ["crazy4"]

[pays]
nothing = "loses"
queens_or_better = "1 to 1"
two_pair = "2 to 1"
straight = "3 to 1"
flush = "4 to 1"
three_of_a_kind = "8 to 1"
straight_flush = "40 to 1"
four_of_a_kind = "50 to 1"
four_aces = "75 to 1"
"""
    + QUEENS_UP_LABELS
)


def house(folder: Path, text: str = HOUSE_QUEENS_UP) -> Path:
    """A house's folder with one paytable of its own."""
    file = folder / "crazy4" / "queens_up" / "ours.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    return folder


def test_every_game_is_listed(run: Run) -> None:
    text = run("games").stdout
    for name in GAMES:
        assert f"\n{name}  " in f"\n{text}"
    assert "Crazy 4 Poker" in text
    assert "ante, super_bonus, play, queens_up, bad_beat, progressive, five_card" in text
    assert "C4-1 to C4-9" in text
    assert "1 to 7" in text  # Caribbean Stud has a seat for each of seven players


def test_rules_card_as_a_dealer_reads_it(run: Run) -> None:
    assert run("games", "crazy4").stdout == (GOLDEN / "games_crazy4.txt").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_rules_card_fits_eighty_columns(run: Run, game: str) -> None:
    text = run("games", game).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert "\x1b" not in text


def test_rules_card_marks_the_default_setting(run: Run) -> None:
    text = run("games", "blackjack").stdout
    assert "soft_17             stand* hit       What the dealer does on a soft 17." in text
    assert "50 % of the blackjack" in text


def test_cs3_rules_card_has_a_column_for_each_number_of_hands(run: Run) -> None:
    text = run("games", "caribbean_stud").stdout
    assert "hands in the round    2    3    4    5    6    7    8" in text
    assert "Royal Flush         500  300  250  200  150  125  100" in text


def test_every_paytable_is_listed_with_its_source(run: Run) -> None:
    text = run("paytables").stdout
    assert "  crazy4/queens_up/c4p-09  000  Crazy 4 Poker: Queens Up C4P-09\n" in text
    assert "multi_game/five_card  (played in " in text
    listed = [line.split()[0] for line in text.splitlines() if re.match(r"  \S+/\S+/\S+  ", line)]
    assert listed == sorted(listed)
    assert {"blackjack/trilux/6", "caribbean_stud/cover_all/standard"} <= set(listed)
    assert listed == [entry["id"] for entry in json.loads(run("paytables", "--json").stdout)]


def test_list_of_paytables_as_json(run: Run) -> None:
    listed = json.loads(run("paytables", "--json").stdout)
    by_id = {entry["id"]: entry for entry in listed}
    assert by_id["blackjack/house_money/1"]["games"] == ["blackjack"]
    assert by_id["baccarat/dragon_bonus/1"]["source"]["document"] == "001"


def test_a_paytable_in_full(run: Run) -> None:
    text = run("paytables", "multi_game/five_card/ml03").stdout
    order = [
        text.index(part)
        for part in (
            "Royal Flush      100 % of mega   envy $1,000",
            "Straight Flush   100 % of major  envy $300",
            "Four of a Kind   100 % of minor",
            "All Other Hands  loses",
            "mega   $5,000           12 %             0 %",
            "house                   80 %",
            "sha256  ",
        )
    ]
    assert order == sorted(order)
    assert "times the wager" in text


def test_printed_figures_as_printed_with_their_place(run: Run) -> None:
    text = run("paytables", "crazy4/base/c4p").stdout
    assert "house edge            3.42 %  lower paytable, Super Bonus columns" in text
    text = run("paytables", "baccarat/dragon_bonus/1").stdout
    assert "house edge  9.37 %  decks 8, side banker" in text


def test_cover_all_has_seven_columns(run: Run) -> None:
    text = run("paytables", "caribbean_stud/cover_all/standard").stdout
    assert "Three of a Kind         9      6      5      4      3      3      3" in text
    pays = json.loads(run("paytables", "caribbean_stud/cover_all/standard", "--json").stdout)[
        "pays"
    ]
    assert pays["8"]["royal_flush"] == "100 to 1"


def test_a_paytable_as_json(run: Run) -> None:
    found = json.loads(run("paytables", "crazy4/progressive/pays-1", "--json").stdout)
    assert found["pays"] == {
        "nothing": "loses",
        "three_of_a_kind": "9 for 1",
        "straight_flush": "100 for 1",
        "four_of_a_kind": "300 for 1",
        "four_aces": "100 % of main",
    }
    assert found["envy_cents"] == {
        "straight_flush": 500,
        "four_of_a_kind": 1000,
        "four_aces": 10000,
    }
    assert found["levels"] == [
        {
            "name": "main",
            "label": "Main",
            "seed_cents": 100000,
            "rate_ppm": 200000,
            "reserve_ppm": 0,
        }
    ]
    assert found["house_ppm"] == 800000
    assert found["wager_cents"] == 100
    assert len(found["sha256"]) == 64


def test_every_paytable_can_be_shown(run: Run) -> None:
    for entry in json.loads(run("paytables", "--json").stdout):
        text = run("paytables", entry["id"]).stdout
        assert entry["title"] in text
        assert entry["sha256"] in text


@pytest.mark.parametrize("before", [True, False])
def test_ps44_a_houses_paytable_works_the_same(run: Run, tmp_path: Path, *, before: bool) -> None:
    folder = ("--house", str(house(tmp_path)))
    words = ("paytables", "crazy4/queens_up/ours")
    text = run(*folder, *words).stdout if before else run(*words, *folder).stdout
    assert "Our own queens up" in text
    assert "Straight Flush    40 to 1" in text
    listed = run("paytables", *folder).stdout
    assert re.search(r"^  crazy4/queens_up/ours +- +Our own queens up$", listed, re.MULTILINE)


def test_ps44_a_houses_own_paytable_settles_a_round(run: Run, tmp_path: Path) -> None:
    folder = ("--house", str(house(tmp_path)))
    chosen = ("--paytable", "queens_up=crazy4/queens_up/ours")
    dealt = run("deal", "crazy4", "--rng-seed", "1", "--json", *chosen, *folder).stdout
    assert json.loads(dealt)["paytables"]["queens_up"] == "crazy4/queens_up/ours"
    assert run("settle", "-", *folder, typed=dealt).exit_code == 0
    refused = run("settle", "-", typed=dealt)
    assert refused.exit_code == 2
    told = "PAYTABLE_UNKNOWN: standard input: paytables.queens_up: crazy4/queens_up/ours: "
    assert code_first(refused.stderr).startswith(told)


def test_ps44_house_folder_joined_by_an_equals_sign(run: Run, tmp_path: Path) -> None:
    result = run("paytables", "crazy4/queens_up/ours", f"--house={house(tmp_path)}")
    assert result.exit_code == 0


# ---- refusals -----------------------------------------------------------------------------------


def test_unknown_names_are_refused_with_a_hint(refuses: Refuses) -> None:
    assert refuses("games", "crazy5").startswith("GAME_UNKNOWN: crazy5: ")
    assert "crazy4" in refuses("games", "crazy5")
    assert refuses("paytables", "crazy4/base/x").startswith("PAYTABLE_UNKNOWN: crazy4/base/x: ")


def test_a_house_folder_that_is_none(refuses: Refuses, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    line = refuses("--house", str(missing), "paytables")
    assert line == f"FOLDER_MISSING: {missing}: not a folder"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('two_pair = "2 to 1"', 'two_pears = "2 to 1"', "OUTCOME_UNKNOWN: {}: pays.two_pears: "),
        ('flush = "4 to 1"\n', "", "OUTCOME_MISSING: {}: pays.flush: "),
        ('"3 to 1"', '"-3 to 1"', "PAY_NEGATIVE: {}: pays.straight: "),
        ('"3 to 1"', '"three"', "PAY_UNREADABLE: {}: pays.straight: "),
        ("[pays]", "[pays", "PAYTABLE_UNREADABLE: {}: not a TOML file. Fix it here: "),
        ('["crazy4"]', '["blackjack"]', "PAYTABLE_NOT_FOR_GAME: {}: games: "),
    ],
)
def test_a_bad_house_file_names_file_key_and_reason(
    refuses: Refuses, tmp_path: Path, old: str, new: str, told: str
) -> None:
    folder = house(tmp_path, HOUSE_QUEENS_UP.replace(old, new, 1))
    file = folder / "crazy4" / "queens_up" / "ours.toml"
    line = refuses("--house", str(folder), "paytables")
    assert line.startswith(told.format(file))


def test_a_house_file_that_is_not_utf8(refuses: Refuses, tmp_path: Path) -> None:
    file = house(tmp_path) / "crazy4" / "queens_up" / "ours.toml"
    file.write_bytes(b'title = "\xff"')
    assert refuses("paytables", "--house", str(tmp_path)).startswith("PAYTABLE_UNREADABLE: ")


def test_a_split_that_does_not_sum(refuses: Refuses, tmp_path: Path) -> None:
    levels = '[levels.main]\nseed = "$100"\nrate_ppm = 200_000\n[split]\nhouse_ppm = 700_000\n'
    text = HOUSE_QUEENS_UP.replace("[pays]", 'wager = "$1"\n[pays]') + levels
    line = refuses("--house", str(house(tmp_path, text)), "paytables", "crazy4/queens_up/ours")
    assert line.startswith("SPLIT_WRONG: ")
    assert "900,000" in line


@pytest.mark.parametrize("words", [("nothing",), ("games", "--loud"), ("--house",), ("settle",)])
def test_usage_errors_are_exit_two(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_the_version_is_the_one_of_the_project_file(run: Run) -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    version = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"pitboss {version}\n")
