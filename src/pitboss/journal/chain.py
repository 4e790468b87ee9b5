"""The hash chain: how rows are made, and how a changed one is found.

A row's hash is the SHA-256, as 64 lowercase hexadecimal digits, of six lines in UTF-8 joined by
single line feeds, with none at the end: the hash of the row before (64 zeros before the first),
then the row's seq, at_ms, command_id, asked and events. Numbers are in decimal digits. No field
ever contains a line feed, so two different rows never make the same six lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from hashlib import sha256

from pitboss.journal import EMPTY, Last, Row, Snapshot
from pitboss.refusal import Refusal

COMMAND_ID_LONGEST = 100
# Looking up the algorithm takes as long as hashing a row, so every hash starts as a copy of this.
_begun = sha256().copy


def hex_digest(data: bytes) -> str:
    """The SHA-256 of some bytes, as 64 lowercase hexadecimal digits."""
    made = _begun()
    made.update(data)
    return made.hexdigest()


# What `Row._make` does, without checking the length, because every row written comes through here.
_row: Callable[[tuple[int | str, ...]], Row] = partial(tuple.__new__, Row)


def chain_row(
    previous_hash: str, seq: int, at_ms: int, command_id: str, asked: str, events: str
) -> Row:
    """A command's row, chained to the one before."""
    made = _begun()
    made.update(f"{previous_hash}\n{seq}\n{at_ms}\n{command_id}\n{asked}\n{events}".encode())
    return _row((seq, at_ms, command_id, asked, events, made.hexdigest()))


def row_hash(previous_hash: str, row: Row) -> str:
    """The hash a row must have: from the hash of the row before and its own other fields."""
    return hex_digest(row_lines(previous_hash, row))


def row_lines(previous_hash: str, row: Row) -> bytes:
    """The lines a row's hash covers."""
    seq, at_ms, command_id, asked, events, _ = row
    lines = f"{previous_hash}\n{seq}\n{at_ms}\n{command_id}\n{asked}\n{events}"
    # A tampered text may hold half a character; it must still hash, not stop the check.
    return lines.encode("utf-8", "surrogatepass")


def is_command_id(text: str) -> bool:
    """Whether an id is short and printable, so that every storage and log shows the same text."""
    return 0 < len(text) <= COMMAND_ID_LONGEST and text.isascii() and text.isprintable()


def refuse_id(command_id: str) -> Refusal:
    return Refusal(
        "COMMAND_ID_UNREADABLE",
        where=ascii(command_id[:COMMAND_ID_LONGEST]),
        command_id_longest=COMMAND_ID_LONGEST,
    )


def verify(rows: Iterable[Row], *, after: Last = EMPTY) -> Last:
    """Prove rows from a point in the chain and return their end; a refusal names the first bad
    one."""
    for row in rows:
        check_row(row, after=after)
        after = Last(row.seq, row.hash)
    return after


def check_row(row: Row, *, after: Last) -> None:
    """Check one link of the chain."""
    seq = after.seq + 1
    if row.seq != seq:
        raise refuse_tampered(f"row {seq}", "other_sequence", next=row.seq)
    if row_hash(after.hash, row) != row.hash:
        raise refuse_tampered(f"row {seq}", "hash")


def sealed_at(seq: int, row: tuple[str] | None, text: str) -> str:
    """The seal of the state after a row that must exist; `row` is its hash as found."""
    if row is None:
        raise refuse_missing_row(seq)
    return snapshot_seal(row_hash=row[0], seq=seq, text=text)


def snapshot_seal(*, row_hash: str, seq: int, text: str) -> str:
    """What binds a snapshot to its row: the SHA-256 of the row's hash, its seq and the text."""
    return hex_digest(f"{row_hash}\n{seq}\n{text}".encode())


def sound_snapshot(seq: int, row_hash: str, text: str, seal: str) -> Snapshot:
    """A stored snapshot, if its seal matches."""
    if snapshot_seal(row_hash=row_hash, seq=seq, text=text) != seal:
        raise refuse_tampered(f"snapshot {seq}", "seal")
    return Snapshot(seq, row_hash, text)


def refuse_tampered(where: str, case: str, **values: object) -> Refusal:
    """The refusal of data that isn't what was written."""
    return Refusal("JOURNAL_TAMPERED", case, where=where, **values)


def refuse_moved_on(*, after: Last, last: Last) -> Refusal:
    """The refusal when someone else has added or removed rows."""
    return Refusal(
        "JOURNAL_MOVED_ON",
        "journal_ends_not",
        where=f"row {last.seq}",
        found=last.hash[:16],
        seq=after.seq,
        known=after.hash[:16],
    )


def refuse_missing_row(seq: int) -> Refusal:
    """The refusal of a snapshot whose row doesn't exist."""
    return Refusal("JOURNAL_MOVED_ON", "no_such_row", where=f"row {seq}")


def ids_of(rows: Sequence[Row]) -> list[str]:
    """The command ids of a batch."""
    return [row.command_id for row in rows]


def refuse_first_reused(answered: Container[str], rows: Sequence[Row]) -> Refusal:
    """Why a batch was refused: its first command that was answered before."""
    seen: set[str] = set()
    for command_id in ids_of(rows):
        if command_id in answered or command_id in seen:
            return Refusal("COMMAND_ID_REUSED", "answered_before", where=f"command {command_id}")
        seen.add(command_id)
    raise AssertionError("a row was refused that no command explains")
