"""The chain of hashes: how rows are made, and how a changed one is found.

A row's hash is the SHA-256, as 64 small hexadecimal digits, of nine lines in UTF-8 joined by single
line feeds, without one at the end: the hash of the row before (64 zeros before the first), then the
row's seq, at_ms, command_id, command_digest, kind, version, body and reply. Numbers are written in
decimal digits. No field is ever written with a line feed in it, so that two different rows never
make the same nine lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial

from pitboss.journal import EMPTY, Group, Last, Row
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


def make_rows(batch: Sequence[Group], *, last: Last, after_seq: int) -> list[Row]:
    """The rows of a batch, chained to where the journal ends; refused if that is not where they
    belong."""
    seq, previous_hash = last
    if seq != after_seq:
        raise moved_on(after_seq=after_seq, seq=seq)
    rows: list[Row] = []
    for group in batch:
        at_ms, command_id, digest = group.at_ms, group.command_id, group.command_digest
        assert group.entries, f"command {command_id} led to no event"
        reply_seq = seq + len(group.entries)
        for entry in group.entries:
            seq += 1
            kind, version, body = entry.kind, entry.version, entry.body
            reply = group.reply if seq == reply_seq else ""
            previous_hash = row_hash(
                previous_hash, seq, at_ms, command_id, digest, kind, version, body, reply
            )
            rows.append(
                _row((seq, at_ms, command_id, digest, kind, version, body, reply, previous_hash))
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


def moved_on(*, after_seq: int, seq: int) -> Refusal:
    """Somebody else has written, or taken away, rows."""
    return Refusal(
        "JOURNAL_MOVED_ON",
        where=f"row {seq}",
        reason=f"the journal ends there, not at row {after_seq}",
    )


def ids_of(batch: Sequence[Group]) -> list[str]:
    """The commands of a batch."""
    return [group.command_id for group in batch]


def first_reused(answered: Container[str], batch: Sequence[Group]) -> Refusal:
    """Why a batch was not taken: the first of its commands that was answered before."""
    seen: set[str] = set()
    for command_id in ids_of(batch):
        if command_id in answered or command_id in seen:
            reason = "it was answered before"
            return Refusal("COMMAND_ID_REUSED", where=f"command {command_id}", reason=reason)
        seen.add(command_id)
    raise AssertionError("a row was refused that no command explains")
