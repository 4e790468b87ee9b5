"""R10: what one round could cost: every odds-based prize at the highest wager allowed, and the
cover that the second highest of those above $25,000 takes (WAC 230-15-455(2)(b))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.floor.custody import bank_holds
from pitboss.money import Cents
from pitboss.reports.sheet import COUNT, MONEY, Column, Sheet
from pitboss.reports.source import ReportSource, TableFacts, cents_of
from pitboss.rules.paytable import Odds, Paytable
from pitboss.rules.posted import posted_lines

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("owner",)

COVERED_ABOVE = Cents(2_500_000)
PRIZES = (
    Column("table"), Column("bet"), Column("hand"), Column("wager_most", MONEY), Column("top_odds"),
    Column("prize", MONEY),
)  # fmt: skip
COVER = (
    Column("covered_above", MONEY), Column("prizes", COUNT), Column("largest", MONEY),
    Column("second", MONEY), Column("cover", MONEY), Column("in_bank", MONEY),
)  # fmt: skip


class OddsPrize(NamedTuple):
    """A line that pays by odds, at the most that may be wagered on it."""

    table: str
    bet: str
    hand: str
    wager_cents: Cents
    odds: str
    prize_cents: Cents


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The best line of every bet and whatever is above the amount, the largest first; and the
    cover."""
    found = sorted(_prizes(source), key=lambda each: (-each.prize_cents, each.table, each.bet))
    best = {(each.table, each.bet): each for each in reversed(found)}
    listed = [
        each
        for each in found
        if each.prize_cents > COVERED_ABOVE or best[each.table, each.bet] == each
    ]
    large = [each.prize_cents for each in found if each.prize_cents > COVERED_ABOVE]
    cover = (
        COVERED_ABOVE,
        len(large),
        large[0] if large else None,
        large[1] if len(large) > 1 else None,
        cover_cents(large),
        cents_of(bank_holds(source.closing)),
    )
    return source.sheet("cover", COVER, [cover]), source.sheet("odds_prizes", PRIZES, listed)


def cover_cents(prizes: list[Cents]) -> Cents:
    """What must lie ready for prizes above the amount: the second highest, where there are two."""
    return sorted(prizes, reverse=True)[1] if len(prizes) > 1 else Cents(0)


def _prizes(source: ReportSource) -> Iterator[OddsPrize]:
    for name, table in source.closing.tables.items():
        facts = source.site.tables.get(name)
        if table.closed or table.training or facts is None:
            continue
        for slot, paytable in facts.paytables.items():
            yield from _lines(name, facts, slot, source.paytable(paytable))


def _lines(table: str, facts: TableFacts, slot: str, paytable: Paytable) -> Iterator[OddsPrize]:
    """The lines of one bet. Where one paytable pays several wagers, a line that is called like one
    of them is that one's; of any other line the largest wager counts."""
    limits = {each.wager: each.most_cents for each in facts.limits if each.slot == slot}
    if not limits:
        return
    for line in posted_lines(paytable):
        most = limits.get(line.outcome, max(limits.values()))
        for prize in dict.fromkeys(line.prizes):
            if isinstance(prize, Odds):
                pays = prize.pays_cents(most, paytable.wager_cents)
                yield OddsPrize(table, paytable.bet, line.label.long, most, str(prize), pays)
