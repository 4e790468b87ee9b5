"""Style as a test: what a reader would stumble over is found here first."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES_MOST = 500
BYTES_MOST = 1_500_000
WORDS_LEFT_OPEN = re.compile("TO" + "DO|FIX" + "ME|XX" + "X|pytest.mark.(skip|xfail)")
MACHINE = re.compile(r"(?<![\w.~-])/(?:home|root|work|Users)/[\w.]")
REGISTRY = re.compile(r"index-url|find-links|registry *=|https?://[\w.]*(?:pypi|npmjs)")


IGNORED = {
    ".git",
    ".venv",
    ".hypothesis",
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "out",
}


def kept() -> list[str]:
    """Every file of the repository, committed yet or not; without git, all that is not ignored."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        names = listed.stdout.splitlines()
    else:
        paths = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        names = [str(path) for path in paths if not IGNORED & set(path.parts)]
    return sorted(name for name in names if (ROOT / name).is_file())


FILES = kept()
TEXTS = [name for name in FILES if Path(name).suffix in (".py", ".md", ".toml", ".txt", ".json")]
CODE = [name for name in FILES if name.endswith(".py")]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", [n for n in CODE if n.startswith("src/")])
def test_a_file_fits_in_the_head(name: str) -> None:
    assert len(read(name).splitlines()) <= LINES_MOST


@pytest.mark.parametrize("name", CODE)
def test_every_module_says_what_it_is(name: str) -> None:
    text = read(name)
    assert not text.strip() or text.lstrip().startswith('"""')


@pytest.mark.parametrize("name", CODE)
def test_nothing_is_left_open(name: str) -> None:
    assert not WORDS_LEFT_OPEN.search(read(name))


@pytest.mark.parametrize("name", [n for n in TEXTS if n != "requirements.lock"])
def test_the_project_speaks_only_of_itself(name: str) -> None:
    text = read(name)
    assert not MACHINE.search(text)
    assert not REGISTRY.search(text) or name == "tests/shape/test_tidy.py"
    assert "shared" + "/" not in text


@pytest.mark.parametrize("name", [n for n in TEXTS if not n.endswith(".json")])
def test_text_files_are_clean(name: str) -> None:
    text = read(name)
    assert "\t" not in text
    assert "\r" not in text
    assert not text or (text.endswith("\n") and not text.endswith("\n\n"))


@pytest.mark.parametrize("name", FILES)
def test_no_large_file_is_kept(name: str) -> None:
    assert (ROOT / name).stat().st_size <= BYTES_MOST
