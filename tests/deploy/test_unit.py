"""The systemd unit: it starts a command that exists, and systemd reads it without complaint."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.support import DEPLOY, unknown_words

UNIT = DEPLOY / "pitboss.service"
PROGRAM = "/opt/pitboss/bin/pitboss"


def service() -> configparser.SectionProxy:
    """The unit's service section; of a setting that is said twice, the last."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(UNIT.read_text("utf-8"))
    return unit["Service"]


def test_the_unit_starts_a_command_that_exists() -> None:
    program, command, *words = service()["ExecStart"].split()
    assert (program, command) == (PROGRAM, "serve")
    assert unknown_words(command, words) == []


def test_the_unit_serves_the_folder_that_it_may_write() -> None:
    said = service()
    words = said["ExecStart"].split()
    site, keys = (f"/var/lib/{name}" for name in said["StateDirectory"].split())
    assert words[words.index("--site") + 1] == site
    for key in ("house", "vault"):  # the site's folder is the user's home, and no place for a key
        assert words[words.index(f"--{key}-key") + 1] == f"{keys}/{key}.key"
    assert said["StateDirectoryMode"] == "0700"


def test_the_unit_gives_the_service_nothing_it_does_not_need() -> None:
    said = service()
    assert said["User"] != "root"
    assert said["NoNewPrivileges"] == "yes"
    assert said["ProtectSystem"] == "strict"
    assert said["CapabilityBoundingSet"] == ""


def test_no_pin_of_a_first_start_reaches_a_log() -> None:
    assert service()["StandardOutput"] == "null"


def test_systemd_reads_the_unit_without_complaint(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here")
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text("utf-8").replace(PROGRAM, sys.executable), "utf-8")
    result = subprocess.run(
        [analyze, "verify", here], capture_output=True, encoding="utf-8", check=False
    )
    assert (result.returncode, result.stdout + result.stderr) == (0, "")
