"""What somebody sees who types `pitboss` alone, asks for help, or mistypes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pitboss.cli.app import SECTIONS
from pitboss.cli.serve import USUAL_SITE, usual_site
from pitboss.live.folder import SITE_FILE
from reports.played import make_house

from .conftest import Run
from .test_cli_process import run as run_alone


def day_text(iso: str) -> str:
    """A day as a terminal shows it this year."""
    at = date.fromisoformat(iso)
    return f"{at:%b} {at.day}"


def test_pitboss_alone_says_where_to_begin(run: Run) -> None:
    lines = run().stdout.splitlines()
    assert "Start here:" in lines
    assert [line.split("  ")[1] for line in lines[3:]] == [
        "pitboss demo",
        "pitboss serve",
        "pitboss play",
        "pitboss odds ID",
        "pitboss --help",
    ]


def test_help_lists_every_command_once_under_what_it_is_for(run: Run) -> None:
    lines = run("--help").stdout.splitlines()
    for title, groups in SECTIONS.items():
        below = lines[lines.index(f"{title}:") + 1 :]
        end = below.index("") if "" in below else len(below)
        names = [line.split()[0] for line in below[:end] if line[2] != " "]
        assert names == [name for commands in groups.values() for name in commands]


def test_help_says_a_whole_sentence_of_each_command_on_one_line(run: Run) -> None:
    listed = run("--help").stdout.partition("Play:\n")[2].splitlines()
    said = [line for line in listed if line and not line.endswith(":")]
    assert [line for line in said if line[2] == " " or not line.endswith(".")] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nonsense"], "No such command 'nonsense'. Try pitboss --help.\n"),
        (["serv"], "No such command 'serv'. Did you mean 'serve'? Try pitboss --help.\n"),
        (["edge"], "No such command 'edge'. Did you mean 'odds'? Try pitboss --help.\n"),
        (["game"], "No such command 'game'. Did you mean 'games'? Try pitboss --help.\n"),
        (["setup"], "No such command 'setup'. Did you mean 'serve'? Try pitboss --help.\n"),
        (["verify", "crazy4"], "`pitboss verify` takes no name. Try pitboss verify --help.\n"),
        (
            ["odds"],
            "Name a paytable, such as crazy4/queens_up/c4p-09. Try pitboss odds --help.\n",
        ),
        (["games", "--zz"], "No such option: --zz. Try pitboss games --help.\n"),
    ],
)
def test_a_usage_error_is_a_sentence_without_a_code(words: list[str], told: str) -> None:
    found = run_alone(*words)
    assert (found.returncode, found.stderr) == (2, told)


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "site", "check").stdout == run("site", "check", "--help").stdout


def test_a_shell_completes_commands() -> None:
    asked = {"_PITBOSS_COMPLETE": "complete_bash", "COMP_WORDS": "pitboss rep", "COMP_CWORD": "1"}
    assert run_alone(**asked).stdout.split() == ["report", "replay"]


def test_serve_without_a_folder_takes_the_one_here_or_sets_one_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert usual_site() == Path(USUAL_SITE)
    assert [each.name for each in tmp_path.iterdir()] == [USUAL_SITE]
    Path(SITE_FILE).touch()
    assert usual_site() == Path()


def test_games_as_json(run: Run) -> None:
    (found,) = json.loads(run("games", "baccarat", "--json").stdout)
    assert found["wagers"][:3] == ["player", "banker", "tie"]
    assert (found["seats_most"], found["serves"][0]) == (9, "MB-1")


def test_json_is_asked_for_in_front_of_a_command_too(run: Run) -> None:
    assert run("--json", "games", "baccarat").stdout == run("games", "baccarat", "--json").stdout


def test_a_game_is_no_paytable_and_leads_to_them(refuses: Callable[..., str]) -> None:
    told = refuses("odds", "crazy4")
    assert "crazy4: this is a game. Choose a wager: `pitboss paytables`" in told


def test_a_folder_is_taken_alone_and_after_site(run: Run, tmp_path: Path) -> None:
    site = tmp_path / "site"
    make_house(site)
    assert run("day", "--site", str(site)).stdout == run("day", str(site)).stdout
    assert run("report", "R01", f"--site={site}").stdout == run("report", "R01", str(site)).stdout
    assert run("backup", str(site), str(tmp_path / "one.zip")).exit_code == 0
    assert (tmp_path / "one.zip").is_file()
    assert "No such option" not in run("hub", str(site)).stderr
    assert "Missing option" not in run("hub", str(site)).stderr


def test_the_gambling_day_in_words_and_as_json(run: Run, tmp_path: Path) -> None:
    make_house(tmp_path / "site")
    words = run("day", str(tmp_path / "site"))
    told = re.sub(r", \d{4}\b", "", words.stdout)  # the year of a day that isn't of this one
    data = json.loads(run("day", str(tmp_path / "site"), "--json").stdout)
    assert f"Now: {day_text(data['day'])}, shift {data['shift']}, until 6:00 AM." in told
    closed = data["closed"] and day_text(data["closed"])
    assert f"Last closed: {closed or 'none'}." in told
    for day, lacks in data["waiting"].items():
        assert f"{day_text(day)} is ready to close" in told
        assert all(lack["kind"] in told for lack in lacks)
    assert words.exit_code == int(data["overdue"] is not None)
