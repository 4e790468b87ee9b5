"""`pitboss report`: a site's reports for any period."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.files import check_writable
from pitboss.cli.options import argument, option
from pitboss.cli.play_tools import FromTime, ToTime
from pitboss.cli.progress_bar import progress
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.books import Books, Period
    from pitboss.live.folder import Folder
    from pitboss.reports.paper_report import PaperReport
    from pitboss.reports.report_options import ChosenOptions
    from pitboss.reports.source import SiteFacts

commands = typer.Typer()

TABLE = "table"
FORMATS = (TABLE, "csv", "xlsx", "pdf")
CATCH_UP_S = 0.2  # between two steps of the progress bar


@commands.command()
def report(
    name: Annotated[str, argument("NAME", of="report")] = "",
    folder: Annotated[Path, argument("FOLDER", of="report")] = Path(),
    begin: FromTime = "",
    end: ToTime = "",
    form: Annotated[str, option("--format table|csv|xlsx|pdf")] = TABLE,
    option: Annotated[list[str] | None, option("--option NAME=VALUE")] = None,
    output: Annotated[Path | None, option("-o --output FILE", of="report")] = None,
    page: Annotated[str, option("--paper a4|letter", of="report")] = "letter",
    database: Annotated[str, option("--database URL")] = "",
) -> None:
    """Make a report for a site, or list the reports. Without --from and --to it covers the last
    closed day; the deposit sheet is as of now. Copies made here have no number; the office numbers
    and records its own."""
    from pitboss.live.folder import SITE_FILE, read_folder  # late: other commands start faster
    from pitboss.reports.making import report_named

    if not name:
        typer.echo("\n".join(_list()))
        return
    if form not in FORMATS:
        raise Refusal("FORMAT_UNKNOWN", where=f"--format {form}", formats=FORMATS)
    if str(output) == "-":
        output = None
    if output is not None:
        check_writable(output)
    elif form in ("xlsx", "pdf") and sys.stdout.isatty():
        raise Refusal(
            "FILE_UNWRITABLE", "no_text_terminal", where=f"--format {form}", form=form.upper()
        )
    options = report_named(name).choose_options(_typed_options(option or []))
    if not (folder / SITE_FILE).exists():
        raise Refusal("FILE_MISSING", "no_site", where="" if folder == Path() else str(folder))
    house = read_folder(folder)
    made = _made(name, house, begin, end, database, options)
    data = _written(made, house.site.language, form, page)
    if output is None:
        sys.stdout.buffer.write(data)
        return
    write_whole(output, data)
    typer.echo(f"{output}: {made.label} {made.name}, {len(data):,} bytes, SHA-256 {made.digest}")


def _list() -> list[str]:
    """List every report with its purpose."""
    from pitboss.reports.making import reports
    from pitboss.words.language import WORDS

    purposes = WORDS["office"]["reports"]["purposes"]
    return paper.lined_up([(each.label, each.name, purposes[each.name]) for each in reports()])


def _typed_options(typed: Sequence[str]) -> dict[str, str]:
    found = {}
    for each in typed:
        name, between, value = each.partition("=")
        if not between:
            raise Refusal("REPORT_OPTION_WRONG", "write_name_value", where=name)
        found[name] = value
    return found


def _made(
    name: str, folder: Folder, begin: str, end: str, database: str, options: ChosenOptions
) -> PaperReport:
    from pitboss.reports.making import make_report

    with opened_books(folder, database) as (books, site):
        period = _period(books, name, folder, begin, end)
        return make_report(books, name, period, site, options)


@contextmanager
def opened_books(folder: Folder, database: str) -> Iterator[tuple[Books, SiteFacts]]:
    """A site's books, brought up to date, and its site file."""
    from pitboss.books import copy_books, open_books
    from pitboss.journal.place import JournalPlace
    from pitboss.live.house_key import HouseKey, house_key_file
    from pitboss.web.office.report_site import site_facts
    from pitboss.web.shell.telling import BOARD_WORDS

    journal = JournalPlace(folder.path, database)()
    # Without the house's key, as on an inspector's copy, the file proves nothing.
    key = HouseKey(house_key_file(), site_folder=folder.path)
    with closing(
        copy_books(journal, folder.path, key.digest("books", ""))
        if key.exists()
        else open_books(journal)
    ) as books:
        catch_up(books)
        yield books, site_facts(folder.site, folder.profile, folder.names(BOARD_WORDS), folder.path)


def catch_up(books: Books) -> None:
    """Bring books up to date, with a progress bar if it takes a while."""
    with progress("books") as show:
        behind = total = max(1, books.behind())
        while behind:
            show(1 - behind / total)
            behind = books.catch_up(seconds=CATCH_UP_S)


def _period(books: Books, name: str, folder: Folder, begin: str, end: str) -> Period:
    """The requested period, or the usual one. One end alone is refused: people would sign a report
    for the wrong days if it picked the other end silently."""
    from pitboss.live.clocks import clock_ms
    from pitboss.reports.choosing import chosen_period, usual_period

    if not begin and not end:
        return usual_period(books, name, clock_ms())
    if not begin or not end:
        missing = "--to" if begin else "--from"
        raise Refusal("PERIOD_WRONG", "name_both_from", where=missing)
    return chosen_period(begin, end, folder.site.time_zone, now_ms=clock_ms())


def _written(made: PaperReport, language: str, form: str, page: str) -> bytes:
    """Write in the language of the house: a report leaves it."""
    from pitboss.reports.making import write_report
    from pitboss.words.language import recording, texts

    with recording(language):
        if form == TABLE:
            return ("\n".join(_page(made)) + "\n").encode()
        return write_report(made, texts(language)["office"], form, paper=page)


def _page(made: PaperReport) -> list[str]:
    """The report for a terminal: head, sheets with sums, and its proof."""
    from pitboss.reports.paper_report import empty_text, facts_of, note_of, title_of
    from pitboss.words.language import WORDS

    words = WORDS["office"]
    lines = [paper.format_heading(f"{made.label} {title_of(made, words)}"), ""]
    for sheet in (each.dense for each in made.sheets):
        lines.append(paper.format_heading(words["sheets"][sheet.name]))
        if not sheet.rows:
            lines += [f"  {empty_text(sheet.name, words)}", ""]
            continue
        rows = [[words["columns"][column.name] for column in sheet.columns]]
        rows += [[paper.printable(cell.text) for cell in row] for row in sheet.shown]
        if sums := sheet.shown_sums:
            rows.append([sums[0] or words["reports"]["total"], *sums[1:]])
        right = [place for place, column in enumerate(sheet.columns) if column.right]
        lines += [*paper.lined_up(rows, right=right, indent="  ", wraps=False), ""]
    if note := note_of(made, words):
        lines += [*paper.wrap_text(note), ""]
    return [*lines, *paper.lined_up(facts_of(made, words, copy=0), wraps=False)]
