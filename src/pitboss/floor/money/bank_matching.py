"""Matches a bank statement with the record: what matches, what is in transit, what differs.

A statement is matched again with every new entry, so it makes no difference whether an entry was
recorded before the statement or after it (PS-62)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.floor.facts import bank
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.state.bank import CLOSING, BankEntry, StatementState, Unmatched
from pitboss.floor.state.floor import State, changed
from pitboss.local_time import days_before
from pitboss.money import Cents, Micros, shown_down

# A deposit made over a weekend is on the statement by then; an older one never arrived.
TRANSIT_DAYS = 3
PROPOSED_DAYS = 7  # how long after its day a deposit may post and still be proposed
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


class LineReading(NamedTuple):
    """A statement line, the entry it matches, if any, and how much more it has."""

    line: StatementLine
    entry: str
    difference_cents: int


@dataclass(slots=True)
class StatementReading:
    """What a statement has of the record, and what is left: `unmatched` is how much more than the
    record the bank has, by reference."""

    lines: list[LineReading] = field(default_factory=list)
    matched: list[str] = field(default_factory=list)
    unmatched: dict[str, Unmatched] = field(default_factory=dict)
    in_transit_cents: int = 0
    outstanding_cents: int = 0

    @property
    def difference_cents(self) -> int:
        """How much more than the record the bank has, as far as known."""
        return sum(each.cents for each in self.unmatched.values())

    def differs(self, reference: str, cents: int, day: str) -> None:
        """Note that the bank has this much more under this reference."""
        known = self.unmatched.get(reference, Unmatched(reference, 0, day))
        self.unmatched[reference] = changed(known, cents=known.cents + cents)

    def above(self, statement: StatementState, recorded_cents: int) -> int:
        """How much more than the record the bank has, beyond the unmatched amounts so far."""
        bank_cents = statement.closing_cents + self.in_transit_cents - self.outstanding_cents
        return bank_cents - recorded_cents - self.difference_cents


def plain_reference(reference: str) -> str:
    """A reference for comparison: banks write *SLIP 7* or *0501* for *slip 7* and *501*."""
    return _ZEROS.sub("", "".join(reference.split()).casefold())


def net_cents(entry: BankEntry) -> int:
    """What is left of an entry after its corrections."""
    return entry.cents - entry.corrected_cents


def entry_changes(
    state: State, reference: str, cents: int, day: str, *, purpose: str = "", corrects: str = ""
) -> dict[str, BankEntry]:
    """The entries that change when one is recorded. A bank never sees a correction."""
    own = BankEntry(state.seq, cents, day, purpose=purpose, cleared=bool(corrects))
    if not corrects:
        return {reference: own}
    wrong = state.bank_entries.get(corrects)
    assert wrong is not None
    wrong = changed(wrong, corrected_cents=wrong.corrected_cents - cents)
    return {reference: own, corrects: wrong}


def void_entry(entry: BankEntry) -> BankEntry:
    """An entry the bank never sees."""
    return changed(entry, corrected_cents=entry.cents, cleared=True)


def read_again(
    state: State, changes: Mapping[str, BankEntry], cents: int, *, corrects: str = ""
) -> StatementState | None:
    """The last statement with these entries changed, and this much more in the record."""
    statement = state.bank.statement
    if statement is None:
        return None
    wrong = state.bank_entries.get(corrects)
    if wrong is not None and wrong.cleared and corrects not in statement.matched:
        earlier = _less(statement.earlier, corrects, cents, wrong.day)
        statement = changed(statement, earlier=earlier)
    recorded = shown_down(Micros(state.balance("bank"))) + cents
    entries = _open_entries(state, changes)
    later = [name for name in entries if statement.is_typed and name not in statement.matched]
    return with_reading(statement, read(statement, entries, recorded, later))


def next_statement(
    state: State, source: bank.RecordStatement | bank.StatementRecorded
) -> StatementState:
    """A statement that two people accept now, matched with all entries of the record."""
    return read_statement(state, source)[0]


def read_statement(
    state: State, source: bank.RecordStatement | bank.StatementRecorded
) -> tuple[StatementState, list[LineReading]]:
    """The same, line by line: its own lines, and earlier ones that nobody has recorded."""
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
            changed(each, reason="")
            for each in old
            if each.reference != CLOSING and each.reference not in entries
        ),
    )
    recorded = shown_down(Micros(state.balance("bank")))
    found = read(statement, entries, recorded)
    return with_reading(statement, found), found.lines


def _is_repeated(state: State, before: StatementState | None, line: StatementLine) -> bool:
    """Whether an earlier statement had a line: statements may overlap."""
    if before is None or line.day > before.to_day:
        return False
    plain = plain_reference(line.reference)
    if any(plain_reference(old.reference) == plain for old in before.unmatched):
        return True
    return any(
        entry.cleared
        and bool(net_cents(entry))
        and plain in map(plain_reference, (name, entry.line))
        for name, entry in state.bank_entries.items()
    )


def _less(
    earlier: Iterable[Unmatched], reference: str, cents: int, day: str
) -> tuple[Unmatched, ...]:
    """The differences of earlier statements, after a correction of an entry they have."""
    known = {each.reference: each for each in earlier}
    old = known.get(reference, Unmatched(reference, 0, day))
    known[reference] = changed(old, cents=old.cents - cents)
    return tuple(each for each in known.values() if each.cents)


def with_reading(statement: StatementState, found: StatementReading) -> StatementState:
    """A statement with its figures worked out; reasons that someone gave stay."""
    reasons = {each.reference: each.reason for each in statement.unmatched}
    return changed(
        statement,
        matched=tuple(found.matched),
        in_transit_cents=Cents(found.in_transit_cents),
        outstanding_cents=Cents(found.outstanding_cents),
        difference_cents=found.difference_cents,
        unmatched=tuple(
            changed(each, reason=reasons.get(each.reference, ""))
            for each in found.unmatched.values()
            if each.cents
        ),
    )


def _open_entries(state: State, changes: Mapping[str, BankEntry]) -> dict[str, BankEntry]:
    """The entries that no earlier statement has."""
    statement = state.bank.statement
    own = statement.matched if statement is not None else ()
    found = dict(state.bank_entries.items()) | dict(changes)
    return {name: entry for name, entry in found.items() if not entry.cleared or name in own}


def read(
    statement: StatementState,
    entries: Mapping[str, BankEntry],
    recorded_cents: int,
    later: Collection[str] = (),
) -> StatementReading:
    """Match lines with entries by reference, then list the entries without a line. A balance
    without lines can't have cleared checks that came `later`."""
    found = StatementReading()
    waiting = dict(entries)
    same = {each.line: each.entry for each in statement.same}
    for line in (*statement.lines, *_as_lines(statement)):
        name = _entry_of(line, waiting, same.get(line.reference, ""))
        if name:
            found.matched.append(name)
        more = line.cents - (net_cents(waiting.pop(name)) if name else 0)
        found.differs(name or line.reference, more, line.day)
        found.lines.append(LineReading(line, name, more))
    unknown = [line for line in _as_lines(statement) if line.reference in found.unmatched]
    named_otherwise = [each.entry for each in _pairs(unknown, waiting)]
    here: dict[str, BankEntry] = {}
    for name, entry in waiting.items():
        if statement.is_first and entry.day < statement.from_day:
            found.matched.append(name)  # the first statement's opening balance includes it
        elif statement.is_typed and entry.day <= statement.to_day and name not in named_otherwise:
            here[name] = entry
        else:
            _wait(found, statement, name, entry)
    _read_balance(found, statement, here, recorded_cents, later)
    found.differs(CLOSING, found.above(statement, recorded_cents), statement.to_day)
    return found


def _as_lines(statement: StatementState) -> Iterator[StatementLine]:
    """What earlier statements had, and nobody has recorded since."""
    for old in statement.earlier:
        yield StatementLine(old.day, Cents(old.cents), old.reference)


def _entry_of(line: StatementLine, waiting: Mapping[str, BankEntry], same: str) -> str:
    """The entry a line names: as written, as someone accepted it, or as written differently; of
    several, the one with the same amount."""
    plain = plain_reference(line.reference)
    fitting = [
        (name != same, name != line.reference, net_cents(entry) != line.cents, entry.day, name)
        for name, entry in waiting.items()
        if (entry.cents < 0) == (line.cents < 0)
        and (name == same or plain_reference(name) == plain)
    ]
    return min(fitting)[-1] if fitting else ""


def _wait(found: StatementReading, statement: StatementState, name: str, entry: BankEntry) -> None:
    """Add an entry without a line: in transit, or missing."""
    cents = net_cents(entry)
    if cents < 0:
        found.outstanding_cents -= cents
    elif is_on_its_way(entry, statement):
        found.in_transit_cents += cents
    else:
        found.differs(name, -cents, entry.day)


def is_on_its_way(entry: BankEntry, statement: StatementState) -> bool:
    """Whether a deposit missing from a statement may still arrive."""
    return entry.day >= days_before(statement.to_day, TRANSIT_DAYS)


def _read_balance(
    found: StatementReading,
    statement: StatementState,
    here: Mapping[str, BankEntry],
    recorded_cents: int,
    later: Collection[str],
) -> None:
    """Match a balance without lines: it has the entries up to its day. If it is higher than the
    record, some checks may not have been cashed: the newest that fit are outstanding. So is any
    recorded later, or it would offset what the balance lacks."""
    newest_first = sorted(
        here, key=lambda name: (here[name].day, here[name].seq, name), reverse=True
    )
    for name in newest_first:
        cents = net_cents(here[name])
        is_later = cents < 0 and name in later
        if is_later or 0 < -cents <= found.above(statement, recorded_cents):
            found.outstanding_cents -= cents
        else:
            found.matched.append(name)


def proposals(state: State, lines: Iterable[StatementLine] = ()) -> list[bank.LineMatch]:
    """Lines without an entry, of a statement and those before it, each with the entry that fits its
    amount and day: for someone to accept or reject."""
    waiting = {name: entry for name, entry in state.bank_entries.items() if not entry.cleared}
    unknown = []
    for line in (*lines, *unknown_lines(state)):
        if name := _entry_of(line, waiting, ""):
            waiting.pop(name)
        else:
            unknown.append(line)
    return _pairs(unknown, waiting)


def _pairs(
    unknown: Iterable[StatementLine], entries: Mapping[str, BankEntry]
) -> list[bank.LineMatch]:
    """Each unknown line with the oldest entry that fits."""
    found: dict[str, str] = {}
    for line in unknown:
        fitting = [
            (entry.day, name)
            for name, entry in entries.items()
            if name not in found and _could_be(line, entry)
        ]
        if fitting:
            found[min(fitting)[1]] = line.reference
    return [bank.LineMatch(line, entry) for entry, line in found.items()]


def unknown_lines(state: State) -> Iterator[StatementLine]:
    """The lines of the last statement, and of those before it, that nobody has recorded."""
    statement = state.bank.statement
    for each in statement.unmatched if statement is not None else ():
        if each.reference != CLOSING and state.bank_entries.get(each.reference) is None:
            yield StatementLine(each.day, Cents(each.cents), each.reference)


def _could_be(line: StatementLine, entry: BankEntry) -> bool:
    """Whether the amounts match; a deposit posts within days, a check is cashed whenever its holder
    likes."""
    if net_cents(entry) != line.cents:
        return False
    latest = line.day if entry.cents < 0 else days_before(entry.day, -PROPOSED_DAYS)
    return days_before(entry.day, TRANSIT_DAYS) <= line.day <= latest
