"""What a statement of the bank has of the record: what matches, what is on its way, what differs.

A statement is read anew with every entry of the record, so that it makes no difference whether an
entry was recorded before the statement came or after it (PS-62)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.floor.bank_state import CLOSING, BankEntry, StatementState, Unmatched
from pitboss.floor.facts.bank import LineMatch, RecordStatement, StatementRecorded
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.state import State, changed
from pitboss.local_time import days_before
from pitboss.money import Cents, Micros, shown_down

# A deposit of a weekend's night stands on the statement by then; an older one never arrived.
TRANSIT_DAYS = 3
PROPOSED_DAYS = 7  # how long after its day a deposit may be posted, to be proposed
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


@dataclass(slots=True)
class StatementReading:
    """What a statement has of the record, and what is left: `unmatched` is by how much the bank has
    more than the record, by reference. `could_be_cents` of deposits in transit are of days that the
    statement covers: a credit that nobody knows could be one of them. `guessed_cents` a balance
    without lines has more than the record with all that earlier statements had."""

    matched: list[str] = field(default_factory=list)
    unmatched: dict[str, int] = field(default_factory=dict)
    in_transit_cents: int = 0
    could_be_cents: int = 0
    outstanding_cents: int = 0
    difference_cents: int = 0
    guessed_cents: int = 0

    def differs(self, reference: str, cents: int) -> None:
        """The bank has so much more under this reference."""
        self.unmatched[reference] = self.unmatched.get(reference, 0) + cents

    @property
    def uncounted_cents(self) -> int:
        """What does not count: deposits in transit that unknown credits could be, and what a
        balance without lines has more, which names nothing that could outweigh a known lack."""
        unknown = sum(cents for cents in self.unmatched.values() if cents > 0)
        return min(self.could_be_cents, unknown) + self.guessed_cents


def plain_reference(reference: str) -> str:
    """A reference as it is compared: banks write *SLIP 7* or *0501* for *slip 7* and *501*."""
    return _ZEROS.sub("", "".join(reference.split()).casefold())


def net_cents(entry: BankEntry) -> int:
    """What is left of an entry after its corrections."""
    return entry.cents - entry.corrected_cents


def entry_changes(
    state: State, reference: str, cents: int, day: str, *, purpose: str = "", corrects: str = ""
) -> dict[str, BankEntry]:
    """The entries that change when one is recorded. No bank ever sees a correction."""
    own = BankEntry(state.seq, cents, day, purpose=purpose, cleared=bool(corrects))
    if not corrects:
        return {reference: own}
    wrong = state.bank_entries.get(corrects)
    assert wrong is not None
    wrong = changed(wrong, corrected_cents=wrong.corrected_cents - cents)
    return {reference: own, corrects: wrong}


def voided(entry: BankEntry) -> BankEntry:
    """An entry that no bank ever sees."""
    return changed(entry, corrected_cents=entry.cents, cleared=True)


def read_again(
    state: State, changes: Mapping[str, BankEntry], cents: int, *, corrects: str = ""
) -> StatementState | None:
    """The last statement with these entries changed, and so much more in the record."""
    statement = state.bank.statement
    if statement is None:
        return None
    wrong = state.bank_entries.get(corrects)
    if wrong is not None and wrong.cleared and corrects not in statement.matched:
        earlier = _less(statement.earlier, corrects, cents)
        statement = changed(statement, earlier=earlier)
    recorded = shown_down(Micros(state.balance("bank"))) + cents
    return with_reading(statement, read(statement, _open_entries(state, changes), recorded))


def next_statement(state: State, source: RecordStatement | StatementRecorded) -> StatementState:
    """A statement that two people accept now, read with all entries of the record."""
    before = state.bank.statement
    entries = {name: entry for name, entry in state.bank_entries.items() if not entry.cleared}
    old = before.unmatched if before is not None else ()
    statement = StatementState(
        state.seq,
        source.from_day,
        source.to_day,
        source.closing_cents,
        tuple(
            line
            for line in source.lines
            if _entry_of(line, entries, "") or not _is_repeated(state, before, line)
        ),
        source.same,
        is_first=before is None,
        is_typed=not source.lines,
        earlier=tuple(
            Unmatched(each.reference, each.cents)
            for each in old
            if each.reference != CLOSING and each.reference not in entries
        ),
    )
    recorded = shown_down(Micros(state.balance("bank")))
    return with_reading(statement, read(statement, entries, recorded))


def _is_repeated(state: State, before: StatementState | None, line: StatementLine) -> bool:
    """Whether an earlier statement had a line already: statements may overlap."""
    if before is None or line.day > before.to_day:
        return False
    plain = plain_reference(line.reference)
    if any(plain_reference(old.reference) == plain for old in before.unmatched):
        return True
    return any(
        entry.cleared and bool(net_cents(entry)) and plain_reference(name) == plain
        for name, entry in state.bank_entries.items()
    )


def _less(earlier: Iterable[Unmatched], reference: str, cents: int) -> tuple[Unmatched, ...]:
    """The differences of earlier statements, after an entry that they have is corrected."""
    known = {each.reference: each for each in earlier}
    old = known.get(reference, Unmatched(reference, 0))
    known[reference] = changed(old, cents=old.cents - cents)
    return tuple(each for each in known.values() if each.cents)


def with_reading(statement: StatementState, found: StatementReading) -> StatementState:
    """A statement with what is worked out; reasons that somebody gave stay."""
    reasons = {each.reference: each.reason for each in statement.unmatched}
    return changed(
        statement,
        matched=tuple(found.matched),
        in_transit_cents=Cents(found.in_transit_cents),
        outstanding_cents=Cents(found.outstanding_cents),
        difference_cents=found.difference_cents,
        uncounted_cents=Cents(found.uncounted_cents),
        unmatched=tuple(
            Unmatched(reference, cents, reasons.get(reference, ""))
            for reference, cents in found.unmatched.items()
            if cents
        ),
    )


def _open_entries(state: State, changes: Mapping[str, BankEntry]) -> dict[str, BankEntry]:
    """The entries that no earlier statement has."""
    statement = state.bank.statement
    own = statement.matched if statement is not None else ()
    found = dict(state.bank_entries.items()) | dict(changes)
    return {name: entry for name, entry in found.items() if not entry.cleared or name in own}


def read(
    statement: StatementState, entries: Mapping[str, BankEntry], recorded_cents: int
) -> StatementReading:
    """Lines against entries by reference; then the entries that no line names."""
    found = StatementReading()
    waiting = dict(entries)
    same = {each.line: each.entry for each in statement.same}
    for line in (*statement.lines, *_as_lines(statement)):
        name = _entry_of(line, waiting, same.get(line.reference, ""))
        if name:
            found.matched.append(name)
            found.differs(name, line.cents - net_cents(waiting.pop(name)))
        else:
            found.differs(line.reference, line.cents)
    for name, entry in waiting.items():
        if statement.is_first and entry.day < statement.from_day:
            found.matched.append(name)  # the opening balance of the first statement has it
        elif not statement.is_typed or entry.day > statement.to_day:
            _wait(found, statement, name, entry)
    if statement.is_typed:
        _read_balance(found, statement, waiting, recorded_cents)
    bank_cents = statement.closing_cents + found.in_transit_cents - found.outstanding_cents
    found.difference_cents = bank_cents - recorded_cents
    rest = found.difference_cents - sum(found.unmatched.values())
    found.differs(CLOSING, rest)
    if statement.is_typed:
        found.guessed_cents = max(0, rest)
    return found


def _as_lines(statement: StatementState) -> Iterator[StatementLine]:
    """What earlier statements had, and nobody has recorded since."""
    for old in statement.earlier:
        yield StatementLine(statement.to_day, Cents(old.cents), old.reference)


def _entry_of(line: StatementLine, waiting: Mapping[str, BankEntry], same: str) -> str:
    """The entry that a line names: as written, or as somebody has accepted, or written otherwise;
    of several the one with the same amount."""
    plain = plain_reference(line.reference)
    fitting = [
        (name != same, name != line.reference, net_cents(entry) != line.cents, entry.day, name)
        for name, entry in waiting.items()
        if (entry.cents < 0) == (line.cents < 0)
        and (name == same or plain_reference(name) == plain)
    ]
    return min(fitting)[-1] if fitting else ""


def _wait(found: StatementReading, statement: StatementState, name: str, entry: BankEntry) -> None:
    """An entry that no line names: on its way, or not there."""
    cents = net_cents(entry)
    if cents < 0:
        found.outstanding_cents -= cents
    elif entry.day > statement.to_day:
        found.in_transit_cents += cents
    elif entry.day >= days_before(statement.to_day, TRANSIT_DAYS):
        found.in_transit_cents += cents
        found.could_be_cents += cents
    else:
        found.differs(name, -cents)


def _read_balance(
    found: StatementReading,
    statement: StatementState,
    waiting: Mapping[str, BankEntry],
    recorded_cents: int,
) -> None:
    """A balance without lines has the entries up to its day. Where it is higher than the record,
    checks may not have been cashed: the newest that fit are outstanding."""
    more = statement.closing_cents + found.in_transit_cents - found.outstanding_cents
    more -= recorded_cents
    here = [
        (entry.day, entry.seq, name)
        for name, entry in waiting.items()
        if entry.day <= statement.to_day and name not in found.matched
    ]
    for _, _, name in sorted(here, reverse=True):
        cents = net_cents(waiting[name])
        if 0 < -cents <= more:
            found.outstanding_cents -= cents
            more += cents
        else:
            found.matched.append(name)


def proposals(state: State, lines: Iterable[StatementLine]) -> list[LineMatch]:
    """Lines of a statement that name no entry, each with the entry that it could be by its amount
    and its day: for somebody to accept, or not."""
    waiting = {name: entry for name, entry in state.bank_entries.items() if not entry.cleared}
    unknown = []
    for line in lines:
        if name := _entry_of(line, waiting, ""):
            waiting.pop(name)
        else:
            unknown.append(line)
    found = []
    for line in unknown:
        fitting = [(entry.day, name) for name, entry in waiting.items() if _could_be(line, entry)]
        if fitting:
            _, name = min(fitting)
            waiting.pop(name)
            found.append(LineMatch(line.reference, name))
    return found


def _could_be(line: StatementLine, entry: BankEntry) -> bool:
    """The same amount; a deposit is posted within days, a check is cashed whenever its holder
    likes."""
    if net_cents(entry) != line.cents:
        return False
    latest = line.day if entry.cents < 0 else days_before(entry.day, -PROPOSED_DAYS)
    return days_before(entry.day, TRANSIT_DAYS) <= line.day <= latest
