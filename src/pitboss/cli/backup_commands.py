"""`pitboss backup`, `restore` and `seal`: keep a site safe in case its machine is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from hashlib import file_digest
from importlib import metadata
from pathlib import Path, PurePosixPath
from shutil import rmtree
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from pitboss.cli.device_code import SiteFolder
from pitboss.cli.files import Database, HouseKeyFile, check_new, key_of_house, on_disk
from pitboss.cli.journal_pages import Outside, audit_page
from pitboss.cli.journals import house_of, judged, known_row, paytables_of
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.progress_bar import progress
from pitboss.journal import EMPTY, Last
from pitboss.journal.place import JOURNAL_FILE, WITNESS_FILE, JournalPlace
from pitboss.journal.whole import ARCHIVE_END, ARCHIVES_FOLDER, in_order, live_of
from pitboss.journal.witness import read_note
from pitboss.refusal import Refusal, say
from pitboss.vault.vault_file import VAULT_FILE, copy_of

if TYPE_CHECKING:
    from pitboss.audit import JournalAuditor
    from pitboss.journal import Journal
    from pitboss.journal.archive_file import ArchiveFile
    from pitboss.journal.backup_file import BackupFile, BackupManifest

commands = typer.Typer()

ACCESS = "access.json"
SEQ_END = 2**53
KnownRow = Annotated[str | None, option("--known SEQ:HASH", of="backup")]
SignedBy = Annotated[str | None, option("--key SHA-256")]


@commands.command()
def backup(
    file: Annotated[Path, argument("FILE", of="backup")],
    site: SiteFolder,
    database: Database = "",
    house_key: HouseKeyFile = None,
) -> None:
    """Back up a whole site into one signed file while it runs. The file has the journal, PINs,
    devices, encrypted winners' data and the site file, but no keys or passwords."""
    from pitboss.journal.backup_file import write_backup  # late: other commands start faster
    from pitboss.journal.signed_zip import PUBLIC_KEY
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import read_folder
    from pitboss.web.access.backup import copy_store
    from pitboss.web.access.store import access_store

    check_new(file)
    _check_outside(file, site)
    house = read_folder(site).site.name
    archives, damaged = _archives(site)
    with ExitStack() as stack, judged(), on_disk(file):
        journal = stack.enter_context(_journal_of(site, database, house))
        store = stack.enter_context(closing(access_store(site, database)))
        made = write_backup(
            journal,
            file,
            house=house,
            version=metadata.version("pitboss"),
            made_ms=clock_ms(),
            site_files={**dict(_site_files(site)), ACCESS: copy_store(store)},
            archives=archives,
            signer=stack.enter_context(key_of_house(site, house_key)),
            report=stack.enter_context(progress("backup")),
        )
        damaged = damaged or _changed_attachment(journal, site)
    with file.open("rb") as data:
        digest = file_digest(data, "sha256").hexdigest()
    _tell_rows(file, made)
    typer.echo(command_text("backup.file", digest=digest))
    typer.echo(command_text("backup.key", digest=made.files[PUBLIC_KEY]))
    typer.echo(command_text("backup.last_row", row=f"{made.last_seq}:{made.last_hash}"))
    typer.echo(command_text("backup.not_in_it"))
    for name in made.archives:
        typer.echo(command_text("backup.archive", file=f"{ARCHIVES_FOLDER}/{name}"))
    if damaged is not None:
        typer.echo(command_text("backup.damaged"))
        raise damaged


@commands.command()
def restore(
    file: Annotated[Path, argument("FILE", of="restore")],
    site: Annotated[Path | None, option("--site DIR", of="restore")] = None,
    database: Database = "",
    check: Annotated[bool, option("--check", of="restore")] = False,
    known: KnownRow = None,
    key: SignedBy = None,
    accept_loss: Annotated[int, option("--accept-loss ROWS", min=0)] = 0,
) -> None:
    """Restore a site from a backup and audit every decision in it."""
    from pitboss.journal.backup_file import BackupFile

    if check == (site is not None):
        raise Refusal("OPTION_UNREADABLE", "give_check_site", where="restore")
    with ExitStack() as stack, judged():
        found = stack.enter_context(closing(BackupFile(file)))
        with on_disk(Path(gettempdir()), is_named=False):  # made a second time, to compare
            found.prove_files()
        if key is not None:
            found.need_key(key.lower())
        row = known_row(known)
        _need_no_loss(found, row, accept_loss)
        folder = site or Path(stack.enter_context(TemporaryDirectory(prefix="pitboss-restore-")))
        _need_empty(folder)
        with on_disk(folder), _whole_or_nothing(folder):
            auditor = _restored(found, folder, database, known=row)
        with closing(live_of(JournalPlace(folder, database)())) as journal:
            damaged = _changed_attachment(journal, folder)
        key_sha256, made = found.key_sha256, found.manifest
    typer.echo("\n".join(audit_page(auditor, Outside())))
    _tell_rows(file, made)
    typer.echo(command_text("backup.key", digest=key_sha256))
    typer.echo(command_text("backup.last_row", row=f"{made.last_seq}:{made.last_hash}"))
    for name in made.archives:
        typer.echo(command_text("backup.put_back", file=f"{ARCHIVES_FOLDER}/{name}"))
    if site is not None:
        typer.echo(command_text("backup.restored", folder=site))
        if database:
            typer.echo(command_text("backup.password"))
    if damaged is not None:
        raise damaged


def _tell_rows(file: Path, made: BackupManifest) -> None:
    rows = {"first": made.first_seq, "last": made.last_seq}
    typer.echo(command_text("backup.rows", file=file, house=made.house, **rows))


@commands.command()
def seal(site: SiteFolder, database: Database = "", house_key: HouseKeyFile = None) -> None:
    """Seal every past month in a signed archive. Each archive is proven decision by decision and
    kept in the site's folder `archives`. An audit can start from the last one."""
    from pitboss.audit import Until
    from pitboss.audit.archiving import make_archive
    from pitboss.journal.archive_file import ArchiveFile
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import read_folder
    from pitboss.live.release import running_release

    found = read_folder(site)
    archives = site / ARCHIVES_FOLDER
    sealed = 0
    with ExitStack() as stack, judged(), on_disk(archives, is_named=False):
        archives.mkdir(exist_ok=True)
        journal = stack.enter_context(_journal_of(site, database, found.site.name))
        key = stack.enter_context(key_of_house(site, house_key))
        previous = _newest_archive(site, journal, stack)
        while month := _month_to_seal(journal, previous, found.site.time_zone, clock_ms()):
            name, end_ms = month
            file = archives / f"{name}{ARCHIVE_END}"
            check_new(file)
            with progress(f"seal {name}") as report:
                made = make_archive(
                    journal,
                    file,
                    Until(at_ms=end_ms - 1),
                    previous=previous,
                    paytables=found.paytable_lookup,
                    running_sha256=running_release().sha256,
                    signer=key,
                    report=report,
                )
            row = f"{made.last.seq}:{made.last.hash}"
            told_file = {"file": file.name, "seq": made.last.seq, "row": row}
            typer.echo(command_text("archive.sealed_month", **told_file))
            previous = stack.enter_context(closing(ArchiveFile(file)))
            sealed += 1
        damaged = _archives(site)[1]
        done = "archive.sealed" if sealed else "archive.nothing_to_seal"
        typer.echo(command_text(done, number=sealed))
        if damaged is not None:
            raise damaged


# ---- writing ------------------------------------------------------------------------------------


@contextmanager
def _journal_of(site: Path, database: str, house: str) -> Iterator[Journal]:
    """The journal of a house, without its archives. Refuses another house's database."""
    with closing(live_of(JournalPlace(site, database)())) as journal:
        if database:
            _need_own(journal, site, house)
        yield journal


def _need_own(journal: Journal, site: Path, house: str) -> None:
    """Refuse another house's journal. The last row written by an engine of this folder proves whose
    it is, even if the house has a new name since. Without such a row, the names decide."""
    note = read_note(site / WITNESS_FILE)
    row = next(journal.rows(after_seq=note.seq - 1, limit=1), None) if note is not None else None
    if note is not None and row is not None and row.seq == note.seq:
        if row.hash == note.hash:
            return
        raise Refusal(
            "DATABASE_FOREIGN", "row", where="--database", row=row.seq, file=site / WITNESS_FILE
        )
    opened = house_of(journal)
    if opened is not None and opened.name != house:
        raise Refusal(
            "DATABASE_FOREIGN", "name", where="--database", name=opened.name, site=site, house=house
        )


def _check_outside(file: Path, site: Path) -> None:
    """Refuse a backup inside the folder it backs up: both would be lost together."""
    if file.resolve().is_relative_to(site.resolve()):
        raise Refusal("FILE_UNWRITABLE", "name_file_outside", where=str(file))


def _site_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The site's own files, and the vault as of one moment. A service uses the folder as its home,
    so anything else in it may be a password or a private key."""
    from pitboss.live.attachments import ATTACHMENTS_FOLDER
    from pitboss.live.folder import PAYTABLES_FOLDER, SITE_FILE
    from pitboss.live.line_tls import ENDING, LINE_FOLDER
    from pitboss.live.time_stamps import STAMPS_FOLDER
    from pitboss.live.training import BEFORE_FILE
    from pitboss.web.screens.look import THEMES_FOLDER
    from pitboss.web.setup.draft_file import DRAFT_FILE

    found = [folder / name for name in (SITE_FILE, BEFORE_FILE, DRAFT_FILE)]
    found += (folder / PAYTABLES_FOLDER).rglob("*.toml")
    found += (folder / PAYTABLES_FOLDER).rglob("counts.json")
    found += (folder / THEMES_FOLDER).rglob("*")
    found += (folder / LINE_FOLDER).glob(f"*{ENDING}")
    found += (folder / STAMPS_FOLDER).glob("*")
    found += (folder / ATTACHMENTS_FOLDER).glob("*")
    for path in sorted(found):
        name = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in name.parts):
            yield name.as_posix(), path.read_bytes()
    vault = folder / VAULT_FILE
    if vault.is_file():
        yield VAULT_FILE, copy_of(vault)


def _archives(folder: Path) -> tuple[dict[str, str], Refusal | None]:
    """The intact archives beside the journal, by name, each with its digest; and what is wrong with
    the first damaged one. A damaged archive doesn't stop the backup of the rest."""
    from pitboss.journal.archive_file import ArchiveFile

    found: dict[str, str] = {}
    damaged: Refusal | None = None
    for path in sorted((folder / ARCHIVES_FOLDER).glob(f"*{ARCHIVE_END}")):
        try:
            with closing(ArchiveFile(path)) as archive:
                archive.prove_files()
                found[path.name] = archive.digest
        except Refusal as refusal:
            damaged = damaged or _to_put_back(refusal)
    return found, damaged


def _changed_attachment(journal: Journal, folder: Path) -> Refusal | None:
    """What is wrong with the first file of a note that isn't the one on record."""
    from pitboss.live.attachments import check_attachments

    try:
        check_attachments(journal, folder)
    except Refusal as refusal:
        return refusal
    return None


def _to_put_back(damaged: Refusal) -> Refusal:
    """What is wrong with an archive, and what to do."""
    put_back = say("PART", "put_back")
    return Refusal(damaged.code, damaged.case, where=damaged.where, **damaged.values, also=put_back)


# ---- restoring ----------------------------------------------------------------------------------


def _need_no_loss(found: BackupFile, known: Last | None, accepted: int) -> None:
    """Refuse a backup that ends before a known row, unless the caller accepts exactly that loss."""
    lost = 0 if known is None else max(0, known.seq - found.manifest.last_seq)
    if lost != accepted:
        raise Refusal(
            "RESTORE_LOSES",
            "unknown" if known is None else "",
            where=str(found.path),
            house=found.manifest.house,
            last=found.manifest.last_seq,
            known=0 if known is None else known.seq,
            lost=lost,
        )


def _need_empty(folder: Path) -> None:
    from pitboss.live.folder import need_whole

    need_whole(folder)
    if folder.exists() and any(folder.iterdir()):
        raise Refusal("RESTORE_NOT_EMPTY", "restore_into_new", where=str(folder))


@contextmanager
def _whole_or_nothing(folder: Path) -> Iterator[None]:
    """Leave nothing in the folder after a failure: an engine would start on part of a journal. A
    killed restore leaves a mark, written first and removed last, that stops any engine from
    starting."""
    from pitboss.live.folder import UNFINISHED_FILE

    was_there = folder.exists()
    mark = folder / UNFINISHED_FILE
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        mark.touch()
        _sync(folder)
        yield
        mark.unlink()
    except BaseException:
        _empty(folder, last=mark)
        if not was_there and folder.exists():
            folder.rmdir()
        typer.echo(command_text("backup.nothing_left", folder=folder), err=True)
        raise


def _empty(folder: Path, *, last: Path) -> None:
    """Remove what is in a folder, one file after all others."""
    for path in folder.iterdir() if folder.exists() else ():
        if path.is_dir():
            rmtree(path)
        elif path != last:
            path.unlink()
    last.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Sync a folder's entries to disk, so a power cut can't lose a file name."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _restored(
    found: BackupFile, folder: Path, database: str, *, known: Last | None
) -> JournalAuditor:
    """Write everything, the rows last. They are audited before they go into a database for good, so
    an engine on any machine finds proven rows or none. Finishes a restore that was killed after the
    rows were written."""
    _restore_files(found, folder)
    last = found.manifest.last
    end = known if known is not None and known.seq <= last.seq else last
    with closing(JournalPlace(folder, database).open()) as journal:
        if journal.last().seq:
            _need_same_rows(found, journal)
            _restore_access(found, folder, database)
            typer.echo(command_text("backup.in_database"))
            return _audited(journal, folder, end)
        with _telling_what_is_left(database):
            _restore_access(found, folder, database)
            with journal.loading():
                with progress("restore") as report:
                    found.restore_rows(journal, report)
                return _audited(journal, folder, end)


def _audited(journal: Journal, folder: Path, end: Last) -> JournalAuditor:
    from pitboss.audit import audit
    from pitboss.live.release import running_release

    lookup = paytables_of(str(folder / JOURNAL_FILE), None)
    with progress("audit") as report:
        return audit(
            journal,
            paytables=lookup,
            running_sha256=running_release().sha256,
            known=end,
            report=report,
        )


def _need_same_rows(found: BackupFile, journal: Journal) -> None:
    """Refuse a journal that isn't the backup's. Comparing the first and last row is enough: each
    row has the hash of the one before."""
    sealed = journal.read_seal()
    first_seq = 1 if sealed is None else sealed.seq
    if (first_seq, journal.last()) != (found.manifest.first_seq, found.manifest.last):
        raise Refusal("RESTORE_NOT_EMPTY", "journal_database", where="--database")


@contextmanager
def _telling_what_is_left(database: str) -> Iterator[None]:
    """Say what a failed restore leaves: an empty folder, or a database for its owner to drop."""
    try:
        yield
    except BaseException:
        if database:
            typer.echo(command_text("backup.left_in_database"), err=True)
        raise


def _restore_files(found: BackupFile, folder: Path) -> None:
    for name in found.site_files():
        place = PurePosixPath(name)
        if place.is_absolute() or ".." in place.parts:
            raise found.refuse_file("not_of_folder", name=name)
        if name == ACCESS:
            continue
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(found.site_file(name))
        if name == VAULT_FILE:
            path.chmod(0o600)


def _restore_access(found: BackupFile, folder: Path, database: str) -> None:
    from pitboss.web.access.backup import restore as restore_access
    from pitboss.web.access.store import access_store

    with closing(access_store(folder, database)) as store:
        restore_access(store, found.site_file(ACCESS))


# ---- sealing ------------------------------------------------------------------------------------


def _newest_archive(site: Path, journal: Journal, stack: ExitStack) -> ArchiveFile | None:
    """The last archive in the unbroken run from the journal's first row. It is proven, because the
    next archive builds on it. Refuses an unreadable archive: it may be the last one."""
    from pitboss.journal.archive_file import ArchiveFile

    paths = sorted((site / ARCHIVES_FOLDER).glob(f"*{ARCHIVE_END}"))
    with _telling_to_put_back():
        found = [stack.enter_context(closing(ArchiveFile(path))) for path in paths]
    sealed = journal.read_seal()
    begin = EMPTY if sealed is None else Last(sealed.seq, sealed.hash)
    chain = in_order(found, EMPTY, until_seq=SEQ_END)
    if not chain or chain[-1].manifest.last.seq < begin.seq:
        chain = in_order(found, begin, until_seq=SEQ_END)
    if chain:
        with _telling_to_put_back():
            chain[-1].prove_files()
    elif sealed is not None:
        raise Refusal(
            "ROWS_ARCHIVED", "journal_begins_row", where=str(site / ARCHIVES_FOLDER), seq=sealed.seq
        )
    return chain[-1] if chain else None


@contextmanager
def _telling_to_put_back() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        raise _to_put_back(refusal) from None


def _month_to_seal(
    journal: Journal, previous: ArchiveFile | None, time_zone: str, now_ms: int
) -> tuple[str, int] | None:
    """The month of the first row not yet sealed, and where the month ends, if it is over."""
    after_seq = 0 if previous is None else previous.manifest.last.seq
    row = next(iter(journal.rows(after_seq=after_seq, limit=1)), None)
    if row is None:
        return None
    moment = datetime.fromtimestamp(row.at_ms / 1000, ZoneInfo(time_zone))
    year, month = (moment.year + 1, 1) if moment.month == 12 else (moment.year, moment.month + 1)
    end_ms = int(datetime(year, month, 1, tzinfo=ZoneInfo(time_zone)).timestamp()) * 1000
    return (f"{moment:%Y-%m}", end_ms) if end_ms <= now_ms else None
