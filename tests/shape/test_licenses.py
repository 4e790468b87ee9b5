"""What an installation brings may be used with a product under MIT: no copyleft comes along."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution, metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pitboss.evidence.submission import license_text
from pitboss.live.bill_of_materials import UNSTATED, find_bundled, read_license_files

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
    "BSD-3-Clause-Open-MPI", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0", "PSF-2.0", "Unicode-3.0",
    "Unicode-DFS-2016", "Zlib",
}  # fmt: skip
# Optional, imported as it is and never part of the wheel: docs/licenses.md has the reason.
EXCEPTED = {"psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only"}
# Inside the wheels of others; the page has the reason for each license.
UNSTATED_PARTS = {
    "cryptography": ["openssl"],
    "psycopg-binary": [
        "cyrus-sasl-lib", "keyutils-libs", "krb5-libs", "libcom_err", "libselinux", "pcre",
    ],
    "rfc3161-client": ["tsp-asn1"],
}  # fmt: skip
EXCEPTED_BUNDLED = {
    **{(package, name): UNSTATED for package, names in UNSTATED_PARTS.items() for name in names},
    ("numpy", "GCC runtime library"): "GPL-3.0-or-later WITH GCC-exception-3.1",
    ("numpy", "libquadmath"): "LGPL-2.1-or-later",
    ("typst", "option-ext"): "MPL-2.0",
}
NAMED = re.compile(r"[\w.+-]+(?: WITH [\w.+-]+)?")
JOINS = {"AND": "and", "OR": "or"}
COPYLEFT_TEXT = "GENERAL PUBLIC LICENSE"  # in capitals, as the head of its full text has it


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
    return " AND ".join(sorted(CLASSIFIED.get(name, name) for name in names)) or told["License"]


def is_accepted(license: str) -> bool:
    """Whether one of the choices that a license gives is accepted in all its parts."""
    judged = NAMED.sub(lambda name: JOINS.get(name[0]) or str(name[0] in ACCEPTED), license)
    try:
        return bool(eval(judged))  # noqa: S307 - True, False, and, or, brackets
    except SyntaxError:
        return False


ALWAYS = find_packages(PROJECT["dependencies"])
EXTRAS = {
    extra: find_packages(listed) - ALWAYS
    for extra, listed in PROJECT["optional-dependencies"].items()
}
ALL = ALWAYS.union(*EXTRAS.values())


def find_refused_parts(package: str) -> dict[str, str]:
    """The libraries that a wheel bundles under a license that is not on the list."""
    parts = ((each["name"], license_text(each)) for each in find_bundled(distribution(package)))
    return {name: each for name, each in parts if not is_accepted(each)}


def describe_license(package: str) -> str:
    """Its license, how many libraries its wheel bundles, and those that are not on the list."""
    said, parts = license_of(package), len(find_bundled(distribution(package)))
    if parts:
        said += f"; bundles {parts} {'part' if parts == 1 else 'parts'}"
    refused = [f"{name} ({each})" for name, each in find_refused_parts(package).items()]
    return f"{said}; not on the list: {', '.join(refused)}" if refused else said


def describe_coming(package: str) -> str:
    """With which extras a package comes."""
    extras = [f"`{extra}`" for extra, brought in EXTRAS.items() if package in brought]
    return f"with {' or '.join(extras)}" if extras else "always"


FONTS = ROOT / "src" / "pitboss" / "web" / "static" / "fonts"
FONT_LICENSE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
FONT_BYTES_MOST = 400_000


def find_fonts() -> list[str]:
    """The fonts that come with the signs."""
    return sorted(path.stem for path in FONTS.glob("*.woff2"))


def test_each_font_has_its_open_license_beside_it() -> None:
    unlicensed = [name for name in find_fonts() if FONT_LICENSE not in read_font_license(name)]
    assert unlicensed == []
    assert sum(path.stat().st_size for path in FONTS.glob("*.woff2")) < FONT_BYTES_MOST


def read_font_license(name: str) -> str:
    """The license text beside a font."""
    return (FONTS / f"{name}.txt").read_text("utf-8")


def test_nothing_that_an_installation_brings_is_copyleft() -> None:
    licenses = {name: license_of(name) for name in ALL}
    refused = {name: each for name, each in licenses.items() if not is_accepted(each)}
    assert refused == EXCEPTED
    assert not ALWAYS & set(EXCEPTED)


def test_no_copyleft_comes_inside_a_wheel_unsaid() -> None:
    refused = {
        (package, name): each
        for package in ALL
        for name, each in find_refused_parts(package).items()
    }
    assert refused == EXCEPTED_BUNDLED
    texts = {name: "".join(read_license_files(distribution(name))) for name in ALL}
    known = {*EXCEPTED, "numpy"}
    assert {name for name, text in texts.items() if COPYLEFT_TEXT in text} == known
    assert not ALWAYS & known


@pytest.mark.parametrize(
    ("license", "accepted"),
    [
        ("MIT", True),
        ("EPL-2.0 OR BSD-3-Clause", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only", False),
        ("MIT AND LGPL-2.1-or-later", False),
        ("MIT OR (GPL-2.0-only AND Zlib)", True),
        ("(MIT OR Apache-2.0) AND MPL-2.0", False),
        ("GNU Affero General Public License v3", False),
        ("", False),
    ],
)
def test_a_license_is_accepted_by_name_alone(license: str, *, accepted: bool) -> None:
    assert is_accepted(license) is accepted


def test_the_page_of_licenses_lists_every_package_with_its_own() -> None:
    rows = [
        f"| {name} | {describe_license(name)} | {describe_coming(name)} |" for name in sorted(ALL)
    ]
    rows += [f"| {name} (font) | OFL-1.1 | always |" for name in find_fonts()]
    page = (ROOT / "docs" / "licenses.md").read_text("utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| ")][1:]
    assert listed == rows, "\n".join(rows)
