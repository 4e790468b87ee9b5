"""`pitboss hub`, `pitboss serve` and `pitboss line certificate` as somebody at a terminal runs
them: processes of their own, which find each other by their site files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coded import code_first
from pitboss.cli.app import command_line
from pitboss.demo.wide_folders import WideFolder, make_folders
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.line_tls import ENDING, LINE_FOLDER
from pitboss.wide.facts import sharing

PITBOSS = (sys.executable, "-m", "pitboss")


def said(*words: str | Path) -> Result:
    """What a command prints and ends with, in this process."""
    return CliRunner().invoke(
        command_line(["serve", "hub_commands"]), [str(word) for word in words]
    )


@contextmanager
def running(command: str, folder: WideFolder, *words: str, until: str) -> Iterator[list[str]]:
    """A server in a process of its own: what it prints and logs, up to some words."""
    asked = [*PITBOSS, command, "--site", str(folder.path), "--port", "0"]
    asked += ["--house-key", str(folder.key_file), *words]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(asked, **output)  # type: ignore[call-overload]
    told = []
    try:
        for line in process.stdout:
            told.append(line.rstrip())
            if until in line:
                break
        yield told
    finally:
        process.terminate()
        process.communicate()


def has(folder: WideFolder, kind: type) -> bool:
    """Whether such an event is in a journal."""
    with closing(JournalPlace(folder.path)()) as journal:
        return any(
            isinstance(event, kind) for row in every_row(journal) for event in events_of(row.events)
        )


@pytest.mark.slow
def test_a_room_that_is_served_reaches_a_hub_that_runs(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    with running("hub", folders["hub"], "--line", "127.0.0.1:0", until="connect to") as told:
        address = told[-1].split()[-1]
        file = folders["north"].path / "site.toml"
        file.write_text(file.read_text().replace("127.0.0.1:1", address))
        with running("serve", folders["north"], until="the hub answers") as served:
            assert any(line.startswith("pitboss serves North Room at ") for line in served)
    assert has(folders["north"], sharing.AnswerTaken)
    assert has(folders["hub"], sharing.StatementPosted)


@pytest.mark.parametrize(
    ("command", "name", "code"), [("serve", "hub", "SITE_IS_HUB"), ("hub", "north", "SITE_NO_HUB")]
)
def test_a_hub_and_a_house_have_each_their_command(
    tmp_path: Path, command: str, name: str, code: str
) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    words = ("--line", "127.0.0.1:0") if command == "hub" else ()
    answer = said(command, "--site", folders[name].path, "--port", "0", *words)
    assert (answer.exit_code, code_first(answer.stderr).split(":")[0]) == (2, code)
    assert not (folders[name].path / "floor.db").exists()


def test_the_certificate_of_a_house_is_the_same_each_time_and_its_key_is_private(
    tmp_path: Path,
) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    north, key = folders["north"], tmp_path / "own" / "north.key"
    made = [tmp_path / f"north{number}.pem" for number in (1, 2)]
    words = ("line", "certificate", "north", "--site", north.path, "--house-key", key, "-o")
    answers = [said(*words, file) for file in made]
    assert [answer.exit_code for answer in answers] == [0, 0]
    assert answers[0].stdout.startswith('key = "')
    assert made[0].read_bytes() == made[1].read_bytes()
    assert b"PRIVATE" not in made[0].read_bytes()
    assert key.stat().st_mode & 0o077 == 0
    assert code_first(said(*words, made[0]).stderr).startswith("FILE_EXISTS: ")
    inside = ("line", "certificate", "north", "--site", north.path, "-o", tmp_path / "x.pem")
    refused = said(*inside, "--house-key", north.path / "house.key")
    assert code_first(refused.stderr).startswith("HOUSE_KEY_INSIDE: ")
    sent = folders["hub"].path / LINE_FOLDER / f"north{ENDING}"
    again = said(
        "line", "certificate", "north", "--site", north.path, "--house-key", north.key_file,
        "-o", tmp_path / "again.pem",
    )  # fmt: skip
    assert again.exit_code == 0
    assert sent.read_bytes() == (tmp_path / "again.pem").read_bytes()
