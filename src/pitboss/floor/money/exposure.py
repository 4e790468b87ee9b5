"""What one round could cost the house: the large prizes paid by odds, the cover they need, and
whether it is ready.

This is worked out when a limit, a paytable or the cover changes; START only reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pitboss.floor.facts.values import TIME_END, CoverGround, CoverState
from pitboss.floor.state.floor import State, TableState
from pitboss.money import Cents
from pitboss.rules.cited_law import CitedAmount

SHORT_NOW = 0  # in place of the time until which the cover suffices


def cover_above(state: State) -> CitedAmount:
    """The law's amount, as it was when the current shift began."""
    return state.law_at(state.calendar.begins_ms).cover_second_prize_above


def large_prizes(state: State) -> list[tuple[Cents, str]]:
    """Every prize by odds above the law's amount that can be won for money, largest first, with its
    table."""
    above = cover_above(state).cents
    tables = state.tables.items()
    found = ((cents, name) for name, table in tables for cents in large_prizes_at(table, above))
    return sorted(found, reverse=True)


def large_prizes_at(table: TableState, above: Cents) -> list[Cents]:
    """Those of one table."""
    if table.closed or table.training:
        return []
    return [prize.cents for prize in table.odds_prizes if prize.cents > above]


def cover_cents(prizes: Sequence[Cents]) -> Cents:
    """How much must be ready for prizes above the amount: the second highest, if there are two."""
    return sorted(prizes, reverse=True)[1] if len(prizes) > 1 else Cents(0)


def cover_of(state: State, grounds: tuple[CoverGround, ...]) -> CoverState:
    """What all tables need, and what there is."""
    return _cover(grounds, [cents for cents, _ in large_prizes(state)])


def cover_with(cover: CoverState, prizes: Sequence[Cents]) -> CoverState:
    """The cover once these large prizes can be won too."""
    return _cover(cover.grounds, [cover.highest_cents, cover.needed_cents, *prizes])


def _cover(grounds: tuple[CoverGround, ...], prizes: Sequence[Cents]) -> CoverState:
    needed = cover_cents(prizes)
    return CoverState(
        grounds=grounds,
        highest_cents=max(prizes, default=Cents(0)),
        needed_cents=needed,
        enough_until_ms=_enough_until_ms(grounds, needed),
    )


def _enough_until_ms(grounds: Iterable[CoverGround], needed: Cents) -> int:
    """When the cover becomes too small, as its parts expire one after another."""
    left = needed
    for each in sorted(grounds, key=lambda each: each.until_ms, reverse=True):
        if left <= 0:
            break
        left = Cents(left - each.cents)
        if left <= 0:
            return each.until_ms
    return TIME_END if left <= 0 else SHORT_NOW


@dataclass(frozen=True, slots=True)
class CoverStanding:
    """The cover as a page shows it."""

    needed_cents: Cents
    ready_cents: Cents
    is_short: bool
    tables: tuple[str, ...]


def cover_standing(state: State, at_ms: int) -> CoverStanding:
    """How much must be ready, and how much is, at this time."""
    cover = state.bank.cover
    ready = recorded_cents(cover, at_ms)
    tables = tuple(sorted({name for _, name in large_prizes(state)})) if cover.needed_cents else ()
    return CoverStanding(cover.needed_cents, ready, is_short(cover, at_ms), tables)


def is_short(cover: CoverState, at_ms: int | None) -> bool:
    """Whether less is ready than the prizes need; without a time, all cover counts, expired or
    not."""
    return cover.enough_until_ms <= (SHORT_NOW if at_ms is None else at_ms)


def recorded_cents(cover: CoverState, at_ms: int | None) -> Cents:
    """How much is ready at a time."""
    return Cents(
        sum(each.cents for each in cover.grounds if at_ms is None or at_ms < each.until_ms)
    )
