"""The bill of materials of an installation, as CycloneDX 1.6: every installed package with its
version, its license and one SHA-256; the same bytes for the same installation."""

from __future__ import annotations

import json
import platform
import re
import sysconfig
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib import metadata
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from pitboss.live.installation import LIBRARIES, write_list
from pitboss.live.release import Release

UNSTATED = "not stated"
_HASHED = "SHA-256 of the list of its installed files, as sha256sum writes it"


def bill_of_materials(release: Release, installed: Mapping[str, str]) -> str:
    """What is installed beside the release, from the packages' own metadata and the digests of a
    list of the installation."""
    own = metadata.distribution("pitboss")
    parts = {part["name"]: part for part in _packages(installed)}
    programs = {name: sha for name, sha in installed.items() if name.startswith("interpreter/")}
    parts["CPython"] = {
        **_component("platform", "CPython", platform.python_version(), write_list(programs)),
        "licenses": [{"expression": "PSF-2.0"}],
    }
    about = {
        **_component("application", "pitboss", release.version, release.manifest),
        "licenses": _licenses(own.metadata),
    }
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": about, "properties": [{"name": "hashes", "value": _HASHED}]},
        "components": [parts[name] for name in sorted(parts, key=str.lower)],
    }
    number = uuid5(NAMESPACE_OID, json.dumps(bill))
    return json.dumps({**bill, "serialNumber": f"urn:uuid:{number}"}, indent=1) + "\n"


def _packages(installed: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for package in metadata.distributions(path=[sysconfig.get_path("purelib")]):
        names = (f"{LIBRARIES}{file.as_posix()}" for file in package.files or ())
        listed = write_list({name: installed[name] for name in names if name in installed})
        if package.name != "pitboss":
            known = re.sub(r"[-_.]+", "-", package.name).lower()
            yield {
                **_component("library", package.name, package.version, listed),
                "purl": f"pkg:pypi/{known}@{package.version}",
                "licenses": _licenses(package.metadata),
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
    """What a package says of its license: an expression, a class, or a name of its own."""
    said = {
        key: about.get_all(key) or [] for key in ("License-Expression", "Classifier", "License")
    }
    if said["License-Expression"]:
        return [{"expression": said["License-Expression"][0]}]
    named = [each.rpartition(" :: ")[2] for each in said["Classifier"] if "License :: " in each]
    own = [text.strip().partition("\n")[0] for text in said["License"]]
    return [{"license": {"name": name}} for name in named or [*filter(None, own)] or [UNSTATED]]
