"""Files that commands write: whole or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from pitboss.file_words import is_full
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.live.house_key import HouseKey

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

NEW_KEY = (
    "NEW KEY: there was no key of the house at {file}, so one was made, and signed with. If the"
    " house has a key, remove this one and what it has signed, and name the house's with"
    " --house-key. If not, keep a copy of it elsewhere."
)


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
def reading(where: str = "") -> Iterator[None]:
    """What keeps a file from being read; what is no name of a file too."""
    try:
        yield
    except FileNotFoundError:
        raise Refusal("FILE_MISSING", where=where, reason="there is no such file") from None
    except IsADirectoryError:
        reason = "this is a folder, not a file"
        raise Refusal("FILE_UNREADABLE", where=where, reason=reason) from None
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise Refusal("FILE_UNREADABLE", where=where, reason=reason) from None


@contextlib.contextmanager
def naming(file: Path) -> Iterator[None]:
    """What is refused of a file's content, with the file's name."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.at(str(file)) from None


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
def on_disk(path: Path, *, is_named: bool = True) -> Iterator[None]:
    """What the system refuses while something is written, with its name; a journal or other store
    on a full disk too. Whoever has named the place may name another."""
    try:
        yield
    except Refusal as refusal:
        if not is_full(refusal.__cause__):
            raise
        raise _full(refusal.where, is_named=is_named) from None
    except OSError as fault:
        if is_full(fault):
            raise _full(str(path), is_named=is_named) from None
        named = Path(fault.filename) if isinstance(fault.filename, str) else path
        raise _refused(named, fault.strerror or str(fault)) from None


@contextlib.contextmanager
def key_of_house(site: Path, named: Path | None) -> Iterator[HouseKey]:
    """What the house signs with. Whoever runs this as another user than the server has no key yet:
    nobody who knows the house's would believe what the new one signs."""
    from pitboss.live.house_key import HouseKey, house_key_file  # late: other commands start faster

    file = house_key_file(named)
    key = HouseKey(file, site_folder=site)
    was_there = key.exists()
    try:
        yield key
    finally:
        if not was_there and key.exists():
            typer.echo(NEW_KEY.format(file=file), err=True)


def _full(where: str, *, is_named: bool) -> Refusal:
    do = "make some, or name another place" if is_named else "make some"
    reason = f"there is no room on its disk; {do}, and try again"
    return Refusal("DISK_FULL", where=where, reason=reason)


def _refused(path: Path, reason: str) -> Refusal:
    return Refusal("FILE_UNWRITABLE", where=str(path), reason=reason)
