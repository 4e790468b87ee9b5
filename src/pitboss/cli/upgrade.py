"""`pitboss upgrade --check`: try a new release on a copy of a site before the house switches."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from pitboss.cli import paper
from pitboss.cli.files import Database, on_disk
from pitboss.cli.journal_pages import otherwise_lines, undecided_lines
from pitboss.cli.journals import BAD, judged, paytables_of
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.progress_bar import progress
from pitboss.file_words import cause_of
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.journal.sql_statements import refuse_unavailable
from pitboss.journal.whole import ARCHIVES_FOLDER
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.audit import JournalAuditor
    from pitboss.floor.state.floor import State
    from pitboss.journal import Journal
    from pitboss.live.folder import Folder
    from pitboss.live.release import Release

commands = typer.Typer()

TABLES_NAMED = 10  # shown in full; the rest is only counted


class _Balances(msgspec.Struct):
    """The account balances in a snapshot of any release since 0.3.0."""

    balances: dict[str, int]


@commands.command()
def upgrade(
    folder: Annotated[Path, argument("FOLDER", of="upgrade")],
    check: Annotated[bool, option("--check", of="upgrade")] = False,
    database: Database = "",
) -> None:
    """Try this release on a copy of a site before you switch. It audits and replays the copy's
    journal and makes the books and every report for the last closed day. Then it tells you what
    this release would decide differently and which approvals would end. With --database it only
    reads the journal."""
    from pitboss.live.release import running_release  # late: other commands start faster

    if not check:
        raise Refusal("OPTION_UNREADABLE", "give_check", where="upgrade")
    release, begun_s = running_release(), time.monotonic()
    with judged(), copied(folder, database) as copy:
        lines, failed = _tried(copy, database, release)
    took = command_text("upgrade.took_says", seconds=_seconds_since(begun_s))
    lines.append((command_text("upgrade.took"), took))
    about = {"version": release.version, "digest": release.sha256[:8]}
    typer.echo(command_text("upgrade.tried", **about, folder=folder))
    for name, text in lines:
        typer.echo("\n".join(paper.wrap_text(text, first=f"  {name:<14}", rest=" " * 16)))
    typer.echo(command_text("upgrade.unchanged", folder=folder))
    if failed:
        typer.echo(paper.paint(command_text("upgrade.stop"), f"{paper.BOLD};{paper.RED}"))
        raise typer.Exit(BAD)
    typer.echo(paper.paint("OK", f"{paper.BOLD};{paper.GREEN}"))


@contextmanager
def copied(folder: Path, database: str) -> Iterator[Path]:
    """A temporary folder with a copy of the site's journal as of one moment; read-only files link
    to the original. A journal in a database is read in place."""
    from pitboss.live.folder import PAYTABLES_FOLDER, SITE_FILE

    with TemporaryDirectory(prefix="pitboss-upgrade-") as made, on_disk(Path(made)):
        copy = Path(made)
        for name in (SITE_FILE, PAYTABLES_FOLDER, ARCHIVES_FOLDER):
            if (original := (folder / name).resolve()).exists():
                (copy / name).symlink_to(original)
        if not database:
            _copy_journal(folder / JOURNAL_FILE, copy / JOURNAL_FILE)
        try:
            yield copy
        except Refusal as refusal:
            where = refusal.where.replace(str(copy), str(folder))
            raise Refusal.of(refusal.told, where) from None


def _copy_journal(file: Path, copy: Path) -> None:
    """Copy a journal as of one moment: through SQLite while a server writes it, because of its log;
    as a plain file otherwise, so SQLite creates no files there."""
    if not file.is_file():
        raise Refusal("FILE_MISSING", "no_such_journal", where=str(file))
    log = file.with_name(f"{file.name}-wal")
    if not log.exists() or not log.stat().st_size:
        copyfile(file, copy)
        return
    source = f"{file.resolve().as_uri()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(source, uri=True)) as journal,
            closing(sqlite3.connect(copy)) as target,
        ):
            journal.backup(target)
    except sqlite3.Error as fault:
        raise refuse_unavailable(str(file), *cause_of(fault)) from None


def _tried(folder: Path, database: str, release: Release) -> tuple[list[tuple[str, str]], bool]:
    """What each step found, and whether any step failed."""
    from pitboss.audit import audit
    from pitboss.floor.money.meter import list_readings
    from pitboss.floor.view.approvals import unapproved_tables
    from pitboss.live.folder import read_folder

    place, house = JournalPlace(folder, database), read_folder(folder)
    with closing(place()) as journal:
        with progress("audit") as report:
            auditor = audit(
                journal,
                paytables=paytables_of(str(folder), None),
                running_sha256=release.sha256,
                report=report,
            )
        state, snapshot = auditor.state, journal.last_snapshot()
        lines = [
            (command_text("upgrade.opens"), _opened(journal, house, state)),
            (
                command_text("upgrade.record"),
                command_text("upgrade.record_says", rows=auditor.last.seq),
            ),
            (command_text("upgrade.decisions"), _decisions(auditor)),
        ]
        differs = "" if snapshot is None else _balance_differing(journal, snapshot.seq)
        counts = {"levels": len(list(list_readings(state))), "days": len(auditor.closes)}
        compared = "" if snapshot is None else "_compared"
        seq = 0 if snapshot is None else snapshot.seq
        same = command_text(f"upgrade.meters_say{compared}", **counts, seq=seq)
        lines.append((command_text("upgrade.meters"), differs or same))
        made, wrong = _reports(journal, house)
    books = command_text("upgrade.books_say", rows=auditor.last.seq)
    reports = "; ".join(wrong) or command_text("upgrade.reports_say", number=made)
    tables = unapproved_tables(state, release.sha256)
    lines += [
        (command_text("upgrade.books"), books),
        (command_text("upgrade.reports"), reports),
        (command_text("upgrade.approvals"), _approvals(tables, release)),
    ]
    return lines, bool(differs or wrong)


def _opened(journal: Journal, house: Folder, proven: State) -> str:
    """Open a floor as a server does, ignoring the snapshot of another release."""
    from pitboss.engine import Core
    from pitboss.floor.state.snapshot import write_snapshot

    begun_s = time.monotonic()
    core = Core(journal, house.paytable_lookup, with_snapshot=False)
    assert write_snapshot(core.state) == write_snapshot(proven), "a start makes another floor"
    return command_text("upgrade.opens_says", seconds=_seconds_since(begun_s))


def _seconds_since(begun_s: float) -> str:
    return f"{time.monotonic() - begun_s:.0f}"


def _decisions(auditor: JournalAuditor) -> str:
    redecider = auditor.redecider
    assert redecider is not None
    says = [command_text("upgrade.decisions_says", done=redecider.done, refused=redecider.refused)]
    if redecider.otherwise:
        says = [line.strip() for line in otherwise_lines(auditor)]
    return " ".join([*says, *undecided_lines(redecider)])


def _balance_differing(journal: Journal, seq: int) -> str:
    """The first account whose balance in the newest snapshot differs from a replay."""
    from pitboss.audit import Until, replay

    snapshot = journal.last_snapshot()
    assert snapshot is not None
    with progress("replay") as report:
        found = dict(replay(journal, Until(seq=seq), report).state.balances.items())
    kept = msgspec.json.decode(snapshot.text, type=_Balances).balances
    for account in sorted(found.keys() | kept.keys()):
        if (now := found.get(account, 0)) != (then := kept.get(account, 0)):
            values = {"account": account, "now": now, "before": then, "seq": seq}
            return command_text("upgrade.meters_differ", **values)
    return ""


def _reports(journal: Journal, house: Folder) -> tuple[int, list[str]]:
    """How many reports could be made, and what is wrong with the others."""
    from pitboss.books import open_books
    from pitboss.cli.report import catch_up
    from pitboss.live.clocks import clock_ms
    from pitboss.reports.choosing import usual_period
    from pitboss.reports.making import make_report, reports, write_report
    from pitboss.web.office.report_site import site_facts
    from pitboss.web.shell.telling import BOARD_WORDS
    from pitboss.words.language import recording, texts

    made, wrong, language = 0, [], house.site.language
    facts = site_facts(house.site, house.profile, house.names(BOARD_WORDS), house.path)
    with closing(open_books(journal)) as books, recording(language):
        catch_up(books)
        with progress("reports") as show:
            for done, each in enumerate(reports()):
                show(done / len(reports()))
                try:
                    period = usual_period(books, each.name, clock_ms())
                    sheet = make_report(books, each.name, period, facts, each.choose_options({}))
                    write_report(sheet, texts(language)["office"], "csv", paper="letter")
                    made += 1
                except Refusal as refusal:
                    why = {"report": each.label, "refusal": refusal}
                    wrong.append(command_text("upgrade.report_refused", **why))
    return made, wrong


def _approvals(tables: tuple[str, ...], release: Release) -> str:
    """Money tables that would lose their approval under this release."""
    if not tables:
        return command_text("upgrade.approvals_stay")
    named = ", ".join(tables[:TABLES_NAMED])
    if (more := len(tables) - TABLES_NAMED) > 0:
        named = command_text("upgrade.tables_more", tables=named, number=more)
    return command_text("upgrade.approvals_end", tables=named, digest=release.sha256)
