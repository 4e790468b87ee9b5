"""The running software: the SHA-256 of every file of the installed package.

A clone and a wheel of the same release have the same files, and so the same digest. Code that
Python compiles as it runs isn't part of the release, unless Python would run it without checking
the source: then it is listed, and shows as an altered file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import file_digest, sha256
from importlib import metadata
from pathlib import Path

import pitboss

COMPILED = "__pycache__"
HASH_BASED, SOURCE_CHECKED = 0b01, 0b10  # in the second word of a .pyc


@dataclass(frozen=True, slots=True)
class Release:
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


def release_in(folder: Path) -> Release:
    """The release in a package's folder."""
    lines = [f"{digest}  {path}\n" for path, digest in digest_files(folder)]
    return Release(metadata.version("pitboss"), "".join(lines))


def digest_files(folder: Path, *, besides: Path | None = None) -> Iterator[tuple[str, str]]:
    """Every file of a folder by path, with its SHA-256; one subfolder may be left out."""
    # Every start reads thousands of files: a Path for each would cost more than the digests.
    found: list[str] = []
    for place, below, names in os.walk(folder):
        below[:] = [name for name in below if f"{place}/{name}" != str(besides)]
        found += (f"{place}/{name}" for name in names)
    for file in sorted(found, key=lambda each: each.split("/")):
        path = file.removeprefix(f"{folder}/")
        if os.path.isfile(file) and not _is_compiled(file, path):  # noqa: PTH113
            yield path, digest_file(file)


def digest_file(file: Path | str) -> str:
    """The SHA-256 of a file, however large."""
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
        return file_digest(opened, "sha256").hexdigest()


def _is_compiled(file: str, path: str) -> bool:
    """Whether Python makes a file itself, and replaces it when its source changes."""
    return COMPILED in path.split("/") and not (path.endswith(".pyc") and _is_unchecked(file))


def _is_unchecked(file: str) -> bool:
    """Whether compiled code runs without a check of its source (PEP 552)."""
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
        head = opened.read(8)
    flags = int.from_bytes(head[4:8], "little")
    return bool(flags & HASH_BASED) and not flags & SOURCE_CHECKED
