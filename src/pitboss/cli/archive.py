"""`pitboss archive`: parts of a journal in files that prove themselves; removes old rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import HouseKeyFile, check_new, key_of_house, on_disk
from pitboss.cli.journal_pages import otherwise_lines
from pitboss.cli.journals import journal_file, judged, opened, paytables_of, time_zone_of
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.progress_bar import progress
from pitboss.live.release import running_release
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.journal.archive_file import ArchiveFile, ArchiveManifest

commands = typer.Typer()


JournalAndFiles = Annotated[list[str], argument("FILE", of="archive")]


@commands.command()
def archive(
    names: JournalAndFiles,
    until: Annotated[str, option("--until DATE")] = "",
    after: Annotated[Path | None, option("--after FILE")] = None,
    check: Annotated[bool, option("--check", of="archive")] = False,
    remove: Annotated[bool, option("--remove")] = False,
    reseal: Annotated[bool, option("--reseal")] = False,
    paytables: Annotated[Path | None, option("--paytables FOLDER", of="archive")] = None,
    house_key: HouseKeyFile = None,
) -> None:
    """Archive part of a journal in a signed, compressed file. --until writes and proves the file,
    --check proves it again, and --remove takes its rows out once the law allows."""
    if sum((bool(until), check, remove, reseal)) != 1:
        raise Refusal("OPTION_UNREADABLE", "give_until_date", where="archive")
    if check:
        _check(list(map(Path, names)), paytables)
        return
    address, files = names[0], list(map(Path, names[1:]))
    if not files or (until and len(files) > 1):
        raise Refusal("OPTION_UNREADABLE", "name_journal_then", where="archive")
    if until:
        _make(address, files[0], until, after, paytables, house_key)
    else:
        _remove(address, files, paytables, reseals=reseal)


def _make(
    address: str,
    file: Path,
    until: str,
    after: Path | None,
    paytables: Path | None,
    house_key: Path | None,
) -> None:
    from pitboss.audit import Until  # late: other commands start faster
    from pitboss.audit.archiving import make_archive
    from pitboss.reports.choosing import instant

    check_new(file)
    folder = journal_file(address).resolve().parent
    with ExitStack() as stack, judged(), on_disk(file):
        key = stack.enter_context(key_of_house(folder, house_key))
        previous = None if after is None else _open([after], stack)[0]
        if previous is not None:
            previous.prove_files()
        journal = stack.enter_context(opened(address))
        until_ms = instant(until, time_zone_of(journal), ends=True) - 1
        report = stack.enter_context(progress("archive"))
        made = make_archive(
            journal,
            file,
            Until(at_ms=until_ms),
            previous=previous,
            paytables=paytables_of(address, paytables),
            running_sha256=running_release().sha256,
            signer=key,
            report=report,
        )
    _tell(file, made)


def _check(files: Sequence[Path], paytables: Path | None) -> None:
    from pitboss.audit.archiving import prove_archive

    running_sha256 = running_release().sha256
    with ExitStack() as stack, judged():
        before: ArchiveFile | None = None
        for each in _open(files, stack):
            if before is not None:
                each.need_continues(before)
            with progress("archive") as report:
                known = paytables_of(str(each.path), paytables)
                auditor = prove_archive(
                    each, paytables=known, running_sha256=running_sha256, report=report
                )
            _tell(each.path, each.manifest)
            typer.echo(command_text("backup.key", digest=each.key_sha256))
            if auditor is None:
                typer.echo(command_text("archive.other_version"))
                typer.echo(command_text("archive.other_version_next"))
            elif auditor.redecider is not None:
                done = auditor.redecider.done + auditor.redecider.refused
                left = auditor.redecider.undecided.total()
                typer.echo(command_text("archive.decided", done=done, left=left))
                for line in otherwise_lines(auditor):
                    typer.echo(f"  {line}")
            if before is not None:
                typer.echo(command_text("archive.continues", file=before.path))
            else:
                typer.echo(_begins(each.manifest))
            before = each
    typer.echo("OK")


def _remove(address: str, files: Sequence[Path], paytables: Path | None, *, reseals: bool) -> None:
    from pitboss.audit.archiving import prove_archive, remove_archived, reseal
    from pitboss.cli.journals import opened_to_write
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import new_id
    from pitboss.live.identity import this_machine

    running_sha256 = running_release().sha256
    with ExitStack() as stack, judged():
        archives = _open(files, stack)
        known = paytables_of(address, paytables)
        for each in archives:
            with progress("archive") as report:
                prove_archive(each, paytables=known, running_sha256=running_sha256, report=report)
        journal = stack.enter_context(opened_to_write(address))
        work = reseal if reseals else remove_archived
        last = work(
            journal,
            archives,
            at_ms=clock_ms(),
            command_id=new_id(),
            begin_writing=this_machine().begin,
            paytables=known,
        )
    typer.echo(command_text("archive.begins", seq=last.seq, row=f"{last.seq}:{last.hash}"))
    typer.echo(command_text("archive.keep"))


def _open(files: Sequence[Path], stack: ExitStack) -> list[ArchiveFile]:
    from pitboss.journal.archive_file import ArchiveFile

    return [stack.enter_context(closing(ArchiveFile(file))) for file in files]


def _tell(file: Path, made: ArchiveManifest) -> None:
    with file.open("rb") as data:
        digest = file_digest(data, "sha256").hexdigest()
    rows = {"first": made.after.seq + 1, "last": made.last.seq}
    typer.echo(command_text("backup.rows", file=file, house=made.house, **rows))
    typer.echo(command_text("backup.file", digest=digest))
    typer.echo(command_text("backup.last_row", row=f"{made.last.seq}:{made.last.hash}"))
    typer.echo(command_text("archive.state", digest=made.last.state_sha256))


def _begins(made: ArchiveManifest) -> str:
    if not made.after.seq:
        return command_text("archive.begins_first")
    return command_text("archive.continues_row", row=f"{made.after.seq}:{made.after.hash}")
