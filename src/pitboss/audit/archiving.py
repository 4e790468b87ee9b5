"""Makes and proves archives, and removes the rows they hold from a journal.

Only proven rows go into an archive: making one audits its part of the journal, starting from the
floor where the archive before it ended."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from pitboss.audit.finding import bad_row, first_difference_of
from pitboss.audit.proof import JournalAuditor, Until, check_assertions_run, stored_rows
from pitboss.engine import Core
from pitboss.floor.facts import engines
from pitboss.floor.facts.archives import RemoveRows
from pitboss.floor.facts.base import COMMAND_LINE
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.snapshot import is_of_another_shape, write_snapshot
from pitboss.journal import EMPTY, PAGE_ROWS, Journal, Last, Snapshot
from pitboss.journal.archive_file import ArchiveFile, ArchiveManifest, ArchiveWriter
from pitboss.journal.chain import verify
from pitboss.journal.signed_zip import Signer
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal


class BeginWriting(Protocol):
    """Makes the command that starts writing as this release."""

    def __call__(self, state: State, *, at_ms: int) -> engines.BeginEngine:
        """Use the floor as it is."""


def make_archive(
    journal: Journal,
    file: Path,
    until: Until,
    *,
    previous: ArchiveFile | None,
    paytables: PaytableLookup,
    running_sha256: str = "",
    signer: Signer,
    report: TellProgress = lambda done: None,
) -> ArchiveManifest:
    """Prove rows and archive them, from the start of the journal or the end of the archive before,
    through `until`."""
    check_assertions_run()
    begun = journal.read_seal() if previous is None else previous.read_closing()
    auditor = JournalAuditor(begun=begun, paytables=paytables, running_sha256=running_sha256)
    after = auditor.last
    total = max(1, journal.last().seq - after.seq)
    part = file.with_name(f"{file.name}.part")
    writer = ArchiveWriter(part)
    try:
        for row in stored_rows(journal, after_seq=after.seq):
            if until.ends_before(row):
                break
            previous_hash = auditor.last.hash
            auditor.take(row)
            writer.add(row, previous_hash)
            if row.seq % PAGE_ROWS == 0:
                report(min(1.0, (row.seq - after.seq) / total))
        if not writer.rows:
            raise Refusal("ARCHIVE_EMPTY", where=str(file), seq=after.seq)
        auditor.finish()
        site = auditor.state.site
        made = writer.finish(
            house=site.name if site is not None else "",
            opening=begun,
            closing=Snapshot(*auditor.last, write_snapshot(auditor.state)),
            after=after,
            previous="" if previous is None else previous.digest,
            signer=signer,
        )
        part.replace(file)
    except BaseException:
        writer.discard()
        raise
    return made


def prove_archive(
    archive: ArchiveFile,
    *,
    paytables: PaytableLookup,
    running_sha256: str = "",
    report: TellProgress = lambda done: None,
) -> JournalAuditor | None:
    """Prove an archive alone: its files, signature and chain, and that its rows turn the floor
    before the first into the floor after the last. If another version wrote these states, nothing
    is decided again: only files, signature and chain are proven, and None is returned."""
    check_assertions_run()
    archive.prove_files()
    opening, closing = archive.read_opening(), archive.read_closing()
    texts = [state.text for state in (opening, closing) if state is not None]
    if any(map(is_of_another_shape, texts)):
        _prove_chain(archive)
        return None
    auditor = JournalAuditor(begun=opening, paytables=paytables, running_sha256=running_sha256)
    rows = archive.manifest.rows
    for number, row in enumerate(archive.rows(after_seq=auditor.last.seq, limit=rows), 1):
        auditor.take(row)
        if number % PAGE_ROWS == 0:
            report(min(1.0, number / rows))
    auditor.finish()
    if auditor.last != archive.manifest.last.last:
        raise archive.refuse_file("rows_end", seq=auditor.last.seq)
    text = write_snapshot(auditor.state)
    if text != closing.text:
        where = first_difference_of(closing.text, text)
        raise bad_row(closing.seq, "differs", field="closing", where=where)
    return auditor


def remove_archived(
    journal: Journal,
    archives: Sequence[ArchiveFile],
    *,
    at_ms: int,
    command_id: str,
    begin_writing: BeginWriting,
    paytables: PaytableLookup,
) -> Last:
    """Remove the rows that proven archives hold from a journal that only this process writes. The
    removal is decided first and recorded in the journal; PURGE_TOO_EARLY says how long the rows
    must stay."""
    sealed = journal.read_seal()
    begin = EMPTY if sealed is None else Last(sealed.seq, sealed.hash)
    if sealed is not None and archives[-1].manifest.last.last == begin:
        raise Refusal("ROWS_REMOVED", where=str(archives[-1].path), seq=begin.seq)
    for archive in archives:
        if archive.manifest.after.last != begin:
            raise archive.refuse_file("not_due", after=archive.manifest.after.seq, due=begin.seq)
        begin = archive.manifest.last.last
    last, closing = begin, archives[-1].read_closing()
    kept = next(iter(journal.rows(after_seq=last.seq - 1, limit=1)), None)
    if kept is None or (kept.seq, kept.hash) != last:
        raise archives[-1].refuse_file("other_end", seq=last.seq)
    asked = _removal(archives, last, closing.text, at_ms, command_id)
    _put_on_record(Core(journal, paytables), begin_writing, asked)
    journal.remove_before(seq=last.seq, text=closing.text)
    return last


def reseal(
    journal: Journal,
    archives: Sequence[ArchiveFile],
    *,
    at_ms: int,
    command_id: str,
    begin_writing: BeginWriting,
    paytables: PaytableLookup,
) -> Last:
    """Rebuild the state that a journal starts with as this version writes it, by replaying every
    row of every archive."""
    sealed = journal.read_seal()
    if sealed is None:
        raise Refusal("SEQ_UNKNOWN", "no_rows_were", where="row 1")
    auditor = JournalAuditor()
    for archive in archives:
        archive.prove_files()
        for row in archive.rows(after_seq=auditor.last.seq, limit=archive.manifest.rows):
            auditor.take(row)
    last = auditor.last
    if last != (sealed.seq, sealed.hash):
        raise archives[-1].refuse_file("not_begin", end=last.seq, begin=sealed.seq)
    text = write_snapshot(auditor.state)
    journal.remove_before(seq=last.seq, text=text)
    asked = _removal(archives, last, text, at_ms, command_id)
    _put_on_record(Core(journal, paytables, resealed=True), begin_writing, asked)
    return last


def _removal(
    archives: Sequence[ArchiveFile], last: Last, text: str, at_ms: int, command_id: str
) -> RemoveRows:
    """Decide that the rows before this one may go, and which state replaces them."""
    return RemoveRows(
        command_id=command_id,
        at_ms=at_ms,
        sent_from=COMMAND_LINE,
        last_seq=last.seq,
        hash=last.hash,
        newest_ms=max(archive.manifest.to_ms for archive in archives),
        state_sha256=sha256(text.encode()).hexdigest(),
        archives=tuple(archive.digest for archive in archives),
    )


def _put_on_record(core: Core, begin_writing: BeginWriting, command: RemoveRows) -> None:
    """Write one row, after the row that names the release that decides it."""
    begun = begin_writing(core.state, at_ms=command.at_ms)
    for reply in core.handle([begun, command]):
        reply.need(f"row {command.last_seq}")


def _prove_chain(archive: ArchiveFile) -> None:
    manifest = archive.manifest
    rows = archive.rows(after_seq=manifest.after.seq, limit=manifest.rows)
    if verify(rows, after=manifest.after.last) != manifest.last.last:
        raise archive.refuse_file("rows_do_not_end")
