"""Decisions about notes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import need_short, need_text
from pitboss.floor.facts import notes
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal

TEXT_MOST = 1_000
DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


def add_note(state: State, command: notes.AddNote) -> Sequence[Event]:
    """A prize may have left the floor since: its page knows it from the books."""
    about = [each for each in (command.award, command.day, command.reference) if each.strip()]
    if len(about) != 1:
        raise Refusal("NOTE_WRONG", "one_thing", where="note")
    need_short(about[0], where="note")
    need_text(command.note.strip()[:1], where="note")
    need_short(command.note, where="note", most=TEXT_MOST)
    if (file := command.file) is not None:
        known = file.media_type in notes.MEDIA_TYPES and DIGEST.fullmatch(file.sha256)
        if not known or not 0 < file.size_bytes <= notes.FILE_BYTES_MOST:
            raise Refusal("NOTE_WRONG", "file_other", where="file", name=file.file_name)
        need_short(file.file_name, where="file")
    return [event_from(notes.NoteAdded, command)]
