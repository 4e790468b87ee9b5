"""Notes in the office: adding one, with a file, and opening the file again."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response

from pitboss.books import Entry
from pitboss.books.note_entries import find_notes, note_at
from pitboss.floor.facts.notes import FILE_BYTES_MOST, MEDIA_TYPES, AddNote, NoteAdded, NoteFile
from pitboss.live.attachments import Attachments
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Cell, Linked, Sheet, columns
from pitboss.web.access.gate import need_role
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.menu import BY_NAME, need_reader
from pitboss.web.office.who import who_cell
from pitboss.web.screens.pictures import kind_of_content
from pitboss.web.screens.wins import find_award

router = APIRouter(prefix="/office/notes", include_in_schema=False)
NoteDesk = Annotated[Desk, Depends(desk("today"))]

NOTES = columns("time:time on_what? note:long who attachment?")
PDF = b"%PDF-"
NAME_MOST = 100
# What somebody sent is given back as a file, and nothing in it may run.
CLOSED = {"Content-Security-Policy": "default-src 'none'; sandbox"}


async def notes_sheet(desk: Desk, *, award: str = "", days: Sequence[str] = ()) -> Sheet:
    """The notes on a prize, on some days, or about the bank."""
    floor = await desk.floor()
    found = await desk.books(find_notes, award=award, days=tuple(days))
    rows: list[tuple[Cell, ...]] = [
        (
            each.at_ms,
            each.event.day or each.event.reference,
            each.event.note,
            who_cell(desk, floor, each),
            _attached(desk, each),
        )
        for each in found
    ]
    return desk.sheet("notes", NOTES, rows)


def _attached(desk: Desk, entry: Entry) -> Cell:
    if (file := entry.event.file) is None:
        return ""
    may_open = desk.who.role in BY_NAME[_opened_by(entry.event)].readers
    return Linked(file.file_name, f"/office/notes/{entry.seq}") if may_open else file.file_name


def _plain_name(name: str) -> str:
    """A file's name without its folder, and without marks that nobody sees."""
    seen = "".join(each for each in name if unicodedata.category(each)[0] != "C")
    return seen.replace("\\", "/").rpartition("/")[2][-NAME_MOST:]


def _opened_by(note: NoteAdded) -> str:
    """The section whose readers may open its file: a prize's may be about the winner."""
    return "winners" if note.award else "day" if note.day else "bank"


@router.post("/files/{digest}/{part}")
async def take_part(desk: NoteDesk, request: Request, digest: str, part: int) -> JSONResponse:
    """Take one part of a file; it counts once all have come and the journal has it."""
    need_role(desk.who, AddNote.permission.roles)
    content, kept = await request.body(), Attachments(desk.running_site.folder)
    await asyncio.to_thread(kept.take_part, digest, part, content)
    return answer_done()


@router.post("")
async def add_note(desk: NoteDesk, request: Request) -> JSONResponse:
    """Add a note; what its file is, the first bytes say."""
    need_role(desk.who, AddNote.permission.roles)
    body = await body_of(request)
    said = {name: str(body.get(name) or "") for name in ("award", "day", "reference", "note")}
    section = "wins" if said["award"] else "day" if said["day"] else "bank"
    need_reader(BY_NAME[section], desk.who.role)
    if said["award"]:
        await find_award(request, said["award"])
    file, is_new = None, False
    if digest := str(body.get("sha256") or ""):
        kept = Attachments(desk.running_site.folder)
        content = await asyncio.to_thread(kept.read_arrived, digest)
        name = _plain_name(str(body.get("file_name") or ""))
        file = NoteFile(
            sha256=digest,
            media_type=_media_type(content, name),
            file_name=name,
            size_bytes=len(content),
        )
        is_new = await asyncio.to_thread(kept.keep, digest)
    try:
        await desk.keep(AddNote, "note", file=file, **said)
    except Refusal:
        if file is not None and is_new:
            await asyncio.to_thread(kept.drop, file.sha256)
        raise
    return answer_done(desk.running_site.seq)


@router.get("/{seq}")
async def open_attachment(desk: NoteDesk, seq: int) -> Response:
    """A note's file, if it is the one that was attached."""
    note = await desk.books(note_at, seq)
    if note.file is None:
        raise Refusal("NOTE_WRONG", "unknown", where=f"row {seq}")
    need_reader(BY_NAME[_opened_by(note)], desk.who.role)
    kept = Attachments(desk.running_site.folder)
    content = await asyncio.to_thread(kept.read, note.file.sha256, called=note.file.file_name)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(note.file.file_name)}"}
    return Response(content, media_type=note.file.media_type, headers=headers | CLOSED)


def _media_type(content: bytes, name: str) -> str:
    """What a file is, by its first bytes; refused unless a note may have it."""
    if len(content) > FILE_BYTES_MOST:
        raise Refusal("NOTE_WRONG", "file_bytes", where="file", most=FILE_BYTES_MOST)
    if content.startswith(PDF):
        return MEDIA_TYPES[0]
    found = kind_of_content(content)
    if found is None or found[0] not in MEDIA_TYPES:
        raise Refusal("NOTE_WRONG", "file_other", where="file", name=name)
    return found[0]
