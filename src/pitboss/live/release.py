"""The software that runs: the SHA-256 of every file of the installed package.

A clone and a wheel of one release have the same files, and so the same digest. What is compiled as
a program runs is no file of the release, unless Python would run it without looking at the source:
then it is listed, and so found as an altered file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
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
    """What lies in a package's folder."""
    lines = [
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n"
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not _is_compiled(file, file.relative_to(folder))
    ]
    return Release(metadata.version("pitboss"), "".join(lines))


def _is_compiled(file: Path, path: Path) -> bool:
    """Whether Python makes a file itself, and makes it anew where its source is another."""
    return COMPILED in path.parts and not (path.suffix == ".pyc" and _is_unchecked(file))


def _is_unchecked(file: Path) -> bool:
    """Whether compiled code is taken without a look at its source (PEP 552)."""
    with file.open("rb") as opened:
        head = opened.read(8)
    flags = int.from_bytes(head[4:8], "little")
    return bool(flags & HASH_BASED) and not flags & SOURCE_CHECKED
