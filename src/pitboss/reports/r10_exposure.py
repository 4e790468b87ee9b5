"""R10: what one round could cost: the largest prizes by odds at the highest wager allowed, and the
cover required for the second highest of those above the law's amount."""

from __future__ import annotations

from pitboss.floor.money.exposure import cover_above, large_prizes, recorded_cents
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("owner",)

PRIZES = columns("table bet hand wager_most:money top_odds:pay prize:money")
COVER = columns(
    "covered_above:money prizes:count largest:money second:money cover:money ready:money",
    "missing:money",
)
GROUNDS = columns("ground:words reference ready:money last_day")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The cover and where it is held, and the best line of every bet plus every line above the
    amount, largest first; all as recorded at the end of the period."""
    state, at_ms = source.closing, source.period.to_ms
    above, cover = cover_above(state).cents, state.bank.cover
    large = [cents for cents, _ in large_prizes(state)]
    ready = recorded_cents(cover, at_ms)
    standing = (
        above,
        len(large),
        large[0] if large else None,
        large[1] if len(large) > 1 else None,
        cover.needed_cents,
        ready,
        max(0, cover.needed_cents - ready),
    )
    grounds = [
        (each.ground, each.reference, each.cents, each.until or None)
        for each in cover.grounds
        if at_ms < each.until_ms
    ]
    return (
        source.sheet("cover", COVER, [standing]),
        source.sheet("cover_grounds", GROUNDS, grounds),
        source.sheet("odds_prizes", PRIZES, _prizes(source)),
    )


def _prizes(source: ReportSource) -> list[tuple[Cell, ...]]:
    found = [
        (name, each)
        for name, table in source.closing.tables.items()
        if not table.closed and not table.training
        for each in table.odds_prizes
    ]
    found.sort(key=lambda pair: (-pair[1].cents, pair[0], pair[1].bet))
    return [
        (name, each.bet, each.hand, each.wager_cents, each.odds, each.cents) for name, each in found
    ]
