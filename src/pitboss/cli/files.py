"""Files that commands write, completely or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.file_words import is_full
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.live.house_key import HouseKey

HouseKeyFile = Annotated[Path | None, option("--house-key FILE")]

Database = Annotated[str, option("--database URL")]


def check_writable(path: Path) -> None:
    """Refuse a file that can't be written, before doing any work for it."""
    folder = path.parent
    if not folder.is_dir():
        raise Refusal("FILE_UNWRITABLE", "no_folder", where=str(path), folder=folder)
    if path.is_dir():
        raise Refusal("FILE_UNWRITABLE", "is_folder", where=str(path))
    if not os.access(folder, os.W_OK):
        raise Refusal("FILE_UNWRITABLE", "folder_closed", where=str(path), folder=folder)


def check_new(path: Path) -> None:
    """The same, and refuse an existing file: evidence is never overwritten."""
    check_writable(path)
    if path.exists():
        raise Refusal("FILE_EXISTS", where=str(path))


def write_text(path: Path, text: str) -> None:
    check_writable(path)
    write_whole(path, text.encode())


@contextlib.contextmanager
def reading(where: str = "") -> Iterator[None]:
    """Refuse an unreadable file or an invalid file name."""
    try:
        yield
    except FileNotFoundError:
        raise Refusal("FILE_MISSING", "no_such_file", where=where) from None
    except IsADirectoryError:
        raise Refusal("FILE_UNREADABLE", "folder_not_file", where=where) from None
    except (OSError, ValueError) as fault:
        said = getattr(fault, "strerror", None) or fault
        raise Refusal("FILE_UNREADABLE", "system", where=where, fault=said) from None


@contextlib.contextmanager
def naming(file: Path) -> Iterator[None]:
    """Add the file's name to a refusal of its content."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.at(str(file)) from None


@contextlib.contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """Open a text file that appears only once it is complete; `-` is standard output."""
    if str(path) == "-":
        yield sys.stdout
        return
    check_writable(path)
    text = io.StringIO(newline="")
    yield text
    write_whole(path, text.getvalue().encode())


@contextlib.contextmanager
def on_disk(path: Path, *, is_named: bool = True) -> Iterator[None]:
    """Turn a system error during a write into a refusal that names the file; also a full disk under
    a journal or other store. The user can then name another place."""
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
        said = fault.strerror or fault
        raise Refusal("FILE_UNWRITABLE", "fails", where=str(named), fault=said) from None


@contextlib.contextmanager
def key_of_house(site: Path, named: Path | None) -> Iterator[HouseKey]:
    """The house's signing key. A user other than the server's has no key yet; a signature with a
    new one would convince nobody who knows the house's key."""
    from pitboss.live.house_key import HouseKey, house_key_file  # late: other commands start faster

    file = house_key_file(named)
    key = HouseKey(file, site_folder=site)
    was_there = key.exists()
    try:
        yield key
    finally:
        if not was_there and key.exists():
            typer.echo(command_text("pack.new_key", file=file), err=True)


def _full(where: str, *, is_named: bool) -> Refusal:
    return Refusal("DISK_FULL", "named" if is_named else "", where=where)
