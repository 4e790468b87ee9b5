"""A folder is a game: a copy of the package with toy games in it plays and answers.

Nothing else of the copy is touched. High Card is a rules file and paytables alone. Red Card has
odds too: it is found by every command, and held to every check that holds for our own games. So is
what `pitboss new` writes there, with the tests that it writes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pitboss
from coded import code_first

HERE = Path(__file__).parent
TESTS = HERE.parent
QUIET = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:schemathesis")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source tree with a copy of the package and the toy games in it."""
    folder = tmp_path_factory.mktemp("copy")
    half_written = shutil.ignore_patterns("*.tmp.*", "*.pyc.*")  # by tests beside this one
    shutil.copytree(Path(pitboss.__file__).parent, folder / "src" / "pitboss", ignore=half_written)
    for toy in (HERE / "toy").iterdir():
        shutil.copytree(toy, folder / "src" / "pitboss" / "games" / toy.name)
    return folder


def first_in(copy: Path) -> dict[str, str]:
    """An environment in which the copy is in front of the installed package."""
    return os.environ | {"PYTHONPATH": f"{copy / 'src'}{os.pathsep}{TESTS}"}


def run(copy: Path, *words: str) -> str:
    """Run Python with the copy."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy, env=first_in(copy), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


NEW = {
    "game": "new_toy", "paytable": "crazy4/queens_up/new_toy", "profile": "new_toy",
    "report": "new_toy",
}  # fmt: skip


@pytest.fixture(scope="module")
def written(copy: Path) -> dict[str, str]:
    """What `pitboss new` says of each kind that it writes into the copy."""
    return {kind: run(copy, "-m", "pitboss", "new", kind, name) for kind, name in NEW.items()}


# One process for all commands: loading everything takes longer than most of them.
COMMANDS = """
import json, sys
from typer.testing import CliRunner
from pitboss.cli.app import GROUPS, command_line
line = command_line(GROUPS)
for asked in sys.stdin:
    words, text = json.loads(asked)
    done = CliRunner().invoke(line, words, input=text)
    print(json.dumps([done.exit_code, done.output]), flush=True)
"""


@pytest.fixture(scope="module")
def command(copy: Path, written: dict[str, str]) -> Iterator[Callable[..., str]]:
    """Ask for a command of the copy, which has found all that was written; what it says."""
    assert set(written) == set(NEW)
    with subprocess.Popen(
        [sys.executable, "-c", COMMANDS],
        cwd=copy, env=first_in(copy), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as asked:  # fmt: skip
        assert asked.stdin
        assert asked.stdout
        sent, told = asked.stdin, asked.stdout

        def ask(*words: str, text: str = "", code: int = 0) -> str:
            print(json.dumps([words, text]), file=sent, flush=True)
            found, said = json.loads(told.readline())
            assert found == code, said
            return code_first(str(said))

        yield ask
        sent.close()


def test_new_says_what_it_wrote_and_what_comes_next(written: dict[str, str]) -> None:
    assert written["profile"].splitlines() == [
        "Wrote",
        "  src/pitboss/profiles/new_toy.toml",
        "  tests/site/test_profile_new_toy.py",
        "Next",
        "  pitboss profiles new_toy",
        "  pytest tests/site -k new_toy",
    ]


# The files whose tests of each toy game have to pass, and whole files beside them.
EVERY_GAME = ("rules/test_rounds.py", "rules/test_playthroughs.py")
WITH_ODDS = (
    "maths/test_parts.py", "maths/test_simulation_figures.py", "reports/test_parsheet.py",
    "cli/test_cli_catalog.py", "cli/test_cli_play.py", "site/test_site_draft.py",
)  # fmt: skip
WHOLE = (
    "rules/test_shipped_paytables.py", "site/test_profiles.py", "reports/test_words.py",
    "web/test_language.py",
)  # fmt: skip
TOYS = {"high_card": 18, "red_card": 27, "new_toy": 35}  # tests that each passes at least


@pytest.fixture(scope="module")
def tests_written(written: dict[str, str]) -> list[str]:
    """The files of tests that `pitboss new` wrote."""
    return [path for said in written.values() for path in re.findall(r"  (tests\S+\.py)\n", said)]


@pytest.fixture(scope="module")
def tested(copy: Path, tests_written: list[str]) -> str:
    """What one run of all these tests says: the copy is loaded once."""
    files = [*tests_written, *(str(TESTS / name) for name in (*EVERY_GAME, *WITH_ODDS, *WHOLE))]
    chosen = ["red_card", "new_toy", "test_rules.py", "test_counts.py"]
    chosen += [Path(name).stem for name in WHOLE]
    chosen += [f"(high_card and {Path(name).stem})" for name in EVERY_GAME]
    return run(copy, "-m", "pytest", *files, *QUIET, "--rootdir=.", "-rfps",
               "-k", " or ".join(chosen))  # fmt: skip


@pytest.mark.slow
def test_what_new_writes_passes_the_tests_written_with_it(
    tests_written: list[str], tested: str
) -> None:
    found = [path for path in tests_written if "__init__" not in path]
    assert [Path(path).name for path in found] == [
        "test_rules.py", "test_counts.py", "test_crazy4_queens_up_new_toy.py",
        "test_profile_new_toy.py", "test_new_toy.py",
    ]  # fmt: skip
    for path in found:
        assert re.search(rf"^PASSED \S*{path}::", tested, re.MULTILINE), path


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("game", "crazy4"), "NAME_TAKEN: crazy4: src/pitboss/games/crazy4 "),
        (("game", "multi_game"), "NAME_TAKEN: multi_game: src/pitboss/games/multi_game "),
        (("game", "Lucky-6"), "NAME_WRONG: Lucky-6: "),
        (("game", "class"), "NAME_WRONG: class: "),
        (("paytable", "crazy4/queens_up/c4p-09"), "NAME_TAKEN: c4p-09: "),
        (("paytable", "crazy4/queens_up"), "PAYTABLE_NOT_FOR_GAME: crazy4/queens_up: "),
        (("paytable", "crazy4/nothing/ours"), "PAYTABLE_NOT_FOR_GAME: crazy4/nothing/ours: "),
        (("profile", "nevada"), "NAME_TAKEN: nevada: "),
        (("report", "coin_in"), "NAME_TAKEN: coin_in: src/pitboss/reports/r05_coin_in.py "),
        (("report", "owed"), "NAME_TAKEN: owed: a word "),
        (("profile", "new_toy", "--into", "nowhere"), "FOLDER_MISSING: nowhere: "),
    ],
)
def test_new_refuses_what_is_no_name_or_has_one_already(
    copy: Path, command: Callable[..., str], words: tuple[str, ...], refusal: str
) -> None:
    before = {path: path.read_bytes() for path in copy.rglob("*.toml")}
    assert command("new", *words, code=2).startswith(refusal)
    assert {path: path.read_bytes() for path in copy.rglob("*.toml")} == before


def test_a_game_of_rules_and_paytables_is_found_and_settled(command: Callable[..., str]) -> None:
    asked = {
        "game": "high_card",
        "paytables": {"pair": "high_card/pair/standard"},
        "meters": {"pair": {"main": 12345}},
        "cards": {"1": "Ks 2c", "2": "9c 9d", "3": "As Ad", "dealer": "Kd 3h"},
        "wagers": {
            "1": {"ante": 500},
            "2": {"ante": 500, "pair": 100},
            "3": {"ante": 500, "pair": 100},
        },
        "actions": [
            {"seat": 1, "action": "play"},
            {"seat": 2, "action": "fold"},
            {"seat": 3, "action": "play"},
        ],
    }
    settled = json.loads(command("settle", "-", "--json", text=json.dumps(asked)))
    lines = [(at["seat"], at["wager"], at["result"], at["net_cents"]) for at in settled["lines"]]
    assert lines == [
        (1, "play", "pushes", 0),
        (1, "ante", "pushes", 0),
        (2, "pair", "wins", 1000),
        (2, "ante", "loses", -500),
        (3, "pair", "wins", 12245),
        (3, "play", "wins", 500),
        (3, "ante", "wins", 500),
    ]
    refused = command("odds", "high_card/base/standard", code=2)
    assert refused.startswith("COUNTS_MISSING: high_card: ")


def test_every_command_finds_a_game_with_odds(
    copy: Path, command: Callable[..., str], tmp_path: Path
) -> None:
    assert "red_card  Red Card" in run(copy, "-m", "pitboss", "games")
    assert "One card to each seat; a red one wins." in command("games", "red_card")
    assert "red_card/base/standard" in command("paytables")
    assert "9 to 10" in command("paytables", "red_card/base/standard")
    typed = command("play", "red_card", "--rng-seed", "1", text="bet 10\nq\n")
    assert typed.endswith("Good night.\n")
    dealt = command("deal", "red_card", "--rng-seed", "1", "--json")
    assert json.loads(command("settle", "-", "--json", text=dealt))["lines"]
    odds = json.loads(command("odds", "red_card/base/standard", "--json"))
    # 26 lost, 25 x 9/10 and 2 won: 3/2 of 52 wagers stay with the house.
    assert odds["house_edge"] == "3/104"
    assert odds["hit_frequency"] == "1/2"
    command("parsheet", "red_card/base/standard", "--pdf", str(tmp_path / "sheet.pdf"))
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert "printed figures" in command("verify")


def test_a_new_game_refuses_in_words_of_the_product(command: Callable[..., str]) -> None:
    refused = command("strategy", "new_toy", "As", "Kd", code=2)
    assert refused == "CARDS_IMPOSSIBLE: type a 1-card hand of New Toy\n"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("strategy", "red_card"), "STRATEGY_NONE: red_card: "),
        (("simulate", "red_card/base/standard"), "SIMULATION_NONE: red_card: "),
        (("recount", "red_card"), "SOLVER_NONE: red_card: "),
        (("decisions", "red_card"), "DECISIONS_NONE: red_card: "),
    ],
)
def test_what_needs_a_missing_part_says_so(
    command: Callable[..., str], words: tuple[str, ...], refusal: str
) -> None:
    assert command(*words, code=2).startswith(refusal)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "least"), TOYS.items())
def test_a_toy_game_passes_every_contract(tested: str, game: str, least: int) -> None:
    assert f"no playthrough_{game}.json" in tested
    assert len(re.findall(rf"^PASSED .*{game}", tested, re.MULTILINE)) >= least


USUAL_TABLE = """
from pitboss.site.draft import Draft
from pitboss.web.screens.posted_page import limits_of
draft = Draft()
draft.add_table("high_card")
(jackpot,), (table,) = draft.rows("jackpot"), draft.rows("table")
print(jackpot["id"], jackpot["paytable"], table["id"], table["jackpots"], table["paytables"])
draft.add_table("red_card")
print([each["words"] for table in draft.site().tables for each in limits_of(table)])
"""


def test_the_setup_offers_a_table_of_a_game_that_says_none(copy: Path) -> None:
    assert run(copy, "-c", USUAL_TABLE).splitlines() == [
        "high-card-pair high_card/pair/standard H1 ['high-card-pair'] "
        "{'base': 'high_card/base/standard'}",
        "['Ante', 'Bet']",
    ]


@pytest.mark.slow
def test_a_toy_game_needs_no_words_of_the_product(tested: str) -> None:
    assert re.search(r"^PASSED .*::test_every_wager_of_a_finished_game", tested, re.MULTILINE)
