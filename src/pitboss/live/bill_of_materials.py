"""The bill of materials of an installation, as CycloneDX 1.6.

Lists every installed package with its version, license and SHA-256, the libraries its wheel bundles
and the packages it needs, plus the packages of the operating system. The same installation and time
give the same bytes."""

from __future__ import annotations

import json
import platform
import re
import sysconfig
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib import metadata
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_OID, uuid5

from pitboss.live.installation import INTERPRETER, LIBRARIES, SYSTEM, SYSTEM_LISTS, write_list
from pitboss.live.release import Release

OWN_NAME, UNSTATED = "pitboss", "not stated"
_HASHED = (
    "SHA-256 of the list of its installed files, as sha256sum writes it; of a package of the"
    " operating system, of the list that dpkg keeps"
)
# How a wheel's license file, such as numpy's, describes each bundled library.
_BUNDLED = re.compile(
    r"^Name: (?P<name>.+)\nFiles: .+\n(?:\w+: .+\n)*?License: (?P<license>.+)$", re.MULTILINE
)
_OF_A_SYSTEM = ("pkg:rpm/", "pkg:deb/", "pkg:apk/")
_NO_LICENSE = [{"license": {"name": UNSTATED}}]
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")


def bill_of_materials(release: Release, installed: Mapping[str, str], *, made: str) -> str:
    """What is installed beside the release, from the packages' own metadata and an installation
    list's digests, at the time that list states."""
    packages = _packages()
    parts = {
        name: _library(package, installed) for name, package in packages.items() if name != OWN_NAME
    }
    programs = {name: sha for name, sha in installed.items() if name.startswith(INTERPRETER)}
    python = {
        **_component("platform", "CPython", platform.python_version(), write_list(programs)),
        "licenses": [{"expression": "PSF-2.0"}],
    }
    about = {
        **_component("application", OWN_NAME, release.version, release.manifest),
        "licenses": _licenses(packages[OWN_NAME].metadata),
    }
    system = _operating_system(installed)
    references = {name: part["bom-ref"] for name, part in [*parts.items(), (OWN_NAME, about)]}
    needs = {
        references[name]: {references[each] for each in needed}
        for name, needed in _find_needs(packages).items()
    }
    needs[about["bom-ref"]].add(python["bom-ref"])
    needs[python["bom-ref"]] = {system["bom-ref"]}
    tool = {key: about[key] for key in ("type", "name", "version")}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": made,
            "tools": {"components": [tool]},
            "component": about,
            "properties": [{"name": "hashes", "value": _HASHED}],
        },
        "components": sorted(
            [*parts.values(), python, system], key=lambda each: str(each["name"]).lower()
        ),
        "dependencies": [
            {"ref": name, "dependsOn": sorted(needed)} for name, needed in sorted(needs.items())
        ],
    }
    number = uuid5(NAMESPACE_OID, json.dumps(bill))
    return json.dumps({**bill, "serialNumber": f"urn:uuid:{number}"}, indent=1) + "\n"


# ---- components ---------------------------------------------------------------------------------


def _packages() -> dict[str, metadata.Distribution]:
    """The installed packages, pitboss among them, by the name requirements use."""
    found = metadata.distributions(path=[sysconfig.get_path("purelib")])
    own = {OWN_NAME: metadata.distribution(OWN_NAME)}
    return {_plain(each.name): each for each in found} | own


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _library(package: metadata.Distribution, installed: Mapping[str, str]) -> dict[str, Any]:
    names = (f"{LIBRARIES}{file.as_posix()}" for file in package.files or ())
    listed = write_list({name: installed[name] for name in names if name in installed})
    return {
        **_component("library", package.name, package.version, listed),
        "purl": f"pkg:pypi/{_plain(package.name)}@{quote(package.version)}",
        "licenses": _licenses(package.metadata),
        **({"components": within} if (within := _within(package, installed)) else {}),
    }


def _within(package: metadata.Distribution, installed: Mapping[str, str]) -> list[dict[str, Any]]:
    """What others made within a package: the parts its wheel names, and every library beside it,
    because a wheel doesn't name them all."""
    names = [f"{LIBRARIES}{file.as_posix()}" for file in _grafted(package)]
    files = [
        {
            "type": "file",
            "bom-ref": name,
            "name": name.rpartition("/")[2],
            "hashes": [{"alg": "SHA-256", "content": installed[name]}],
        }
        for name in sorted(names)
        if name in installed
    ]
    return find_bundled(package) + files


def _grafted(package: metadata.Distribution) -> Iterator[PurePath]:
    """Libraries of the machine that built a wheel, which the wheel keeps in a folder of its own."""
    return (file for file in package.files or () if file.parent.name.endswith(".libs"))


def find_bundled(package: metadata.Distribution) -> list[dict[str, Any]]:
    """The libraries a wheel bundles, as components: from its bills of materials for them (PEP 770),
    and from its license files."""
    own, found = _plain(package.name), dict[tuple[str, str], dict[str, Any]]()
    for each in _listed_parts(package):
        name, version = each["name"], each.get("version", "")
        if _plain(name) != own:
            kept = {key: each[key] for key in ("version", "purl", "licenses") if each.get(key)}
            reference = f"{package.name}@{package.version}/{quote(name)}@{quote(version)}"
            about = {"type": "library", "bom-ref": reference, "name": name, "licenses": _NO_LICENSE}
            found.setdefault((name, version), about | kept)
    return [found[key] for key in sorted(found)]


def _listed_parts(package: metadata.Distribution) -> Iterator[dict[str, Any]]:
    """The parts a wheel names. It may name libraries of its build machine that it left out; those
    are the system's own."""
    has_grafted = any(_grafted(package))
    for file in package.files or ():
        if file.parent.name == "sboms" and file.suffix == ".json":
            bill = json.loads(Path(str(file.locate())).read_text("utf-8"))
            for each in bill.get("components", ()):
                if has_grafted or not each.get("purl", "").startswith(_OF_A_SYSTEM):
                    yield each
    for text in read_license_files(package):
        for each in _BUNDLED.finditer(text):
            yield {"name": each["name"], "licenses": [{"expression": each["license"].strip()}]}


def read_license_files(package: metadata.Distribution) -> Iterator[str]:
    """The texts of an installed package's licenses."""
    for file in package.files or ():
        is_license = "licenses" in file.parts or file.name.upper().startswith(("LICEN", "COPYING"))
        if is_license and file.parts[0].endswith(".dist-info"):
            yield Path(str(file.locate())).read_text("utf-8", errors="replace")


def _operating_system(installed: Mapping[str, str]) -> dict[str, Any]:
    """The system and its packages; dpkg doesn't record their licenses."""
    try:
        said = platform.freedesktop_os_release()
    except OSError:
        said = {"ID": platform.system(), "VERSION_ID": platform.release()}
    name, version = said["ID"], said.get("VERSION_ID", "")
    packages = [
        _system_package(key.removeprefix(SYSTEM), value, name, installed)
        for key, value in sorted(installed.items())
        if key.startswith(SYSTEM)
    ]
    about = {"type": "operating-system", "bom-ref": f"{name}@{version}", "name": name}
    return about | {"version": version, "components": packages}


def _system_package(
    package: str, version: str, system: str, installed: Mapping[str, str]
) -> dict[str, Any]:
    """A package of Debian or its kin, such as libc6:amd64."""
    name, _, architecture = package.partition(":")
    known = [f"{SYSTEM_LISTS}{each}" for each in (package, name)]
    digests = [
        {"alg": "SHA-256", "content": installed[each]} for each in known if each in installed
    ]
    return {
        "type": "library",
        "bom-ref": f"{SYSTEM}{package}@{version}",
        "name": name,
        "version": version,
        **({"hashes": digests[:1]} if digests else {}),
        "purl": f"pkg:deb/{system}/{name}@{quote(version)}?arch={architecture}",
    }


def _component(kind: str, name: str, version: str, listed: str) -> dict[str, Any]:
    digest = sha256(listed.encode()).hexdigest()
    return {
        "type": kind,
        "bom-ref": f"{name}@{version}",
        "name": name,
        "version": version,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _licenses(about: metadata.PackageMetadata) -> list[dict[str, Any]]:
    """A package's license: an expression, a class, or a name of its own."""
    said = {
        key: about.get_all(key) or [] for key in ("License-Expression", "Classifier", "License")
    }
    if said["License-Expression"]:
        return [{"expression": said["License-Expression"][0]}]
    named = [each.rpartition(" :: ")[2] for each in said["Classifier"] if "License :: " in each]
    own = [text.strip().partition("\n")[0] for text in said["License"]]
    return [{"license": {"name": name}} for name in named or filter(None, own)] or _NO_LICENSE


# ---- dependencies -------------------------------------------------------------------------------


def _find_needs(packages: Mapping[str, metadata.Distribution]) -> dict[str, set[str]]:
    """The installed packages that each one needs. A condition of Python or the system counts as met
    if the package is there; an extra, if pitboss has it or something needs it."""
    requires = {
        name: [_read_requirement(each) for each in package.requires or ()]
        for name, package in packages.items()
    }
    asked = {(OWN_NAME, each) for _, _, extras in requires[OWN_NAME] for each in extras}

    def met(name: str) -> Iterator[tuple[str, list[str]]]:
        for needed, given, extras in requires[name]:
            if needed in packages and (not extras or any((name, each) in asked for each in extras)):
                yield needed, given

    known = -1
    while len(asked) > known:  # an extra may need an extra
        known = len(asked)
        asked |= {
            (each, extra) for name in requires for each, given in met(name) for extra in given
        }
    return {name: {needed for needed, _ in met(name)} for name in requires}


def _read_requirement(text: str) -> tuple[str, list[str], list[str]]:
    """The package a requirement names, the extras it asks for, and the extras it belongs to."""
    found = re.match(r"([\w.-]+)\s*(?:\[([^]]*)\])?", text)
    name, given = found.groups("") if found else (text, "")
    return _plain(name), re.findall(r"[\w.-]+", given), _EXTRA.findall(text)
