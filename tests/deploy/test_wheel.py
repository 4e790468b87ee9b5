"""The wheel: built as it is released, installed alone, and run far from the source tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from deploy.support import ROOT

SOURCE = ROOT / "src"
DOCUMENTS = (
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
)  # fmt: skip
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

# Runs one command after the other, and tells the exit code and what was said of each.
IN_TURN = """
import io, json, sys
from pitboss.cli import main

told = []
for words in json.loads(sys.argv[1]):
    sys.argv, sys.stdout = ["pitboss", *words], io.StringIO()
    try:
        main()
    except SystemExit as ended:
        told.append((ended.code, sys.stdout.getvalue()))
json.dump(told, sys.__stdout__)
"""


def python(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run this Python in the repository's root, or elsewhere; it must succeed."""
    subprocess.run([sys.executable, *words], cwd=cwd, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the pinned backend; nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    python("-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def target(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel is installed in."""
    folder = tmp_path_factory.mktemp("target")
    alone = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    python("-m", "pip", "install", *alone, "--target", folder, wheel)
    return folder


@pytest.fixture(scope="module")
def alone(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Run Python with the installed wheel and the packages it needs, in an empty folder. `-S`
    keeps out the path file of the editable install, and so the source tree."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    path = os.pathsep.join([str(target), sysconfig.get_path("purelib")])

    def run(*words: str | Path) -> str:
        done = subprocess.run(
            [sys.executable, "-S", *words],
            cwd=elsewhere,
            env={**os.environ, "PYTHONPATH": path, "COLUMNS": "80"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = Path(run("-c", "import pitboss; print(pitboss.__file__)").strip())
    assert where.is_relative_to(target)
    return run


@pytest.fixture(scope="module")
def installed(target: Path, alone: Callable[..., str]) -> Callable[..., str]:
    """Run the installed command."""
    return lambda *words: alone(target / "bin" / "pitboss", *words)


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    kept = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "pitboss").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("pitboss/")}
    assert packed == kept


def test_the_wheel_brings_the_documents_beside_the_package(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("pitboss_docs")}
    pages = [path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*") if path.is_file()]
    assert packed == {f"pitboss_docs/{name}" for name in (*map(str, pages), *DOCUMENTS)}


def test_two_builds_in_different_places_make_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    plain = shutil.ignore_patterns("__pycache__")  # other tests write there meanwhile
    shutil.copytree(SOURCE, tmp_path / "src", ignore=plain, copy_function=shutil.copyfile)
    shutil.copytree(ROOT / "docs", tmp_path / "docs", copy_function=shutil.copyfile)
    for name in ("pyproject.toml", ".gitignore", *DOCUMENTS):
        shutil.copyfile(ROOT / name, tmp_path / name)
    python("-m", "hatchling", "build", "--target", "wheel", cwd=tmp_path)
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert sha256(again.read_bytes()).hexdigest() == sha256(wheel.read_bytes()).hexdigest()


def test_the_wheel_carries_its_license_and_version(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert f"pitboss-{VERSION}.dist-info/licenses/LICENSE" in names


def test_the_installed_command_says_its_version(installed: Callable[..., str]) -> None:
    assert installed("--version") == f"pitboss {VERSION}\n"


def test_the_installed_command_knows_every_game_and_paytable(
    installed: Callable[..., str], alone: Callable[..., str]
) -> None:
    known = json.loads(installed("paytables", "--json"))
    one_each = {paytable["games"][0]: paytable["id"] for paytable in known}
    listed = installed("games")
    assert [game for game in one_each if f"{game}  " not in listed] == []
    asked = [[word, paytable] for paytable in one_each.values() for word in ("paytables", "odds")]
    told = json.loads(alone("-c", IN_TURN, json.dumps(asked)))
    answers = zip(asked, told, strict=True)
    assert [words for words, (code, text) in answers if code or words[1] not in text] == []


def test_the_installed_command_starts_a_site(installed: Callable[..., str], tmp_path: Path) -> None:
    room = tmp_path / "room"
    assert str(room) in installed("init", room)
    assert "no errors" in installed("site", "check", room / "site.toml")
