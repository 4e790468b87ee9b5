"""SHA-256 of the files that run: of one file, of every file in a folder, of a whole folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path

COMPILED = "__pycache__"
GAMES = re.compile(r"^games\s*=\s*\[[^]]*\][ \t]*\n", re.MULTILINE)
HASH_BASED, SOURCE_CHECKED = 0b01, 0b10  # in the second word of a .pyc


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


def digest_folder(folder: Path) -> str:
    """One SHA-256 for every file of a folder."""
    lines = (f"{digest}  {path}\n" for path, digest in digest_files(folder))
    return sha256("".join(lines).encode()).hexdigest()


def digest_file(file: Path | str) -> str:
    """The SHA-256 of a file, however large."""
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
        return file_digest(opened, "sha256").hexdigest()


def digest_terms(text: str) -> str:
    """The SHA-256 of a paytable or a bet without its list of games: one more of them leaves
    approvals as they are."""
    return sha256(GAMES.sub("", text, count=1).encode()).hexdigest()


def _is_compiled(file: str, path: str) -> bool:
    """Whether Python makes a file itself, and replaces it when its source changes."""
    return COMPILED in path.split("/") and not (path.endswith(".pyc") and _is_unchecked(file))


def _is_unchecked(file: str) -> bool:
    """Whether compiled code runs without a check of its source (PEP 552)."""
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
        head = opened.read(8)
    flags = int.from_bytes(head[4:8], "little")
    return bool(flags & HASH_BASED) and not flags & SOURCE_CHECKED
