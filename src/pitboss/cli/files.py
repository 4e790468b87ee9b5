"""Files that commands write: whole or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer

from pitboss.file_words import is_full
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

HouseKeyFile = Annotated[
    Path | None,
    typer.Option(
        "--house-key",
        metavar="FILE",
        help="What the house signs with, outside the site's folder; else ~/.local/state/pitboss/"
        "house.key. It is made when it is first needed.",
    ),
]

Database = Annotated[
    str,
    typer.Option(
        "--database", metavar="URL", help="postgresql://...; else a file in the site's folder."
    ),
]


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it."""
    folder = path.parent
    if not folder.is_dir():
        raise _refused(path, f"there is no folder {folder}")
    if path.is_dir():
        raise _refused(path, "this is a folder; name a file")
    if not os.access(folder, os.W_OK):
        raise _refused(path, f"the folder {folder} is closed to writing")


def check_new(path: Path) -> None:
    """The same, and refuse one that is there: evidence is not written over."""
    check_writable(path)
    if path.exists():
        reason = "there is a file of this name; name another, or move it away"
        raise Refusal("FILE_EXISTS", where=str(path), reason=reason)


def write_text(path: Path, text: str) -> None:
    """Write a whole text."""
    check_writable(path)
    write_whole(path, text.encode())


@contextlib.contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """A text file that appears when it is complete; `-` is standard output."""
    if str(path) == "-":
        yield sys.stdout
        return
    check_writable(path)
    text = io.StringIO(newline="")
    yield text
    write_whole(path, text.getvalue().encode())


@contextlib.contextmanager
def on_disk(path: Path) -> Iterator[None]:
    """What the system refuses while something is written, with its name; a journal or other store
    on a full disk too."""
    try:
        yield
    except Refusal as refusal:
        if not is_full(refusal.__cause__):
            raise
        raise _full(refusal.where) from None
    except OSError as fault:
        if is_full(fault):
            raise _full(str(path)) from None
        named = Path(fault.filename) if isinstance(fault.filename, str) else path
        raise _refused(named, fault.strerror or str(fault)) from None


def _full(where: str) -> Refusal:
    reason = "there is no room on its disk; make some, or name another place, and try again"
    return Refusal("DISK_FULL", where=where, reason=reason)


def _refused(path: Path, reason: str) -> Refusal:
    return Refusal("FILE_UNWRITABLE", where=str(path), reason=reason)
