"""The chain of hashes: how rows are made, and how a changed one is found.

A row's hash is the SHA-256, as 64 small hexadecimal digits, of nine lines in UTF-8 joined by single
line feeds, without one at the end: the hash of the row before (64 zeros before the first), then the
row's seq, at_ms, command_id, command_digest, kind, version, body and reply. Numbers are written in
decimal digits. No field is ever written with a line feed in it, so that two different rows never
make the same nine lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial

from pitboss.floor.events import Event
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.codec import encode
from pitboss.journal.hashing import hex_digest
from pitboss.refusal import Refusal

COMMAND_ID_LONGEST = 100
AT_MS_END = 2**53


# As `Row._make` does it, but without a look at the length, for every row that is written.
_row: Callable[[tuple[int | str, ...]], Row] = partial(tuple.__new__, Row)


def row_hash(
    previous_hash: str,
    seq: int,
    at_ms: int,
    command_id: str,
    digest: str,
    kind: str,
    version: int,
    body: str,
    reply: str,
) -> str:
    """The hash that a row must carry: from the hash of the row before and its own other fields."""
    lines = (
        f"{previous_hash}\n{seq}\n{at_ms}\n{command_id}\n{digest}\n"
        f"{kind}\n{version}\n{body}\n{reply}"
    )
    # A tampered text may hold half a character; it must hash to something, not stop the check.
    return hex_digest(lines.encode("utf-8", "surrogatepass"))


def command_rows(
    after: Last, *, command_id: str, digest: str, at_ms: int, events: Sequence[Event], reply: str
) -> list[Row]:
    """The rows of one command, chained to what is before them; the last has the reply."""
    assert events, f"command {command_id} led to no event"
    rows: list[Row] = []
    seq, previous_hash = after
    reply_seq = seq + len(events)
    for event in events:
        seq += 1
        kind, version, body = event.kind, event.version, encode(event)
        told = reply if seq == reply_seq else ""
        previous_hash = row_hash(
            previous_hash, seq, at_ms, command_id, digest, kind, version, body, told
        )
        rows.append(
            _row((seq, at_ms, command_id, digest, kind, version, body, told, previous_hash))
        )
    return rows


def is_command_id(text: str) -> bool:
    """An id is short and printable, so that it is the same text in every storage and log."""
    return 0 < len(text) <= COMMAND_ID_LONGEST and text.isascii() and text.isprintable()


def id_unreadable(command_id: str) -> Refusal:
    """What is no id."""
    return Refusal(
        "COMMAND_ID_UNREADABLE",
        where=ascii(command_id[:COMMAND_ID_LONGEST]),
        reason=f"an id is 1 to {COMMAND_ID_LONGEST} printable ASCII characters",
    )


def check_end(found: Last, expected: Last) -> None:
    """Rows are put where they were chained to."""
    if found.seq != expected.seq:
        raise Refusal(
            "JOURNAL_MOVED_ON",
            where=f"row {found.seq}",
            reason=f"the journal ends there, not at row {expected.seq}",
        )
    if found.hash != expected.hash:
        raise tampered(f"row {found.seq}", "it is not the one that was written")


def verify(rows: Iterable[Row], *, after: Last = EMPTY) -> Last:
    """Prove rows from one point of the chain on; the end they reach. The first bad one is named."""
    seq, previous_hash = after
    for row in rows:
        seq += 1
        check_row(row, seq=seq, previous_hash=previous_hash)
        previous_hash = row.hash
    return Last(seq, previous_hash)


def check_row(row: Row, *, seq: int, previous_hash: str) -> None:
    """One link of the chain."""
    where = f"row {seq}"
    if row.seq != seq:
        raise tampered(where, f"the row that follows has sequence {row.seq}")
    if row_hash(previous_hash, *row[:-1]) != row.hash:
        raise tampered(where, "its hash does not fit its content and the row before")


def snapshot_seal(*, row_hash: str, seq: int, text: str) -> str:
    """What binds a snapshot to its row: the SHA-256 of the row's hash, its seq and the text."""
    return hex_digest(f"{row_hash}\n{seq}\n{text}".encode())


def tampered(where: str, reason: str) -> Refusal:
    """What is stored is not what was written."""
    return Refusal("JOURNAL_TAMPERED", where=where, reason=reason)


def answering(rows: Iterable[Row]) -> list[str]:
    """The commands that rows answer."""
    return [row.command_id for row in rows if row.reply]


def first_reused(answered: Container[str], rows: Iterable[Row]) -> Refusal:
    """Why rows were not taken: the first of their commands that was answered before."""
    seen: set[str] = set()
    for command_id in answering(rows):
        if command_id in answered or command_id in seen:
            reason = "it was answered before"
            return Refusal("COMMAND_ID_REUSED", where=f"command {command_id}", reason=reason)
        seen.add(command_id)
    raise AssertionError("a row was refused that no command explains")
