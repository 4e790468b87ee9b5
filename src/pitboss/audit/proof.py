"""Proves a journal from its first row, with no other state.

Every row is held against the chain of hashes, decoded, folded into an empty floor with all the
assertions of the fold, and its money is explained a second time, entry by entry, beside the books.
Every command is decided a second time (`again`). The first row that does not hold ends the proof,
by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.audit.again import Again
from pitboss.audit.entries import MOVING, Explained, entries
from pitboss.audit.finding import BadRow
from pitboss.engine import Reply
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.fold import apply
from pitboss.floor.ledger import trial_balance
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.snapshot import is_of_another_shape, is_snapshot, write_snapshot
from pitboss.floor.state import State
from pitboss.journal import EMPTY, PAGE_ROWS, Journal, Last, Row, Snapshot
from pitboss.journal.chain import AT_MS_END, check_row, is_command_id, row_hash
from pitboss.journal.codec import decode, encode, event_classes
from pitboss.refusal import Refusal

NOT_SOUND = ("JOURNAL_TAMPERED", "JOURNAL_DAMAGED")  # what is stored is wrong; rows may tell where
HASH_DIGITS = 64
TYPES = tuple(int if name in ("seq", "at_ms", "version") else str for name in Row._fields)
HEXADECIMAL = frozenset("0123456789abcdef")

Report = Callable[[float], None]


class Auditor:
    """Takes rows in their order; what it has seen so far is proven. Without a book nothing is
    decided again.

    While a command has no reply yet, `state` is a draft on top of the floor before it."""

    def __init__(
        self,
        *,
        snapshot: Snapshot | None = None,
        known: Last | None = None,
        book: PaytableLookup | None = None,
    ) -> None:
        self.state = State()
        self.again = None if book is None else Again(book)
        self._before = self.state
        self._rows: list[Row] = []  # of the command that is read, and their events
        self._facts: list[Event] = []
        self._versions: dict[str, int] = {}  # the newest body of each kind so far
        self.last = EMPTY
        self.at_ms = 0
        self.kinds: Counter[str] = Counter()
        self.levels: dict[tuple[str, str], Explained] = {}
        self.snapshot = snapshot
        # One that another version wrote has no shape to compare; the engine passes over it, too.
        self.snapshot_is_ours = snapshot is not None and not is_of_another_shape(snapshot.text)
        self.known = known
        self._answered: set[str] = set()

    def take(self, row: Row) -> None:
        """Prove one row, or raise `BadRow`."""
        try:
            check_row(row, seq=self.last.seq + 1, previous_hash=self.last.hash)
        except Refusal as refusal:
            raise BadRow(self.last.seq + 1, refusal.reason) from None
        _check_origin(row)
        if not self._rows:
            self.state = self._before.draft()
        self._check_version(row)
        event = self._folded(row)
        self._check_answer(row, event)
        self._explain(row, event)
        self._rows.append(row)
        self._facts.append(event)
        if row.reply:
            self._settle()
        self.kinds[row.kind] += 1
        self.last = Last(row.seq, row.hash)
        self.at_ms = row.at_ms
        self._check_witnesses()

    def _settle(self) -> None:
        """A command is read to its end: what it did is what the rules say, and holds."""
        if self.again is not None:
            try:
                self.again.check(self._before, self._rows, self._facts)
            except (AssertionError, LookupError, ValueError, TypeError) as fault:
                raise BadRow(self._rows[0].seq, _told(fault), field="body") from None
        self.state.adopt()
        self.state = self._before
        self._rows, self._facts = [], []

    def finish(self) -> None:
        """Prove what only the end of the journal can show."""
        seq = self.last.seq
        if self._rows:
            raise BadRow(seq, "the journal ends before the command's reply", field="reply")
        for witness, name in ((self.snapshot, "a snapshot"), (self.known, "a known hash")):
            if witness is not None and witness.seq > seq:
                raise BadRow(seq + 1, f"rows are missing: there is {name} of row {witness.seq}")
        for name, jackpot in self.state.jackpots.items():
            for level, held in jackpot.levels.items():
                found = self.levels.get((name, level))
                if found is None or not (found.is_at(held.reading) and found.is_booked(self.state)):
                    raise BadRow(seq, f"{name} {level} is not the sum of its entries")
        try:
            trial_balance(self.state)
        except AssertionError:
            raise BadRow(seq, "the trial balance does not come to nothing") from None

    def _check_version(self, row: Row) -> None:
        """Nobody goes back to an older version of this program: it could not read the rows."""
        if row.version < self._versions.setdefault(row.kind, row.version):
            raise BadRow(row.seq, "a newer version has written before it", field="version")
        self._versions[row.kind] = row.version

    def _folded(self, row: Row) -> Event:
        try:
            event = decode(row.kind, row.version, row.body)
        except Refusal as refusal:
            raise BadRow(row.seq, str(refusal), field="body") from None
        try:
            apply(self.state, event)
        except Exception as fault:  # noqa: BLE001 - whatever it is, this row does not fit the floor
            raise BadRow(row.seq, _told(fault), field="body") from None
        return event

    def _check_answer(self, row: Row, event: Event) -> None:
        """Rows of a command stand together, the last with the reply; none is answered twice."""
        if self._rows and row[1:4] != self._rows[-1][1:4]:
            raise BadRow(row.seq, "the command before has no reply", field="command_id")
        if row.command_id in self._answered:
            raise BadRow(row.seq, "this command was answered before", field="command_id")
        if not row.reply:
            return
        self._answered.add(row.command_id)
        if row.reply != _reply_of(event, row.seq):
            raise BadRow(row.seq, "the reply is not what the events say", field="reply")

    def _explain(self, row: Row, event: Event) -> None:
        if row.kind not in MOVING:
            return
        try:
            found_entries = list(entries(self.state, event))
        except (Refusal, ValueError) as fault:  # an award that nobody recorded, or nothing moved
            raise BadRow(row.seq, _told(fault), field="body") from None
        for entry in found_entries:
            place = (entry.jackpot, entry.after.level)
            found = self.levels.get(place)
            if found is None:
                found = self.levels[place] = Explained(*place)
            found.add(entry)
            if not found.is_at(entry.after):
                reason = f"{' '.join(place)} is not the sum of its entries"
                raise BadRow(row.seq, reason, field="body")

    def _check_witnesses(self) -> None:
        """The kept state and the hash somebody wrote down, when their row is reached."""
        seq, found = self.last
        if self.known is not None and self.known.seq == seq and self.known.hash != found:
            raise BadRow(seq, f"its hash was known to be {self.known.hash}", field="hash")
        if self.snapshot is None or self.snapshot.seq != seq:
            return
        kept, replayed = self.snapshot.text, write_snapshot(self.state)
        if self.snapshot_is_ours and kept != replayed:
            where = first_difference(json.loads(kept), json.loads(replayed))
            raise BadRow(seq, f"it differs from the replay at {where}", field="snapshot")
        if not is_snapshot(kept):
            raise BadRow(seq, "no version has written it", field="snapshot")


def _told(fault: Exception) -> str:
    if isinstance(fault, AssertionError | Refusal):
        return str(fault) or "it does not follow from the rows before"
    return f"it does not follow from the rows before ({type(fault).__name__}: {fault})"


def _reply_of(event: Event, seq: int) -> str:
    """The answer that a command got whose last event this is."""
    refused = (event.code, event.reason) if isinstance(event, CommandRefused) else ("", "")
    return Reply("", seq, *refused).as_text()


def _check_origin(row: Row) -> None:
    """When and by what command: as every storage keeps it, so that no reader stumbles."""
    if mistyped := _mistyped(row):
        raise BadRow(row.seq, "it has another type", field=mistyped)
    if not 0 <= row.at_ms < AT_MS_END:
        raise BadRow(row.seq, "it is out of time", field="at_ms")
    if not is_command_id(row.command_id):
        raise BadRow(row.seq, "it is no id", field="command_id")
    if not _is_hash(row.command_digest):
        raise BadRow(row.seq, "it is no digest", field="command_digest")


def first_difference(left: Any, right: Any, where: str = "") -> str:
    """The place where two JSON values differ first."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            if left.get(key) != right.get(key):
                return first_difference(left.get(key), right.get(key), f"{where}.{key}")
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for place, (one, other) in enumerate(zip(left, right, strict=True)):
            if one != other:
                return first_difference(one, other, f"{where}.{place}")
    return where.removeprefix(".") or "its spelling"


# ---- reading a journal --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Until:
    """How far to go: through row `seq`, and before the first row later than `at_ms`."""

    seq: int | None = None
    at_ms: int | None = None

    def ends_before(self, row: Row) -> bool:
        """Whether this row is already too far."""
        late = self.at_ms is not None and row.at_ms > self.at_ms
        return late or (self.seq is not None and row.seq > self.seq)


EVERYTHING = Until()


def audit(
    journal: Journal,
    *,
    book: PaytableLookup,
    known: Last | None = None,
    report: Report = lambda done: None,
) -> Auditor:
    """Prove a whole journal, with the paytables of its jackpots; `BadRow` names the first row that
    does not hold."""
    check_assertions_run()
    try:
        snapshot = journal.last_snapshot()
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
        # Rows come first: one that is bad explains the snapshot, too.
        _walk(journal, Auditor(known=known, book=book), EVERYTHING, report)
        journal.prove_pages()
        raise BadRow(journal.last().seq, refusal.reason, field="snapshot") from None
    auditor = Auditor(snapshot=snapshot, known=known, book=book)
    _walk(journal, auditor, EVERYTHING, report)
    auditor.finish()
    journal.prove_pages()
    return auditor


def replay(journal: Journal, until: Until, report: Report = lambda done: None) -> Auditor:
    """The floor as it stood, proven up to there."""
    check_assertions_run()
    auditor = Auditor()
    _walk(journal, auditor, until, report)
    journal.prove_pages()
    return auditor


def check_assertions_run() -> None:
    """Half of the proof is the fold's assertions; Python can be told to leave them out."""
    if not __debug__:
        raise Refusal(
            "ASSERTIONS_OFF", where="python -O", reason="a journal is proven with assertions only"
        )


def _walk(journal: Journal, auditor: Auditor, until: Until, report: Report) -> None:
    total = max(1, _last_seq(journal) if until.seq is None else until.seq)
    for row in stored_rows(journal):
        if until.ends_before(row):
            return
        try:
            auditor.take(row)
        except BadRow as bad:
            if not bad.field:
                bad.field = suspected(row, auditor.last, _following(journal, row))
            raise
        if row.seq % PAGE_ROWS == 0:
            report(min(1.0, row.seq / total))


def _last_seq(journal: Journal) -> int:
    """Where a journal ends, or 0 if a damaged page hides it; the rows before it are told first."""
    try:
        return journal.last().seq
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
        return 0


def stored_rows(journal: Journal, *, after_seq: int = 0) -> Iterator[Row]:
    """All rows, page by page; one that can not even be read is named."""
    while page := _page(journal, after_seq):
        yield from page
        if page[-1].seq <= after_seq:
            return
        after_seq = page[-1].seq


def _page(journal: Journal, after_seq: int) -> list[Row]:
    try:
        return list(journal.rows(after_seq=after_seq, limit=PAGE_ROWS))
    except Refusal:
        _last_seq(journal)  # refused too if it is the storage that is gone, not a row
    try:
        return list(journal.rows(after_seq=after_seq, limit=1))
    except Refusal as refusal:
        raise BadRow(after_seq + 1, refusal.reason) from None


def _following(journal: Journal, row: Row) -> Row | None:
    try:
        return next(iter(journal.rows(after_seq=row.seq, limit=1)), None)
    except Refusal:
        return None


# ---- which field was it? ------------------------------------------------------------------------


def suspected(row: Row, last: Last, following: Row | None) -> str:
    """The field of a row with a wrong hash that was changed, where the row or the next gives it
    away."""
    if row.seq != last.seq + 1:
        return "seq"
    if mistyped := _mistyped(row):
        return mistyped
    if following is not None:
        unchanged = row_hash(row_hash(last.hash, *row[:-1]), *following[:-1]) == following.hash
        if unchanged and following.seq == row.seq + 1:
            return "hash"
    if not _is_hash(row.hash):
        return "hash"
    if not _is_hash(row.command_digest):
        return "command_digest"
    return _suspected_event(row) or _suspected_reply(row)


def _suspected_event(row: Row) -> str:
    found = event_classes().get(row.kind)
    if found is None:
        return "kind"
    if not 1 <= row.version <= found.version:
        return "version"
    try:
        written = encode(decode(row.kind, row.version, row.body))
    except Refusal:
        return "body"
    return "body" if row.version == found.version and written != row.body else ""


def _suspected_reply(row: Row) -> str:
    if not row.reply:
        return ""
    event = decode(row.kind, row.version, row.body)
    return "" if row.reply == _reply_of(event, row.seq) else "reply"


def _mistyped(row: Row) -> str:
    """The first field of another type than it is written in; a changed schema lets that happen."""
    if tuple(map(type, row)) == TYPES:
        return ""
    found = zip(Row._fields, row, TYPES, strict=True)
    return next(name for name, value, made in found if type(value) is not made)


def _is_hash(text: str) -> bool:
    return len(text) == HASH_DIGITS and HEXADECIMAL.issuperset(text)
