"""The software that runs: the SHA-256 of every file of the installed package.

A clone and a wheel of one release have the same files, and so the same digest. What is compiled as
a program runs is no file of the release."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

import pitboss

COMPILED = ("__pycache__",)
COMPILED_ENDS = (".pyc", ".pyo", ".nbi", ".nbc")


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
        if file.is_file() and not _is_compiled(file.relative_to(folder))
    ]
    return Release(metadata.version("pitboss"), "".join(lines))


def _is_compiled(path: Path) -> bool:
    return path.suffix in COMPILED_ENDS or any(part in COMPILED for part in path.parts)
