"""R5: bets by table and jackpot, less voids; and for each drop box of each shift the bets beside
the sensor's counter and the chips that were counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from pitboss.books import Entry, Moved
from pitboss.books.period import total
from pitboss.floor.gambling_day import variance
from pitboss.reports.sheet import COUNT, LONG, MONEY, SHARE, WORDS, Cell, Column, Sheet
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("count_team", "auditor")

STARTED, VOIDED = "round-started", "round-voided"
BETS = (
    Column("table"), Column("jackpot"), Column("wager", MONEY),
    Column("bets_made", COUNT, summed=True), Column("bets_voided", COUNT, summed=True),
    Column("bets", COUNT, summed=True), Column("late_bets", COUNT, summed=True),
    Column("coin_in", MONEY, summed=True),
)  # fmt: skip

BOXES = (
    Column("day"), Column("shift", COUNT), Column("table"), Column("jackpot"),
    Column("wager", MONEY), Column("bets", COUNT, summed=True), Column("sensor_count", COUNT),
    Column("chips", COUNT, summed=True), Column("chips_value", MONEY, summed=True),
    Column("variance", SHARE), Column("variance_case", WORDS), Column("reason", LONG),
    Column("seq", COUNT), Column("who"),
)  # fmt: skip
BoxKey: TypeAlias = tuple[str, int, str, str]  # day, shift, table, jackpot


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Bets as locked at START, what was voided, what is left."""
    found: dict[tuple[str, str], dict[str, list[Moved]]] = {}
    for place, moved in source.sums.moved.items():
        if place.cause == "wagers" and place.jackpot not in source.training:
            kinds = found.setdefault((place.table, place.jackpot), {STARTED: [], VOIDED: []})
            kinds[place.kind].append(moved)
    late = _late(source)
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
    return (source.sheet("bets", BETS, rows), _boxes(source))


def _boxes(source: ReportSource) -> Sheet:
    """Every drop box of every shift that began in the period; a dash where nobody counted it."""
    counted = {
        (entry.event.day, entry.event.shift, box.table, box.jackpot): (entry, box)
        for entry in source.since_beginning("counts-recorded")
        for box in entry.event.counts
    }
    cases = {
        (entry.event.day, entry.event.shift, entry.event.table, entry.event.jackpot): entry.event
        for entry in source.since_beginning("variance-opened", "variance-closed")
    }
    rows = []
    for entry in source.ended_shifts():
        shift = (entry.event.day, entry.event.shift)
        bets = {(*shift, box.table, box.jackpot): box.bets for box in entry.event.bets}
        keys = sorted(bets.keys() | {key for key in counted if key[:2] == shift})
        rows += [_box(source, key, bets.get(key, 0), counted, cases) for key in keys]
    return source.sheet("boxes", BOXES, rows, optional=("sensor_count", "reason"))


def _box(
    source: ReportSource,
    key: BoxKey,
    bets: int,
    counted: Mapping[BoxKey, tuple[Entry, Any]],
    cases: Mapping[BoxKey, Any],
) -> tuple[Cell, ...]:
    *_, jackpot = key
    wager = source.closing.kept_jackpot(jackpot).terms.wager_cents
    named = (*key[:3], source.title(jackpot), wager, bets)
    if key not in counted:
        return (*named, None, None, None, None, "", "", None, "")
    entry, box = counted[key]
    case = cases.get(key)
    is_open = case is not None and case.kind == "variance-opened"
    return (
        *named,
        box.sensor,
        box.chips,
        box.chips * wager,
        variance(bets, box.chips),
        "" if case is None else "open" if is_open else "closed",
        "" if case is None or is_open else case.reason,
        row_link(entry.seq),
        source.people(entry.event),
    )


def _late(source: ReportSource) -> dict[tuple[str, str], int]:
    """Chips that came after START, by table and the jackpot of their sensor."""
    counted: dict[tuple[str, str], int] = {}
    for entry in source.entries("late-bet-seen"):
        table = source.closing.tables.get(entry.event.table)
        sensor = entry.event.spot.sensor
        if table is not None and sensor <= len(table.jackpots):
            key = (table.table, table.jackpots[sensor - 1])
            counted[key] = counted.get(key, 0) + 1
    return counted
