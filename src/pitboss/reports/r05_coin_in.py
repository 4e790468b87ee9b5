"""R5: bets by table and jackpot, less voids. Sensor counts and chips counted in the drop are on no
record yet, so that there is no variance here."""

from __future__ import annotations

from pitboss.books import Moved
from pitboss.books.period import total
from pitboss.reports.sheet import COUNT, MONEY, Column, Sheet
from pitboss.reports.source import ReportSource, cents_of

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("count_team", "auditor")

STARTED, VOIDED = "round-started", "round-voided"
BETS = (
    Column("table"), Column("jackpot"), Column("wager", MONEY),
    Column("bets_made", COUNT, summed=True), Column("bets_voided", COUNT, summed=True),
    Column("bets", COUNT, summed=True), Column("late_bets", COUNT, summed=True),
    Column("coin_in", MONEY, summed=True),
)  # fmt: skip


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
    return (source.sheet("bets", BETS, rows),)


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
