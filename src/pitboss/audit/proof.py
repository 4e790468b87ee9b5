"""Proves a journal from its first row, with no other state.

Each row is checked against the hash chain, decoded, and folded into an empty floor with every
assertion of the fold on. Its money is explained a second time, entry by entry, independently of the
books. Every command is decided a second time (`redecide`), refused ones included. The proof ends at
the first bad row and names it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.audit.finding import (
    BadRow,
    RowRelease,
    bad_row,
    first_difference_of,
    release_of,
    why_not,
)
from pitboss.audit.meter_entries import Explained, MeterEntry, list_entries, may_move
from pitboss.audit.redecide import Redecider
from pitboss.audit.wagers import check_wager
from pitboss.floor.facts import bank, days, engines
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.limits import TIME_MOST
from pitboss.floor.fold import apply
from pitboss.floor.money.ledger import trial_balance
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.snapshot import is_of_another_shape, is_snapshot, write_snapshot
from pitboss.journal import EMPTY, PAGE_ROWS, Journal, Last, Row, Snapshot
from pitboss.journal.chain import check_row, is_command_id, row_hash
from pitboss.journal.codec import command_of, command_text, events_of, events_text, is_spelled
from pitboss.journal.journal_seal import need_sealed_on_record, sealed_state
from pitboss.journal.whole import WholeJournal
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal

# The server's own timers ask these; if all is well, they leave no event.
TIMERS = (bank.CheckBank, days.TurnShift)

NOT_SOUND = ("JOURNAL_TAMPERED", "JOURNAL_DAMAGED")  # storage is damaged; the rows may show where
HASH_DIGITS = 64
TYPES = tuple(int if name in ("seq", "at_ms") else str for name in Row._fields)
HEXADECIMAL = frozenset("0123456789abcdef")


class JournalAuditor:
    """Proves rows in order; every row it has taken is proven. Without paytables it doesn't decide
    commands again."""

    def __init__(
        self,
        *,
        snapshot: Snapshot | None = None,
        begun: Snapshot | None = None,
        known: Last | None = None,
        paytables: PaytableLookup | None = None,
        running_sha256: str = "",
    ) -> None:
        """`begun` is the starting floor, if an archive proves the rows before it. `running_sha256`
        is the digest of this release; without it every row counts as this release's own."""
        self.state = State() if begun is None else sealed_state(begun)
        self.redecider = (
            None
            if paytables is None
            else Redecider(paytables, self.state, running_sha256=running_sha256)
        )
        self.last = EMPTY if begun is None else Last(begun.seq, begun.hash)
        self.begun = begun
        self.at_ms = 0
        self.kinds: Counter[str] = Counter()
        self.releases: Counter[RowRelease] = Counter()  # rows decided by each
        self.closes: dict[str, tuple[int, int]] = {}  # each closed day: its row and time
        self.witnesses: tuple[str, ...] = ()  # of the last engine that had any
        self.levels = _levels_of(self.state)
        self.snapshot = snapshot
        # A state that another version wrote can't be compared; the engine skips it, too.
        self.snapshot_is_ours = snapshot is not None and not is_of_another_shape(snapshot.text)
        self.known = known
        self._answered: set[str] = set()

    def know_answered(self, command_ids: set[str]) -> None:
        """Note commands in rows before those it takes."""
        self._answered |= command_ids

    def take(self, row: Row) -> None:
        """Prove one row, or raise `BadRow`."""
        try:
            check_row(row, after=self.last)
        except Refusal as refusal:
            raise BadRow(self.last.seq + 1, refusal) from None
        _check_origin(row)
        if row.command_id in self._answered:
            raise bad_row(row.seq, "answered", field="command_id")
        command, events = _read_row(row)
        release = release_of(self.state, command)
        self._need_spelling(row, command, events, release)
        if self.redecider is not None:
            self.redecider.check(self.state, command, events, release, seq=row.seq)
        self.releases[release] += 1
        self._fold(row, events)
        self._answered.add(row.command_id)
        self.last = Last(row.seq, row.hash)
        self.at_ms = row.at_ms
        self._check_witnesses()

    def finish(self) -> None:
        """Prove what only the end of the journal can show."""
        seq = self.last.seq
        witnesses = ((self.snapshot, "missing_snapshot"), (self.known, "missing_known"))
        for witness, case in witnesses:
            if witness is not None and witness.seq > seq:
                raise bad_row(seq + 1, case, known=witness.seq)
        for name, jackpot in self.state.jackpots.items():
            for level, held in jackpot.levels.items():
                found = self.levels.get((name, level))
                if found is None or not (found.is_at(held.reading) and found.is_booked(self.state)):
                    raise bad_row(seq, "not_sum", jackpot=name, level=level)
        try:
            trial_balance(self.state)
        except AssertionError:
            raise bad_row(seq, "trial_balance") from None

    def _need_spelling(
        self, row: Row, command: Command, events: tuple[Event, ...], release: RowRelease
    ) -> None:
        """Check that each text is how its value is written. Another release may not have had every
        field of today; those have their defaults then."""
        again = self.redecider
        older = again is None or again.is_foreign(release)
        if not is_spelled(row.asked, command_text(command), older=older):
            raise bad_row(row.seq, "not_command", field="asked")
        if not events and not isinstance(command, TIMERS):
            raise bad_row(row.seq, "nothing_followed", field="events")
        if not is_spelled(row.events, events_text(events), older=older):
            raise bad_row(row.seq, "not_events", field="events")
        if len(events) > 1 and any(isinstance(event, CommandRefused) for event in events):
            raise bad_row(row.seq, "refused_and_more", field="events")

    def _fold(self, row: Row, events: tuple[Event, ...]) -> None:
        self.state.seq += 1
        for event in events:
            try:
                apply(self.state, event)
            except Exception as fault:  # noqa: BLE001 - whatever it is, this row does not fit
                raise BadRow(row.seq, why_not(fault), field="events") from None
            self._explain(row, event)
            self.kinds[event.kind] += 1
            if isinstance(event, days.DayClosed):
                self.closes[event.day] = (row.seq, row.at_ms)
            if isinstance(event, engines.EngineBegan):
                self.witnesses = event.witnesses or self.witnesses

    def _explain(self, row: Row, event: Event) -> None:
        if not may_move(type(event)):
            return
        try:
            found_entries = list(list_entries(self.state, event))
        except (Refusal, ValueError) as fault:  # an award nobody recorded, or no movement
            raise BadRow(row.seq, why_not(fault), field="events") from None
        for entry in found_entries:
            place = (entry.jackpot, entry.after.level)
            found = self.levels.get(place)
            if found is None:
                found = self.levels[place] = Explained(*place)
            found.add(entry)
            if not found.is_at(entry.after):
                named = dict(zip(("jackpot", "level"), place, strict=True))
                raise bad_row(row.seq, "not_sum", field="events", **named)

    def _check_witnesses(self) -> None:
        """Check the kept state and a hash that somebody wrote down, at their row."""
        seq, found = self.last
        if (
            self.known is not None
            and self.known.seq == seq
            and not found.startswith(self.known.hash)
        ):
            raise bad_row(seq, "known_hash", field="hash", hash=self.known.hash)
        if self.snapshot is None or self.snapshot.seq != seq:
            return
        kept, replayed = self.snapshot.text, write_snapshot(self.state)
        if self.snapshot_is_ours and kept != replayed:
            where = first_difference_of(kept, replayed)
            raise bad_row(seq, "differs", field="snapshot", where=where)
        if not is_snapshot(kept):
            raise bad_row(seq, "no_version", field="snapshot")


def _levels_of(state: State) -> dict[tuple[str, str], Explained]:
    """Every level at the start, the base for its entries."""
    levels: dict[tuple[str, str], Explained] = {}
    for jackpot, reading in list_readings(state):
        found = levels[jackpot, reading.level] = Explained(jackpot, reading.level)
        held = (reading.meter_micros, reading.reserve_micros, reading.overflow_micros)
        found.add(MeterEntry(jackpot, "opening", *held, reading))
    return levels


def _read_row(row: Row) -> tuple[Command, tuple[Event, ...]]:
    """The row's command and events."""
    try:
        command, events = command_of(row.asked), events_of(row.events)
    except Refusal as refusal:
        raise BadRow(row.seq, refusal, field=refusal.where) from None
    if (command.command_id, command.at_ms) != (row.command_id, row.at_ms):
        raise bad_row(row.seq, "other_id", field="asked")
    return command, events


def _check_origin(row: Row) -> None:
    """Check the row's time and command as every storage does, so that no reader fails on it."""
    if mistyped := _find_mistyped(row):
        raise bad_row(row.seq, "other_type", field=mistyped)
    if not 0 <= row.at_ms < TIME_MOST:
        raise bad_row(row.seq, "out_of_time", field="at_ms")
    if not is_command_id(row.command_id):
        raise bad_row(row.seq, "no_id", field="command_id")


# ---- reading a journal --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Until:
    """Where to stop: after row `seq`, or before the first row later than `at_ms`."""

    seq: int | None = None
    at_ms: int | None = None

    def ends_before(self, row: Row) -> bool:
        """Whether this row is past the end."""
        late = self.at_ms is not None and row.at_ms > self.at_ms
        return late or (self.seq is not None and row.seq > self.seq)


EVERYTHING = Until()


def audit(
    journal: Journal,
    *,
    paytables: PaytableLookup,
    running_sha256: str = "",
    known: Last | None = None,
    begun: Snapshot | None = None,
    report: TellProgress = lambda done: None,
) -> JournalAuditor:
    """Prove a whole journal, with the paytables of its jackpots; `BadRow` names the first bad row.
    Rows of other releases than `running_sha256` that this one would decide differently are listed
    (`Redecider`). The audit starts from `begun`, the end of an archive, or where the journal itself
    starts; if old rows were removed, an entry must say so."""
    check_assertions_run()
    try:
        sealed = journal.read_seal()
        snapshot = journal.last_snapshot()
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
        # Check rows first: a bad row explains a bad snapshot, too.
        first = JournalAuditor(
            begun=begun, known=known, paytables=paytables, running_sha256=running_sha256
        )
        walk(journal, first, EVERYTHING, report)
        journal.prove_pages()
        raise BadRow(journal.last().seq, refusal, field="snapshot") from None
    begun = sealed if begun is None else begun
    if known is not None and begun is not None and known.seq < begun.seq:
        raise Refusal("SEQ_UNKNOWN", "audit_begins_after", where=f"row {known.seq}", seq=begun.seq)
    auditor = JournalAuditor(
        snapshot=snapshot,
        begun=begun,
        known=known,
        paytables=paytables,
        running_sha256=running_sha256,
    )
    walk(journal, auditor, EVERYTHING, report)
    auditor.finish()
    need_removal(auditor, journal)
    journal.prove_pages()
    return auditor


def need_removal(auditor: JournalAuditor, journal: Journal) -> None:
    """If old rows were removed from a journal, check that an entry says so."""
    live = journal.live if isinstance(journal, WholeJournal) else journal
    try:
        need_sealed_on_record(live, auditor.state.removals)
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
        begins = live.read_seal()
        seq = 0 if begins is None else begins.seq
        raise BadRow(seq, refusal, field="snapshot") from None


def replay(
    journal: Journal, until: Until, report: TellProgress = lambda done: None
) -> JournalAuditor:
    """The proven floor after a row or at a time. As in the books, a time means the last row dated
    by then, even if the clock was set."""
    check_assertions_run()
    auditor = JournalAuditor(begun=journal.read_seal())
    first_seq = auditor.last.seq  # if rows were removed, the row the state comes after
    for row in journal.rows(after_seq=first_seq - 1, limit=1) if first_seq else ():
        auditor.at_ms = row.at_ms
    if until.at_ms is not None:
        rows = stored_rows(journal, after_seq=max(0, first_seq - 1))
        dated = [row.seq for row in rows if row.at_ms <= until.at_ms]
        if first_seq and not dated:
            raise Refusal(
                "ROWS_ARCHIVED", "rows_before_were", where=f"row {first_seq}", first_seq=first_seq
            )
        until = Until(seq=max(dated, default=0))
    if until.seq is not None and until.seq < auditor.last.seq:
        raise Refusal(
            "SEQ_UNKNOWN", "journal_begins_row", where=f"row {until.seq}", seq=auditor.last.seq
        )
    walk(journal, auditor, until, report)
    journal.prove_pages()
    return auditor


def check_assertions_run() -> None:
    """Check that assertions are on: the fold's are half of the proof, and Python can skip them."""
    if not __debug__:
        raise Refusal("ASSERTIONS_OFF", "journal_proven_assertions", where="python -O")


def walk(journal: Journal, auditor: JournalAuditor, until: Until, report: TellProgress) -> None:
    """Have an auditor take the rows after those it already has."""
    total = max(1, _last_seq(journal) if until.seq is None else until.seq)
    for row in stored_rows(journal, after_seq=auditor.last.seq):
        if until.ends_before(row):
            return
        try:
            auditor.take(row)
            check_wager(journal, row)
        except BadRow as bad:
            if not bad.field:
                bad.field = find_changed_field(row, auditor.last, _following(journal, row))
            raise
        if row.seq % PAGE_ROWS == 0:
            report(min(1.0, row.seq / total))


def _last_seq(journal: Journal) -> int:
    """The journal's last row, or 0 if a damaged page hides it; earlier rows are reported first."""
    try:
        return journal.last().seq
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
        return 0


def stored_rows(journal: Journal, *, after_seq: int = 0) -> Iterator[Row]:
    """All rows, page by page; a row that can't be read is named."""
    while page := _page(journal, after_seq):
        yield from page
        if page[-1].seq <= after_seq:
            return
        after_seq = page[-1].seq


def _page(journal: Journal, after_seq: int) -> list[Row]:
    try:
        return list(journal.rows(after_seq=after_seq, limit=PAGE_ROWS))
    except Refusal:
        _last_seq(journal)  # raises as well if all storage is gone, not just a row
    try:
        return list(journal.rows(after_seq=after_seq, limit=1))
    except Refusal as refusal:
        raise BadRow(after_seq + 1, refusal) from None


def _following(journal: Journal, row: Row) -> Row | None:
    try:
        return next(iter(journal.rows(after_seq=row.seq, limit=1)), None)
    except Refusal:
        return None


# ---- which field was it? ------------------------------------------------------------------------


def find_changed_field(row: Row, last: Last, following: Row | None) -> str:
    """The changed field of a row with a wrong hash, if the row or the next one shows which."""
    if row.seq != last.seq + 1:
        return "seq"
    if mistyped := _find_mistyped(row):
        return mistyped
    if following is not None:
        due = row_hash(last.hash, row)
        if row_hash(due, following) == following.hash and following.seq == row.seq + 1:
            return "hash"
    if not _is_hash(row.hash):
        return "hash"
    for field, read in (("asked", command_of), ("events", events_of)):
        try:
            read(getattr(row, field))
        except Refusal:
            return field
    return ""


def _find_mistyped(row: Row) -> str:
    """The first field with a type other than its schema's; an altered schema allows that."""
    if tuple(map(type, row)) == TYPES:
        return ""
    found = zip(Row._fields, row, TYPES, strict=True)
    return next(name for name, value, made in found if type(value) is not made)


def _is_hash(text: str) -> bool:
    return len(text) == HASH_DIGITS and HEXADECIMAL.issuperset(text)
