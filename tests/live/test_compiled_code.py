"""Compiled code is what its source says, whatever its head says."""

from __future__ import annotations

import marshal
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.compiled_toml import read_toml
from pitboss.live.compiled_code import MACHINE_CODE, NO_SOURCE, OTHER_CODE, check_compiled

SOURCE = "LIMIT = 1\n\ndef pays(hand):\n    return hand in {'flush', 'straight', 'pair'}\n"
EVIL = SOURCE.replace("return hand", "return None or hand")
HEAD = slice(0, 16)
NAME = f"__pycache__/rules.{sys.implementation.cache_tag}.pyc"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with one module and its compiled code."""
    (tmp_path / "rules.py").write_text(SOURCE, "utf-8")
    py_compile.compile(str(tmp_path / "rules.py"), doraise=True)
    return tmp_path


def forge(compiled: Path, source: str) -> None:
    """Put other code behind the head that Python trusts."""
    code = compile(source, "rules.py", "exec", dont_inherit=True)
    compiled.write_bytes(compiled.read_bytes()[HEAD] + marshal.dumps(code))


def test_code_that_its_source_compiles_to_is_right_wherever_it_was_compiled(package: Path) -> None:
    assert list(check_compiled(package)) == [(NAME, "")]
    forge(package / NAME, SOURCE)  # compiled under another name
    assert list(check_compiled(package)) == [(NAME, "")]


def test_forged_code_that_python_runs_is_found(package: Path) -> None:
    forge(package / NAME, "print('forged')\n")
    ran = subprocess.run(
        [sys.executable, "-c", "import rules"], cwd=package, capture_output=True, check=True
    )
    assert ran.stdout == b"forged\n"
    assert list(check_compiled(package)) == [(NAME, OTHER_CODE)]


@pytest.mark.parametrize(
    "source",
    [
        EVIL,
        SOURCE.replace("= 1", "= 2"),
        SOURCE.replace("= 1", "= 1.0"),
        SOURCE.replace("= 1", "= True"),
        SOURCE.replace("pair", "pear"),
        SOURCE.replace("pays", "says"),
        SOURCE.replace("LIMIT", "LIMITS"),
        f"\n{SOURCE}",
    ],
)
def test_the_smallest_difference_is_found(package: Path, source: str) -> None:
    forge(package / NAME, source)
    assert list(check_compiled(package)) == [(NAME, OTHER_CODE)]


def test_zero_and_minus_zero_are_not_the_same(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("RATE = 0.0\n", "utf-8")
    py_compile.compile(str(tmp_path / "rules.py"), doraise=True)
    forge(tmp_path / NAME, "RATE = -0.0\n")
    assert list(check_compiled(tmp_path)) == [(NAME, OTHER_CODE)]


def test_words_are_what_their_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "rules.toml").write_text('pay = "Pay $5.00."\n', "utf-8")
    read_toml(tmp_path / "rules.toml")
    assert list(check_compiled(tmp_path)) == [(NAME, "")]
    compiled = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(compiled.replace(b"$5.00", b"$9.00"))
    assert read_toml(tmp_path / "rules.toml") == {"pay": "Pay $9.00."}
    assert list(check_compiled(tmp_path)) == [(NAME, OTHER_CODE)]


@pytest.mark.parametrize("size", [0, 7, 16, 40])
def test_code_that_is_cut_off_is_found(package: Path, size: int) -> None:
    (package / NAME).write_bytes((package / NAME).read_bytes()[:size])
    assert list(check_compiled(package)) == [(NAME, OTHER_CODE)]


def test_code_of_the_source_before_is_found(package: Path) -> None:
    (package / "rules.py").write_text("LIMIT = 3\n", "utf-8")
    assert list(check_compiled(package)) == [(NAME, OTHER_CODE)]


def test_optimized_code_is_compiled_the_same_way(package: Path) -> None:
    (package / "rules.py").write_text("def pays():\n    'Text.'\n    assert 1 < 2\n", "utf-8")
    for level in (0, 1, 2):
        py_compile.compile(str(package / "rules.py"), optimize=level, doraise=True)
    assert [fault for _, fault in check_compiled(package)] == ["", "", ""]
    plain, first, _ = sorted((package / "__pycache__").iterdir(), key=lambda file: file.name[::-1])
    first.write_bytes(plain.read_bytes())
    assert sorted(fault for _, fault in check_compiled(package)) == ["", "", OTHER_CODE]


@pytest.mark.parametrize(
    "path", ["rules.pyc", "hidden.pyc", "__pycache__/hidden.pyc", NAME.replace("rules", "hidden")]
)
def test_compiled_code_without_its_source_is_found(package: Path, path: str) -> None:
    os.link(package / NAME, package / path)
    assert dict(check_compiled(package)) == {NAME: "", path: NO_SOURCE}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_machine_code_that_numba_keeps_is_found(package: Path, ending: str) -> None:
    path = f"__pycache__/rules.pays-3.py311.{ending}"
    (package / path).write_bytes(b"code")
    assert dict(check_compiled(package))[path] == MACHINE_CODE


def test_what_only_another_python_runs_is_not_looked_at(package: Path) -> None:
    for name in ("rules.cpython-39.pyc", "rules.cpython-311-pytest-9.1.0.pyc"):
        (package / "__pycache__" / name).write_bytes(b"code")
    assert list(check_compiled(package)) == [(NAME, "")]


def test_a_folder_can_be_left_out(package: Path) -> None:
    (package / "other").mkdir()
    (package / "other" / "hidden.pyc").write_bytes(b"code")
    assert list(check_compiled(package, besides=package / "other")) == [(NAME, "")]


def test_an_instruction_that_reads_like_another_is_found(tmp_path: Path) -> None:
    """Python shows `co_code` with its own shortcuts written out; a forger may write one."""
    text = f"def pays(hand):\n    return hand in {{1, 2}}, {'hand, ' * 40}\n"
    (tmp_path / "rules.py").write_text(text, "utf-8")
    py_compile.compile(str(tmp_path / "rules.py"), doraise=True)
    (pays, *_) = compile(text, "rules.py", "exec", dont_inherit=True).co_consts
    plain = pays.co_code
    forged = (
        plain[:place] + bytes([number]) + plain[place + 1 :]
        for place in range(0, 20, 2)  # far from the end, over which some instructions reach
        for number in set(range(256)) - {plain[place]}
    )
    hidden = next(each for each in forged if pays.replace(co_code=each).co_code == plain)
    compiled = (tmp_path / NAME).read_bytes()
    assert compiled.count(plain) == 1
    (tmp_path / NAME).write_bytes(compiled.replace(plain, hidden))
    assert list(check_compiled(tmp_path)) == [(NAME, OTHER_CODE)]
