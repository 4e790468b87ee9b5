"""Two processes prove a long journal, each a part of its rows.

One proves the first part. The other only folds that part, which takes a third of the time, and
proves the rest, so one of them decides each command again. The first part must end with the floor
the second part started from. If anything is wrong, one process proves the whole journal again and
names the first bad row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from pitboss.audit.finding import BadRow, DecidedOtherwise, RowRelease, bad_row
from pitboss.audit.proof import (
    NOT_SOUND,
    JournalAuditor,
    Until,
    audit,
    check_assertions_run,
    need_removal,
    stored_rows,
    walk,
)
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import EMPTY, PAGE_ROWS, Journal, Last, Snapshot
from pitboss.journal.codec import events_of
from pitboss.journal.journal_seal import sealed_state
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal

LONG_ROWS = 50_000  # shorter ones are done before another process has started
FIRST_PERCENT = 60  # of the rows: proving them takes as long as folding them and proving the rest
FOLDED_WEIGHT = 0.33  # the cost of folding a row, where proving it costs 1


class FirstPart(NamedTuple):
    """What the other process proved: its last row, the floor there, and its counts."""

    last: Last
    text: str
    kinds: Counter[str]
    closes: dict[str, tuple[int, int]]
    witnesses: tuple[str, ...]
    causes: dict[tuple[str, str], dict[str, int]]
    done: int
    refused: int
    undecided: Counter[str]
    releases: Counter[RowRelease]
    otherwise: Counter[RowRelease]
    notices: list[DecidedOtherwise]


WaitForFirst: TypeAlias = Callable[[], FirstPart | None]  # None if its rows are bad
BeginFirst: TypeAlias = Callable[[int], WaitForFirst]  # through this row


def prove_first(
    journal: Journal,
    *,
    until_seq: int,
    paytables: PaytableLookup,
    running_sha256: str = "",
    known: Last | None = None,
    begun: Snapshot | None = None,
) -> FirstPart | None:
    """Prove the rows through this one; None if they are bad or can't be read."""
    check_assertions_run()
    try:
        begun = journal.read_seal() if begun is None else begun
        snapshot = journal.last_snapshot()
        auditor = JournalAuditor(
            snapshot=snapshot,
            begun=begun,
            known=known,
            paytables=paytables,
            running_sha256=running_sha256,
        )
        walk(journal, auditor, Until(seq=until_seq), lambda done: None)
    except (BadRow, Refusal):
        return None
    again = auditor.redecider
    assert again is not None
    return FirstPart(
        last=auditor.last,
        text=write_snapshot(auditor.state),
        kinds=auditor.kinds,
        closes=auditor.closes,
        witnesses=auditor.witnesses,
        causes={place: dict(found.causes) for place, found in auditor.levels.items()},
        done=again.done,
        refused=again.refused,
        undecided=again.undecided,
        releases=auditor.releases,
        otherwise=again.otherwise,
        notices=again.notices,
    )


def audit_in_two(
    journal: Journal,
    begin_first: BeginFirst,
    *,
    paytables: PaytableLookup,
    running_sha256: str = "",
    known: Last | None = None,
    begun: Snapshot | None = None,
    report: TellProgress = lambda done: None,
) -> JournalAuditor:
    """Prove a whole journal as `audit` does, with the help of a process that `begin_first` starts.
    A short or bad journal is proven by this process alone."""
    try:
        start, last = journal.read_seal() if begun is None else begun, journal.last()
        first_seq = 0 if start is None else start.seq
        if last.seq - first_seq >= LONG_ROWS and (known is None or known.seq >= first_seq):
            given = {"paytables": paytables, "running_sha256": running_sha256, "known": known}
            return _audit_two_parts(journal, begin_first, start, last, given, report)
    except BadRow:
        pass  # the proof of all rows below names it
    except Refusal as refusal:
        if refusal.code not in NOT_SOUND:
            raise
    return audit(
        journal,
        paytables=paytables,
        running_sha256=running_sha256,
        known=known,
        begun=begun,
        report=report,
    )


def _audit_two_parts(
    journal: Journal,
    begin_first: BeginFirst,
    start: Snapshot | None,
    last: Last,
    given: Mapping[str, Any],
    report: TellProgress,
) -> JournalAuditor:
    check_assertions_run()
    first_seq = 0 if start is None else start.seq
    split_seq = first_seq + (last.seq - first_seq) * FIRST_PERCENT // 100
    wait = begin_first(split_seq)
    snapshot = journal.last_snapshot()
    folded, ids = _fold_first(journal, start, split_seq, lambda done: report(done * FOLDED_WEIGHT))
    auditor = JournalAuditor(snapshot=snapshot, begun=folded, **given)
    auditor.know_answered(ids)
    walk(journal, auditor, Until(), lambda done: report(max(FOLDED_WEIGHT, done)))
    first = wait()
    if first is None or (first.last, first.text) != (Last(*folded[:2]), folded.text):
        raise bad_row(folded.seq, "not_proven")
    auditor.begun = start
    _join(auditor, first)
    auditor.finish()
    need_removal(auditor, journal)
    journal.prove_pages()
    return auditor


def _fold_first(
    journal: Journal, start: Snapshot | None, until_seq: int, report: TellProgress
) -> tuple[Snapshot, set[str]]:
    """The floor after a row, and the ids of all commands up to it. The other process reports
    anything wrong with these rows."""
    state = State() if start is None else sealed_state(start)
    end, ids = EMPTY if start is None else Last(start.seq, start.hash), set[str]()
    for row in stored_rows(journal, after_seq=end.seq):
        if row.seq > until_seq:
            break
        try:
            record(state, events_of(row.events, seq=row.seq))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the row does not fit
            raise bad_row(row.seq, "as_is", fault=fault) from None
        ids.add(row.command_id)
        end = Last(row.seq, row.hash)
        if row.seq % PAGE_ROWS == 0:
            report(row.seq / until_seq)
    return Snapshot(end.seq, end.hash, write_snapshot(state)), ids


def _join(auditor: JournalAuditor, first: FirstPart) -> None:
    """Add what the other process counted."""
    again = auditor.redecider
    assert again is not None
    auditor.kinds.update(first.kinds)
    auditor.closes = first.closes | auditor.closes
    auditor.witnesses = auditor.witnesses or first.witnesses
    again.done += first.done
    again.refused += first.refused
    again.undecided.update(first.undecided)
    auditor.releases.update(first.releases)
    again.otherwise.update(first.otherwise)
    again.notices[:0] = first.notices
    for place, causes in first.causes.items():
        auditor.levels[place].explain_before(causes)
