"""What somebody sees who types `pitboss` alone, asks for help, or mistypes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.cli.app import SECTIONS
from pitboss.cli.serve import USUAL_SITE, usual_site
from pitboss.live.folder import SITE_FILE
from reports.played import make_house

from .conftest import Run
from .test_cli_process import run as run_alone


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


def test_the_gambling_day_in_words_and_as_json(run: Run, tmp_path: Path) -> None:
    make_house(tmp_path / "site")
    words = run("day", str(tmp_path / "site"))
    data = json.loads(run("day", str(tmp_path / "site"), "--json").stdout)
    assert f"Now: {data['day']}, shift {data['shift']}, until" in words.stdout
    assert f"Last closed: {data['closed'] or 'none'}." in words.stdout
    for day, lacks in data["waiting"].items():
        assert f"{day} is ready to close" in words.stdout
        assert all(lack["kind"] in words.stdout for lack in lacks)
    assert words.exit_code == int(data["overdue"] is not None)
