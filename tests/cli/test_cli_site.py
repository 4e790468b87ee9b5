"""`pitboss init` and `pitboss site check`."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
import typer
from typer.testing import CliRunner, Result

from coded import code_first
from pitboss.cli import site
from pitboss.cli.app import Commands

Run: TypeAlias = Callable[..., Result]


@pytest.fixture
def run_site() -> Run:
    """Run `pitboss` with only these commands."""
    app = typer.Typer(cls=Commands, rich_markup_mode=None)
    app.add_typer(site.commands)
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})

    def run_words(*words: object) -> Result:
        return runner.invoke(app, [str(word) for word in words], catch_exceptions=False)

    return run_words


@pytest.fixture
def started(run_site: Run, tmp_path: Path) -> Path:
    """The site file that `init` writes."""
    result = run_site("init", tmp_path / "room")
    assert result.exit_code == 0
    return tmp_path / "room" / "site.toml"


def test_init_writes_a_site_that_passes_the_check(run_site: Run, started: Path) -> None:
    result = run_site("site", "check", started)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "no errors, 18 warnings"


def test_what_is_said_of_several_tables_is_said_once(run_site: Run, started: Path) -> None:
    lines = run_site("site", "check", started).stdout.splitlines()
    assert lines[1:5] == [
        "warning  no approval letter covers pitboss console 0.2.0, this system's own",
        "         console. Record its approval. Until then, no real-money round can start",
        "         rule: PS-36",
        "         at 6 places (PART_NOT_APPROVED)",
    ]
    assert lines[5:11] == [
        f"         table.{table}.equipment.console"
        for table in ("C1", "C2", "H1", "B1", "M1", "H2")
    ]
    assert lines[14] == "         at 6 places (PART_NOT_APPROVED)"
    assert lines[15] == "         table.C1.equipment.sign"
    assert lines[21] == "warning  the table can only train until its approval is entered"
    assert lines[24] == "         at 6 places (APPROVAL_MISSING)"
    assert lines[25].startswith("         table.C1.approval  the bundle is ")
    assert len(lines) < 50


def test_PS_34_a_house_jackpots_edge_is_told_before_posting(run_site: Run, started: Path) -> None:
    """Quick Hit with a royal flush for $2,500, as `pitboss odds --posted` says."""
    text = "house edge 46.6220 % (474577/1017926), at the posted amounts"
    assert f"house jackpot royals\n    {text}\n" in run_site("site", "check", started).stdout
    found = json.loads(run_site("site", "check", started, "--json").stdout)
    assert found["house_jackpots"] == {"royals": text}


def test_what_the_jurisdiction_asks_of_people_is_told(run_site: Run, started: Path) -> None:
    lines = run_site("site", "check", started).stdout.splitlines()
    told = lines.index("for people to follow")
    assert lines[told + 1 : told + 3] == [
        "    Envy is paid only at the table of the hit; the system pays it nowhere else.",
        "    (approval letters of 14 June 2023 for submission #3119)",
    ]
    found = json.loads(run_site("site", "check", started, "--json").stdout)
    assert found["for_people"][4] == {
        "name": "records_ready",
        "says": "A month's records are ready within 30 days.",
        "rule": "WAC 230-06-070(3), in an archive of 2022",
        "confidence": "read",
    }


def test_a_site_of_no_known_law_has_no_rules_for_people(run_site: Run, started: Path) -> None:
    text = started.read_text("utf-8").replace('profile = "washington"', 'profile = "moon"')
    started.write_text(text, "utf-8")
    result = run_site("site", "check", started)
    assert result.exit_code == 2
    assert "PROFILE_UNKNOWN" in result.stdout
    assert "for people" not in result.stdout


def test_init_says_where_and_what_next(run_site: Run, tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    result = run_site("init", tmp_path)
    assert result.stdout == (
        f"{path} is ready. Make it yours, then check it: pitboss site check {path}\n"
        f"To run it: pitboss serve --site {tmp_path}\n"
    )


def test_init_refuses_a_folder_that_is_not_empty(run_site: Run, started: Path) -> None:
    before = started.read_bytes()
    result = run_site("init", started.parent)
    assert result.exit_code == 2
    assert code_first(result.stderr).startswith(f"FOLDER_NOT_EMPTY: {started.parent}: ")
    assert started.read_bytes() == before


def test_init_refuses_a_file_as_folder(run_site: Run, started: Path) -> None:
    result = run_site("init", started)
    assert result.exit_code == 2
    assert code_first(result.stderr).startswith("SYSTEM_REFUSED: ")


def spoil(started: Path) -> None:
    text = started.read_text("utf-8").replace("seats = 6", "seats = 12", 1)
    started.write_text(text.replace('role = "executive"', 'role = "king"'), "utf-8")


def test_a_fault_is_a_sentence_then_its_place_and_code_errors_first(
    run_site: Run, started: Path
) -> None:
    spoil(started)
    result = run_site("site", "check", started)
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[1:4] == [
        "error    'king' isn't one of dealer, supervisor, executive, accounting,",
        "         technician, auditor",
        "         badge.E300.role (ROLE_UNKNOWN)",
    ]
    told = lines.index("error    12 seats entered. Use 1 to 9")
    assert lines[told + 1 : told + 3] == [
        "         rule: WAC 230-15-055, players at a table (WSR 08-17-122)",
        "         table.C1.seats (SEATS_WRONG)",
    ]
    assert lines[-1] == "3 errors, 18 warnings"


def test_the_same_as_json(run_site: Run, started: Path) -> None:
    spoil(started)
    result = run_site("site", "check", started, "--json")
    assert result.exit_code == 2
    found = json.loads(result.stdout)
    assert (found["file"], found["errors"], found["warnings"]) == (str(started), 3, 18)
    assert found["faults"][0] == {
        "code": "ROLE_UNKNOWN",
        "where": f"{started}: badge.E300.role",
        "reason": "'king' isn't one of "
        "dealer, supervisor, executive, accounting, technician, auditor",
        "rule": "",
        "severity": "error",
    }


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "FILE_MISSING"),
        (b"\xff\xfe\x00", "SITE_UNREADABLE"),
        (b"[property", "SITE_UNREADABLE"),
        (b"#" * 4_000_001, "FILE_TOO_LARGE"),
    ],
)
def test_a_file_that_can_not_be_read(
    run_site: Run, tmp_path: Path, content: bytes | None, code: str
) -> None:
    path = tmp_path / "site.toml"
    if content is not None:
        path.write_bytes(content)
    result = run_site("site", "check", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert code_first(result.stderr).startswith(f"{code}: {path}: ")


def test_what_is_no_file_is_called_what_it_is(run_site: Run, tmp_path: Path) -> None:
    missing = run_site("site", "check", tmp_path / "none.toml")
    assert code_first(missing.stderr) == (
        f"FILE_MISSING: {tmp_path / 'none.toml'}: no such file. "
        "Put it back, or run pitboss init DIR for a site to start from\n"
    )
    empty = run_site("site", "check", tmp_path)
    assert code_first(empty.stderr) == (
        f"FILE_UNREADABLE: {tmp_path}: this is a folder. Put a file in its place\n"
    )
    (tmp_path / "site.toml").touch()
    folder = run_site("site", "check", tmp_path)
    assert code_first(folder.stderr) == (
        f"FILE_UNREADABLE: {tmp_path}: this is a folder. "
        f"Name the file in it: {tmp_path / 'site.toml'}\n"
    )
    os.mkfifo(tmp_path / "pipe")
    pipe = run_site("site", "check", tmp_path / "pipe")
    assert code_first(pipe.stderr) == (
        f"FILE_UNREADABLE: {tmp_path / 'pipe'}: "
        "this is a pipe, socket or device, not a file. Name a site file\n"
    )
    assert (missing.exit_code, folder.exit_code, pipe.exit_code) == (2, 2, 2)


def test_a_file_closed_to_the_reader_is_said_to_be(
    run_site: Run, started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(self: Path, encoding: str) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "read_text", closed)
    result = run_site("site", "check", started)
    assert (
        code_first(result.stderr)
        == f"FILE_UNREADABLE: {started}: it can't be read: Permission denied\n"
    )
