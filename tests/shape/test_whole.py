"""What `make test` does with a few tests that failed beside the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WHOLE = Path(__file__).parents[1] / "whole.py"
FAILS = "def test_it() -> None:\n    assert False\n"
FAILS_ONCE = """
from pathlib import Path

def test_it() -> None:
    tried = Path(__file__).with_name("tried")
    if not tried.exists():
        tried.touch()
        assert False
"""
NOTES_WHO_READS_IT = """
from pathlib import Path

with Path(__file__).with_name("read").open("a") as notes:
    notes.write("once ")

def test_it() -> None:
    pass
"""
AGAIN = "tried once more, alone"


@pytest.mark.parametrize(
    ("files", "code", "told"),
    [
        (dict.fromkeys("abc", FAILS_ONCE), 0, "failed beside the others, passed alone: tests/a/"),
        ({"a": FAILS}, 1, "failed beside the others, and again alone: tests/a/"),
        (dict.fromkeys("abcdefg", FAILS_ONCE), 1, ""),
    ],
    ids=["pass alone", "fails alone", "too many"],
)
def test_only_a_few_tests_that_pass_alone_are_forgiven(
    tmp_path: Path, files: dict[str, str], code: int, told: str
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:cacheprovider\n")
    for folder, text in files.items():
        file = tmp_path / "tests" / folder / f"test_{folder}.py"
        file.parent.mkdir(parents=True)
        file.write_text(text)
    words = [sys.executable, str(WHOLE), "tests"]
    quick = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(words, cwd=tmp_path, env=quick, capture_output=True, text=True)
    assert (ran.returncode, AGAIN in ran.stdout) == (code, bool(told)), ran.stdout
    assert told in ran.stdout


def test_in_a_new_clone_all_tests_are_compiled_before_workers_start(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:cacheprovider\n")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(NOTES_WHO_READS_IT)
    whole = shutil.copy(WHOLE, tests)
    writes = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": ""}
    for read in (2, 3):
        words = [sys.executable, whole, "tests"]
        subprocess.run(words, cwd=tmp_path, env=os.environ | writes, check=True)
        assert (tests / "read").read_text() == "once " * read
