"""What an installation brings may be used with a product under MIT: no copyleft comes along."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}
ACCEPTED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD", "BSD-2-Clause", "BSD-3-Clause",
    "CC0-1.0", "ISC", "MIT", "MIT-0", "PSF-2.0", "Zlib",
}  # fmt: skip
# Optional, imported as it is and never part of the wheel: docs/licenses.md has the reason.
EXCEPTED = {"psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only"}


def find_packages(written: Iterable[str]) -> set[str]:
    """The names of what these requirements bring, with all that those need in turn."""
    found: set[tuple[str, str]] = set()
    waiting = [Requirement(each) for each in written]
    while waiting:
        asked = waiting.pop()
        for extra in {"", *asked.extras}:
            key = (asked.name.lower().replace("_", "-"), extra)
            if key in found:
                continue
            found.add(key)
            needed = map(Requirement, requires(asked.name) or ())
            waiting += [
                each for each in needed if not each.marker or each.marker.evaluate({"extra": extra})
            ]
    return {name for name, _ in found}


def license_of(package: str) -> str:
    """The license of an installed package, as SPDX writes it."""
    told = metadata(package)
    if "License-Expression" in told:
        return told["License-Expression"]
    names = (each.split(" :: ")[-1] for each in told.get_all("Classifier") or () if "Lic" in each)
    return " AND ".join(sorted(CLASSIFIED.get(name, name) for name in names))


def is_accepted(license: str) -> bool:
    """Whether one of the choices that a license gives is accepted in all its parts."""
    choices = re.sub(r"[()]", "", license).split(" OR ")
    return any(set(each.split(" AND ")) <= ACCEPTED for each in choices)


ALWAYS = find_packages(PROJECT["dependencies"])
ALL = find_packages(
    each
    for listed in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for each in listed
)


def test_nothing_that_an_installation_brings_is_copyleft() -> None:
    licenses = {name: license_of(name) for name in ALL}
    refused = {name: each for name, each in licenses.items() if not is_accepted(each)}
    assert refused == EXCEPTED
    assert not ALWAYS & set(EXCEPTED)


@pytest.mark.parametrize(
    ("license", "accepted"),
    [
        ("MIT", True),
        ("EPL-2.0 OR BSD-3-Clause", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only", False),
        ("MIT AND LGPL-2.1-or-later", False),
        ("GNU Affero General Public License v3", False),
        ("", False),
    ],
)
def test_a_license_is_accepted_by_name_alone(license: str, *, accepted: bool) -> None:
    assert is_accepted(license) is accepted


def test_the_page_of_licenses_lists_every_package_with_its_own() -> None:
    rows = [
        f"| {name} | {license_of(name)} | {'always' if name in ALWAYS else 'with an extra'} |"
        for name in sorted(ALL)
    ]
    page = (ROOT / "docs" / "licenses.md").read_text("utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| ")][1:]
    assert listed == rows, "\n".join(rows)
