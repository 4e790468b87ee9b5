"""Style as a test: what a reader would stumble over is found here first."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES_MOST = 500
BYTES_MOST = 1_500_000
WORDS_LEFT_OPEN = re.compile("TO" + "DO|FIX" + "ME|XX" + "X|pytest.mark.(skip|xfail)")
MACHINE = re.compile(r"(?<![\w.~-])/(?:home|root|work|Users)/[\w.]")
REGISTRY = re.compile(r"index-url|find-links|registry *=|https?://[\w.]*(?:pypi|npmjs)")
OUTSIDE = re.compile("shared" + "/")
THIS = "tests/shape/test_tidy.py"

BINARY = (".npy", ".npz", ".png", ".webp", ".woff2", ".xz")
IGNORED = {
    ".git",
    ".venv",
    ".hypothesis",
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "out",
    "screens",
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
TEXTS = [name for name in FILES if not name.endswith(BINARY)]
CODE = [name for name in FILES if name.endswith(".py")]


def read(name: str) -> str:
    return (ROOT / name).read_bytes().decode("utf-8")  # line ends as they are


def none_of(offenders: list[str]) -> None:
    """There is no offender; if there are some, every one of them is told."""
    assert not offenders, "\n".join(["", *offenders])


def lines_with(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    """Where a pattern is found, as "file:line: what was found"."""
    return [
        f"{name}:{number}: {found[0]}"
        for name in names
        for number, line in enumerate(read(name).split("\n"), start=1)
        if (found := pattern.search(line))
    ]


def test_a_file_fits_in_the_head() -> None:
    lines = {name: len(read(name).splitlines()) for name in CODE if name.startswith("src/")}
    none_of([f"{name}: {count} lines" for name, count in lines.items() if count > LINES_MOST])


def test_every_module_says_what_it_is() -> None:
    texts = {name: read(name).strip() for name in CODE}
    none_of([name for name, text in texts.items() if text and not text.startswith('"""')])


def test_nothing_is_left_open() -> None:
    none_of(lines_with(WORDS_LEFT_OPEN, CODE))


def test_the_project_speaks_only_of_itself() -> None:
    none_of(lines_with(MACHINE, TEXTS))
    none_of(lines_with(REGISTRY, [name for name in TEXTS if name != THIS]))
    none_of(lines_with(OUTSIDE, TEXTS))


def test_text_files_are_clean() -> None:
    none_of(lines_with(re.compile(r"\t"), [name for name in TEXTS if name != "Makefile"]))
    none_of(lines_with(re.compile(r"\r"), TEXTS))
    none_of(lines_with(re.compile(r" $"), TEXTS))


def test_text_files_end_with_one_newline() -> None:
    ends = {name: read(name)[-2:] for name in TEXTS if not name.endswith(".json")}
    none_of([name for name, end in ends.items() if end and (end[-1] != "\n" or end == "\n\n")])


def test_no_large_file_is_kept() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in FILES}
    none_of([f"{name}: {size} bytes" for name, size in sizes.items() if size > BYTES_MOST])
