"""R16: what the house owes players at the end of the period: posted, in reserve and overflow, and
won but unpaid."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor import extension
from pitboss.floor.money.custody import (
    ELSEWHERE,
    MARKED,
    WON,
    bank_holds,
    for_players,
    held_by_jackpot,
)
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.view.standing import standing_of
from pitboss.money import below_cent, covering_up
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, award_link, cents_of, level_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

LIABILITY = columns(
    "jackpot:titled level:words status:words posted:money+ reserve:money+ overflow:money+?",
    "owed:money+ below_cent:micros+?",
)
OWED = columns("award table round:count seat:count hand* jackpot owed:money+ status:words")
POSITIONS = columns("property collected:money+ won_here:money+ paid_to_hub:money+ owes_hub:money+")
STANDING = columns("required:money in_bank:money undrawn:money difference:money")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Level by level, then prizes won; each prize owed; what the bank holds; and for a jackpot that
    several properties share, who owes whom."""
    state = source.closing
    required, there = covering_up(required_micros(state)), cents_of(bank_holds(state))
    players = cents_of(for_players(state))
    return (
        source.sheet("liability", LIABILITY, _liability(source)),
        source.sheet("owed", OWED, _owed(source)),
        source.sheet(
            "bank_standing", STANDING, [(required, there, there - players, players - required)]
        ),
        *_positions(source),
    )


def _positions(source: ReportSource) -> Iterator[Sheet]:
    """What passed between each property and its hub; empty if the house shares no jackpot."""
    if rows := extension.here().positions(source.closing):
        titled: list[tuple[Cell, ...]] = [
            (source.property_title(name), *amounts) for name, *amounts in rows
        ]
        yield source.sheet("wide_positions", POSITIONS, titled)


def _liability(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    for name, jackpot in source.closing.jackpots.items():
        if name in source.training:
            continue
        for level, found in jackpot.levels.items():
            held = found.reading
            amounts = (held.meter_micros, held.reserve_micros, held.overflow_micros)
            below = sum(below_cent(amount) for amount in amounts)
            cents = (cents_of(amount) for amount in amounts)
            at = level_link(name, level)
            yield (source.title(name), at, jackpot.status, *cents, None, below)
    for name, amount in held_by_jackpot(source.closing):
        if name in (WON, MARKED, ELSEWHERE):
            yield (name, "", "", None, None, None, cents_of(amount), below_cent(amount))


def _owed(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """Every prize that a cashier still has to pay."""
    for name, _ in source.closing.owed.items():
        found = source.closing.award(name)
        award = found.award
        if award.jackpot not in source.training:
            hand = source.hand(award.jackpot, award.outcome)
            yield (
                award_link(name, shown=hand),
                found.table,
                found.round,
                award.seat,
                hand,
                source.title(award.jackpot),
                award.owed_cents,
                standing_of(source.closing, found),
            )
