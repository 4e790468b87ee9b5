"""The installation beside the release: its list, what differs from it, its bill of materials."""

from __future__ import annotations

import json
import platform
import re
import site
import sys
import sysconfig
from datetime import datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy
import pytest
from cryptography.hazmat.backends.openssl import backend

import pitboss
from pitboss.live.bill_of_materials import UNSTATED, bill_of_materials
from pitboss.live.installation import (
    IS_SET,
    LINK,
    LOADED,
    NOT_LISTED,
    SYSTEM_PACKAGES,
    altered_system_files,
    find_differences,
    find_foreign_code,
    find_foreign_libraries,
    is_major,
    list_installation,
    read_list,
    write_list,
)
from pitboss.live.release import running_release
from pitboss.live.service_units import VARIABLES
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
        "bin/pitboss": f"#!{tmp_path}/bin/python\nmain()\n", "bin/uvicorn": "main()",
        "var/lib/dpkg/status": STATUS, "usr/lib/libc.so.6": "libc",
        "var/lib/dpkg/info/libc6.md5sums": LISTED, "var/lib/dpkg/info/python3-venv.md5sums": "",
    }  # fmt: skip
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    named = {"stdlib": "lib", "purelib": "lib/site-packages", "scripts": "bin"}
    places = {name: tmp_path / path for name, path in named.items()}
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
        "scripts/pitboss": sha256(b"#!/python\nmain()\n").hexdigest(),
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


def write_metadata(machine: Path, package: str, **texts: str) -> None:
    folder = machine / "lib" / "site-packages" / f"{package}.dist-info"
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


def test_what_an_installer_notes_of_itself_is_in_no_list(machine: Path) -> None:
    """The folder that it came from, the time, launchers with the path of this machine's Python."""
    notes = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json")
    before = list_installation(machine)
    write_metadata(machine, "jinja2-3.1.6", METADATA="jinja2", **dict.fromkeys(notes, "here"))
    assert find_differences(before, list_installation(machine)) == [
        ("site-packages/jinja2-3.1.6.dist-info/METADATA", "added")
    ]


def test_another_version_with_other_words_is_a_minor_release(machine: Path) -> None:
    listed, own = [], machine / "lib" / "site-packages" / "pitboss-0.2.0.dist-info"
    texts = {"WHEEL": "hatchling", "entry_points.txt": "pitboss = pitboss.__main__:main"}
    write_metadata(machine, "pitboss-0.2.0", METADATA="Version: 0.2.0", **texts)
    for version in ("0.2.0", "0.2.1"):
        (own / "METADATA").write_text(f"Version: {version}", "utf-8")
        own = own.rename(own.with_name(f"pitboss-{version}.dist-info"))
        listed.append(list_installation(machine))
    changed = find_differences(*listed)
    assert changed == [("pitboss.dist-info/METADATA", "altered")]
    assert not is_major([*changed, ("pitboss/words/en/floor.toml", "altered")])
    (own / "entry_points.txt").write_text("pitboss = evil:main", "utf-8")
    assert is_major(find_differences(listed[0], list_installation(machine)))


def test_a_line_in_the_launcher_and_a_module_beside_it_are_named(machine: Path) -> None:
    before = list_installation(machine)
    with (machine / "bin" / "pitboss").open("a", encoding="utf-8") as launcher:
        launcher.write("evil()\n")
    (machine / "bin" / "segno.py").write_text("evil", "utf-8")
    assert find_differences(before, list_installation(machine)) == [
        ("scripts/pitboss", "altered"),
        ("scripts/segno.py", "added"),
    ]


@pytest.fixture
def alone(machine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That machine, where Python imports from its own folders alone."""
    own = machine / "lib" / "site-packages" / "pitboss"
    own.mkdir()
    (machine / "pyvenv.cfg").write_text("include-system-site-packages = false\n", "utf-8")
    monkeypatch.setattr(pitboss, "__file__", str(own / "__init__.py"))
    monkeypatch.setattr(sys, "prefix", str(machine))
    monkeypatch.setattr(sys, "path", [str(machine / "bin"), str(machine / "lib")])
    monkeypatch.setattr(site, "ENABLE_USER_SITE", False)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    assert list(find_foreign_code()) == []
    return machine


@pytest.mark.parametrize("name", VARIABLES)
def test_a_variable_that_brings_code_is_named(
    alone: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, str(alone))
    assert list(find_foreign_code()) == [(name, IS_SET)]


def test_a_folder_of_imported_code_is_named(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (alone / "more").mkdir()
    (alone / "user").mkdir()
    monkeypatch.setattr(sys, "path", [str(alone / "more"), str(alone / "no.zip"), *sys.path])
    monkeypatch.setattr(site, "ENABLE_USER_SITE", True)
    monkeypatch.setattr(site, "getusersitepackages", lambda: str(alone / "user"))
    named = [(str(alone / "more"), NOT_LISTED), (str(alone / "user"), NOT_LISTED)]
    assert list(find_foreign_code()) == named


MAPS = """\
5600-5700 r-xp 00000000 fd:00 1 {python}
7f00-7f10 r-xp 00001000 fd:00 2 /usr/lib/libc.so.6
7f20-7f30 r-xp 00000000 fd:00 3 {machine}/lib/site-packages/jinja2/fast.so
7f40-7f50 r--p 00000000 fd:00 4 /usr/lib/locale/locale-archive
7f60-7f70 r-xp 00000000 00:00 0 [vdso]
7f80-7f90 rwxp 00000000 00:00 0
"""


@pytest.mark.parametrize("foreign", ["", "/usr/local/lib/libc.so.6", "/tmp/gone (deleted)"])  # noqa: S108
def test_a_library_that_no_list_has_is_named(machine: Path, foreign: str) -> None:
    """Preloaded, or found before the one of a package, which is as its package has it."""
    maps, python = machine / "maps", Path(sys.executable).resolve()
    line = f"7fa0-7fb0 r-xp 00000000 fd:00 5 {foreign}\n" if foreign else ""
    maps.write_text(MAPS.format(python=python, machine=machine) + line, "utf-8")
    found = list(find_foreign_libraries(machine, maps=maps))
    assert found == ([(foreign, LOADED)] if foreign else [])
    for listed in (machine / "var" / "lib" / "dpkg" / "info").iterdir():
        listed.unlink()
    assert list(find_foreign_libraries(machine, maps=maps)) == [], "a system without lists"


def test_the_packages_of_the_system_are_left_out(alone: Path) -> None:
    (alone / "pyvenv.cfg").write_text("include-system-site-packages = true\n", "utf-8")
    assert list(find_foreign_code()) == [("pyvenv.cfg", SYSTEM_PACKAGES)]


def test_a_linked_folder_is_named(alone: Path) -> None:
    packages = alone / "lib" / "site-packages"
    for link in (packages / "segno", packages / "pitboss" / "more"):
        link.symlink_to(alone / "usr")
    assert list(find_foreign_code()) == [("pitboss/more", LINK), ("site-packages/segno", LINK)]


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


INSTALLED = {
    "site-packages/jinja2/__init__.py": "0" * 64,
    "system/libc6:amd64": "2.36-9+deb12u10",
    "system/tzdata:all": "2024b",
    "system-lists/libc6:amd64": "1" * 64,
}
MADE = "2026-11-16T00:00:00-08:00"


def bill(**more: str) -> dict[str, Any]:
    made = bill_of_materials(running_release(), INSTALLED | more, made=MADE)
    read: dict[str, Any] = json.loads(made)
    return read


def components_of(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What a bill is about and every part of it, what is inside of others among them."""
    inside = (part for each in found["components"] for part in each.get("components", ()))
    return [found["metadata"]["component"], *found["components"], *inside]


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
    references = [each["bom-ref"] for each in components_of(found)]
    assert len(references) == len(set(references))
    for each in components_of(found):
        kinds = ("application", "file", "library", "operating-system", "platform")
        assert each["type"] in kinds, each
        assert each["name"], each
        for digest in each.get("hashes", ()):
            assert re.fullmatch("[0-9a-f]{64}", digest["content"]), each
        said = each.get("licenses", [])
        assert all(("expression" in one) != ("license" in one) for one in said), each
        assert len(said) == 1 or not any("expression" in one for one in said), each


def test_the_bill_of_materials_says_when_and_by_what_it_was_made() -> None:
    about = bill()["metadata"]
    version = running_release().version
    assert about["timestamp"] == MADE
    assert datetime.fromisoformat(about["timestamp"]).tzinfo is not None
    assert about["tools"]["components"] == [
        {"type": "application", "name": "pitboss", "version": version}
    ]


def test_the_bill_of_materials_has_the_systems_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"ID": "debian", "VERSION_ID": "12"}
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: said)
    (system,) = (each for each in bill()["components"] if each["type"] == "operating-system")
    assert (system["name"], system["version"]) == ("debian", "12")
    libc, tzdata = system["components"]
    assert libc == {
        "type": "library",
        "bom-ref": "system/libc6:amd64@2.36-9+deb12u10",
        "name": "libc6",
        "version": "2.36-9+deb12u10",
        "hashes": [{"alg": "SHA-256", "content": "1" * 64}],
        "purl": "pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64",
    }
    assert "hashes" not in tzdata


def test_the_bill_of_materials_says_which_package_needs_which() -> None:
    found = bill()
    listed = [each["ref"] for each in found["dependencies"]]
    assert len(listed) == len(set(listed))
    needs = {each["ref"]: each["dependsOn"] for each in found["dependencies"]}
    known = {each["bom-ref"]: each["name"].lower() for each in components_of(found)}
    for reference, needed in needs.items():
        assert {reference, *needed} <= set(known), reference
        assert needed == sorted(set(needed)), reference
    named = {known[ref]: {known[each] for each in needed} for ref, needed in needs.items()}
    asked = (each for each in metadata.requires("pitboss") or () if "extra" not in each)
    assert {re.split(r"[^\w-]", each)[0] for each in asked} <= named["pitboss"]
    assert "markupsafe" in named["jinja2"]
    assert "babel" not in named["jinja2"], "an extra that nobody asks for"
    assert "pyyaml" not in named["uvicorn"], "an extra that only such an extra asks for"
    assert "psycopg-binary" in named.get("psycopg", {"psycopg-binary"}), "an extra of pitboss"
    assert "cpython" in named["pitboss"]
    reached, waiting = set[str](), ["pitboss"]
    while waiting:
        name = waiting.pop()
        waiting += named.get(name, set()) - reached
        reached.add(name)
    assert {"markupsafe", "starlette", "cffi"} <= reached


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
    assert UNSTATED not in json.dumps([components[name.lower()]["licenses"] for name in needed])


def test_the_bill_of_materials_names_what_a_wheel_bundles() -> None:
    components = {each["name"].lower(): each for each in bill()["components"]}
    within = components["numpy"]["components"]
    bundled = {each["name"]: each["licenses"] for each in within if each["type"] == "library"}
    assert bundled["libquadmath"] == [{"expression": "LGPL-2.1-or-later"}]
    gcc = [{"expression": "GPL-3.0-or-later WITH GCC-exception-3.1"}]
    assert bundled["GCC runtime library"] == gcc
    assert "components" not in components["jinja2"]
    (file,) = Path(numpy.__file__).parents[1].glob("numpy.libs/libquadmath-*")
    found = bill(**{f"site-packages/numpy.libs/{file.name}": "2" * 64})["components"]
    (listed,) = [
        each
        for each in next(each for each in found if each["name"] == "numpy")["components"]
        if each["type"] == "file"
    ]
    digest = [{"alg": "SHA-256", "content": "2" * 64}]
    assert (listed["name"], listed["hashes"]) == (file.name, digest)


def test_the_bill_of_materials_names_no_part_that_a_wheel_has_left_out() -> None:
    """numba's own bill names a libgomp; the program takes that of the system."""
    (numba,) = [each for each in bill()["components"] if each["name"] == "numba"]
    assert "components" not in numba


def test_the_bill_of_materials_has_the_parts_that_a_wheel_lists_itself() -> None:
    """OpenSSL is compiled into a package: only that package's own bill knows which."""
    components = {each["name"].lower(): each for each in bill()["components"]}
    version = re.search(r"OpenSSL (\S+)", backend.openssl_version_text())
    assert version is not None
    purls = [each.get("purl", "") for each in components["cryptography"]["components"]]
    assert any(each.startswith(f"pkg:generic/openssl@{version[1]}?") for each in purls)
    typst = {each["name"]: each["licenses"] for each in components["typst"]["components"]}
    assert typst["option-ext"] == [{"expression": "MPL-2.0"}]
    assert "typst-py" not in typst, "the package itself"


def test_the_bill_of_materials_is_the_same_for_the_same_installation() -> None:
    assert bill() == bill()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("pitboss/floor/money/meter.py", True),
        ("pitboss/profiles/washington.toml", True),
        ("pitboss/site/links.py", True),
        ("pitboss/bank_statements.py", True),
        ("pitboss/books/keeper.py", True),
        ("pitboss/web/access/admission.py", True),
        ("pitboss/vault/master_key.py", True),
        ("pitboss/live/tenure.py", True),
        ("pitboss/audit/proof.py", True),
        ("interpreter/python3.11", True),
        ("stdlib/decimal.py", True),
        ("site-packages/msgspec/__init__.py", True),
        ("scripts/pitboss", True),
        ("pitboss/reports/r02_deposit_sheet.py", True),
        ("pitboss/reports/tax_form_sheets.py", True),
        ("pitboss/words/sentences.py", True),
        ("pitboss/web/themes/gold.toml", False),
        ("pitboss/demo/players.py", False),
        ("system/tzdata:all", False),
        ("pitboss/words/en/floor.toml", False),
        ("pitboss/reports/parsheet.typ", False),
    ],
)
def test_a_release_is_major_if_it_changes_what_decides(file: str, expected: bool) -> None:  # noqa: FBT001
    assert is_major([(file, "altered")]) is expected
