"""`pitboss pack`: everything about a prize in one signed zip, for whoever disputes it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import HouseKeyFile, check_writable, write_whole
from pitboss.cli.report import catch_up

commands = typer.Typer()

UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@commands.command()
def pack(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The site's folder; it may be running.")
    ],
    award: Annotated[str, typer.Option("--award", metavar="ID", help="The award, as C1-6-1.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Else pack-ID.zip.")
    ] = None,
    house_key: HouseKeyFile = None,
    database: Annotated[
        str,
        typer.Option("--database", metavar="URL", help="postgresql://...; else the folder's file."),
    ] = "",
) -> None:
    """Write the dispute pack of an award: its entries, meters, terms and times, with a verifier
    that needs no pitboss. Nothing about the winner is in it."""
    from pitboss.books import open_books  # late: other commands start faster
    from pitboss.evidence.award_pack import award_files
    from pitboss.evidence.sealed import sealed_zip
    from pitboss.journal.place import JournalPlace
    from pitboss.live.folder import read_folder
    from pitboss.live.house_key import HouseKey, house_key_file
    from pitboss.web.language import BOARD_WORDS, WORDS
    from pitboss.web.report_site import site_facts

    file = output or Path(f"pack-{UNSAFE.sub('-', award)}.zip")
    check_writable(file)
    found = read_folder(folder)
    journal = JournalPlace(found.path, database)()
    books = open_books(journal, found.path if os.access(found.path, os.W_OK) else None)
    try:
        catch_up(books)
        site = site_facts(found.site, found.profile, found.names(BOARD_WORDS), found.path)
        made = award_files(books, award, site, WORDS)
    finally:
        books.close()
    key = HouseKey(house_key_file(house_key), site_folder=found.path)
    write_whole(file, sealed_zip(made.files, made.about, key))
    typer.echo(f"{file}: {len(made.files)} files about award {award}. To check it: unpack it, and")
    typer.echo("run python3 verify.py in that folder.")
