"""R7: every change of a meter except wagers and awards: adjustments by hand, voids, back-outs and
transfers, each with its reason, evidence and badges."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.books import Entry
from pitboss.floor.facts.values import Movement
from pitboss.money import below_cent
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("auditor",)

KINDS = (
    "meter-adjusted", "round-voided", "award-backed-out", "prize-canceled",
    "change-applied",
)  # fmt: skip
EXACT = ("exact_change", "exact_reserve", "exact_overflow")  # if any value has a part of a cent
ADJUSTMENTS = columns(
    "seq:count time:time@seq kind:words listed_reason:words?@kind table? jackpot",
    "level:words@jackpot before:money change:money+ after:money reserve_change:money+?",
    "overflow_change:money+? exact_change:micros+?@change exact_reserve:micros+?@reserve_change",
    "exact_overflow:micros+?@overflow_change evidence:count? award?@evidence why:long",
    "amount_reason:long?@why who",
)
BY_REASON = columns("kind:words listed_reason:words entries:count+ change:money+")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Each change, level by level; then the sums by kind and reason."""
    entries = [entry for entry in source.find_entries(*KINDS) if _is_money(source, entry)]
    moves = [moved for entry in entries for moved in _movements(entry)]
    below_cents = [
        any(below_cent(change) for change in changes)
        for changes in zip(*map(_exact, moves), strict=True)
    ]
    rows = [row for entry in entries for row in _rows(source, entry, below_cents)]
    return (
        source.sheet("adjusted", ADJUSTMENTS, rows),
        source.sheet("adjusted_by_reason", BY_REASON, _by_reason(entries)),
    )


def _by_reason(entries: list[Entry]) -> list[tuple[Cell, ...]]:
    """How many entries there are of each kind and reason, and how much they changed meters."""
    summed: dict[tuple[str, str], list[int]] = {}
    for entry in entries:
        event = entry.event
        key = (event.kind.replace("-", "_"), getattr(event, "adjustment", ""))
        counted = summed.setdefault(key, [0, 0])
        counted[0] += 1
        counted[1] += sum(_shown_change(moved) for moved in _movements(entry))
    return [(*key, *counted) for key, counted in sorted(summed.items())]


def _is_money(source: ReportSource, entry: Entry) -> bool:
    """Whether an entry moved real money."""
    event = entry.event
    if event.kind == "change-applied" and not event.movements:
        return False
    table = source.closing.tables.get(getattr(event, "table", ""))
    if table is not None and table.training:
        return False
    return not any(moved.jackpot in source.training for moved in _movements(entry))


def _movements(entry: Entry) -> tuple[Movement, ...]:
    event = entry.event
    return (event.movement,) if event.kind == "meter-adjusted" else event.movements


def _rows(
    source: ReportSource, entry: Entry, below_cents: list[bool]
) -> Iterator[tuple[Cell, ...]]:
    """A row for each level that moved, or one row if none did. `below_cents` says which exact
    columns the report has: those where some value has a part of a cent."""
    event = entry.event
    head: tuple[Cell, ...] = (
        row_link(entry.seq),
        entry.at_ms,
        event.kind.replace("-", "_"),
        getattr(event, "adjustment", ""),
        getattr(event, "table", ""),
    )
    tail: tuple[Cell, ...] = (
        getattr(event, "corrects", None) or getattr(event, "reverses", None),
        getattr(event, "award", ""),
        getattr(event, "reason", "") or _change_reason(source, event),
        getattr(event, "amount_reason", ""),
        source.people(event),
    )
    for moved in _movements(entry):
        shown = zip(_exact(moved), below_cents, strict=True)
        exact = [change if is_shown else 0 for change, is_shown in shown]
        level = (source.title(moved.jackpot), moved.after.level)
        yield (*head, *level, *_amounts(moved), *exact, *tail)
    if not _movements(entry):
        yield (*head, "", "", None, 0, None, 0, 0, 0, 0, 0, *tail)


def _amounts(moved: Movement) -> tuple[int | None, ...]:
    """Before, change and after as the sign shows them; changes of reserve and overflow as the
    difference of whole cents, so that sums match amounts that existed."""
    after, change = cents_of(moved.after.meter_micros), _shown_change(moved)
    reserve, overflow = moved.after.reserve_micros, moved.after.overflow_micros
    return (
        after - change,
        change,
        after,
        cents_of(reserve) - cents_of(reserve - moved.reserve_micros),
        cents_of(overflow) - cents_of(overflow - moved.overflow_micros),
    )


def _exact(moved: Movement) -> tuple[int, int, int]:
    """To the last decimal, as in the ledger."""
    return moved.meter_micros, moved.reserve_micros, moved.overflow_micros


def _shown_change(moved: Movement) -> int:
    """How much the amount on the sign changed."""
    before = moved.after.meter_micros - moved.meter_micros
    return cents_of(moved.after.meter_micros) - cents_of(before)


def _change_reason(source: ReportSource, event: object) -> str:
    """Why somebody asked for a change."""
    found = source.closing.changes.get(getattr(event, "change", ""))
    return found.reason if found else ""
