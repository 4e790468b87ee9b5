"""Read-only commands about journals: audit, replay, export."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer

from pitboss.audit import BadRow, Until, replay
from pitboss.audit.finding import bad_row
from pitboss.audit.in_two import FirstPart, audit_in_two, prove_first
from pitboss.audit.proof import stored_rows
from pitboss.cli import paper
from pitboss.cli.journal_pages import Outside, audit_data, audit_page, replay_data, replay_page
from pitboss.cli.options import argument, option
from pitboss.cli.play_tools import AsJson, json_text
from pitboss.cli.progress_bar import progress
from pitboss.floor.facts import changes
from pitboss.floor.state.house import SiteState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import EMPTY, Journal, Last, Snapshot
from pitboss.journal.archive_file import ArchiveFile
from pitboss.journal.codec import events_of
from pitboss.journal.journal_seal import sealed_state
from pitboss.journal.place import JOURNAL_FILE, SERVERS, journal_on_server
from pitboss.journal.sqlite import SqliteJournal
from pitboss.journal.whole import ARCHIVES_FOLDER, with_archives
from pitboss.live.folder import PAYTABLES_FOLDER
from pitboss.live.release import running_release
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables

commands = typer.Typer()

BAD = 1  # exit code for an unsound journal
NOT_PROVEN = ("JOURNAL_TAMPERED", "JOURNAL_DAMAGED")
FILE_WRONG = ("ARCHIVE_WRONG", "ATTACHMENT_CHANGED", "BACKUP_WRONG", "BOOKS_ALTERED")
# Since 1973, milliseconds since 1970 have at least twelve digits; no journal has that many rows.
TIME_FROM = 10**11
OPENING_ROWS = 100  # where a floor names its house
KNOWN = re.compile(r"0*([1-9]\d{0,14}): ?((?:[0-9a-fA-F]{4}[ -]?){8,16})\s*", re.ASCII)

Address = Annotated[str, argument("JOURNAL")]

Archives = Annotated[Path | None, option("--archives FOLDER")]


@commands.command("audit")
def audit_command(
    address: Address,
    known: Annotated[str | None, option("--known SEQ:HASH", of="audit")] = None,
    paytables: Annotated[Path | None, option("--paytables FOLDER", of="audit")] = None,
    archives: Archives = None,
    witness: Annotated[list[str] | None, option("--witness FILE|URL", of="audit")] = None,
    stamp_certificate: Annotated[Path | None, option("--stamp-certificate FILE")] = None,
    site: Annotated[Path | None, option("--site DIR", of="audit")] = None,
    begin: Annotated[Path | None, option("--from ARCHIVE")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove a journal from its first row. It uses only the journal and checks the hash chain, every
    event, every decision, every meter, each day's close and the snapshot. For a site it also checks
    the books and witnesses. Exits with 1 at the first bad row. If this release would decide another
    release's row differently, it lists the row; that isn't a fault. Archived rows come from the
    journal's archives."""
    from pitboss.books.book_check import compare_books  # late: other commands start faster
    from pitboss.live.attachments import check_attachments
    from pitboss.live.outside_witness import check_witnesses, places_of, to_place
    from pitboss.live.time_stamps import check_stamps

    noted, folder = known_row(known), site or _site_folder(address)
    places = list(map(to_place, witness or ()))
    if stamp_certificate is not None and folder is None:
        raise Refusal("OPTION_UNREADABLE", "stamps_in_site", where="--stamp-certificate")
    if paytables is None and site is not None and (site / PAYTABLES_FOLDER).is_dir():
        paytables = site / PAYTABLES_FOLDER
    running_sha256 = running_release().sha256
    asked = (address, paytables, archives, begin, noted, running_sha256)
    with (
        judged(),
        opened(address, archives) as journal,
        progress("audit") as report,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
    ):
        auditor = audit_in_two(
            journal,
            lambda until_seq: pool.submit(_first_part, *asked, until_seq).result,
            paytables=paytables_of(address, paytables),
            running_sha256=running_sha256,
            known=noted,
            begun=None if begin is None else _end_of(begin),
            report=report,
        )
        outside = Outside(
            compare_books(journal, folder) if folder else 0,
            list(check_witnesses(journal, places or (places_of(folder) if folder else ()))),
            check_stamps(journal, folder, stamp_certificate) if folder else {},
            check_attachments(journal, folder) if folder and auditor.kinds.get("note-added") else 0,
        )
    made = audit_data(auditor, outside)
    typer.echo(json_text(made) if as_json else "\n".join(audit_page(auditor, outside)))


@commands.command("replay")
def replay_command(
    address: Address,
    until: Annotated[str, option("--until SEQ|TIME")],
    as_json: AsJson = False,
) -> None:
    """Show the meters, open rounds and money owed at any past time."""
    with judged(), opened(address) as journal:
        wanted = _until(until, journal)
        _check_seq(journal, wanted.seq or 0, where=f"--until {until}")
        with progress("replay") as report:
            auditor = replay(journal, wanted, report)
    typer.echo(json_text(replay_data(auditor)) if as_json else "\n".join(replay_page(auditor)))


@commands.command()
def export(
    address: Address,
    after: Annotated[int, option("--after SEQ", min=0)] = 0,
) -> None:
    """Write every row as JSON for another program to verify."""
    with judged(), opened(address) as journal:
        _check_seq(journal, after, where=f"--after {after}")
        sealed = journal.read_seal()
        if sealed is not None and after < sealed.seq:
            raise Refusal(
                "SEQ_UNKNOWN", "journal_begins_row", where=f"--after {after}", seq=sealed.seq
            )
        previous_hash = _hash_of(journal, after) if after else EMPTY.hash
        for row in stored_rows(journal, after_seq=after):
            line = {"previous_hash": previous_hash, **row._asdict()}
            # ASCII only: no terminal or pipe can then change a character.
            sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
            previous_hash = row.hash


def _first_part(
    address: str,
    paytables: Path | None,
    archives: Path | None,
    begin: Path | None,
    known: Last | None,
    running_sha256: str,
    until_seq: int,
) -> FirstPart | None:
    """Prove a journal's rows up to one row, in a separate process."""
    with opened(address, archives) as journal:
        return prove_first(
            journal,
            until_seq=until_seq,
            paytables=paytables_of(address, paytables),
            running_sha256=running_sha256,
            known=known,
            begun=None if begin is None else _end_of(begin),
        )


# ---- command-line arguments ---------------------------------------------------------------------


@contextmanager
def opened(address: str, archives: Path | None = None) -> Iterator[Journal]:
    """Open the journal read-only. If rows were removed, add the archives: the given folders, or the
    folder `archives` beside the file."""
    with ExitStack() as stack:
        journal = stack.enter_context(closing(_journal(address)))
        if archives is not None or "://" not in address:
            beside = journal_file(address).parent / ARCHIVES_FOLDER
            journal = stack.enter_context(closing(with_archives(journal, archives or beside)))
        yield journal


@contextmanager
def opened_to_write(address: str) -> Iterator[Journal]:
    """Open the journal as its only writer. Fails while a server runs on it."""
    journal = (
        journal_on_server(address, where="JOURNAL")
        if "://" in address
        else SqliteJournal(_file(address))
    )
    with closing(journal):
        yield journal


def _end_of(archive: Path) -> Snapshot:
    """The state at the end of an archive whose files and signature are valid."""
    with closing(ArchiveFile(archive)) as found:
        found.prove_files()
        return found.read_closing()


def paytables_of(address: str, own: Path | None) -> PaytableLookup:
    """Every available paytable, to price awards again."""
    beside = journal_file(address).parent / PAYTABLES_FOLDER
    if own is None and not address.startswith(SERVERS) and beside.is_dir():
        own = beside
    found = Paytables(own)
    return {paytable: found.get(paytable) for paytable in found.ids()}


def _journal(address: str) -> Journal:
    if "://" in address:
        return journal_on_server(address, where="JOURNAL", read_only=True)
    return SqliteJournal(_file(address), read_only=True, prove_pages=False)


def journal_file(address: str) -> Path:
    """A journal's file: the path itself, or the journal in that site folder."""
    place = Path(address)
    return place / JOURNAL_FILE if place.is_dir() else place


def _site_folder(address: str) -> Path | None:
    """The folder of the journal's site; none for a copy or a journal in a database."""
    file = journal_file(address)
    return file.parent if "://" not in address and file.name == JOURNAL_FILE else None


def _file(address: str) -> Path:
    file = journal_file(address)
    if not file.is_file():
        raise Refusal("FILE_MISSING", "no_such_journal", where=str(file))
    return file


def time_zone_of(journal: Journal) -> str:
    """The house's time zone."""
    site = house_of(journal)
    return site.time_zone if site is not None else "UTC"


def house_of(journal: Journal) -> changes.SiteOpened | SiteState | None:
    """The house a journal's floor belongs to, from its opening row or its archive."""
    sealed = journal.read_seal()
    if sealed is not None:
        return sealed_state(sealed).site
    for row in journal.rows(after_seq=0, limit=OPENING_ROWS):
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, changes.SiteOpened):
                return event
    return None


@contextmanager
def judged() -> Iterator[None]:
    """Report a bad journal, or a bad file of journal rows, in one line and exit with code 1."""
    code = "JOURNAL_BAD"
    try:
        yield
    except BadRow as bad:
        reason = str(bad)
    except Refusal as refusal:
        if refusal.code not in (*NOT_PROVEN, *FILE_WRONG):
            raise
        code = refusal.code if refusal.code in FILE_WRONG else code
        reason = f"{refusal.where}: {refusal.reason}"
    else:
        return
    painted = paper.paint(code, f"{paper.BOLD};{paper.RED}", stream=sys.stderr)
    typer.echo(f"{paper.printable(reason)} ({painted})", err=True)
    raise typer.Exit(BAD)


def _check_seq(journal: Journal, seq: int, *, where: str) -> None:
    last = journal.last().seq
    if seq > last:
        raise Refusal("SEQ_UNKNOWN", "journal_ends_at", where=where, last=last)


def _hash_of(journal: Journal, seq: int) -> str:
    for row in journal.rows(after_seq=seq - 1, limit=1):
        if row.seq == seq:
            return row.hash
    raise bad_row(seq, "missing", field="seq")


def known_row(text: str | None) -> Last | None:
    """A row known from elsewhere, as an audit prints it or as the note beside a journal has it,
    padded with zeros."""
    if text is None:
        return None
    match = KNOWN.fullmatch(text)
    if match is None:
        raise Refusal("OPTION_UNREADABLE", "write_seq", where=f"--known {text}")
    return Last(int(match[1]), re.sub(r"[ -]", "", match[2]).lower())


def _until(text: str, journal: Journal) -> Until:
    """A sequence number, or a time, which is not included, like a report period's end."""
    from pitboss.reports.choosing import instant  # late: other commands start faster

    if re.fullmatch(r"\d{1,15}", text, re.ASCII):
        number = int(text)
        return Until(at_ms=number - 1) if number >= TIME_FROM else Until(seq=number)
    try:
        return Until(at_ms=instant(text, time_zone_of(journal), ends=True) - 1)
    except Refusal:
        raise Refusal(
            "TIME_UNREADABLE", "row_sequence_milliseconds", where=f"--until {text}"
        ) from None
