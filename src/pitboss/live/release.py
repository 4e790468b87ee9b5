"""The running software: the SHA-256 of every file of the installed package, and of each package
that brings games.

A clone and a wheel of the same release have the same files, and so the same digest. Code that
Python compiles as it runs isn't part of the release, unless Python would run it without checking
the source: then it is listed, and shows as an altered file."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from msgspec import Struct

import pitboss
from pitboss.file_digests import digest_files
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.approvals import RoleFunctions
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.values import ROLES
from pitboss.packaged_games import GROUP, package_digests


class Release(Struct, frozen=True):
    """A version with its files, as sha256sum lists them."""

    version: str
    manifest: str

    @property
    def sha256(self) -> str:
        """The digest of the list: one number for all files."""
        return sha256(self.manifest.encode()).hexdigest()


@cache
def running_release() -> Release:
    """The files as they are when the program starts."""
    return release_in(Path(pitboss.__file__).parent)


def list_functions() -> tuple[RoleFunctions, ...]:
    """What each role may ask for in this release, anywhere; commands of the server itself belong to
    nobody."""
    asked = [(kind_of(each).replace("-", " "), each.permission) for each in COMMANDS]
    return tuple(
        RoleFunctions(
            role=role,
            functions=tuple(
                sorted(name for name, who in asked if who.at and role in (*who.roles, *who.away))
            ),
        )
        for role in ROLES
    )


def release_in(folder: Path) -> Release:
    """The release in a package's folder, with one line for each package that brings games to it."""
    lines = [f"{digest}  {path}\n" for path, digest in digest_files(folder)]
    lines += [f"{digest}  {GROUP}/{name}\n" for name, digest in package_digests().items()]
    return Release(metadata.version("pitboss"), "".join(lines))
