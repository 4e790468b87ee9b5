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
from pitboss.journal.codec import encode
from pitboss.journal.hashing import hex_digest
from pitboss.refusal import Refusal

COMMAND_ID_LONGEST = 100
AT_MS_END = 2**53


# As `Row._make` does it, but without a look at the length, for every row that is written.
_row: Callable[[tuple[int | str, ...]], Row] = partial(tuple.__new__, Row)


def row_hash(previous_hash: str, content: tuple[int | str, ...]) -> str:
    """The hash that a row must carry: from the hash of the row before and its own other fields."""
    seq, at_ms, command_id, digest, kind, version, body, reply = content
    lines = (
        f"{previous_hash}\n{seq}\n{at_ms}\n{command_id}\n{digest}\n"
        f"{kind}\n{version}\n{body}\n{reply}"
    )
    # A tampered text may hold half a character; it must hash to something, not stop the check.
    return hex_digest(lines.encode("utf-8", "surrogatepass"))


def make_rows(batch: Sequence[Group], *, last: Last) -> list[Row]:
    """The rows of a batch, chained to where the journal ends."""
    check_ids_differ(batch)
    rows: list[Row] = []
    seq, previous_hash = last
    for group in batch:
        check_group(group)
        reply_seq = seq + len(group.events)
        for event in group.events:
            seq += 1
            content = (
                seq, group.at_ms, group.command_id, group.command_digest,
                event.kind, event.version, encode(event), group.reply if seq == reply_seq else "",
            )  # fmt: skip
            previous_hash = row_hash(previous_hash, content)
            rows.append(_row((*content, previous_hash)))
    return rows


def check_group(group: Group) -> None:
    """What every storage can keep the same way. An asker chooses ids; the rest is the engine's."""
    command_id, digest, reply = group.command_id, group.command_digest, group.reply
    check_command_id(command_id)
    assert group.events, f"command {command_id} led to no event"
    assert 0 <= group.at_ms < AT_MS_END, f"command {command_id} is out of time"
    assert reply, f"command {command_id} has no reply"
    one_line = "\n" not in reply and "\0" not in reply
    assert one_line, f"the reply to {command_id} is not one line of JSON"
    assert digest, f"command {command_id} has no digest"
    assert "\n" not in digest, f"the digest of {command_id} is not one line"


def is_command_id(text: str) -> bool:
    """An id is short and printable, so that it is the same text in every storage and log."""
    return 0 < len(text) <= COMMAND_ID_LONGEST and text.isascii() and text.isprintable()


def check_command_id(command_id: str) -> None:
    """Refuse what is no id."""
    if not is_command_id(command_id):
        raise Refusal(
            "COMMAND_ID_UNREADABLE",
            where=ascii(command_id[:COMMAND_ID_LONGEST]),
            reason=f"an id is 1 to {COMMAND_ID_LONGEST} printable ASCII characters",
        )


def check_ids_differ(batch: Sequence[Group]) -> None:
    """One batch answers a command once."""
    seen: set[str] = set()
    for group in batch:
        if group.command_id in seen:
            raise command_reused(group.command_id)
        seen.add(group.command_id)


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
    if row_hash(previous_hash, row[:-1]) != row.hash:
        raise tampered(where, "its hash does not fit its content and the row before")


def snapshot_seal(*, row_hash: str, seq: int, text: str) -> str:
    """What binds a snapshot to its row: the SHA-256 of the row's hash, its seq and the text."""
    return hex_digest(f"{row_hash}\n{seq}\n{text}".encode())


def tampered(where: str, reason: str) -> Refusal:
    """What is stored is not what was written."""
    return Refusal("JOURNAL_TAMPERED", where=where, reason=reason)


def moved_on(*, expected_last_seq: int, seq: int) -> Refusal:
    """Somebody else has written, or taken away, rows."""
    return Refusal(
        "JOURNAL_MOVED_ON",
        where=f"row {seq}",
        reason=f"the journal ends there, not at row {expected_last_seq}",
    )


def first_reused(answered: Container[str], batch: Sequence[Group]) -> Refusal:
    """Why a batch was not taken: the first of its commands that was answered before."""
    reused = [group.command_id for group in batch if group.command_id in answered]
    assert reused, "a row was refused that no command explains"
    return command_reused(reused[0])


def command_reused(command_id: str) -> Refusal:
    """A command that has its answer gets no second one."""
    return Refusal(
        "COMMAND_ID_REUSED", where=f"command {command_id}", reason="it was answered before"
    )
