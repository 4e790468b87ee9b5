"""`make drill`: what was chosen wrongly is said first, before anybody installs what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from deploy.support import ROOT


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (("--faults", "kill,freze"), "FAULT_UNKNOWN: freze: there is no such fault"),
        (("--pause", "3"), "PAUSE_TOO_SHORT: 3 s: "),
        ((), "DRILL_MISSING: "),
    ],
)
def test_choices_are_checked_before_programs_are_missed(choice: tuple[str, ...], code: str) -> None:
    words = [sys.executable, "-m", "bench.drill", "--patroni", "/nowhere", *choice]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 2, found.stderr
    assert found.stdout.startswith(code)
