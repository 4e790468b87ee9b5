"""`pitboss pack` and `pitboss inspect`: records in one signed zip that opens without pitboss."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import Database, HouseKeyFile, check_writable, key_of_house
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.people_export import PEOPLE_FILE, need_pin, people_paid, people_text
from pitboss.cli.play_tools import FromTime, ToTime
from pitboss.cli.report import opened_books
from pitboss.live.whole_file import write_whole

if TYPE_CHECKING:
    from pitboss.books import Books
    from pitboss.evidence.award_pack import EvidenceFiles, PackWords
    from pitboss.live.folder import Folder
    from pitboss.reports.source import SiteFacts

commands = typer.Typer()

UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
SiteOnDisk = Annotated[Path, argument("FOLDER", of="pack")]


@commands.command()
def pack(
    folder: SiteOnDisk,
    award: Annotated[str, option("--award ID")],
    output: Annotated[Path | None, option("-o --output FILE", of="pack")] = None,
    house_key: HouseKeyFile = None,
    database: Database = "",
) -> None:
    """Write the dispute pack of an award. It has the entries, meters, terms and times, and a
    verifier that runs without pitboss. It has nothing about the winner."""
    from pitboss.evidence.award_pack import award_files  # late: other commands start faster
    from pitboss.live.folder import read_folder

    file = output or Path(f"pack-{UNSAFE.sub('-', award)}.zip")
    check_writable(file)

    def made(books: Books, site: SiteFacts, words: PackWords) -> EvidenceFiles:
        return award_files(books, award, site, words)

    _write(file, read_folder(folder), made, house_key, database)


@commands.command()
def inspect(
    folder: SiteOnDisk,
    begin: FromTime,
    end: ToTime,
    output: Annotated[Path, option("-o --output FILE", of="inspect")],
    with_people: Annotated[bool, option("--with-people")] = False,
    badge: Annotated[str, option("--badge BADGE", of="inspect")] = "",
    reason: Annotated[str, option("--reason TEXT", of="inspect")] = "",
    vault_key: Annotated[Path | None, option("--vault-key FILE", of="inspect")] = None,
    house_key: HouseKeyFile = None,
    database: Database = "",
) -> None:
    """Write a period's records for an inspector. The zip has entries, sentences and reports, and a
    verifier that runs without pitboss. It has no personal data unless you ask for it with your
    badge."""
    from pitboss.evidence.period_export import period_files  # late, as above
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import read_folder
    from pitboss.reports.choosing import chosen_period

    check_writable(output)
    found = read_folder(folder)
    period = chosen_period(begin, end, found.site.time_zone, now_ms=clock_ms())

    if with_people:
        need_pin(folder, badge, database=database)

    def made(books: Books, site: SiteFacts, words: PackWords) -> EvidenceFiles:
        files = period_files(books, period, site, words)
        if with_people:
            people = people_paid(books, period)
            files.files[PEOPLE_FILE] = people_text(
                folder, people, badge=badge, reason=reason, key=vault_key, database=database
            )
        return files

    _write(output, found, made, house_key, database)


def _write(
    file: Path,
    folder: Folder,
    made: Callable[[Books, SiteFacts, PackWords], EvidenceFiles],
    house_key: Path | None,
    database: str,
) -> None:
    """Bring the books up to date, make files from them, seal them and write the zip."""
    from pitboss.evidence.sealed import sealed_zip
    from pitboss.words.language import WORDS

    with opened_books(folder, database) as (books, site):
        found = made(books, site, WORDS)
    with key_of_house(folder.path, house_key) as key:
        write_whole(file, sealed_zip(found.files, found.about, key))
    typer.echo(command_text("pack.made", file=file, title=found.about["title"]))
