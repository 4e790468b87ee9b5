"""R5: bets by table and jackpot, less voids; and drop box bets against the chips counted: totals by
table and by day with every variance, or each box of each shift with its sensor's counter. Bets of
uncounted boxes have their own column, so that the sums of bets and chips cover the same boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pitboss.books import Entry, Moved
from pitboss.books.period import total
from pitboss.floor.state.gambling_day import measure_variance
from pitboss.reports.compared import compare_totals
from pitboss.reports.report_options import ReportOption
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import EndedShift, ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("count_team", "auditor")

STARTED, VOIDED = "round-started", "round-voided"
BETS = columns(
    "table jackpot wager:money bets_made:count+ bets_voided:count+ bets:count+ late_bets:count+",
    "coin_in:money+",
)

BOXES = columns(
    "day:day shift:count@day table jackpot@table wager:money bets_uncounted:count+? bets:count+",
    "voided_later:count+? sensor_count:count? sensor_variance:percent? chips:count+",
    "chips_value:money+@chips variance:percent variance_case:words reason:long?",
    "counted_late:time? seq:count who@seq",
)
TOTALS = (
    "boxes_all:count+ not_counted:count+? bets_uncounted:count+? bets:count+ chips:count+",
    "chips_value:money+ variance:percent variance_cases:count+?",
)
BY_TABLE = columns("table jackpot wager:money", *TOTALS)
BY_DAY = columns("day:day", *TOTALS)
OPTIONS = (ReportOption("boxes", "totals", whole="each", choices=("totals", "each")),)
BoxKey: TypeAlias = tuple[str, int, str, str]  # day, shift, table, jackpot
Box: TypeAlias = Mapping[str, Any]  # its cells, by column
NOT_COUNTED = "not_counted"


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Bets locked at START, voids, and the rest."""
    return compare_totals(source, _sheets, "bets", "boxes_by_table", hold=True)


def _sheets(source: ReportSource) -> tuple[Sheet, ...]:
    found: dict[tuple[str, str], dict[str, list[Moved]]] = {}
    for place, moved in source.sums.moved.items():
        if place.cause == "wagers" and place.jackpot not in source.training:
            kinds = found.setdefault((place.table, place.jackpot), {STARTED: [], VOIDED: []})
            kinds[place.kind].append(moved)
    late = _late(source)
    for key in late:  # even if its round started before the period
        found.setdefault(key, {STARTED: [], VOIDED: []})
    rows = []
    for (table, jackpot), kinds in sorted(found.items()):
        made, voided = total((Moved(), *kinds[STARTED])), total((Moved(), *kinds[VOIDED]))
        rows.append(
            (
                table,
                source.title(jackpot),
                source.closing.kept_jackpot(jackpot).terms.wager_cents,
                made.bets,
                -voided.bets,
                made.bets + voided.bets,
                late.get((table, jackpot), 0),
                cents_of(made.wager_micros + voided.wager_micros),
            )
        )
    return (source.sheet("bets", BETS, rows), *_box_sheets(source))


def _box_sheets(source: ReportSource) -> Iterator[Sheet]:
    """The drop boxes of the period: totals, then every box, or only those with a variance and those
    counted after the close."""
    boxes = _boxes(source)
    by_table, by_day = _totals(boxes, "table", "jackpot", "wager"), _totals(boxes, "day")
    yield source.sheet("boxes_by_table", BY_TABLE, by_table)
    yield source.sheet("boxes_by_day", BY_DAY, by_day)
    name = "boxes"
    if source.options.get("boxes") == "totals":
        name, usual = "boxes_explained", ("", NOT_COUNTED)
        boxes = [box for box in boxes if box["counted_late"] or box["variance_case"] not in usual]
    rows = [tuple(box.values()) for box in boxes]
    yield source.sheet(name, BOXES, rows)


def _totals(boxes: Sequence[Box], *by: str) -> Iterator[tuple[Cell, ...]]:
    """The totals of all boxes of a table or a day."""
    found: dict[tuple[Cell, ...], list[Box]] = {}
    for box in boxes:
        found.setdefault(tuple(box[name] for name in by), []).append(box)
    for key, held in sorted(found.items(), key=lambda item: str(item[0])):
        uncounted, bets, chips, value = (
            sum(int(box[name] or 0) for box in held)
            for name in ("bets_uncounted", "bets", "chips", "chips_value")
        )
        cases = [box["variance_case"] for box in held if box["variance_case"]]
        missing = cases.count(NOT_COUNTED)
        counted = (len(held), missing, uncounted, bets, chips, value)
        yield *key, *counted, measure_variance(bets, chips), len(cases) - missing


def _boxes(source: ReportSource) -> list[Box]:
    """Every drop box of every shift of the period, by column."""
    counted = {
        (entry.event.day, entry.event.shift, box.table, box.jackpot): (entry, box)
        for entry in source.since_beginning("counts-recorded")
        for box in entry.event.counts
    }
    cases = {
        (entry.event.day, entry.event.shift, entry.event.table, entry.event.jackpot): entry.event
        for entry in source.since_beginning("variance-opened", "variance-closed")
    }
    voids = source.since_beginning(VOIDED)
    rows = []
    for shift in source.shifts():
        named = (shift.event.day, shift.event.shift)
        bets = {(*named, box.table, box.jackpot): box.bets for box in shift.event.bets}
        later = _voided_later(shift, voids)
        for key in sorted(bets.keys() | {key for key in counted if key[:2] == named}):
            voided = later.get(key[2:], 0)
            rows.append(_box(source, key, (bets.get(key, 0) - voided, voided), counted, cases))
    names = [column.name for column in BOXES]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _voided_later(shift: EndedShift, voids: Sequence[Entry]) -> dict[tuple[str, str], int]:
    """Bets of rounds that started in the shift and were voided after it ended, by table and
    jackpot."""
    found: dict[tuple[str, str], int] = {}
    for entry in voids:
        if shift.began_seq < entry.event.reverses <= shift.ended_seq < entry.seq:
            for taking in entry.event.takings:
                box = (entry.event.table, taking.jackpot)
                found[box] = found.get(box, 0) + taking.bets
    return found


def _box(
    source: ReportSource,
    key: BoxKey,
    taken: tuple[int, int],
    counted: Mapping[BoxKey, tuple[Entry, Any]],
    cases: Mapping[BoxKey, Any],
) -> tuple[Cell, ...]:
    """One box; dashes if nobody counted it. `taken` is what is left in it, and what was voided
    later."""
    *_, jackpot = key
    bets, voided = taken
    wager = source.closing.kept_jackpot(jackpot).terms.wager_cents
    named = (*key[:3], source.title(jackpot), wager)
    if key not in counted:
        return (*named, bets, None, voided or None, *[None] * 5, NOT_COUNTED, "", None, None, "")
    entry, box = counted[key]
    case = cases.get(key)
    is_open = case is not None and case.kind == "variance-opened"
    return (
        *named,
        None,
        bets,
        voided or None,
        box.sensor,
        measure_variance(bets, box.sensor),
        box.chips,
        box.chips * wager,
        measure_variance(bets, box.chips),
        "" if case is None else "open" if is_open else "closed",
        "" if case is None or is_open else case.told or case.reason,
        entry.at_ms if entry.event.is_late else None,
        row_link(entry.seq),
        source.people(entry.event),
    )


def _late(source: ReportSource) -> dict[tuple[str, str], int]:
    """Chips that came after START, by table and the jackpot its sensor had then."""
    counted: dict[tuple[str, str], int] = {}
    for entry in source.find_entries("late-bet-seen"):
        key = (entry.event.table, entry.event.jackpot)
        if entry.event.jackpot not in source.training:
            counted[key] = counted.get(key, 0) + 1
    return counted
