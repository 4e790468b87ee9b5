"""Notes on record: on a prize, a day or an entry of the bank, oldest first."""

from __future__ import annotations

from pitboss.books.keeping import Books
from pitboss.books.period import Entry
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.notes import NoteAdded
from pitboss.refusal import Refusal

KIND = kind_of(NoteAdded)


def find_notes(books: Books, *, award: str = "", days: tuple[str, ...] = ()) -> list[Entry]:
    """The notes on a prize, or on any of some days; without either, those about the bank."""
    found = books.find_entries(KIND, award=award)
    if award:
        return found
    if days:
        return [each for each in found if each.event.day in days]
    return [each for each in found if each.event.reference]


def note_at(books: Books, seq: int) -> NoteAdded:
    """The note of an entry, or NOTE_WRONG."""
    for each in books.find_entries(KIND):
        if each.seq == seq:
            note: NoteAdded = each.event
            return note
    raise Refusal("NOTE_WRONG", "unknown", where=f"row {seq}")
