"""The PAR sheet: every paytable has one, its figures are right, and its bytes never change."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from coded import code_first
from examples import every_fifth
from house_files import QUEENS_UP_LABELS
from pitboss.cli.app import Commands
from pitboss.cli.parsheet_commands import commands
from pitboss.live.whole_file import write_whole
from pitboss.maths.analysis import analyze
from pitboss.maths.cases import Cases, decided_case
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet import parsheet, parsheet_data
from pitboss.reports.parsheet_counts import has_decisions, situation_of
from pitboss.reports.parsheet_meters import tick_step
from pitboss.rules.catalog import Paytables

PAYTABLES = Paytables()
QUEENS_UP = "crazy4/queens_up/c4p-09"
BLAZING = "blackjack/blazing_7s/ml03"
PAYS_1 = "crazy4/progressive/pays-1"

HOUSE_FILE = (
    """
title = "The house's own queens up"
games = ["crazy4"]

[pays]
nothing = "loses"
queens_or_better = "1 to 1"
two_pair = "2 to 1"
straight = "3 to 1"
flush = "4 to 1"
three_of_a_kind = "8 to 1"
straight_flush = "30 to 1"
four_of_a_kind = "50 to 1"
four_aces = "100 to 1"
"""
    + QUEENS_UP_LABELS
)


@cache
def sheet(paytable_id: str) -> dict[str, Any]:
    return parsheet_data(PAYTABLES.get(paytable_id))


@cache
def pdf(paytable_id: str) -> bytes:
    return parsheet(PAYTABLES.get(paytable_id))


def blocks(data: dict[str, Any], title: str, kind: str = "table") -> list[dict[str, Any]]:
    """The blocks of one kind in the section of that title."""
    parts = [part for part in data["sections"] if part["title"] == title]
    assert len(parts) == 1, title
    return [block for block in parts[0]["blocks"] if block["kind"] == kind]


def figures(data: dict[str, Any], title: str) -> dict[str, tuple[str, str]]:
    """Value and exact fraction of each figure of a section."""
    (block,) = blocks(data, title, "figures")
    return {row["name"]: (row["value"], row["exact"]) for row in block["rows"]}


def rows(data: dict[str, Any], title: str, number: int = 0) -> dict[str, list[str]]:
    """The rows of a table by their first cell."""
    return {row[0]: row[1:] for row in blocks(data, title)[number]["rows"]}


def text_of(document: bytes, folder: Path) -> str:
    """What a reader sees, in lines as they are laid out."""
    path = folder / "sheet.pdf"
    path.write_bytes(document)
    shown = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    )
    return shown.stdout


def leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


# ---- every paytable -----------------------------------------------------------------------------


@pytest.mark.parametrize("paytable_id", every_fifth(PAYTABLES.ids()))
def test_every_paytable_has_a_sheet(paytable_id: str) -> None:
    data = sheet(paytable_id)
    assert all(isinstance(leaf, str) for leaf in leaves(data))
    titles = [part["title"] for part in data["sections"]]
    assert titles[:3] == ["Identity", "Rules", "Settings used"]
    assert {"Counts", "Returns", "Figures"} <= set(titles)
    assert titles[-1] == "Signatures"
    assert pdf(paytable_id).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("paytable_id", "options", "counts"),
    [
        ("caribbean_stud/cover_all/standard", {}, ["caribbean_stud"]),
        ("blackjack/house_money/1", {}, ["blackjack"]),
        ("multi_game/five_card/01", {}, ["crazy4"]),
        ("multi_game/five_card/01", {"game": "holdem_bonus"}, ["holdem_bonus"]),
    ],
)
def test_the_counts_that_were_read_are_hashed(
    paytable_id: str, options: dict[str, str], counts: list[str]
) -> None:
    (table,) = blocks(parsheet_data(PAYTABLES.get(paytable_id), options), "Identity")
    names = [name for name, _ in table["rows"] if name.endswith("counts.json")]
    assert names == [f"games/{name}/counts.json" for name in counts]


@pytest.mark.parametrize("paytable_id", PAYTABLES.ids())
def test_the_first_line_of_every_sheet_is_its_best_outcome(paytable_id: str) -> None:
    data = sheet(paytable_id)
    first = next(iter(rows(data, "Counts")))
    assert first == next(iter(rows(data, "Returns")))
    nets = [Fraction(row[3].replace(",", "")) for row in blocks(data, "Returns")[0]["rows"]]
    assert nets == sorted(nets, reverse=True)
    if "Volatility" in {part["title"] for part in data["sections"]}:
        (said,) = blocks(data, "Volatility", "text")
        assert f"the best outcome, {first}, is expected" in said["lines"][1]


# ---- the same bytes -----------------------------------------------------------------------------


def test_the_same_facts_make_the_same_bytes() -> None:
    assert parsheet(PAYTABLES.get(PAYS_1)) == pdf(PAYS_1)


def test_another_process_in_another_zone_makes_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from pitboss.reports.parsheet import parsheet\n"
        "from pitboss.rules.catalog import Paytables\n"
        "made = parsheet(Paytables().get(sys.argv[1]))\n"
        "pathlib.Path('made.pdf').write_bytes(made)\n"
    )
    around = {**os.environ, "TZ": "Pacific/Auckland", "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", code, BLAZING], cwd=tmp_path, env=around, check=True)
    assert (tmp_path / "made.pdf").read_bytes() == pdf(BLAZING)


# ---- identity -----------------------------------------------------------------------------------


def test_the_content_hash_can_be_made_again_from_the_sheet() -> None:
    data = sheet(QUEENS_UP)
    (table,) = blocks(data, "Identity")
    *files, (label, content) = table["rows"]
    assert label == "content hash"
    lines = "".join(f"{sha256}  {name}\n" for name, sha256 in files)
    assert hashlib.sha256(lines.encode()).hexdigest() == content == data["hash"]
    text = re.sub("games = .*\n", "", PAYTABLES.text(QUEENS_UP))
    assert files[0] == [
        f"paytable {QUEENS_UP}.toml without games",
        hashlib.sha256(text.encode()).hexdigest(),
    ]
    assert [name for name, _ in files[1:]] == [
        "games/crazy4/rules.py",
        "rules/hands.py",
        "rules/shared_prizes.py",
        "games/crazy4/counts.json",
    ]


def test_the_date_is_the_source_s() -> None:
    assert sheet(QUEENS_UP)["date"] == "2023-06-14"


def test_PS_44_a_house_s_own_paytable_has_a_sheet_with_a_fixed_date(tmp_path: Path) -> None:
    file = tmp_path / "crazy4" / "queens_up" / "own.toml"
    file.parent.mkdir(parents=True)
    file.write_text(HOUSE_FILE, "utf-8")
    data = parsheet_data(Paytables(tmp_path).get("crazy4/queens_up/own"))
    assert data["date"] == "2000-01-01"
    named = dict(blocks(data, "Identity", "pairs")[0]["rows"])
    assert named["Source"] == "the house's own paytable"
    assert named["Date of the sheet"].startswith("2000-01-01 (fixed")
    assert "Printed figures" not in [part["title"] for part in data["sections"]]


# ---- figures ------------------------------------------------------------------------------------


def test_counts_and_returns_of_queens_up() -> None:
    data = sheet(QUEENS_UP)
    counted = rows(data, "Counts")
    # The column prints no line for the 48 hands of four aces: they are among the 4 of a Kind.
    assert counted["4 of a Kind"] == ["50 to 1", "624", "1/4165", "0.0240096 %", "4,165.00"]
    assert counted["3 of a Kind"][1:3] == ["58,656", "94/4165"]
    assert blocks(data, "Counts")[0]["total"][2] == "2,598,960"
    # 48 x 50 + 576 x 50 + 2,072 x 30 + 58,656 x 9 + 114,616 x 4 + 101,808 x 3 + 123,552 x 2
    # + 242,916 - 1,954,716
    assert blocks(data, "Returns")[0]["total"][-2:] == ["-79,544", "96.939391 %"]
    found = figures(data, "Figures")
    assert found["House edge"] == ("3.0606 %", "9943/324870")
    assert found["Return to player"] == ("96.9394 %", "314927/324870")
    assert found["Hit frequency"] == ("24.7885 %", "53687/216580")
    assert found["Variance"] == ("5.238815", "552907195811/105540516900")
    assert found["Standard deviation"][0] == "2.288846"


def test_a_base_game_shows_its_decisions() -> None:
    data = sheet("crazy4/base/c4p")
    taken = rows(data, "Decisions")
    assert {action: row[1] for action, row in taken.items()} == {
        "fold": "23.5072 %",
        "play 1": "57.9306 %",
        "play 3": "18.5622 %",
    }
    counted = [row for row in blocks(data, "Counts")[0]["rows"] if row[0] == "fold"]
    assert counted == [
        ["fold", "loses 2", "937,150,828,416", "12728/54145", "23.5072491 %", "4.25"]
    ]
    found = figures(data, "Figures")
    assert found["House edge"] == ("3.4189 %", "264142729/7726058340")
    assert found["Element of risk"] == ("1.0901 %", "264142729/24230243136")
    assert found["Average stake"] == ("3.136171", "169808/54145")


def test_a_situation_is_what_stands_before_the_action() -> None:
    for outcome, action, situation in (
        ("fold", "fold", ""),
        ("play 3, Flush, qualified win", "play_3", ""),
        ("dealer six, play, Four Aces, win", "play", "dealer six"),
        ("higher card", "", ""),
    ):
        assert situation_of(decided_case(outcome, action, 1, staked=1, net=1)) == situation


def test_the_decisions_come_from_the_odds_and_not_from_a_name() -> None:
    plain = analyze(PAYTABLES.get(QUEENS_UP))
    for outcome, action in (("won, by far", ""), ("won", "play")):
        cases = Cases("wager", (decided_case(outcome, action, 1, staked=1, net=1),))
        assert has_decisions(replace(plain, cases=cases)) == bool(action)


def test_meters_stand_at_their_seed_unless_given() -> None:
    plain = sheet(BLAZING)
    assert rows(plain, "Settings used")["meter mega"] == ["$2,000.00", "Shown amount, at its seed."]
    given = parsheet_data(PAYTABLES.get(BLAZING), {"decks": "8"}, {"mega": Cents(12_345_67)})
    used = rows(given, "Settings used")
    assert used["meter mega"] == ["$12,345.67", "Shown amount, as given."]
    assert used["meter major"] == ["$1,000.00", "Shown amount, at its seed."]
    assert used["decks"][0] == "8"


def test_a_progressive_shows_what_its_meters_are_worth() -> None:
    data = sheet(BLAZING)
    assert rows(data, "Progressive")["Three 7's - Diamonds"] == [
        "mega", "100 %", "1/250666", "250,666.00", "0.398937 %", "500/125333",
    ]  # fmt: skip
    assert rows(data, "Progressive", 1)["mega"] == [
        "$2,000.00", "12.00 %", "0.00 %", "250,666.00", "$32,079.92",
    ]  # fmt: skip
    found = figures(data, "Progressive")
    assert found["House edge in the long run"] == ("22.3892 %", "701527/3133325")
    assert found["Cost of the seeds"] == ("5.5851 %", "7000/125333")
    assert found["Break-even meter"] == ("$118,282.00", "11,828,200 cents")


def test_PS_34_the_house_form_has_posted_amounts_the_tray_and_break_even() -> None:
    """Four aces for $2,000 are 48 of 2,598,960 hands; the tray pays 9 for 1, 100 for 1 and 300 for
    1, in all 907,904 of them; each of five others is worth 20,920 of envy."""
    six = {"players": "6"}
    data = parsheet_data(PAYTABLES.get(PAYS_1), six, posted_cents={"main": Cents(200_000)})
    assert "Progressive" not in [section["title"] for section in data["sections"]]
    assert rows(data, "House jackpot")["main"][0] == "$2,000.00"
    shown = figures(data, "House jackpot")
    assert shown["Return of the posted amounts"][1] == str(Fraction(48 * 2_000, 2_598_960))
    assert shown["Return from the tray"][1] == str(Fraction(907_904, 2_598_960))
    assert shown["Envy"][1] == str(Fraction(5 * 20_920, 2_598_960))
    kept = 2_598_960 - 96_000 - 907_904 - 104_600
    assert shown["House edge"][1] == str(Fraction(kept, 2_598_960))
    even = Fraction(kept + 96_000, 48)
    assert shown["Break-even of main"] == (f"${write.decimal(even, 4)}", f"{even * 100} cents")
    assert figures(data, "Figures")["House edge"][1] == str(Fraction(kept, 2_598_960))


def test_the_chart_marks_where_the_house_keeps_nothing() -> None:
    (chart,) = blocks(sheet(BLAZING), "Progressive", "line")
    needed, used = chart["marks"]
    assert needed["label"] == "break-even $118,282.00"
    assert needed["at"][1] == chart["zero"]
    assert used["label"] == "meter used $2,000.00"
    assert chart["across"][-1] == {"at": "1.000000", "label": "$160,000"}


def test_PS_20_envy_by_the_number_of_players() -> None:
    found = rows(sheet(PAYS_1), "Envy")
    # One other: (2,072 x $5 + 576 x $10 + 48 x $100) / 2,598,960 hands
    assert found["1"][:2] == ["0.0000 %", "0"]
    assert found["2"][:2] == ["0.8049 %", "523/64974"]
    assert found["9"][0] == "6.4395 %"


def test_volatility_is_the_normal_approximation() -> None:
    found = rows(sheet(QUEENS_UP), "Volatility")
    # 3.0606 % -/+ 1.959964 x 2.288846 / 100
    assert found["10,000"][1] == "-1.425 % to 7.547 %"
    assert found["1,000,000"][3] == "240.096"


def test_printed_figures_stand_beside_the_exact_ones() -> None:
    printed = rows(sheet(BLAZING), "Printed figures")
    assert printed["hold"] == ["-", "21.65 %", "21.6464 %", "decks 8", "agrees"]


def test_CS_2_every_column_of_cover_all_is_printed() -> None:
    data = sheet("caribbean_stud/cover_all/standard")
    (table,) = blocks(data, "Pay schedule")
    assert table["head"] == ["Outcome", "2", "3", "4", "5", "6", "7", "8"]
    assert table["rows"][0][1:3] == ["500 to 1", "300 to 1"]


# ---- on paper -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paytable_id", "wanted"),
    [
        (QUEENS_UP, ("2,598,960", "9943/324870", "3.0606 %", "4,165.00", "Prepared", "Approved")),
        ("crazy4/base/c4p", ("3,986,646,103,440", "264142729/7726058340", "23.5072 %", "agrees")),
        (BLAZING, ("701527/3133325", "break-even $118,282.00", "$32,079.92", "1/250666")),
        ("baccarat/dragon_progressive/2", ("1132499314028/6508331087895", "$187,101.89")),
    ],
)
def test_the_key_figures_are_on_the_page(
    paytable_id: str, wanted: tuple[str, ...], tmp_path: Path
) -> None:
    text = text_of(pdf(paytable_id), tmp_path)
    assert [figure for figure in wanted if figure not in text] == []
    assert paytable_id in text
    assert "page 1 of" in text


@pytest.mark.parametrize(("paper", "size"), [("a4", "595.276 x 841.89"), ("letter", "612 x 792")])
def test_the_paper_is_as_asked(paper: str, size: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(parsheet(PAYTABLES.get(QUEENS_UP), paper=paper))
    told = subprocess.run(["pdfinfo", str(file)], capture_output=True, text=True, check=True)
    assert f"{size} pts" in told.stdout


# ---- texts --------------------------------------------------------------------------------------


def test_figures_are_rounded_half_away_from_zero() -> None:
    assert write.decimal(Fraction(1, 8), 2) == "0.13"
    assert write.decimal(Fraction(-1, 8), 2) == "-0.13"
    assert write.decimal(Fraction(-1, 1000), 2) == "0.00"
    assert write.decimal(1_234_567, 0) == "1,234,567"
    assert write.percent(Fraction(1, 3), 2) == "33.33 %"
    assert write.one_in(Fraction(0)) == "never"
    assert write.cents(Fraction(12_345_678, 10)) == "$12,345.68"


def test_exact_figures_are_never_rounded() -> None:
    assert write.exact(Fraction(-3, 2)) == "-1.5"
    assert write.exact(Fraction(1, 3)) == "1/3"
    assert write.exact(1_000_000) == "1,000,000"


def test_a_root_is_right_to_twelve_decimals() -> None:
    assert write.root(Fraction(2)) == Fraction("1.414213562373")
    assert write.root(Fraction(49, 4)) == Fraction("3.5")


def test_ticks_are_round_numbers() -> None:
    assert [tick_step(span) for span in (8, 9, 100, 147_852_00)] == [1, 2, 20, 20_000_00]


# ---- the command --------------------------------------------------------------------------------

app = typer.Typer(cls=Commands, rich_markup_mode=None)
app.add_typer(commands)


@app.callback()
def top(ctx: typer.Context) -> None:
    ctx.obj = None


def command(*words: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, ["parsheet", *words])
    return answer.exit_code, code_first(answer.output)


def test_the_command_writes_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    code, output = command(QUEENS_UP, "--pdf", str(file))
    assert (code, output.startswith(f"{file}: PAR sheet of {QUEENS_UP}, ")) == (0, True)
    assert file.read_bytes() == pdf(QUEENS_UP)
    assert list(tmp_path.iterdir()) == [file]


def test_a_sheet_says_what_counters_win_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    words = ("--pdf", str(file), "--vulnerability", "--decks", "6")
    assert command("blackjack/lucky_ladies/1", *words)[0] == 0
    text = text_of(file.read_bytes(), tmp_path)
    assert "Counting and seen cards" in text
    assert re.search(r"Qh +-\d\.\d{4} %", text)
    assert "cut card" in text
    assert command(QUEENS_UP, "--pdf", str(file), "--vulnerability")[1].startswith("VULNERABILITY")


def test_the_command_takes_settings_and_meters(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    words = ("--decks", "8", "--option", "third_card=dealer", "--meter", "mega=50000")
    assert command(BLAZING, "--pdf", str(file), *words, "--paper", "letter")[0] == 0
    text = text_of(file.read_bytes(), tmp_path)
    assert "$50,000.00" in text
    assert re.search(r"third card +dealer", text)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("--option", "decks=6"), "OPTION_UNKNOWN: --option decks"),
        (("--option", "decks"), "OPTION_UNREADABLE"),
        (("--meter", "mega=5"), "LEVEL_UNKNOWN: --meter mega"),
        (("--meter", "mega=a lot"), "AMOUNT_UNREADABLE: --meter mega"),
        (("--paper", "a5"), "PAPER_UNKNOWN: --paper a5"),
    ],
)
def test_bad_words_are_refused_and_the_old_file_stays(
    words: tuple[str, ...], refusal: str, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(b"as it was")
    code, output = command(QUEENS_UP, "--pdf", str(file), *words)
    assert (code, output.startswith(refusal)) == (2, True), output
    assert file.read_bytes() == b"as it was"
    assert list(tmp_path.iterdir()) == [file]


def test_an_unknown_paytable_is_refused(tmp_path: Path) -> None:
    code, output = command("crazy4/queens_up/c4p-99", "--pdf", str(tmp_path / "sheet.pdf"))
    assert (code, output.startswith("PAYTABLE_UNKNOWN")) == (2, True)


def test_a_file_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    missing = command(QUEENS_UP, "--pdf", str(tmp_path / "none" / "sheet.pdf"))
    folder = command(QUEENS_UP, "--pdf", str(tmp_path))
    for code, output in (missing, folder):
        assert (code, output.startswith("FILE_UNWRITABLE")) == (2, True), output
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken" / "inside").mkdir(parents=True)
    with pytest.raises(Refusal) as refused:
        write_whole(tmp_path / "taken", b"data")
    assert refused.value.code == "FILE_UNWRITABLE"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


# ---- changed pays and other wagers of the round -------------------------------------------------


def test_the_sheet_says_what_one_more_on_each_line_costs() -> None:
    (table,) = blocks(sheet("three_card_poker/pair_plus/40-30-6-3-1"), "Sensitivity")
    assert table["rows"][1] == [
        "Three of a Kind", "30 to 1", "-0.235294 %", "-1/425", "7.040724 %",
    ]  # fmt: skip


def test_the_sheet_correlates_wagers_of_the_round_that_are_named() -> None:
    """Dragon 7 and Panda 8 never win together: -41 p x 26 q."""
    data = parsheet_data(PAYTABLES.get("baccarat/dragon_7/1"), beside=("baccarat/panda_8/1",))
    (table,) = blocks(data, "Bets of one round")
    assert table["rows"][0][0] == "Panda 8"
    assert table["rows"][0][2:] == ["-0.829764", "-0.028720"]
    titles = {part["title"] for part in sheet("baccarat/dragon_7/1")["sections"]}
    assert "Bets of one round" not in titles


def test_a_sheet_is_on_letter_unless_another_paper_is_named(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf("baccarat/dragon_7/1"))
    told = subprocess.run(["pdfinfo", str(file)], capture_output=True, text=True, check=True)
    assert "612 x 792 pts" in told.stdout
