"""`pitboss approve` with the files beside its PDF, and `pitboss verify-install`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.cli.approve import describe_submission
from pitboss.live import installation
from pitboss.live.release import running_release

MACHINE = {"stdlib/os.py": "0" * 64, "system/libc6:amd64": "2.36-9"}
EARLIER = {"pitboss/floor/meter.py": "1" * 64, "pitboss/web/start.py": "1" * 64}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is installed, which a test may alter."""
    found = MACHINE | EARLIER
    monkeypatch.setattr(installation, "list_installation", lambda: found)
    return found


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """The starter site with its first table alone."""
    whole = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")
    head, first, *_ = whole.split("[[table]]")
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "site.toml").write_text(f"{head}[[table]]{first}", "utf-8")
    return folder


def test_what_was_approved_is_verified_on_demand(
    run: Callable[..., Result], room: Path, machine: dict[str, str]
) -> None:
    pdf, listed = room / "bundle.pdf", room / "bundle.sha256"
    assert run("approve", str(room), "--pdf", str(pdf), "--day", "2026-11-16").exit_code == 0
    assert running_release().sha256 in (room / "bundle.json").read_text("utf-8")
    told = run("verify-install", str(listed))
    assert (told.exit_code, told.stdout) == (0, "As approved: 4 files and packages.\n")
    machine |= {"stdlib/os.py": "2" * 64, "system/libc6:amd64": "2.36-10"}
    told = run("verify-install", str(listed))
    assert told.exit_code == 2
    assert told.stdout.splitlines() == [
        "stdlib/os.py: altered",
        "system/libc6:amd64: 2.36-9 is now 2.36-10",
    ]
    assert told.stderr.startswith(f"INSTALLATION_ALTERED: {listed}: 2 differences; put back")


def test_a_release_is_classed_by_what_it_changes(room: Path, machine: dict[str, str]) -> None:
    before = room / "before.sha256"
    before.write_text(installation.write_list(machine), "utf-8")
    assert describe_submission(None).release_class == "major"
    machine["pitboss/web/start.py"] = "2" * 64
    made = describe_submission(before)
    assert (made.release_class, made.changed) == ("minor", [("pitboss/web/start.py", "altered")])
    machine["pitboss/floor/meter.py"] = "2" * 64
    assert describe_submission(before).release_class == "major"


def test_a_list_of_another_kind_is_refused(
    refuses: Callable[..., str], room: Path, machine: dict[str, str]
) -> None:
    told = refuses("verify-install", str(room / "site.toml"))
    assert told.startswith(f"INSTALLATION_UNREADABLE: {room / 'site.toml'}: ")
