"""The installation beside the release: its list, what differs from it, its bill of materials."""

from __future__ import annotations

import json
import re
import sysconfig
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from pitboss.live.bill_of_materials import UNSTATED, bill_of_materials
from pitboss.live.installation import (
    altered_system_files,
    find_differences,
    is_major,
    list_installation,
    read_list,
    write_list,
)
from pitboss.live.release import running_release
from pitboss.refusal import Refusal

LIBC_MD5 = "e5823ba08cf6f8acc6662017ec572078"  # of the text "libc"
STATUS = """Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2.36-9
Description: GNU C Library
 Version: no field

Package: gone
Status: deinstall ok config-files
Architecture: amd64
Version: 1
"""


LISTED = f"{LIBC_MD5}  usr/lib/libc.so.6\n{'0' * 32}  usr/share/doc/libc6/new\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small machine: a standard library with packages in it, and a system with one package."""
    files = {
        "lib/os.py": "os", "lib/__pycache__/os.pyc": "code", "lib/site-packages/jinja2/a.py": "a",
        "var/lib/dpkg/status": STATUS, "usr/lib/libc.so.6": "libc",
        "var/lib/dpkg/info/libc6.md5sums": LISTED, "var/lib/dpkg/info/python3-venv.md5sums": "",
    }  # fmt: skip
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    places = {"stdlib": tmp_path / "lib", "purelib": tmp_path / "lib" / "site-packages"}
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(places[name]))
    return tmp_path


def test_the_list_has_interpreter_libraries_release_and_system_packages(machine: Path) -> None:
    found = list_installation(machine)
    others = {name: value for name, value in found.items() if not name.startswith("pitboss/")}
    programs = {name for name in others if name.startswith("interpreter/")}
    assert any(name.startswith("interpreter/python3") for name in programs)
    assert {name: others[name] for name in others.keys() - programs} == {
        "stdlib/os.py": sha256(b"os").hexdigest(),
        "site-packages/jinja2/a.py": sha256(b"a").hexdigest(),
        "system/libc6:amd64": "2.36-9",
        "system-lists/libc6": sha256(LISTED.encode()).hexdigest(),
    }
    own = {f"pitboss/{path}" for path in read_list(running_release().manifest)}
    assert own == found.keys() - others.keys()
    assert read_list(write_list(found)) == found


def test_what_differs_from_the_approved_installation_is_named(machine: Path) -> None:
    before = list_installation(machine)
    assert find_differences(before, list_installation(machine)) == []
    (machine / "lib" / "os.py").write_text("evil", "utf-8")
    (machine / "lib" / "site-packages" / "jinja2" / "a.py").rename(machine / "lib" / "new.py")
    status = machine / "var" / "lib" / "dpkg" / "status"
    status.write_text(STATUS.replace("2.36-9", "2.36-10"), "utf-8")
    assert find_differences(before, list_installation(machine)) == [
        ("site-packages/jinja2/a.py", "missing"),
        ("stdlib/new.py", "added"),
        ("stdlib/os.py", "altered"),
        ("system/libc6:amd64", "2.36-9 is now 2.36-10"),
    ]


def test_an_altered_file_of_a_system_package_is_found(machine: Path) -> None:
    assert altered_system_files(machine) == []
    (machine / "usr" / "lib" / "libc.so.6").write_text("evil", "utf-8")
    assert altered_system_files(machine) == ["usr/lib/libc.so.6"]


def test_who_alters_a_file_and_what_its_package_says_of_it_is_found_too(machine: Path) -> None:
    before = list_installation(machine)
    listed = machine / "var" / "lib" / "dpkg" / "info" / "libc6.md5sums"
    listed.write_text(LISTED.replace(LIBC_MD5, "4034a346ccee15292d823416f7510a2f"), "utf-8")
    assert find_differences(before, list_installation(machine)) == [
        ("system-lists/libc6", "altered")
    ]


@pytest.mark.parametrize("text", ["", "no list\n", "%PDF-1.7\nsomething else"])
def test_another_file_is_no_list(text: str) -> None:
    with pytest.raises(Refusal, match="INSTALLATION_UNREADABLE"):
        read_list(text)


def bill() -> dict[str, Any]:
    made = bill_of_materials(running_release(), {"site-packages/jinja2/__init__.py": "0" * 64})
    read: dict[str, Any] = json.loads(made)
    return read


def test_the_bill_of_materials_has_what_CycloneDX_1_6_requires() -> None:
    found = bill()
    assert (found["bomFormat"], found["specVersion"], found["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", found["serialNumber"]
    )
    about = found["metadata"]["component"]
    assert (about["type"], about["name"]) == ("application", "pitboss")
    assert about["hashes"] == [{"alg": "SHA-256", "content": running_release().sha256}]
    assert about["licenses"] == [{"expression": "MIT"}]
    references = [each["bom-ref"] for each in found["components"]]
    assert len(references) == len(set(references))
    for each in found["components"]:
        assert each["type"] in ("library", "platform"), each
        assert each["name"], each
        assert re.fullmatch("[0-9a-f]{64}", each["hashes"][0]["content"]), each
        assert all(("expression" in said) != ("license" in said) for said in each["licenses"]), each


def test_the_bill_of_materials_has_every_needed_package_with_version_and_license() -> None:
    components = {each["name"].lower(): each for each in bill()["components"]}
    needed = [re.split(r"[^\w-]", each)[0] for each in metadata.requires("pitboss") or ()]
    missing = [name for name in needed if name.lower() not in components]
    assert missing == []
    jinja = components["jinja2"]
    assert jinja["version"] == metadata.version("jinja2")
    assert jinja["purl"] == f"pkg:pypi/jinja2@{jinja['version']}"
    listed = f"{'0' * 64}  site-packages/jinja2/__init__.py\n"
    assert jinja["hashes"][0]["content"] == sha256(listed.encode()).hexdigest()
    assert UNSTATED not in json.dumps([components[name.lower()] for name in needed])


def test_the_bill_of_materials_is_the_same_for_the_same_installation() -> None:
    assert bill() == bill()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("pitboss/floor/meter.py", True),
        ("pitboss/profiles/washington.toml", True),
        ("pitboss/site/links.py", True),
        ("interpreter/python3.11", True),
        ("pitboss/web/words/en.toml", False),
        ("pitboss/reports/parsheet.typ", False),
    ],
)
def test_a_release_is_major_if_it_changes_what_decides(file: str, expected: bool) -> None:  # noqa: FBT001
    assert is_major([(file, "altered")]) is expected
